// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Decoding
internal import JSON
internal import Pipeline
internal import Platform
internal import Signal
internal import Text

/// `loudness`: measures whole tracks by the standards of broadcasting.
struct LoudnessCommand: PlainCommand {
  var inputs: [String] = []
  var folders = FolderOptions()
  var output = DataOutputOptions()
  var format: LoudnessFormat?
  var target = LoudnessTarget.r128
  var tolerance = LoudnessTolerance.r128
  var weighting = WeightingOptions()
  var track = TrackOptions(ballistics: .tick)
  var report = ReportOptions()

  static let name = "loudness"
  static let summary = "Measure the loudness and the true peak of tracks in LUFS and dBTP."

  static let spec = CommandSpec<LoudnessCommand>(
    name: name, summary: summary,
    paragraphs: [
      "A line for each track: how loud it is as a whole (integrated, LUFS), how much that changes (range, "
        + "LU), the loudest 0.4 s and 3 s (momentary, short-term), and the highest level between the "
        + "samples (true peak, dBTP); as ITU-R BS.1770-5 and EBU R 128 define them. Several tracks have a "
        + "line for all of them together, such as an album's.",
      "The last columns say what a target needs: the gain that leads there, the true peak after it, "
        + "and whether that stays at or below -1 dBTP. The target is -23 LUFS, that of EBU R 128; "
        + "streaming services play at about -14 LUFS.",
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
              "Kind of table: text, csv or json. By default what the end of the output's name says, "
              + "or else text.")
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
              "How far from the target a programme may be as it is: EBU R 128 allows 0.2, and 1 where it "
              + "is live."),
        ]) + WeightingOptions.table.at(\.weighting)
      + TrackOptions.table(["raw", "sample-rate", "start", "duration", "until-damage"])
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
        "radial-audio loudness programme.wav --format json | jq '.tracks[0].integrated'",
        "Use the figures in a script."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    mainOptions: ["output", "format", "target", "recursive", "dual-mono", "overwrite"],
    defaults: LoudnessCommand())

  func run() throws(Diagnostic) {
    let inputs = try InputList(self.inputs, recursive: folders.isRecursive).paths
    let format = format ?? FileKind(of: output.path)?.loudnessFormat ?? .text
    let output = try self.output.open(inputs: inputs, for: format.rawValue)
    var programmes = Programmes(floor: track.floor.level, target, tolerance)
    let faults = try measure(inputs, into: &programmes)
    guard let first = faults.first else { return try output.commit(programmes.text(format)) }
    guard !programmes.tracks.isEmpty else {
      guard faults.count == 1 else {
        for fault in faults { report.warn(fault.message) }
        throw Diagnostic("nothing could be read", status: first.status)
      }
      throw first
    }
    try output.commit(programmes.text(format))
    for fault in faults { report.warn("\(fault.message); left out") }
    throw Diagnostic(
      "\(faults.count) of \(counted(inputs.count, "input")) left out", status: first.status)
  }

  /// Measures the inputs, several at a time; returns the errors of those that cannot be read.
  private func measure(
    _ inputs: [String], into programmes: inout Programmes
  ) throws(Diagnostic) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    let progress =
      inputs.count < 2
      ? nil : Progress(.init(noun: "tracks", total: inputs.count, microseconds: 0), report)
    defer { progress?.finish() }
    let width = Machine.processorCount
    for start in stride(from: 0, to: inputs.count, by: 4 * width) {
      let some = Array(inputs[start..<min(start + 4 * width, inputs.count)])
      let results = Threads.map(some.count, atATime: width) { [self] in
        let input = some[$0]
        return Result { () throws(Diagnostic) in try programme(input, isOnly: inputs.count == 1) }
      }
      // In the order of the inputs, whichever is read first.
      for (input, result) in zip(some, results) {
        do throws(Diagnostic) {
          let (programme, summary) = try result.get()
          summary.warnAboutDefects(input, track, report)
          programmes.add(inputName(input), programme, summary)
        } catch {
          guard !error.status.isInterruption else { throw error }
          faults.append(error)
        }
        progress?.advance()
      }
    }
    return faults
  }

  private func programme(
    _ input: String, isOnly: Bool
  ) throws(Diagnostic) -> (ProgrammeSummary, TrackSummary) {
    guard Interruption.signal == nil else { throw .interruption() }
    var programme = ProgrammeSummary(floor: track.floor.level)
    var report = report
    report.isQuiet = report.isQuiet || !isOnly
    do throws(PipelineError) {
      var track = try Track(self.track.request(for: input))
      if let file = track.readingsFile, let readings = try track.programme(of: file) {
        guard weighting.weighting == .layout, self.track.start == .zero,
          self.track.duration == nil
        else {
          throw .metering(.needsSamples, path: track.name)
        }
        do throws(SystemError) {
          for tenth in 0..<readings.count { programme.include(try readings.reading(ofTick: tenth)) }
        } catch { throw .decoding(.readFailed(path: track.name, error)) }
        return (programme, track.summary(of: file))
      }
      let summary = try track.readReporting(
        .programmeInTenths(weighting.weighting, floor: self.track.floor.level), report
      ) { programme.include($0) }
      return (programme, summary)
    } catch { throw Diagnostic(error) }
  }
}

/// How `loudness` writes its table.
enum LoudnessFormat: String, CaseIterable, Sendable, ArgumentValue {
  case text, csv, json
}

/// The integrated loudness that a programme is to have, in LUFS.
struct LoudnessTarget: ArgumentValue {
  let level: Double

  /// That of EBU R 128.
  static let r128 = LoudnessTarget(level: -23)

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
  static let r128 = LoudnessTolerance(units: 0.2)

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
