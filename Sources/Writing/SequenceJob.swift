// SPDX-License-Identifier: MIT

/// What decides the bytes of a sequence's frames. Frames of equal jobs are equal, wherever and in
/// how many goes they are rendered.
public struct SequenceJob: Sendable, Hashable {
  /// The most frames that a sequence is to have: 11 hours at 240 a second, and a manifest of 200 MB.
  public static let mostFrames = 10_000_000

  /// One thing that shapes the frames, in words: an option and its value, or a fingerprint.
  public struct Fact: Sendable, Hashable {
    /// What it is: the long name of an option, where it is one.
    public let name: String
    /// Its value, as the command line has it; `nil` where there is none.
    public let text: String?

    /// A fact.
    public init(_ name: String, _ text: String?) {
      self.name = name
      self.text = text
    }
  }

  /// How two jobs differ in one fact.
  public struct Difference: Sendable, Hashable {
    /// The name of the fact.
    public let name: String
    /// What the job on the disk has.
    public let found: String?
    /// What this run has.
    public let wanted: String?

    /// A difference.
    public init(_ name: String, found: String?, wanted: String?) {
      self.name = name
      self.found = found
      self.wanted = wanted
    }
  }

  /// What the sound was called, for people; it is not compared.
  public let input: String

  /// What shapes the frames where a job does not say otherwise.
  package static let implied = [Fact("view", "radial")]

  /// All that shapes the frames, in the order to be written.
  public let facts: [Fact]

  /// Frames in the whole sequence.
  public let frameCount: Int

  /// A job.
  ///
  /// - Precondition: no two facts have one name.
  public init(input: String, facts: [Fact], frameCount: Int) {
    precondition(Set(facts.map(\.name)).count == facts.count)
    self.input = input
    self.facts = facts
    self.frameCount = frameCount
  }

  /// What is not the same in the job that was found; empty if the frames of both are equal.
  func differences(fromFound found: SequenceJob) -> [Difference] {
    let implied = Dictionary(uniqueKeysWithValues: SequenceJob.implied.map { ($0.name, $0.text) })
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
