// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Decoding
internal import JSON
internal import LoudnessReports
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views

/// `loudness`: measures whole tracks by the standards of broadcasting.
struct LoudnessCommand: PlainCommand {
  var inputs: [String] = []
  var folders = FolderOptions()
  var output = DataOutputOptions()
  var format: LoudnessFormat?
  var target = LoudnessTarget.r128
  var tolerance = LoudnessTolerance.r128
  var truePeak = ProgrammeTarget.r128.peak
  var weighting = WeightingOptions()
  var track = TrackOptions(meters: .tick)
  var jobs: JobCount?
  var report = ReportOptions()

  static let name = "loudness"
  static let summary = "Measure the loudness and true peak of tracks in LUFS and dBTP."

  static let spec = CommandSpec<LoudnessCommand>(
    name: name, summary: summary,
    paragraphs: [
      "A line for each track: how loud it is as a whole (integrated, LUFS), how much that changes (range, "
        + "LU), the loudest 0.4 s and 3 s (momentary, short-term), and the highest level between the "
        + "samples (true peak, dBTP); as ITU-R BS.1770-5 and EBU R 128 define them. Several tracks have a "
        + "line for all of them together, such as an album's.",
      "The last columns say what a target needs: the gain that leads there, the true peak after it, "
        + "and whether that stays at or below --true-peak. The target is -23 LUFS, that of EBU R 128; "
        + "streaming services play at about -14 LUFS. The range is that of windows of 3 s, ten a second: a "
        + "track of a few seconds has few of them, so there the ranges of two meters differ by more.",
      "A file that ends in .html, .svg or .pdf is a report: a page with the curves of the track over its "
        + "time, its figures, and whether it is as EBU R 128 and the target ask for. Several tracks have one "
        + "page with a line for each of them. The HTML needs nothing else, on screens large and small and "
        + "on paper; for PDF, rsvg-convert must be installed.",
      "What cannot be read is left out, and listed at the end.",
    ],
    options: Option.section("Inputs", FolderOptions.table.at(\.folders))
      + DataOutputOptions.table.at(\.output)
      + Option.section(
        "Output",
        [
          .value(
            "format", letter: "f", into: \.format,
            help:
              "A table: text, csv or json; or a report: html, svg or pdf. By default what the end of the "
              + "output's name says, or else text."),
          .value(
            "jobs", letter: "j", "N", into: \.jobs,
            help: "Tracks to read in parallel; by default one for each processor."),
        ])
      + Option.section(
        "Sound",
        [
          .value(
            "target", "LUFS", into: \.target,
            help: "The integrated loudness to reach, -70 to 0."),
          .value(
            "tolerance", "LU", into: \.tolerance,
            help:
              "How far a programme may be from the target: EBU R 128 allows 0.2 LU, and 1 LU if it is "
              + "live."),
          .number(
            "true-peak", "DBTP", into: \.truePeak, in: -60...0,
            hint: "write -2 or another number from -60 to 0",
            help: "The greatest true peak that is allowed: EBU R 128 allows -1 dBTP."),
        ]) + WeightingOptions.table.at(\.weighting)
      + TrackOptions.table(["raw", "track", "start", "duration", "until-damage"])
      .at(\.track)
      + ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "INPUT", into: \.inputs, completion: .file,
        help: "Audio files, folders of them, instruments, or - for standard input.")
    ],
    examples: [
      Example("radial-audio loudness song.flac", "Show how loud a song is."),
      Example(
        "radial-audio loudness album --target -14",
        "Show what each track of a folder needs to play at -14 LUFS, and all of them together."),
      Example(
        "radial-audio loudness programme.wav -o report.pdf",
        "Make the report that is handed in with a programme."),
      Example(
        "radial-audio loudness album --target -14 -o report.html",
        "Make a page of an album for a browser."),
      Example(
        "radial-audio loudness programme.wav --format json | jq '.tracks[0].integrated'",
        "Use the figures in a script."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    mainOptions: [
      "output", "format", "target", "true-peak", "recursive", "dual-mono", "overwrite",
    ],
    defaults: LoudnessCommand())

  func run() throws(Diagnostic) {
    let inputs = try InputList(self.inputs, recursive: folders.isRecursive).paths
    let format = try chosenFormat()
    let page = try LoudnessPage(format, inputCount: inputs.count)
    let output = try self.output.open(inputs: inputs, for: format.rawValue)
    var programmes = Programmes(
      floor: track.floor.level,
      ProgrammeTarget(level: target.level, tolerance: tolerance.units, peak: truePeak))
    let faults = try measure(inputs, forPage: page != nil, into: &programmes)
    guard !programmes.tracks.isEmpty || faults.isEmpty else {
      throw Diagnostic.nothingRead(faults, report)
    }
    if let page {
      try page.write(programmes.report(faults: faults.map(\.message)), report, to: output)
    } else {
      try output.commit(programmes.text(format) ?? [])
    }
    try folders.tell(faults, of: inputs.count, report)
  }

  /// The format that the options choose together.
  private func chosenFormat() throws(Diagnostic) -> LoudnessFormat {
    let implied = FileKind(of: output.path)?.loudnessFormat
    if format == nil, implied == nil, FileKind.promised(by: output.path) != nil {
      throw .wrongName(
        output.path, for: "a loudness report", ends: ["html", "svg", "pdf", "txt", "csv", "json"])
    }
    return format ?? implied ?? .text
  }

  /// Measures the inputs, several at a time; returns the errors of those that cannot be read.
  private func measure(
    _ inputs: [String], forPage isPage: Bool, into programmes: inout Programmes
  ) throws(Diagnostic) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    let progress =
      inputs.count < 2
      ? nil : Progress(.init(noun: "tracks", total: inputs.count, microseconds: 0), report)
    defer { progress?.finish() }
    let width = min(jobs?.count ?? .max, Machine.processorCount)
    for start in stride(from: 0, to: inputs.count, by: 4 * width) {
      let some = Array(inputs[start..<min(start + 4 * width, inputs.count)])
      let results = Threads.map(some.count, atATime: width) { [self] in
        let input = some[$0]
        return Result { () throws(Diagnostic) in
          try programme(input, isOnly: inputs.count == 1, forPage: isPage)
        }
      }
      // In the order of the inputs, whichever is read first.
      for (input, result) in zip(some, results) {
        do throws(Diagnostic) {
          let programme = try result.get()
          programme.found.warnAboutDefects(input, track, report)
          programmes.add(programme.track, programme.summary)
        } catch {
          guard !error.status.isInterruption else { throw error }
          faults.append(error)
        }
        progress?.advance()
      }
    }
    return faults
  }

  /// A track, its figures to which others can be added, and what is known of its sound.
  private typealias Programme = (
    track: LoudnessReport.Track, summary: ProgrammeSummary, found: TrackSummary
  )

  private func programme(
    _ input: String, isOnly: Bool, forPage isPage: Bool
  ) throws(Diagnostic) -> Programme {
    guard Interruption.signal == nil else { throw .interruption() }
    var summary = ProgrammeSummary(floor: track.floor.level)
    var course = LoudnessCourse(mostColumns: isOnly ? 1440 : 256)
    func include(_ reading: ProgrammeReading) {
      summary.include(reading)
      if isPage { course.include(reading) }
    }
    var report = report
    report.isQuiet = report.isQuiet || !isOnly
    do throws(PipelineError) {
      var request = self.track.request(for: input)
      request.readsTags = isPage
      var track = try Track(request)
      let found: TrackSummary
      if let file = track.readingsFile, let readings = try track.programme(of: file) {
        guard weighting.weighting == .layout, self.track.start == .zero,
          self.track.duration == nil
        else {
          throw .metering(.needsSamples, path: track.name)
        }
        do throws(SystemError) {
          for tenth in 0..<readings.count { include(try readings.reading(ofTick: tenth)) }
        } catch { throw .decoding(.readFailed(path: track.name, error)) }
        found = track.summary(of: file)
      } else {
        found = try track.readReporting(
          .programmeInTenths(weighting.weighting, floor: self.track.floor.level), report,
          reading: include)
      }
      let format = found.format
      return (
        LoudnessReport.Track(
          name: inputName(input), seconds: Double(found.sampleFrames) / Double(format.sampleRate),
          format: format,
          summary: summary.settled, course: course, title: track.title,
          artist: track.tags.artist, album: track.tags.album), summary, found
      )
    } catch { throw Diagnostic(error) }
  }
}

/// How `loudness` writes its table, or its page.
enum LoudnessFormat: String, CaseIterable, Sendable, ArgumentValue {
  case text, csv, json, html, svg, pdf
}

/// The integrated loudness that a programme is to have, in LUFS.
struct LoudnessTarget: ArgumentValue {
  let level: Double

  /// That of EBU R 128.
  static let r128 = LoudnessTarget(level: ProgrammeTarget.r128.level)

  private init(level: Double) { self.level = level }

  init(argument: String) throws(ArgumentValueError) {
    guard let level = Double(argument), (-70...0).contains(level) else {
      throw ArgumentValueError(
        "not a loudness", hint: "write -23, -14 or another number from -70 to 0")
    }
    self.init(level: level)
  }

  var argumentText: String { level.argumentText }
}

/// How far from the target the integrated loudness may be, in LU.
struct LoudnessTolerance: ArgumentValue {
  let units: Double

  /// That of EBU R 128 for what is not live, as of 2023.
  static let r128 = LoudnessTolerance(units: ProgrammeTarget.r128.tolerance)

  private init(units: Double) { self.units = units }

  init(argument: String) throws(ArgumentValueError) {
    guard let units = Double(argument), (0...10).contains(units) else {
      throw ArgumentValueError(
        "not a tolerance in LU", hint: "write 0.2, 1 for live programmes, or another number to 10")
    }
    self.init(units: units)
  }

  var argumentText: String { units.argumentText }
}
