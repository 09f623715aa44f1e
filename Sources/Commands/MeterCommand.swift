// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal
internal import Views

/// `meter`: per-tick levels as CSV.
struct MeterCommand: PlainCommand {
  var inputs: [String] = []
  var batch = BatchOptions()
  var added: [AddedColumns] = []
  var output = DataOutputOptions()
  var track = TrackOptions(ballistics: .tick)
  var report = ReportOptions()

  static let spec = CommandSpec<MeterCommand>(
    name: "meter", summary: "Write the peak and average level of every tick as CSV.",
    paragraphs: [
      "A tick is one reading of the meters; there are 60 a second unless --tick-rate says otherwise. "
        + "Each tick is a row: its number (frame), where it begins in seconds (time_s), and for each "
        + "channel, counted from 0, its peak and its average in dBFS (peak_0_dbfs, average_0_dbfs). "
        + "With the ballistics 'tick' the average is the RMS level: a full-scale sine reads -3.01.",
      "Columns of --add come after these.",
      BatchOutline.paragraph,
    ],
    options: TrackOptions.table.at(\.track)
      + Option.section(
        "Sound",
        [
          .repeated(
            "add", "LIST", into: \.added,
            help: "Columns to add, with commas between; may be given again: "
              + AddedFigures.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        ])
      + DataOutputOptions.table.at(\.output)
      + BatchOptions.table(batchOutline).at(\.batch)
      + ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "INPUT", into: \.inputs, completion: .file,
        help: "An audio file, or - for standard input; with --output-dir several, and folders of "
          + "them.")
    ],
    tables: [
      HelpTable("Columns", LevelTable.columns.map { HelpRow($0.name, $0.meaning) }),
      HelpTable(
        "Columns of --add",
        AddedFigures.allCases.flatMap { figures in
          figures.table.map { HelpRow($0.name, "\(figures.rawValue): \($0.meaning)") }
        }),
    ],
    examples: [
      Example(
        "radial-audio meter song.flac -o song.csv", "Write 60 rows for each second of the song."),
      Example(
        "radial-audio meter --tick-rate 29.97 take.wav | head",
        "Show the first rows, one for each frame of NTSC video."),
      Example(
        "ffmpeg -f pulse -i default -f au - | radial-audio meter -",
        "Measure what is recorded now, through a pipe."),
      Example(
        "radial-audio meter album --output-dir levels --skip-existing",
        "Write levels/song.csv for each track of a folder that has none yet."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    defaults: MeterCommand())

  private static let batchOutline = BatchOutline(
    remedy: "skip-existing", output: { path, _ in "\(path).csv" },
    isThere: { path, _ in Folder.hasEntry(path) })

  static func read(_ arguments: [String]) throws(Diagnostic) -> Invocation {
    let words = CommandWords(arguments, of: description)
    return try read(words, spec, over: spec.defaults) { (meter, given) throws(Diagnostic) in
      guard
        try meter.batch.isBatch(
          of: meter.inputs, given, words, command: spec.name, isPossible: true)
      else { return meter }
      return BatchCommand<MeterCommand>(
        inputs: meter.inputs, options: meter.batch, outline: batchOutline, report: meter.report,
        trackLimit: meter.batch.jobs?.count, words: words, arguments: arguments, oneScale: nil)
    }
  }

  /// What is added, each once.
  private var figures: [AddedFigures] {
    added.flatMap(\.figures).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func run() throws {
    let input = inputs[0]
    var track = try Track(self.track.request(for: input))
    let table = LevelTable(
      channelCount: track.format.channelCount, tickRate: track.clock.rate,
      addedColumns: figures.flatMap(\.columns))
    let analysis = self.track.levels.adding(figures, floor: self.track.floor.level)
    let output = try self.output.open(inputs: [input], for: "csv")
    let isStream = track.isStream
    var text: [UInt8] = []
    table.appendHeader(to: &text)
    var rowCount = 0
    var summary: TrackSummary?
    do throws(PipelineError) {
      summary = try track.readReporting(analysis, report) { () throws(PipelineError) in
        // At once, since somebody may be waiting for them.
        try output.write(text)
        text.removeAll(keepingCapacity: true)
      } reading: { (reading) throws(PipelineError) in
        table.appendRow(reading.0, reading.1, to: &text)
        rowCount += 1
      }
      try output.write(text)
    } catch {
      // A signal is the usual end of a recording, which cannot be had again.
      guard case .interrupted = error, isStream, rowCount > 0 else {
        output.discard()
        throw error
      }
    }
    try output.commit()
    guard let summary else { throw Diagnostic.interruption(keeping: rowCount, self.output.path) }
    summary.warnIfOdd(input, self.track)
  }
}

extension Array {
  /// The rows of a part's table as rows of the whole.
  func at<Part, Whole>(
    _ part: any WritableKeyPath<Whole, Part> & Sendable
  ) -> [Option<Whole>] where Element == Option<Part> {
    Option.group(self, at: part)
  }
}
