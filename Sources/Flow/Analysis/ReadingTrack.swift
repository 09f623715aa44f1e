// SPDX-License-Identifier: MIT
public import Platform
public import Signal

/// A reading that can be stored as bytes, of which every tick of a track has the same number.
public protocol PackedReading: Sendable {
  /// Appends the bytes: as many for each reading of a track.
  func pack(into bytes: inout [UInt8])

  /// Whether ``init(unpacking:)`` can read bytes that come from elsewhere, of the right number; by
  /// default it can read any.
  static func isPossible(_ bytes: Span<UInt8>) -> Bool

  /// Reads the bytes that ``pack(into:)`` appended.
  init(unpacking bytes: Span<UInt8>)
}

extension PackedReading {
  /// Yes: any bytes are a reading.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool { true }
}

/// Why readings that are stored in a file cannot be read.
public enum StoredReadingsError: Error, Sendable, Hashable {
  /// The file cannot be read.
  case file(SystemError)
  /// They are damaged from this tick on.
  case damaged(tick: Int)
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

  /// Ticks so far, or those of the part; 0 if readings may still arrive, since a figure can begin at any
  /// time, and knows none of them before it is advanced: see ``arrivedCount``.
  public var count: Int { part.map { $0.count * rounds } ?? stored }

  /// Ticks so far, those that have arrived among them.
  public var arrivedCount: Int { live?.count ?? count }

  /// Whether readings may still arrive, so that nothing is known of the whole track; see
  /// ``live(format:clock:capacity:)``.
  public var isLive: Bool { live != nil }

  private let memoryLimit: Int
  private var live: LiveReadings?

  private var stored = 0
  /// The stored ticks that this is a part of, and how often they are played.
  private var part: Range<Int>?
  private var rounds = 1
  private var size = 0
  /// Where the readings begin in the file, of which it has all; otherwise those that are not in memory.
  private var offset = 0
  private var chunks: [[UInt8]] = []
  private var spill: Spill?
  private var buffer: [UInt8] = []
  /// What was found in these readings by one of their copies.
  private(set) var findings = TrackFindings()

  /// The limit of the memory for readings.
  public static var maxBytesInMemory: Int { 80 << 20 }

  private static var readingsInChunk: Int { 4096 }

  /// An empty track, of which a number of bytes is kept in memory.
  public init(
    format: StreamFormat, clock: TickClock, maxBytesInMemory: Int = Self.maxBytesInMemory
  ) {
    (self.format, self.clock, memoryLimit) = (format, clock, maxBytesInMemory)
  }

  /// An empty track whose copies share their readings: while one thread appends to a copy, another
  /// one reads the newest `capacity` ticks of another. Older ones read as the oldest of these.
  public static func live(
    format: StreamFormat, clock: TickClock, capacity: Int = 1 << 15
  ) -> ReadingTrack {
    var track = ReadingTrack(format: format, clock: clock)
    track.live = LiveReadings(capacity: capacity)
    return track
  }

  /// Readings that are in a file: `count` of them, each of `size` bytes, from `offset` on. They are to
  /// be read only if none of them is impossible; see ``firstImpossibleTick()``. `isIntact` is asked of
  /// each 4096 readings.
  ///
  /// - Throws: ``StoredReadingsError``.
  public init(
    format: StreamFormat, clock: TickClock, count: Int, size: Int,
    in file: consuming FileDescriptor, at offset: Int, isIntact: (Int, [UInt8]) -> Bool
  ) throws(StoredReadingsError) {
    self.init(format: format, clock: clock)
    (self.stored, self.size, self.offset) = (count, size, offset)
    let isKept = count * size <= Self.maxBytesInMemory
    for start in stride(from: 0, to: count, by: Self.readingsInChunk) {
      let readings = min(Self.readingsInChunk, count - start)
      let bytes: [UInt8]
      do { bytes = try file.bytes(at: offset + start * size, count: readings * size) } catch {
        throw .file(error)
      }
      guard bytes.count == readings * size else { throw .file(.deviceFailure) }
      guard isIntact(start / Self.readingsInChunk, bytes) else { throw .damaged(tick: start) }
      if readings < Self.readingsInChunk { buffer = bytes } else if isKept { chunks.append(bytes) }
    }
    if !isKept { spill = Spill(file) }
  }

  /// The first tick whose reading is impossible; `nil` if there is none.
  ///
  /// - Throws: when the file cannot be read.
  public func firstImpossibleTick() throws(SystemError) -> Int? {
    for tick in 0..<stored {
      guard try withPacked(tick, { Reading.isPossible($0) }) else { return tick }
    }
    return nil
  }

  /// Adds the reading of the next tick.
  ///
  /// - Throws: when the file cannot be created or written, such as on a full disk.
  public mutating func append(_ reading: Reading) throws(SystemError) {
    reading.pack(into: &buffer)
    if let live {
      live.append(buffer)
      return buffer.removeAll(keepingCapacity: true)
    }
    if size == 0 { size = buffer.count }
    // Copies may go on in different ways.
    if !isKnownUniquelyReferenced(&findings) { findings = TrackFindings() }
    stored += 1
    guard stored.isMultiple(of: Self.readingsInChunk) else { return }
    try keepBuffer()
  }

  private mutating func keepBuffer() throws(SystemError) {
    if spill == nil, (chunks.count + 1) * buffer.count <= memoryLimit {
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
    if let live { return live.reading(ofTick: index) }
    precondition((0..<count).contains(index))
    return try withPacked(part.map { $0.lowerBound + index % $0.count } ?? index) {
      Reading(unpacking: $0)
    }
  }

  /// Lends the bytes of a stored reading.
  func withPacked<Result>(
    _ index: Int, _ body: (Span<UInt8>) -> Result
  ) throws(SystemError) -> Result {
    let (chunk, place) = index.quotientAndRemainder(dividingBy: Self.readingsInChunk)
    let bytes = place * size..<(place + 1) * size
    if chunk < chunks.count || index >= stored - stored % Self.readingsInChunk {
      let kept = chunk < chunks.count ? chunks[chunk] : buffer
      return body(kept.span.extracting(bytes))
    }
    guard let spill else { preconditionFailure("every chunk is in memory or in the file") }
    let offset =
      offset + (chunk - chunks.count) * Self.readingsInChunk * size + bytes.lowerBound
    let packed = try spill.file.bytes(at: offset, count: size)
    guard packed.count == size else { throw .deviceFailure }
    return body(packed.span)
  }

  /// The key of what is found in these readings.
  func key<Value>(_ name: String, _: Value.Type) -> TrackFindings.Key {
    TrackFindings.Key(
      name: name, kinds: [ObjectIdentifier(Reading.self), ObjectIdentifier(Value.self)],
      stored: stored, part: part, rounds: rounds)
  }

  /// The track by readings that are the beginning of these.
  public func beginnings<Other: PackedReading>(_: Other.Type) -> ReadingTrack<Other> {
    var track = ReadingTrack<Other>(format: format, clock: clock)
    (track.size, track.chunks, track.spill, track.buffer) = (size, chunks, spill, buffer)
    (track.offset, track.findings) = (offset, findings)
    (track.stored, track.part, track.rounds, track.live) = (stored, part, rounds, live)
    return track
  }

  /// Some ticks of the whole track, the first of which is tick 0, played `rounds` times.
  public func part(_ ticks: Range<Int>, rounds: Int = 1) -> ReadingTrack {
    precondition(ticks.lowerBound >= 0 && ticks.upperBound <= stored && rounds > 0)
    var track = self
    (track.part, track.rounds) = (ticks, rounds)
    return track
  }

  /// Whether the ticks are played again and again.
  public var isLoop: Bool { rounds > 1 }

  /// How many ticks a round of a loop has; `nil` if the end does not lead into the beginning.
  public var loopCount: Int? { isLoop ? part?.count : nil }

  /// The tick on the other side of the nearest seam between two rounds, and how many ticks away it
  /// is; `nil` if it is more than `reach` ticks away, or if there is one round only.
  public func tickAcrossSeam(
    from tick: Int, reach: Int
  ) -> (tick: Int, distance: Int)? {
    guard rounds > 1, let count = part?.count else { return nil }
    let place = tick % count
    let (toEnd, fromStart) = (count - place, place + 1)
    if toEnd < fromStart { return toEnd > reach ? nil : (0, toEnd) }
    return fromStart > reach ? nil : (count - 1, fromStart)
  }

  /// All ticks that were appended.
  public var whole: ReadingTrack {
    var track = self
    (track.part, track.rounds) = (nil, 1)
    return track
  }

  /// How many readings at `rate` are complete at the end of a tick of this track.
  public func readings(endedBy tick: Int, of rate: Rate) -> Int {
    min(clock.rate.events(endedByEvent: tick, of: rate), arrivedCount)
  }
}

/// The descriptor of the temporary file of a track, which all its copies share.
private final class Spill: Sendable {
  let file: FileDescriptor
  init(_ file: consuming FileDescriptor) { self.file = file }
}
