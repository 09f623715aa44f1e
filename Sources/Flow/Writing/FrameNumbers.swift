// SPDX-License-Identifier: MIT

/// The numbers of frames that exist, in little memory: a byte for each frame up to the last one of
/// the longest sequence.
public struct FrameNumbers: Sendable {
  private var isThere: [Bool] = []
  /// Numbers that no sequence has.
  private var others: Set<Int> = []

  /// Whether there are none.
  public var isEmpty: Bool { isThere.isEmpty && others.isEmpty }

  /// Adds a number from 0 on.
  mutating func insert(_ number: Int) {
    guard number < SequenceSettings.maxFrames else {
      others.insert(number)
      return
    }
    if number >= isThere.count {
      isThere += repeatElement(false, count: number + 1 - isThere.count)
    }
    isThere[number] = true
  }

  func contains(_ number: Int) -> Bool {
    isThere.indices.contains(number) ? isThere[number] : others.contains(number)
  }

  /// How many of a range exist.
  public func count(in range: Range<Int>) -> Int {
    isThere[range.clamped(to: isThere.indices)].count { $0 } + others.count(where: range.contains)
  }

  /// The least one of a range.
  func first(in range: Range<Int>) -> Int? {
    isThere[range.clamped(to: isThere.indices)].firstIndex(of: true)
      ?? others.filter(range.contains).min()
  }

  /// Those from a number on, in order.
  package func from(_ start: Int) -> [Int] {
    isThere.indices.dropFirst(start).filter { isThere[$0] }
      + others.filter { $0 >= start }.sorted()
  }
}
