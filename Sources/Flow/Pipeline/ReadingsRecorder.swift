// SPDX-License-Identifier: MIT
public import Analysis
internal import Decoding
internal import Hashing
internal import Platform
public import Signal
public import Views

/// Makes a file of the readings of a whole track: the levels of its channels, and what looks draw.
///
/// The file is a ``ReadingsHead``, and then for each table its readings, packed as ``PackedReading``
/// does, and the XXH64 of each ``ReadingsFile/readingsInBlock`` of them, little-endian.
public struct ReadingsRecorder: ~Copyable {
  /// A look and the meters that it draws.
  public struct Drawn: Sendable {
    /// The options of its view, with the look.
    public let options: any ViewOptions
    /// The meters.
    public let ballistics: Ballistics

    /// A look.
    public init(_ options: any ViewOptions, _ ballistics: Ballistics) {
      (self.options, self.ballistics) = (options, ballistics)
    }
  }

  private let tables: TableSet
  private var track: Track
  private let request: TrackRequest

  /// Opens the input.
  ///
  /// - Throws: ``PipelineError``.
  public init(
    _ request: TrackRequest, levels: [Ballistics], looks: [Drawn], floor: Decibels,
    channels: ChannelPair? = nil
  ) throws(PipelineError) {
    let tables = TableSet()
    var request = request
    (request.readsTags, request.hashesSamples) = (true, true)
    let isMix = request.mixesChannels
    request.samples = { (block) throws(PipelineError) in
      try tables.take(isMix ? block.mixed() : block)
    }
    let track = try Track(request)
    let channels = try OpenRun.channels(channels, of: track)
    let (format, clock, path) = (track.metered, track.clock, track.name)
    func add<Reading: PackedReading>(
      _ analysis: Analysis<Reading>, _ name: String
    ) throws(PipelineError) {
      guard !tables.all.contains(where: { $0.name == name }) else { return }
      do throws(MeteringError) {
        tables.all.append(
          Table(name, try MeteringEngine(analysis, format: format, clock: clock), path))
      } catch { throw .metering(error, path: path) }
    }
    func add<Options: ViewOptions, SomeFigure: Figure<Options>>(
      _ options: Options, _: SomeFigure.Type, _ ballistics: Ballistics
    ) throws(PipelineError) {
      let wanted = AnalysisRequest(
        ballistics: ballistics, floor: floor, channels: channels, tickRate: clock.rate)
      try add(
        SomeFigure.analysis(for: options, of: wanted), SomeFigure.nameOfTable(for: options, wanted))
    }
    func add<Options: ViewOptions>(
      _ options: Options, _ ballistics: Ballistics
    ) throws(PipelineError) {
      let figure: any Figure<Options>.Type = options.look.figure
      try add(options, figure, ballistics)
    }
    try add(.structureEntries(channels: channels), SongStructure.tableName)
    if ChannelWeighting.layout.factors(format) != nil, clock.sampleRate >= 10 {
      try add(.programmeInTenths(.layout, floor: floor), ProgrammeReading.tableName)
    }
    for ballistics in levels {
      try add(
        ballistics.levels(floor: floor).map(PackedLevels.init),
        ballistics.nameOfLevels(floor: floor, tickRate: clock.rate))
    }
    for look in looks { try add(look.options, look.ballistics) }
    (self.tables, self.request) = (tables, request)
    self.track = track
  }

  /// The shape of the sound, and the expected number of sample frames; `nil` if unknown.
  public var expected: (format: StreamFormat, sampleFrames: Int?) {
    (track.format, track.expectedSampleFrames)
  }

  /// Reads the track to its end.
  ///
  /// - Throws: as ``Track/read(_:progress:reading:)``.
  public mutating func read(
    progress: (Int) throws(PipelineError) -> Bool
  ) throws(PipelineError) -> TrackSummary {
    let summary = try track.read(.none, progress: progress) { (_) throws(PipelineError) in }
    try tables.finish()
    return summary
  }

  /// Hands the bytes of the file to `write`, after the track was read.
  ///
  /// - Throws: what `write` throws, and ``PipelineError/readings(folder:_:)``.
  public func write(
    of summary: TrackSummary, _ write: (Span<UInt8>) throws(PipelineError) -> Void
  ) throws(PipelineError) {
    guard let sound = summary.contentHash else { preconditionFailure("the samples were hashed") }
    let head = ReadingsHead(
      sound: sound, format: summary.format, isMix: request.mixesChannels,
      sampleFrames: summary.sampleFrames,
      tickRate: summary.clock.rate,
      name: request.input == "-"
        ? "" : request.input.split(separator: "/").last.map(String.init) ?? "",
      tags: track.tags, tables: tables.all.map(\.entry))
    try write(head.text.span)
    for table in tables.all {
      var hashes: [UInt8] = []
      try table.blocks { (bytes) throws(PipelineError) in
        try write(bytes.span)
        hashes.pack(ContentHash(of: bytes).value)
      }
      try write(hashes.span)
    }
  }
}

/// The tables of a file.
// Sendable: they are made before the track is read, and used by the thread that reads it alone.
private final class TableSet: @unchecked Sendable {
  var all: [any ReadingsTable] = []

  func take(_ block: AudioBlock) throws(PipelineError) {
    for index in all.indices { try all[index].take(block) }
  }

  func finish() throws(PipelineError) {
    for index in all.indices { try all[index].finish() }
  }
}

/// Readings of one kind on their way to a file.
private protocol ReadingsTable {
  var name: String { get }
  var entry: ReadingsHead.Table { get }
  mutating func take(_ block: AudioBlock) throws(PipelineError)
  mutating func finish() throws(PipelineError)
  func blocks(_ body: ([UInt8]) throws(PipelineError) -> Void) throws(PipelineError)
}

private struct Table<Reading: PackedReading>: ReadingsTable {
  let name: String
  private let path: String
  private var engine: MeteringEngine<Reading>
  private var readings: ReadingTrack<Reading>
  private var size = 0

  init(_ name: String, _ engine: MeteringEngine<Reading>, _ path: String) {
    (self.name, self.engine, self.path) = (name, engine, path)
    // There may be many tables, of a long track.
    readings = ReadingTrack(
      format: engine.format, clock: engine.clock, maxBytesInMemory: 1 << 22)
  }

  var entry: ReadingsHead.Table {
    ReadingsHead.Table(name: name, count: readings.count, size: size)
  }

  mutating func take(_ block: AudioBlock) throws(PipelineError) {
    var new: [Reading] = []
    do throws(MeteringError) { try engine.consume(block) { new.append($0) } } catch {
      throw .metering(error, path: path)
    }
    try append(new)
  }

  mutating func finish() throws(PipelineError) {
    var new: [Reading] = []
    engine.finish { new.append($0) }
    try append(new)
  }

  private mutating func append(_ new: [Reading]) throws(PipelineError) {
    if size == 0, let first = new.first {
      var bytes: [UInt8] = []
      first.pack(into: &bytes)
      size = bytes.count
    }
    do throws(SystemError) { for reading in new { try readings.append(reading) } } catch {
      throw .readings(error)
    }
  }

  func blocks(_ body: ([UInt8]) throws(PipelineError) -> Void) throws(PipelineError) {
    for start in stride(from: 0, to: readings.count, by: ReadingsFile.readingsInBlock) {
      var bytes: [UInt8] = []
      do throws(SystemError) {
        for tick in start..<min(start + ReadingsFile.readingsInBlock, readings.count) {
          try readings.reading(ofTick: tick).pack(into: &bytes)
        }
      } catch { throw .readings(error) }
      try body(bytes)
    }
  }
}
