// SPDX-License-Identifier: MIT
public import Signal

/// A part of another source, as if the file began and ended there.
///
/// Errors keep naming the place in the whole file. Damage before the part makes the first read
/// throw; damage behind it is not met.
public struct TrimmedSource<Base: AudioSource & ~Copyable>: AudioSource, ~Copyable {
  private var base: Base
  private let start: Int
  private var hasSkipped: Bool
  private var remaining: Int?

  /// The sample frames of `base` from number `start` on, at most `count` of them, all if `nil`.
  ///
  /// A part that begins behind the end of `base` is empty.
  ///
  /// - Precondition: neither is negative.
  public init(_ base: consuming Base, start: Int, count: Int? = nil) {
    precondition(start >= 0 && (count ?? 0) >= 0)
    self.base = base
    self.start = start
    self.hasSkipped = start == 0
    self.remaining = count
    self.count = count
  }

  private let count: Int?

  /// Whether the part was asked to have no sample frames.
  public var isEmptyByItself: Bool { count == 0 }

  /// Sample frames of `base` that lie before the part; they were passed over with the first read.
  public private(set) var skippedCount = 0

  /// The shape of the whole.
  public var format: StreamFormat { base.format }

  /// How much of the part the whole is expected to have.
  public var expectedFrameCount: Int? {
    guard let whole = base.expectedFrameCount else { return count }
    return min(max(whole - start, 0), count ?? .max)
  }

  /// That of the whole, as far as it was read.
  public var lengthConflict: LengthConflict? { base.lengthConflict }

  /// Gives the next sample frames of the part.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if !hasSkipped {
      block.truncate(to: 0)
      // Fewer than `start` means that the stream has ended, and the read below finds that too.
      skippedCount = try base.skip(start)
      hasSkipped = true
    }
    guard let remaining else { return try base.read(into: &block) }
    guard remaining > 0 else { return block.truncate(to: 0) }
    try base.read(into: &block)
    block.truncate(to: remaining)
    self.remaining = remaining - block.frameCount
  }
}
