// SPDX-License-Identifier: MIT
internal import Arguments

/// What an option asks of a run. Limits are rows of data beside the options; all are checked in their order,
/// before anything is opened.
struct Limit: Hashable, Sendable {
  /// What a run is or has, as far as limits ask for it.
  enum Trait: Hashable, Sendable {
    /// The sound is still arriving.
    case live
    /// Raw frames; those of a kind with headers.
    case rawFrames, headers
    /// A film, and what has a sound of its own.
    case film, sound
    case poster
    /// All of it goes to standard output.
    case piped
    /// Existing outputs are kept, and there is one.
    case keepsOneFile
    /// There may be several inputs.
    case folder
    /// What `meter` writes: a file of readings or a table; which columns need an input of their own.
    case readings, table, structure, lyrics, loudness
    /// The channels are those of readings, or all.
    case channels
    /// The summary and the table are both standard output.
    case twoPiped
  }

  /// What a run with the option has to be: without another option, with a trait, or without one.
  enum Condition: Hashable, Sendable { case without(String), with(Trait), not(Trait) }

  let condition: Condition
  /// The long names of the options, each of which has the limit.
  let options: [String]
  /// What is wrong, behind the name of the option: "is for films". OUTPUT stands for the name of the output.
  let fault: String
  /// The way out; to leave out the option if `nil`.
  private let hint: String?

  init(
    _ condition: Condition, _ options: [String], _ fault: String = "", hint: String? = nil
  ) {
    (self.condition, self.options, self.fault, self.hint) = (condition, options, fault, hint)
  }

  /// Two options cannot be used together.
  static func excludes(_ one: String, _ other: String) -> Limit { Limit(.without(other), [one]) }

  /// The options of which a run has only one, if that is the limit.
  var rivals: [String]? {
    if case .without(let other) = condition { options + [other] } else { nil }
  }

  /// The first of the given options that breaks the limit.
  private func broken(by given: Set<String>, _ traits: Set<Trait>) -> String? {
    let isKept =
      switch condition {
      case .without(let other): !given.contains(other)
      case .with(let trait): traits.contains(trait)
      case .not(let trait): !traits.contains(trait)
      }
    return isKept ? nil : options.first(where: given.contains)
  }

  /// Refuses a run of a command that breaks one of the limits.
  static func check(
    _ limits: [Limit], _ traits: Set<Trait>, given: Set<String>, command: String,
    output: String = ""
  ) throws(Diagnostic) {
    for limit in limits {
      guard let name = limit.broken(by: given, traits) else { continue }
      if case .without(let other) = limit.condition {
        throw Diagnostic(.conflict("--\(name)", "--\(other)"), command: command)
      }
      let fault = limit.fault.replacing("OUTPUT", with: output)
      throw Diagnostic(
        .contradiction(
          "--\(name) \(fault)", hint: limit.hint ?? "leave out --\(name)", of: [name]),
        command: command)
    }
  }
}

extension Set<Limit.Trait> {
  /// The traits that a run has of these.
  init(_ all: KeyValuePairs<Limit.Trait, Bool>) { self = Set(all.filter(\.value).map(\.key)) }
}
