// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Signal

/// The options that all commands share: what to read, and how to meter it.
struct TrackOptions {
  var raw: HeaderlessSamples?
  var track: TrackNumber?
  var tickRate: Rate?
  /// How levels are metered.
  var meters: Ballistics
  var floor = FloorLevel(.silence)
  var start = TimePosition.zero
  var duration: TimePosition?
  var untilDamage = false
  /// The channels of the file on the left and on the right; only some commands have the option.
  var channels = ChannelChoice.default

  /// What commands read, for the help of their operands.
  static let input = "An audio file or an instrument"

  static let table: [Option<TrackOptions>] = Option.section(
    "Sound",
    [
      .value(
        "raw", "RATE,CHANNELS,FORMAT", into: \.raw, affects: .nothing,
        help: "INPUT is samples without a header, such as 48000,2,s16le. FORMAT: "
          + SampleFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."),
      .value(
        "track", "N", into: \.track, affects: .nothing,
        help:
          "Which audio track of a film or an audio file with several, counted from 1; by default "
          + "the one that players choose."),
      .value(
        "ballistics", "NAME", into: \.meters,
        help:
          "How the meters move. "
          + Ballistics.allCases.map { "\($0.name): \($0.summary)." }.joined(separator: " ")),
      .value(
        "start", letter: "s", "TIME", into: \.start,
        help: "Where to begin: seconds, 1m30s or hh:mm:ss.mmm."),
      .value(
        "duration", letter: "d", "TIME", into: \.duration,
        help: "Length to use, in the same formats; by default to the end."),
      .value(
        "floor", "DB", into: \.floor,
        help: "Level reported for digital silence, in dBFS."),
      .flag(
        "until-damage", into: \.untilDamage, affects: .nothing,
        help: "If the sound is damaged, use what is before the damage, with a warning, instead of "
          + "failing."),
    ])

  /// The tick rate, of commands whose rows and numbers are those of ticks.
  static let tickTable: [Option<TrackOptions>] = Option.section(
    "Sound",
    [
      .value(
        "fps", letter: "r", "N[/D]", into: \.tickRate,
        help:
          "Ticks a second, such as 29.97 or 30000/1001; a tick is one reading of the meters. By default "
          + "60, or those of readings.")
    ])

  /// A selection of these rows, by name.
  static func table(_ names: [String]) -> [Option<TrackOptions>] {
    table.filter { names.contains($0.description.name) }
  }

  /// Opens one input.
  func open(_ input: String, readsTags: Bool = false) throws(Diagnostic) -> Track {
    var request = request(for: input)
    request.readsTags = readsTags
    return try .opened(request)
  }

  /// Whether a part of the input is read.
  var isPart: Bool { start != .zero || duration != nil }

  /// The request for one input.
  func request(for input: String) -> TrackRequest {
    var request = TrackRequest(input: input)
    request.headerless = raw
    request.track = track?.number
    request.tickRate = tickRate
    request.start = start
    request.duration = duration
    request.untilDamage = untilDamage
    request.mixesChannels = channels == .mix
    return request
  }
}

extension Track {
  /// Opens an input, and words the error.
  static func opened(_ request: TrackRequest) throws(Diagnostic) -> Track {
    do { return try Track(request) } catch { throw Diagnostic(error) }
  }
}
