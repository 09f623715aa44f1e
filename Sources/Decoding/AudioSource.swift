// SPDX-License-Identifier: MIT
// Stage 1, Decoding: files, pipes and helper programs to blocks of samples.
public import Signal

/// Something that gives sample frames, one block after another, from the first to the last.
///
/// Everything that was decoded before a damaged place is delivered first: the read that meets the
/// damage still fills its block with what came before, and only the next read throws. So a caller
/// that wants to use what could be read just stops at the error; it has all of it already. After
/// an error every further read throws the same error again and leaves the block empty.
public protocol AudioSource: ~Copyable {
  /// The shape of every block; the same from the first read to the last.
  var format: StreamFormat { get }

  /// How many sample frames the container speaks of, for showing progress only.
  ///
  /// `nil` when it says nothing, or nothing that can be true. Never exact enough to rely on.
  var expectedFrameCount: Int? { get }

  /// Both numbers where the container declares fewer sample frames than were found; all that were
  /// found are given. Known at the end, `nil` before it.
  var lengthConflict: LengthConflict? { get }

  /// Replaces the contents of `block` by the next sample frames, up to its capacity.
  ///
  /// The block is filled wholly unless the stream ends or is damaged there, or comes through a pipe:
  /// then it gets what is there, and is waited for only until there is something. Samples above full
  /// scale, infinite and not-a-number ones are passed on as they are.
  ///
  /// - Precondition: the block has as many channels as `format`.
  /// - Postcondition: `block.frameCount` is 0 at the end, and at each read after it.
  /// - Throws: what happened, once the frames before it have been delivered.
  mutating func read(into block: inout AudioBlock) throws(DecodingError)

  /// Passes over the next `count` sample frames; gives how many there were, fewer only at the end.
  ///
  /// - Throws: as ``read(into:)``, if the damage lies among them.
  mutating func skip(_ count: Int) throws(DecodingError) -> Int
}

/// A container that declares fewer sample frames than there are.
public struct LengthConflict: Sendable, Hashable {
  /// Sample frames that the container declares.
  public let declared: Int
  /// Sample frames that were found.
  public let found: Int

  /// A conflict.
  public init(declared: Int, found: Int) {
    self.declared = declared
    self.found = found
  }
}

extension AudioSource where Self: ~Copyable {
  /// None.
  public var lengthConflict: LengthConflict? { nil }

  /// Passes over sample frames by reading them: exact for every source.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    try skipByReading(count)
  }

  /// Reads `count` sample frames and forgets them; gives how many there were.
  mutating func skipByReading(_ count: Int) throws(DecodingError) -> Int {
    guard count > 0 else { return 0 }
    let capacity = min(count, AudioBlock.usualCapacity(channelCount: format.channelCount))
    var block = AudioBlock(channelCount: format.channelCount, capacity: capacity)
    var skipped = 0
    while skipped < count {
      if count - skipped < block.capacity {
        block = AudioBlock(channelCount: format.channelCount, capacity: count - skipped)
      }
      try read(into: &block)
      if block.frameCount == 0 { break }
      skipped += block.frameCount
    }
    return skipped
  }
}

extension AudioBlock {
  /// A capacity that keeps blocks small whatever the file: at most 16 384 sample frames and 65 536
  /// samples (256 KiB), and at least one sample frame.
  public static func usualCapacity(channelCount: Int) -> Int {
    max(1, min(16_384, 65_536 / max(1, channelCount)))
  }
}
