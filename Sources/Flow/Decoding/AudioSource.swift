// SPDX-License-Identifier: MIT
// Stage 1, Decoding: turns files, pipes and the output of helper programs into blocks of samples, and
// hands on an `AudioInput`. A new container is a header in Containers and a case of `Container`.
public import Signal

/// A source of sample frames, block by block, from first to last.
///
/// Everything before a damaged place is delivered first: the read that finds the damage still fills
/// its block with what came before, and only the next read throws. So a caller that wants the
/// readable part just stops at the error. After an error every further read throws the same error
/// again and leaves the block empty.
public protocol AudioSource: ~Copyable {
  /// The format of every block; it never changes.
  var format: StreamFormat { get }

  /// How many sample frames the container declares, for the progress display only.
  ///
  /// `nil` if it declares nothing, or something impossible. Never exact enough to rely on.
  var expectedFrameCount: Int? { get }

  /// Both lengths, if the container declares fewer sample frames than were found; all of them are
  /// delivered. `nil` before the end.
  var lengthConflict: LengthConflict? { get }

  /// The bytes at the end, if known, that are left out because they are not a complete sample frame. 0
  /// before the end.
  var incompleteBytes: Int { get }

  /// Replaces the contents of `block` by the next sample frames, up to its capacity.
  ///
  /// The block is filled unless the stream ends or is damaged, or is a pipe: then the read waits
  /// only until there is something. Samples above full scale, infinities and NaNs are passed on
  /// unchanged.
  ///
  /// - Precondition: the block has as many channels as `format`.
  /// - Postcondition: `block.frameCount` is 0 at the end, and at each read after it.
  /// - Throws: the error, after the frames before it were delivered.
  mutating func read(into block: inout AudioBlock) throws(DecodingError)

  /// Skips the next `count` sample frames; returns how many there were, fewer only at the end.
  ///
  /// - Throws: see ``read(into:)``, if the damage is among them.
  mutating func skip(_ count: Int) throws(DecodingError) -> Int
}

/// A container that declares fewer sample frames than there are.
public struct LengthConflict: Sendable, Hashable {
  /// Sample frames that the container declares.
  public let declared: Int
  /// Sample frames that it has.
  public let found: Int

  /// A conflict of the two lengths.
  public init(declared: Int, found: Int) {
    self.declared = declared
    self.found = found
  }
}

extension AudioSource where Self: ~Copyable {
  /// None: the source declares no length, or the one that it has.
  public var lengthConflict: LengthConflict? { nil }

  /// 0: the source ends with a whole sample frame.
  public var incompleteBytes: Int { 0 }

  /// Skips sample frames by reading them: exact for every source.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    try skipByReading(count)
  }

  /// Reads and drops `count` sample frames; returns how many there were.
  mutating func skipByReading(_ count: Int) throws(DecodingError) -> Int {
    guard count > 0 else { return 0 }
    let capacity = min(count, AudioBlock.defaultCapacity(channelCount: format.channelCount))
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
  /// A capacity that keeps blocks small for any format: at most 16 384 sample frames and 65 536
  /// samples (256 KiB), and at least one sample frame.
  public static func defaultCapacity(channelCount: Int) -> Int {
    max(1, min(16_384, 65_536 / max(1, channelCount)))
  }
}
