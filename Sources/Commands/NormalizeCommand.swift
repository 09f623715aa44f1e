// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Platform
internal import Signal

/// `normalize`: the constants of one or several tracks as JSON.
struct NormalizeCommand: PlainCommand {
  var inputs: [String] = []
  var output = DataOutputOptions()
  var track = TrackOptions(ballistics: .avaudioplayer)
  var report = ReportOptions()

  static let spec = CommandSpec<NormalizeCommand>(
    name: "normalize", summary: "Measure how quiet tracks get, to put them on one scale.",
    paragraphs: [
      "Writes JSON for the option --constants of render: for each channel, how many dB below full "
        + "scale the quietest ticks read, as the maximum and the 99th, 95th, 90th and 50th "
        + "percentile. A tick is one reading of the meters. Silent ticks are counted and left out. "
        + "Several inputs give one set, for an album or an exhibition on one scale."
    ],
    options: TrackOptions.table.at(\.track) + DataOutputOptions.table.at(\.output)
      + ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "INPUT", into: \.inputs, completion: .file, help: "Audio files, or - for standard input.")
    ],
    examples: [
      Example("radial-audio normalize song.flac", "Show the constants of one song."),
      Example(
        "radial-audio normalize album/*.flac -o album.json",
        "Put an album on one scale, for render --constants album.json."),
    ],
    closing: ExitStatus.line([
      .usage, .badData, .noInput, .helperAbsent, .cannotCreate, .ioError, .interrupt,
    ]),
    defaults: NormalizeCommand())

  func run() throws {
    let output = try self.output.open(inputs: inputs, for: "json")
    do { try output.write(try constants().json) } catch {
      output.discard()
      throw error
    }
    try output.commit()
  }

  private func constants() throws -> Constants {
    var builder = ConstantsBuilder(
      ballistics: track.ballistics, tickRate: track.tickRate, floor: track.floor.level)
    for input in inputs {
      var track = try Track(self.track.request(for: input))
      try builder.begin(input, track.format)
      let summary = try track.readReporting(self.track.levels, report) { builder.include($0) }
      summary.warnIfOdd(input, self.track)
    }
    return builder.constants()
  }
}

extension ConstantsBuilder {
  /// Begins the first, or the next, input.
  mutating func begin(_ input: String, _ format: StreamFormat) throws(Diagnostic) {
    do { try beginInput(channelCount: format.channelCount) } catch {
      throw Diagnostic(
        "\(inputName(input)): \(error)",
        hint: "one set of constants is for tracks with the same number of channels",
        status: .badData)
    }
  }
}
