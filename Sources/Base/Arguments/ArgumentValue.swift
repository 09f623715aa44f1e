// SPDX-License-Identifier: MIT

/// A value that is written as one argument, such as `30000/1001` or `png`.
///
/// An enum with raw strings needs no code: `enum Format: String, CaseIterable, ArgumentValue`.
public protocol ArgumentValue: Sendable {
  /// Parses the argument.
  ///
  /// - Throws: ``ArgumentValueError`` with the reason in words.
  init(argument: String) throws(ArgumentValueError)

  /// The word that reads back as this value; help prints it as the default unless it is empty.
  var argumentText: String { get }

  /// All accepted words; empty if they cannot be listed.
  static var choices: [String] { get }
}

extension ArgumentValue {
  /// Empty: the values cannot be listed.
  public static var choices: [String] { [] }
}

/// Why a word is not a value: parts of `invalid argument '25p' for '--fps': not a rate` and of its
/// hint.
public struct ArgumentValueError: Error, Hashable, Sendable {
  /// What is wrong with the word, such as `not a rate`.
  public let reason: String

  /// What to do, such as `write 30000/1001`.
  public let hint: String?

  /// A reason and a hint; neither ends in a full stop.
  public init(_ reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }

  /// The error of a word that is not among these choices.
  public init(noneOf choices: [String]) {
    self.init("no such choice", hint: "choose from \(choices.joined(separator: ", "))")
  }

  /// The error with a hint, if it has none.
  public func or(hint: String) -> ArgumentValueError {
    ArgumentValueError(reason, hint: self.hint ?? hint)
  }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The case with this raw value.
  public init(argument: String) throws(ArgumentValueError) {
    guard let value = Self(rawValue: argument) else {
      throw ArgumentValueError(noneOf: Self.choices)
    }
    self = value
  }

  /// The raw value.
  public var argumentText: String { rawValue }

  /// The raw values, in the order of the cases.
  public static var choices: [String] { allCases.map(\.rawValue) }
}

extension ArgumentValue where Self: Comparable {
  /// Parses the argument, and refuses values outside a range; `hint` says which values are allowed.
  ///
  /// - Throws: ``ArgumentValueError``.
  public init(
    argument: String, in range: ClosedRange<Self>, hint: String
  ) throws(ArgumentValueError) {
    do { try self.init(argument: argument) } catch { throw error.or(hint: hint) }
    guard range.contains(self) else { throw ArgumentValueError("out of range", hint: hint) }
  }
}

/// A value that is one of a list and is chosen by its name.
public protocol NamedValue: ArgumentValue {
  /// All values, in the order of the help.
  static var all: [Self] { get }
  /// The name of the value.
  var name: String { get }
}

extension NamedValue {
  /// The value of this name, in which capital letters are as good as small ones.
  public init(argument: String) throws(ArgumentValueError) {
    let word = argument.lowercased()
    guard let value = Self.all.first(where: { $0.name.lowercased() == word }) else {
      throw ArgumentValueError(noneOf: Self.choices)
    }
    self = value
  }

  /// The name.
  public var argumentText: String { name }

  /// All names.
  public static var choices: [String] { all.map(\.name) }
}

extension String {
  /// The parts of a comma-separated list, without surrounding spaces; commas inside parentheses do
  /// not separate.
  package var listParts: [String] {
    var depth = 0
    let parts = unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
      depth += scalar == "(" ? 1 : scalar == ")" ? -1 : 0
      return scalar == "," && depth == 0
    }
    return parts.map { part in
      var part = part.drop { $0 == " " }
      while part.last == " " { part.removeLast() }
      return String(part)
    }
  }
}

extension String: ArgumentValue {
  /// Any word, even an empty one.
  public init(argument: String) { self = argument }

  /// The word itself.
  public var argumentText: String { self }
}

extension Int: ArgumentValue {
  /// A whole number in decimal digits with an optional sign.
  public init(argument: String) throws(ArgumentValueError) {
    guard let value = Int(argument) else {
      let digits = argument.drop { $0 == "-" || $0 == "+" }
      let isNumber = !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
      throw ArgumentValueError(isNumber ? "out of range" : "not a whole number")
    }
    self = value
  }

  /// Decimal digits.
  public var argumentText: String { String(self) }
}

extension Double: ArgumentValue {
  /// A finite decimal number with a point in any locale; no `nan`, `inf` or hexadecimal.
  public init(argument: String) throws(ArgumentValueError) {
    let isDecimal = argument.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isDecimal, let value = Double(argument) else {
      throw ArgumentValueError(
        "not a number", hint: argument.contains(",") ? "write a point, not a comma" : nil)
    }
    guard value.isFinite else { throw ArgumentValueError("out of range") }
    self = value
  }

  /// The fewest digits that read back as this number, without `.0`.
  public var argumentText: String {
    Int(exactly: self).map(String.init) ?? String(self)
  }
}

extension Optional: ArgumentValue where Wrapped: ArgumentValue {
  /// The wrapped value; no word reads as nil.
  public init(argument: String) throws(ArgumentValueError) {
    self = .some(try Wrapped(argument: argument))
  }

  /// The wrapped text, empty for nil.
  public var argumentText: String { map(\.argumentText) ?? "" }

  /// What the wrapped type accepts.
  public static var choices: [String] { Wrapped.choices }
}
