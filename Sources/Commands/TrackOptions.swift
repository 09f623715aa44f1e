// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Pipeline
internal import Signal

/// The options that all commands share: what is read, and how it is metered.
struct TrackOptions {
  var tickRate = Rate.sixty
  var ballistics: Ballistics
  var floor = FloorLevel(.silence)
  var start = TimePosition.zero
  var duration: TimePosition?
  var untilDamage = false

  static let table: [Option<TrackOptions>] = Option.section(
    "Sound",
    [
      .value("tick-rate", "N[/D]", into: \.tickRate, help: "Ticks a second, an exact fraction."),
      .value(
        "ballistics", into: \.ballistics,
        help: "How the meters move: each tick by itself, or as the player of the tutorial's app."),
      .value(
        "start", letter: "s", "TIME", into: \.start, help: "Begin here: seconds or hh:mm:ss.mmm."),
      .value("duration", letter: "d", "TIME", into: \.duration, help: "End after so long."),
      .value("floor", "DB", into: \.floor, help: "What digital silence reads, in dBFS."),
      .flag(
        "until-damage", into: \.untilDamage, shapes: .nothing,
        help: "Use what comes before a damaged place, and say so, instead of failing."),
    ])

  /// What is measured where the levels of all channels are asked for.
  var levels: Analysis<Tick> { .levels(ballistics, floor: floor.level) }

  /// What to do with one input.
  func request(for input: String) -> TrackRequest {
    var request = TrackRequest(input: input)
    request.tickRate = tickRate
    request.start = start
    request.duration = duration
    request.untilDamage = untilDamage
    return request
  }
}

/// How a run speaks of itself.
struct ReportOptions {
  var style = ProgressStyle.auto
  var isQuiet = false

  static let table: [Option<ReportOptions>] = Option.section(
    "Messages",
    [
      .flag(
        "quiet", letter: "q", into: \.isQuiet, shapes: .nothing,
        help: "Say nothing but warnings and errors."),
      .value(
        "progress", into: \.style, shapes: .nothing,
        help: "How progress is shown; auto is a bar on a terminal, a line every 5 s elsewhere."),
    ])
}
