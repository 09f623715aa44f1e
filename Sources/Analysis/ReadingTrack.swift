// SPDX-License-Identifier: MIT
public import Platform
public import Signal

/// A reading that can be stored as bytes, of which every tick of a track has the same number.
public protocol PackedReading: Sendable {
  /// Appends the bytes.
  func pack(into bytes: inout [UInt8])

  /// Reads the bytes that ``pack(into:)`` appended.
  init(unpacking bytes: Span<UInt8>)
}

/// Every reading of a track by tick, for any number of readers.
///
/// The first ``maxBytesInMemory`` bytes are kept in memory, the rest in an unnamed temporary file
/// in `TMPDIR`. So memory stays bounded however long the track is.
public struct ReadingTrack<Reading: PackedReading>: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat

  /// The ticks that the readings are of.
  public let clock: TickClock

  /// Ticks so far.
  public private(set) var count = 0

  private var size = 0
  private var chunks: [[UInt8]] = []
  private var spill: Spill?
  private var buffer: [UInt8] = []

  /// The descriptor of the temporary file, which all copies of a track share.
  private final class Spill: Sendable {
    let file: FileDescriptor
    init(_ file: consuming FileDescriptor) { self.file = file }
  }

  /// The limit of the memory for readings.
  public static var maxBytesInMemory: Int { 80 << 20 }

  private static var readingsInChunk: Int { 4096 }

  /// An empty track.
  public init(format: StreamFormat, clock: TickClock) {
    self.format = format
    self.clock = clock
  }

  /// Adds the reading of the next tick.
  ///
  /// - Throws: when the file cannot be created or written, such as on a full disk.
  public mutating func append(_ reading: Reading) throws(SystemError) {
    reading.pack(into: &buffer)
    if size == 0 { size = buffer.count }
    count += 1
    guard count.isMultiple(of: Self.readingsInChunk) else { return }
    try keepBuffer()
  }

  private mutating func keepBuffer() throws(SystemError) {
    if spill == nil, (chunks.count + 1) * buffer.count <= Self.maxBytesInMemory {
      chunks.append(buffer)
    } else {
      if spill == nil { spill = Spill(try TemporaryFile.make(in: TemporaryFile.defaultFolder)) }
      try spill?.file.write(buffer.span)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// The reading of a tick.
  ///
  /// - Precondition: `index` is in `0..<count`.
  /// - Throws: when the file cannot be read.
  public func reading(ofTick index: Int) throws(SystemError) -> Reading {
    precondition((0..<count).contains(index))
    let (chunk, place) = index.quotientAndRemainder(dividingBy: Self.readingsInChunk)
    let bytes = place * size..<(place + 1) * size
    if chunk < chunks.count || index >= count - count % Self.readingsInChunk {
      let kept = chunk < chunks.count ? chunks[chunk] : buffer
      return Reading(unpacking: kept.span.extracting(bytes))
    }
    guard let spill else { preconditionFailure("every chunk is in memory or in the file") }
    let offset = (chunk - chunks.count) * Self.readingsInChunk * size + bytes.lowerBound
    let packed = try spill.file.bytes(at: offset, count: size)
    guard packed.count == size else { throw .deviceFailure }
    return Reading(unpacking: packed.span)
  }

  /// How many readings at `rate` are complete at the end of a tick of this track.
  public func readings(endedBy tick: Int, of rate: Rate) -> Int {
    min(clock.rate.events(endedByEvent: tick, of: rate), count)
  }
}
