// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal
internal import Text

/// `normalize`: prints the constants of one or several tracks as JSON.
struct NormalizeCommand: PlainCommand {
  var inputs: [String] = []
  var folders = FolderOptions()
  var output = DataOutputOptions()
  var track = TrackOptions(meters: .petal)
  var ballistics: Ballistics?
  var report = ReportOptions()

  static let name = "normalize"
  static let summary = "Measure the loudness range of tracks, to put them on one scale."

  static let spec = CommandSpec<NormalizeCommand>(
    name: name, summary: summary,
    paragraphs: [
      "Writes JSON for the option --range of render: for each channel, how many dB below full "
        + "scale the quietest ticks read, as the maximum and the 99th, 95th, 90th and 50th "
        + "percentile; and the levels of the soft and the loud parts of "
        + "the music in the two channels that are drawn. A tick is one reading of the meters. Looks "
        + "differ in how the meters move; all kinds are measured at once, so that the file serves "
        + "every look. "
        + "Silent ticks are counted and left out. Several inputs give one set, for an album or an "
        + "exhibition on one scale. A mono track among stereo tracks counts on both sides.",
      "What cannot be read is left out, and listed at the end.",
    ],
    options: Option.section(
      "Inputs",
      FolderOptions.table.at(\.folders)) + trackTable
      + Option.section(
        "Sound",
        [
          ChannelChoice.option(
            into: \.track.channels,
            "Channels of the file that are drawn together, for the range: numbers from 0, or speakers."
          )
        ]) + DataOutputOptions.table.at(\.output)
      + ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "INPUT", into: \.inputs, completion: .file,
        help: "Audio files, folders of them, instruments, or - for standard input.")
    ],
    examples: [
      Example("radial-audio normalize song.flac", "Show the constants of one song."),
      Example(
        "radial-audio normalize album -o album.json",
        "Put an album on one scale, for render --range album.json."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    mainOptions: [
      "output", "recursive", "skip-unreadable", "ballistics", "start", "duration", "overwrite",
    ],
    defaults: NormalizeCommand())

  func settled(by line: Line) throws(Diagnostic) -> any Command {
    guard let ballistics else { return self }
    var command = self
    command.track.meters = ballistics
    return command
  }

  /// The options of a track, of which `--ballistics` has no default: all are measured.
  private static var trackTable: [Option<NormalizeCommand>] {
    let own: Option<NormalizeCommand> = .value(
      "ballistics", "NAME", into: \.ballistics,
      help: "Measure this kind of meters only, such as petal:12, instead of all that looks have.")
    let rows = (TrackOptions.table + TrackOptions.tickTable).at(\NormalizeCommand.track)
    return Option.section("Sound", rows.map { $0.description.name == "ballistics" ? own : $0 })
  }

  /// What is measured.
  private var meters: [Ballistics] {
    ballistics == nil ? Ballistics.usual : [track.meters]
  }

  func run() throws(Diagnostic) {
    let inputs = try InputList(self.inputs, recursive: folders.isRecursive).paths
    let output = try self.output.open(inputs: inputs, for: "json")
    var scale = SharedScale(track, meters, report)
    scale.channels = track.channels.chosen
    let readings = try scale.readings(of: inputs)
    guard let readings else { throw Diagnostic.nothingRead(scale.faults, report) }
    let drawn = track.channels.chosen.flatMap { try? scale.format?.channels($0) }
    try output.commit(ConstantsSet(readings.map { $0.constants(drawing: drawn) }).json)
    try folders.tell(scale.faults, of: inputs.count, report)
  }
}
