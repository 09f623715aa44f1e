// SPDX-License-Identifier: MIT

/// All that determines the bytes of a sequence's frames. Equal jobs have equal frames, wherever and
/// in however many runs they are rendered.
public struct SequenceSettings: Sendable, Hashable {
  /// The greatest number of frames: 11 hours at 240 a second, with a manifest of 200 MB.
  public static let maxFrames = 10_000_000

  /// One property that determines the frames, as text: an option and its value, or a hash.
  public struct Fact: Sendable, Hashable {
    /// Its name: the long name of an option, if it is one.
    public let name: String
    /// Its value as on the command line; `nil` for none.
    public let text: String?

    /// A fact.
    public init(_ name: String, _ text: String?) {
      self.name = name
      self.text = text
    }
  }

  /// A difference between two jobs.
  public struct Difference: Sendable, Hashable {
    /// The name of the fact.
    public let name: String
    /// The value of the job on the disk.
    public let found: String?
    /// The value of this run.
    public let wanted: String?

    /// A difference.
    public init(_ name: String, found: String?, wanted: String?) {
      self.name = name
      self.found = found
      self.wanted = wanted
    }
  }

  /// The name of the sound, for humans; it is not compared.
  public let input: String

  /// The options that a file had, with that file and the line, for humans; they are not compared.
  public let origins: [Fact]

  /// The facts of a job that does not state them.
  package static let implied = [Fact("view", "radial")]

  /// All facts, in the order of the file.
  public let facts: [Fact]

  /// Frames in the whole sequence.
  public let frameCount: Int

  /// A job.
  ///
  /// - Precondition: no two facts have one name.
  public init(input: String, origins: [Fact] = [], facts: [Fact], frameCount: Int) {
    precondition(Set(facts.map(\.name)).count == facts.count)
    (self.input, self.origins) = (input, origins)
    self.facts = facts
    self.frameCount = frameCount
  }

  /// The text of a fact; `nil` if it has none, or if there is no such fact.
  package func text(of name: String) -> String? {
    facts.first { $0.name == name }?.text
  }

  /// The differences to a job on the disk; empty if the frames of both are equal.
  package func differences(fromFound found: SequenceSettings) -> [Difference] {
    let implied = Dictionary(
      uniqueKeysWithValues: SequenceSettings.implied.map { ($0.name, $0.text) })
    let others = Dictionary(uniqueKeysWithValues: found.facts.map { ($0.name, $0.text) })
    let ours = Set(facts.map(\.name))
    var differences: [Difference] = []
    for fact in facts where others[fact.name] != .some(fact.text) {
      let found = others[fact.name] ?? implied[fact.name] ?? nil
      differences.append(Difference(fact.name, found: found, wanted: fact.text))
    }
    for fact in found.facts where !ours.contains(fact.name) {
      let wanted = implied[fact.name] ?? nil
      differences.append(Difference(fact.name, found: fact.text, wanted: wanted))
    }
    if found.frameCount != frameCount {
      differences.append(
        Difference("frames", found: "\(found.frameCount)", wanted: "\(frameCount)"))
    }
    return differences
  }
}
