// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal
internal import Views
internal import Writing

/// `meter`: prints the levels of each tick as rows of text, or sends them as OSC.
struct MeterCommand: PlainCommand {
  var inputs: [String] = []
  var batch = BatchOptions()
  var added: [ColumnList] = []
  var output = DataOutputOptions()
  var format: MeterFormat?
  /// The looks whose readings are written.
  var looks: [LookChoices] = []
  /// The meters of all looks, if they are chosen.
  var chosenMeters: Ballistics?
  var osc: NetworkAddress?
  /// The label file that describes the song.
  var structure: String?
  /// The lyrics of the column of that name.
  var lyrics = LyricsChoice.automatic
  /// Where the summary of the whole goes.
  var summary: String?
  var weighting = WeightingOptions()
  var track = TrackOptions(meters: .tick)
  var report = ReportOptions()

  static let name = "meter"
  static let summary = "Write the peak and average level of every tick as CSV."

  static let spec = CommandSpec<MeterCommand>(
    name: name, summary: summary,
    paragraphs: [
      "A tick is one reading of the meters; there are 60 a second unless --fps says otherwise. "
        + "Each tick is a row: its number (frame), where it begins in seconds (time_s), and for each "
        + "channel, counted from 0, its peak and its average in dBFS (peak_0_dbfs, average_0_dbfs). "
        + "With the ballistics 'tick' the average is the RMS level: a full-scale sine reads -3.01.",
      "The rows of a part (--start, --duration) are those of the whole track at that time.",
      "Piped sound is metered live: each row is written as soon as its tick has ended. Ctrl-C ends "
        + "a recording and keeps the rows, with -o FILE as well.",
      "--osc sends a bundle of OSC messages for each tick: /radial-audio/tick, its number; "
        + "/radial-audio/peak and /radial-audio/average, a number in dBFS for each channel; and "
        + "one for each column of --add, such as /radial-audio/pitch_hz. They are sent at the pace "
        + "of the input: a file is read faster than it plays, so play it into a pipe. Rows are "
        + "then written only if -o names an output.",
      "-o song.readings writes what was measured, packed, so that it need not be measured again: "
        + "render, film, poster, plan, normalize and meter take the file in place of the sound, and "
        + "do the same, to the byte. It has the levels by tick, avaudioplayer and petal, or also by another "
        + "--ballistics, the loudness, and what the looks of --for read.",
      "--format labels writes the beats, bars and sections of the song as a label file, which Audacity "
        + "shows beside the sound (File > Import > Labels). A beat is a point with its number in the bar, a "
        + "section a region with its name and its rank from 1 for the softest up to 99, such as 'B 3'; behind the "
        + "rank there may be a shot, 'B 3 corner'. Corrected by hand, the file counts as --structure FILE in every "
        + "command that draws.",
      "With -o or --summary instead of --output-dir, several inputs and folders become one table, whose first column "
        + "is the track; with fewer channels than others, a track has empty fields. What cannot be read is left "
        + "out, the rows of what is damaged end there, and both are listed at the end.",
    ],
    options: (TrackOptions.table + TrackOptions.tickTable).at(\.track)
      + Option.section(
        "Sound",
        [
          .repeated(
            "add", "LIST", into: \.added,
            help: "Columns to add, separated by commas; may be given several times: "
              + AddedColumns.all.map(\.name).joined(separator: ", ")
              + "; bands=6 for six bands, up to 60.")
        ])
      + DataOutputOptions.table.at(\.output)
      + Option.section(
        "Output",
        [
          ExistingOutput.option(into: \.output.existing),
          .value(
            "format", letter: "f", into: \.format,
            help:
              "Kind of table: csv; jsonl: a JSON object for each row, with the columns as keys; json: an "
              + "array of these; labels: beats and sections; or readings: a file that other commands "
              + "take as INPUT. By default "
              + "what the end of the output's name says, or else csv."),
          .repeated(
            "for", "LOOKS", into: \.looks,
            help:
              "Store the readings of these looks too in a file of readings, such as halo, mine.json or "
              + "plots/tutorial. Looks that draw levels, such as sun, need not be named; scenes stands "
              + "for all that --scenes LOOK,LOOK needs."),
          ChannelChoice.option(
            into: \.track.channels, affects: .pixels,
            "Channels that these looks draw on the left and on the right: numbers from 0, or speakers."
          ),
          .value(
            "structure", "FILE", into: \.structure, completion: .file, affects: .nothing,
            help:
              "Use the beats and sections of a label file for the columns beats, bars and section."
          ).sharing(.input),
          .value(
            "lyrics", "FILE|auto", into: \.lyrics, completion: .file, affects: .nothing,
            help:
              "Lyrics for the column of that name: LRC, SRT or WebVTT; auto, the default: a file beside "
              + "the sound file with its name, or its tags."
          ).sharing(.input),
          .value(
            "osc", "HOST:PORT", into: \.osc,
            help: "Send each tick to a program that understands OSC, over UDP, such as "
              + "localhost:9000. It need not be running."
          ).sharing(.typed),
          .value(
            "summary", "FILE", into: \.summary, completion: .file, affects: .nothing,
            help:
              "Write the loudness of the whole as JSON: integrated, range, maxima with their times, "
              + "true peaks, and of whole tracks the tempo, the key and the sound of the song; - is standard output. Rows are then written only if -o names an output."
          ),
        ])
      + WeightingOptions.table.at(\.weighting)
      + BatchOptions.table(batchSpec).at(\.batch)
      + ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "INPUT", into: \.inputs, completion: .file,
        help: "\(TrackOptions.input), or - for standard input; with --output-dir several, and "
          + "folders of them.")
    ],
    tables: [
      HelpTable(
        "Columns",
        Ballistics.allCases.flatMap(\.columns)
          .reduce(into: LevelTable.tickColumns) { if !$0.contains($1) { $0.append($1) } }
          .map { HelpRow($0.name, $0.meaning) }),
      HelpTable(
        "Columns of --add",
        AddedColumns.all.flatMap { added in
          added.columns.map { HelpRow($0.name, "\(added.name): \($0.meaning)") }
        }),
    ],
    examples: [
      Example(
        "radial-audio meter song.flac -o song.csv", "Write 60 rows for each second of the song."),
      Example(
        "radial-audio meter --fps 29.97 take.wav | head",
        "Show the first rows, one for each frame of NTSC video."),
      Example(
        "ffmpeg -nostdin -f pulse -i default -f au - | radial-audio meter -",
        "Measure what is recorded now, through a pipe."),
      Example(
        "arecord -f cd -t raw | radial-audio meter - --raw 44100,2,s16le --osc localhost:9000",
        "Send the levels of a microphone to TouchDesigner, Max or Processing as they come."),
      Example(
        "ffmpeg -nostdin -re -i song.ogg -f au - | radial-audio meter - --format jsonl",
        "Write a JSON object for each tick, as fast as the song plays."),
      Example(
        "radial-audio meter album --recursive -o levels.csv",
        "Write one table of all tracks in a folder and in those below it."),
      Example(
        "radial-audio meter album --output-dir levels --existing keep",
        "Write levels/song.csv for each track of a folder that has none yet."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    mainOptions: [
      "output", "format", "add", "fps", "ballistics", "start", "duration", "osc",
      "output-dir",
      "overwrite",
    ],
    defaults: MeterCommand())

  private static let batchSpec = BatchSpec()

  static let limits: [Limit] = [
    Limit(.with(.readings), ["for"], "is for files of readings", hint: "add --format readings"),
    Limit(
      .with(.channels), ["channels"], "is for files of readings", hint: "add --format readings"),
    Limit(
      .with(.structure), ["structure"], "is for the columns beats, bars and section",
      hint: "add --add beats,bars,section"),
    Limit(.with(.lyrics), ["lyrics"], "needs the column lyrics", hint: "add --add lyrics"),
    Limit(
      .with(.loudness), WeightingOptions.names, "is for loudness",
      hint: "add --add loudness or --summary"),
    Limit(.with(.table), ["summary"], "is for tables"),
    Limit(.not(.folder), ["summary"], "is of one track", hint: "leave out --output-dir"),
    Limit(
      .not(.twoPiped), ["summary"], "and --output are both standard output",
      hint: "name a file for one of them"),
  ]

  private var traits: Set<Limit.Trait> {
    Set([
      .readings: kind == .readings,
      .channels: kind == .readings || track.channels.chosen == nil,
      .structure: columns.contains(where: \.isOfStructure), .lyrics: readsLyrics,
      .loudness: summary != nil || columns.contains { $0.name == "loudness" },
      .table: [.csv, .jsonl, .json].contains(kind), .folder: batch.folder != nil,
      .twoPiped: summary == "-" && output.named == "-",
    ])
  }

  func settled(by line: Line) throws(Diagnostic) -> any Command {
    try Limit.check(MeterCommand.limits, traits, given: line.given, command: Self.name)
    var command = self
    if line.given.contains("ballistics") { command.chosenMeters = track.meters }
    if joinsTracks(line) { return command }
    guard
      try batch.isBatch(
        of: inputs, line, line.given, Self.batchSpec, existing: output.existing)
    else {
      return command
    }
    return BatchCommand<MeterCommand>(
      inputs: inputs, options: batch, spec: Self.batchSpec,
      output: .file(kind.rawValue), existing: output.existing, report: report,
      trackLimit: batch.jobs?.count, line: line
    ) { [command] track in
      var single = command
      (single.inputs, single.output.named, single.report) = (
        [track.input], track.output, track.report
      )
      return single
    }
  }

  /// Whether there is a column of lyrics.
  var readsLyrics: Bool { columns.contains { $0.name == "lyrics" } }

  /// The lyrics of that column; `nil` if there are none.
  func lyrics(of track: borrowing Track) throws(Diagnostic) -> SongLyrics? {
    guard readsLyrics else { return nil }
    do throws(PipelineError) {
      let found = try lyrics.lyrics(ofSound: track.isStream ? nil : inputs[0], track.tags)
      if let remark = found.remark { report.warn("\(remark)") }
      if let fault = found.fault {
        let missing = Diagnostic.noLyrics(fault, of: inputs[0])
        report.warn(missing.message, hint: missing.hint)
      }
      return found.lyrics
    } catch { throw Diagnostic(error) }
  }

  /// The columns to add, each once.
  var columns: [AddedColumns] {
    added.flatMap(\.columns).reduce(into: []) { columns, next in
      if !columns.contains(where: { $0.name == next.name }) { columns.append(next) }
    }
  }

  /// The values of added columns.
  func values(
    of columns: [AddedColumns], _ track: borrowing Track, _ lyrics: SongLyrics?
  ) throws(Diagnostic) -> [Analysis<[ColumnValue]>] {
    let input: ColumnInput
    do throws(PipelineError) {
      let labels = try structure.map(LabelFile.structure(path:))
      if let remark = labels?.remark { report.warn("\(remark)") }
      input = ColumnInput(
        floor: self.track.floor.level, score: track.score,
        structure: labels?.structure, lyrics: lyrics,
        weighting: weighting.weighting)
    } catch { throw Diagnostic(error) }
    var analyses: [Analysis<[ColumnValue]>] = []
    for added in columns {
      guard let analysis = added.analysis(of: input) else {
        throw Diagnostic(
          "\(track.name): is not an instrument, so it has no \(added.name) for "
            + "'--add \(added.name)'",
          hint: "\(ProgramText.name) synth --example wheels > my-wheels.json", status: .usage)
      }
      analyses.append(analysis)
    }
    return analyses
  }

  func run() throws(Diagnostic) {
    let input = inputs[0]
    if isOfTracks { return try writeTracks() }
    switch kind {
    case .readings: return try writeReadings()
    case .labels: return try writeLabels()
    case .csv, .jsonl, .json: break
    }
    var output = self.output
    // With OSC or a summary, the rows are written only if an output is given.
    if osc != nil || self.summary != nil { output.defaultPath = "/dev/null" }
    var track = try self.track.open(input, readsTags: readsLyrics)
    let (meters, columns) = (self.track.meters, columns)
    let channelCount = track.metered.channelCount
    let table = LevelTable(
      meters.columns, adding: columns, channelCount: channelCount, tickRate: track.clock.rate,
      format: kind.table ?? .csv)
    let sender = try sender(channelCount: channelCount)
    let levels = meters.levels(floor: self.track.floor.level)
    let values = try values(of: columns, track, try lyrics(of: track))
    let rows = try output.open(inputs: [input], for: table.format.rawValue)
    let summaryFile = try openSummary(output)
    var found = SongSummary(floor: self.track.floor.level, ofPart: self.track.isPart)
    let isStream = track.isStream
    var text: [UInt8] = []
    table.appendHeader(to: &text)
    var rowCount = 0
    var summary: TrackSummary?
    do throws(PipelineError) {
      func take(_ levels: [Decibels], _ added: [ColumnValue]) {
        sender.send(ofTick: rowCount, levels, added)
        table.appendRow(ofTick: rowCount, levels, added, to: &text)
        rowCount += 1
      }
      if columns.isEmpty, self.summary == nil, let file = track.readingsFile {
        summary = try track.levels(of: file, meters, floor: self.track.floor.level) {
          (levels) throws(PipelineError) in
          take(levels, [])
          if text.count > 1 << 16 {
            try rows.write(text)
            text.removeAll(keepingCapacity: true)
          }
        }
      } else {
        typealias Row = (
          levels: [Decibels], added: [ColumnValue], summary: SongSummary.Reading?
        )
        let whole: Analysis<Row> =
          self.summary == nil
          ? levels.adding(values).map { ($0.levels, $0.added, nil) }
          : levels.adding(
            Array(zip(columns, values)),
            and: summaries(of: track)
          ).map { ($0.levels, $0.added, $0.summary) }
        summary = try track.readReporting(whole, report) { () throws(PipelineError) in
          // At once, since a reader may be waiting for it.
          try rows.write(text)
          text.removeAll(keepingCapacity: true)
        } reading: {
          take($0.levels, $0.added)
          if let reading = $0.summary { found.include(reading) }
        }
      }
    } catch {
      // A signal is the normal end of a live recording, which cannot be repeated.
      guard case .interrupted = error, isStream, rowCount > 0 else { throw Diagnostic(error) }
    }
    table.appendFooter(to: &text)
    try rows.commit(text)
    if let summaryFile {
      try summaryFile.commit(
        found.document(ticks: rowCount, tickRate: table.tickRate, channelCount: channelCount))
    }
    guard let summary else {
      throw Diagnostic.interruption(keeping: rowCount, output.named ?? "-", report)
    }
    summary.warnAboutDefects(input, self.track, report)
  }
}

extension MeterCommand {
  /// Sends the rows as OSC, if that is asked for.
  private func sender(channelCount: Int) throws(Diagnostic) -> OSCSender {
    try OSCSender(
      osc, LevelBundle(track.meters.columns, adding: columns, channelCount: channelCount))
  }

  /// Opens the file of the summary, if there is to be one.
  func openSummary(_ rows: DataOutputOptions) throws(Diagnostic) -> DataOutput? {
    guard let summary else { return nil }
    guard summary == "-" || !Folder.areSame(summary, rows.path) else {
      throw Diagnostic(
        "\(summary): is for the rows as well", hint: "name another file with --summary",
        status: .usage)
    }
    return try DataOutputOptions(named: summary, existing: output.existing)
      .open(inputs: inputs, for: "json")
  }

  /// The format, as it was given or as the end of the output's name says.
  var kind: MeterFormat {
    format ?? FileKind(of: output.path)?.meterFormat
      ?? (batch.folder == nil || looks.isEmpty ? .csv : .readings)
  }
}

/// What `meter` writes.
enum MeterFormat: String, CaseIterable, Sendable {
  case csv, jsonl, json, labels, readings

  /// How the rows of a table are written.
  var table: LevelTable.Format? { .init(rawValue: rawValue) }
}

extension MeterFormat: ArgumentValue {}

extension Array {
  /// The rows of a part's table as rows of the whole.
  func at<Part, Whole>(
    _ part: any WritableKeyPath<Whole, Part> & Sendable
  ) -> [Option<Whole>] where Element == Option<Part> {
    Option.group(self, at: part)
  }
}
