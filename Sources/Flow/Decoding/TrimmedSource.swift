// SPDX-License-Identifier: MIT
public import Signal

/// A part of another source, as if the file began and ended there.
///
/// Errors keep their positions in the whole file. Damage before the part makes the first read
/// throw, unless the format can seek: plain samples and FLAC; damage after it goes unnoticed.
public struct TrimmedSource<Base: AudioSource & ~Copyable>: AudioSource, ~Copyable {
  private var base: Base
  private var start: Int
  private var hasSkipped: Bool
  private var remaining: Int?

  /// The sample frames of `base` from index `start` on: `count` of them, or all if `nil`.
  ///
  /// A part that begins after the end of `base` is empty.
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

  private var count: Int?

  /// Lets the part begin `lead` sample frames earlier and end `tail` later, or with the whole if
  /// that is `nil`.
  ///
  /// - Precondition: nothing was read, and there are `lead` sample frames before the part.
  public mutating func extend(by lead: Int, and tail: Int?) {
    precondition(!hasSkipped || start == 0, "nothing was read")
    precondition((0...start).contains(lead))
    start -= lead
    hasSkipped = start == 0
    count = tail.flatMap { tail in count.map { $0 + lead + tail } }
    remaining = count
  }

  /// Sample frames of `base` before the part; the first read skips them.
  public private(set) var skippedCount = 0

  /// The format of the whole.
  public var format: StreamFormat { base.format }

  /// The expected length of the part.
  public var expectedFrameCount: Int? {
    guard let whole = base.expectedFrameCount else { return count }
    return min(max(whole - start, 0), count ?? .max)
  }

  /// The conflict of the whole, as far as it was read.
  public var lengthConflict: LengthConflict? { base.lengthConflict }

  /// Those of the whole, if the part goes to its end.
  public var incompleteBytes: Int { base.incompleteBytes }

  /// Reads the next sample frames of the part.
  public mutating func read(into block: inout AudioBlock) throws(DecodingError) {
    if !hasSkipped {
      block.truncate(to: 0)
      try begin()
    }
    guard let remaining else { return try base.read(into: &block) }
    guard remaining > 0 else { return block.truncate(to: 0) }
    try base.read(into: &block)
    block.truncate(to: remaining)
    self.remaining = remaining - block.frameCount
  }

  /// Skips sample frames of the part.
  public mutating func skip(_ count: Int) throws(DecodingError) -> Int {
    if !hasSkipped { try begin() }
    let skipped = try base.skip(min(count, remaining ?? count))
    remaining = remaining.map { $0 - skipped }
    return skipped
  }

  /// Goes to the start of the part.
  private mutating func begin() throws(DecodingError) {
    // Fewer than `start` means that the stream has ended, which the next read finds too.
    skippedCount = try base.skip(start)
    hasSkipped = true
  }
}
