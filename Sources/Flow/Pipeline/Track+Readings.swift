// SPDX-License-Identifier: MIT
public import Analysis
public import Decoding
internal import Platform
public import Signal
internal import Views

extension Track {
  /// The file of readings, if the input is one.
  public var readingsFile: ReadingsFile? {
    if case .readings(let file) = content { file } else { nil }
  }

  /// The readings of an analysis in a file of them, and what is known of the sound. If a part is asked
  /// for, those before it are there as well, and those after it if the scale is measured over them.
  ///
  /// - Throws: ``PipelineError/request(_:path:)`` if the file lacks the `wanted` ones, if the part begins
  ///   within a tick or beyond the end, or if it is to begin afresh and the readings have a rate of their
  ///   own; ``PipelineError/decoding(_:)`` if they are damaged.
  public borrowing func readings<Reading: PackedReading>(
    of file: ReadingsFile, _ analysis: Analysis<Reading>, _ wanted: MissingReadings,
    isFresh: Bool = false
  ) throws(PipelineError) -> (ReadingTrack<Reading>, TrackSummary) {
    guard !request.isPart || !isFresh || analysis.rate == nil else {
      throw .request(.freshPartOfReadings, path: name)
    }
    let part = try part(of: file.head.sampleFrames)
    let track = try possible(unchecked(file, analysis, wanted), table: wanted.name)
    let summary = summary(of: file.head, part)
    guard !window.measuresAfter else { return (track, summary) }
    let end = clock.firstSampleFrame(ofTick: part.ticks.lowerBound) + part.sampleFrames
    return (track.part(0..<track.clock.tickCount(sampleFrames: end)), summary)
  }

  /// The structure of the song in a file of readings; `nil` if an older version made it.
  ///
  /// - Throws: ``PipelineError/decoding(_:)`` if it is damaged.
  public borrowing func structure(of file: ReadingsFile) throws(PipelineError) -> SongStructure? {
    let found: StoredTable?
    do { found = try file.table(SongStructure.tableName) } catch { throw .decoding(error) }
    guard let found else { return nil }
    guard found.table.count == 0 || found.table.size == StructureEntry.size else {
      throw damage(.otherTable(SongStructure.tableName))
    }
    let entries = try possible(
      stored(found, clock) as ReadingTrack<StructureEntry>, table: SongStructure.tableName)
    do throws(SystemError) {
      return SongStructure(
        entries: try (0..<entries.count).map { (index) throws(SystemError) in
          try entries.reading(ofTick: index)
        })
    } catch { throw .decoding(.readFailed(path: name, error)) }
  }

  /// The loudness for each tenth of a second in a file of readings; `nil` if it has none, such as that of an
  /// older version.
  ///
  /// - Throws: ``PipelineError/decoding(_:)`` if it is damaged.
  public borrowing func programme(
    of file: ReadingsFile
  ) throws(PipelineError) -> ReadingTrack<ProgrammeReading>? {
    let found: StoredTable?
    do { found = try file.table(ProgrammeReading.tableName) } catch { throw .decoding(error) }
    guard let found else { return nil }
    let clock = TickClock(sampleRate: format.sampleRate, rate: .ten)
    guard found.table.count == clock.tickCount(sampleFrames: file.head.sampleFrames),
      found.table.count == 0
        || found.table.size == ProgrammeReading.size(channelCount: metered.channelCount)
    else { throw damage(.otherTable(ProgrammeReading.tableName)) }
    return try possible(stored(found, clock), table: ProgrammeReading.tableName)
  }

  private borrowing func damage(_ error: ReadingsError) -> PipelineError {
    .decoding(.badReadings(path: name, error))
  }

  /// The same, some of which may be impossible.
  private borrowing func unchecked<Reading: PackedReading>(
    _ file: ReadingsFile, _ analysis: Analysis<Reading>, _ wanted: MissingReadings
  ) throws(PipelineError) -> ReadingTrack<Reading> {
    let tableName = wanted.name
    guard request.samples == nil else { throw .metering(.needsSamples, path: name) }
    let clock = TickClock(sampleRate: format.sampleRate, rate: analysis.rate ?? clock.rate)
    let found: StoredTable?
    do { found = try file.table(tableName) } catch { throw .decoding(error) }
    guard let found else { throw .request(.lacksReadings(wanted), path: name) }
    let (count, size) = (
      clock.tickCount(sampleFrames: file.head.sampleFrames), try size(of: analysis)
    )
    guard found.table.count == count, found.table.size == size || count == 0,
      file.head.tickRate == self.clock.rate
    else {
      throw damage(.otherTable(tableName))
    }
    return try stored(found, clock)
  }

  /// All readings of a table.
  private borrowing func stored<Reading: PackedReading>(
    _ found: borrowing StoredTable, _ clock: TickClock
  ) throws(PipelineError) -> ReadingTrack<Reading> {
    let table = found.table
    let copy: FileDescriptor
    do { copy = try .duplicating(found.file.rawValue) } catch { throw .readings(error) }
    do {
      return try ReadingTrack<Reading>(
        format: metered, clock: clock, count: table.count, size: table.size, in: copy,
        at: found.offset
      ) { found.isIntact(block: $0, $1) }
    } catch {
      switch error {
      case .file(let error): throw .decoding(.readFailed(path: name, error))
      case .damaged(let tick): throw damage(.damagedBlock(table: table.name, tick: tick))
      }
    }
  }

  /// The readings of a table, none of which is impossible.
  private borrowing func possible<Reading: PackedReading>(
    _ track: ReadingTrack<Reading>, table: String
  ) throws(PipelineError) -> ReadingTrack<Reading> {
    let impossible: Int?
    do { impossible = try track.firstImpossibleTick() } catch {
      throw .decoding(.readFailed(path: name, error))
    }
    if let impossible { throw damage(.impossible(table: table, tick: impossible)) }
    return track
  }

  /// Hands out the levels of all channels that are in a file of readings, tick by tick: those of the
  /// part, if one is asked for.
  ///
  /// - Throws: as ``readings(of:_:_:isFresh:)``, and what `take` throws; ``PipelineError/request(_:path:)`` if the
  ///   part begins within a tick or beyond the end.
  public borrowing func levels(
    of file: ReadingsFile, _ ballistics: Ballistics, floor: Decibels,
    take: ([Decibels]) throws(PipelineError) -> Void
  ) throws(PipelineError) -> TrackSummary {
    let wanted = MissingReadings(
      name: ballistics.nameOfLevels(floor: floor, tickRate: clock.rate), look: nil,
      ballistics: ballistics, floor: floor, left: nil, right: nil, tickRate: clock.rate)
    let part = try part(of: file.head.sampleFrames)
    let levels = try unchecked(
      file, ballistics.levels(floor: floor).map(PackedLevels.init), wanted)
    var next: [Decibels] = []
    for tick in part.ticks {
      let isPossible: Bool
      do { isPossible = try levels.unpack(tick, into: &next) } catch { throw .readings(error) }
      guard isPossible else { throw damage(.impossible(table: wanted.name, tick: tick)) }
      try take(next)
    }
    return summary(of: file.head, part)
  }

  /// The bytes of a reading: those of silence.
  private borrowing func size<Reading: PackedReading>(
    of analysis: Analysis<Reading>
  ) throws(PipelineError) -> Int {
    var size = 0
    do throws(MeteringError) {
      var engine = try MeteringEngine(analysis, format: metered, clock: clock)
      var block = AudioBlock(channelCount: metered.channelCount, capacity: 1)
      block.fill { samples in
        for index in samples.indices { samples[index] = 0 }
        return 1
      }
      func take(_ reading: Reading) {
        var bytes: [UInt8] = []
        reading.pack(into: &bytes)
        size = bytes.count
      }
      try engine.consume(block, emit: take)
      engine.finish(emit: take)
    } catch { throw .metering(error, path: name) }
    return size
  }

  /// What is known of the whole sound of a file of readings.
  public borrowing func summary(of file: ReadingsFile) -> TrackSummary {
    let count = file.head.sampleFrames
    return summary(of: file.head, (0..<clock.tickCount(sampleFrames: count), count))
  }

  private borrowing func summary(
    of head: ReadingsHead, _ part: (ticks: Range<Int>, sampleFrames: Int)
  ) -> TrackSummary {
    TrackSummary(
      format: format, metered: metered, clock: clock, sampleFrames: part.sampleFrames,
      tickCount: part.ticks.count,
      lead: part.ticks.lowerBound, damage: nil,
      laterDamage: nil, lengthConflict: nil, incompleteBytes: 0,
      contentHash: request.hashesSamples ? head.sound : nil, soundingChannels: nil,
      score: nil)
  }
}
