// SPDX-License-Identifier: MIT
internal import Arguments
internal import Platform

/// The options of `watch` alone: of windows, and of pictures of sound that is still arriving.
struct LiveOptions: OwnOptions {
  /// The kind of frames that go to a program, if one was chosen.
  var kind: RawKind?
  /// Whether pictures are written even if there are newer ones.
  var drawsEveryFrame = false
  /// The WAV file for the sound.
  var keptSound: String?
  /// What a pause of the pipe does.
  var idle = IdleChoice.hold
  /// Where the levels are sent.
  var osc: NetworkAddress?
  /// Where messages arrive that change the show.
  var oscIn: ListeningAddress?
  /// How much later the picture is than its sound.
  var delay = PictureDelay.none
  /// Whether the window of a player fills the screen.
  var isFullScreen = false

  /// What happens while a pipe brings no samples.
  enum IdleChoice: String, CaseIterable, Sendable {
    /// There are no frames.
    case hold
    /// There are frames of silence.
    case silence
  }

  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> {
    let (isStream, options) = (LiveOptions.isStream(drawing), drawing.options)
    let isPiped = isStream && options.output == "-" && keptSound == nil
    return Set([.live: LiveOptions.isLive(drawing), .rawFrames: isStream, .piped: isPiped])
  }

  /// Whether the frames go to a program: an output is typed, not only a default of the user.
  static func isStream(_ drawing: DrawingRequest) -> Bool { drawing.line.typed.contains("output") }

  /// Whether the sound is drawn while it arrives: what comes on standard input; of another pipe, frames.
  static func isLive(_ drawing: DrawingRequest) -> Bool {
    let input = drawing.options.input
    return input == "-" || isStream(drawing) && [.pipe, .other].contains(Folder.kind(of: input))
  }

  /// The limits of options that cannot be used with live sound, and of those that need it.
  static let limits: [Limit] =
    [
      Limit(
        .not(.live), ["frames", "loop", "start", "duration"],
        "is for sound that is known to its end, and live sound is not"),
      Limit(
        .with(.live), ["output", "format", "every-frame"],
        "is for sound that arrives on standard input",
        hint: "leave it out, or make files with film or render"),
      Limit(
        .with(.live), table.map(\.description.name) + ["overwrite"],
        "is for sound that arrives on standard input"),
      Limit(
        .with(.rawFrames), ["format", "every-frame"], "is for raw frames",
        hint: "add -o -, and pipe them into a program"),
      Limit(.not(.piped), ["overwrite"], "is for files, not for standard output"),
    ] + ["fullscreen", "print-command"].map { .excludes("output", $0) }

  /// Where live frames go, if not into a window.
  static let streamTable: [Option<OutputOptions<LiveOptions>>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "FILE", into: \.common.output, completion: .file, affects: .nothing,
        help:
          "Write the frames of live sound as one raw stream, and open no window: - is standard output, "
          + "for a program behind '|'."),
      .value(
        "format", letter: "f", into: \.own.kind, affects: .nothing,
        help: "Kind of raw frames, as in render; y4m unless the name ends in another."),
      .flag(
        "every-frame", into: \.own.drawsEveryFrame, affects: .nothing,
        help: "Write all frames; otherwise those that are late for a slow reader are left out."),
    ])

  /// The options of live sound.
  static let table: [Option<LiveOptions>] = Option.section(
    "Live sound",
    [
      .value(
        "keep-sound", "FILE", into: \.keptSound, completion: .file, affects: .nothing,
        help: "Also save the sound as a WAV file, of which film makes a film afterwards."),
      .value(
        "idle", into: \.idle, affects: .nothing,
        help:
          "What to do when a pipe of plain samples stalls: hold writes no frames; silence assumes "
          + "silence after 0.1 s."),
      .value(
        "osc", "HOST:PORT", into: \.osc, affects: .nothing,
        help: "Also send the levels of each tick as OSC, as meter does."
      ).sharing(.typed),
      .value(
        "osc-in", "[ADDRESS:]PORT", into: \.oscIn, affects: .nothing,
        help:
          "Take OSC that changes the show: /radial-audio/look and /radial-audio/palette with a name, or "
          + "with /next or /previous behind them. Programs of this machine can send it; with an address, "
          + "such as 0.0.0.0:9000, others as well."
      ).sharing(.typed),
    ])
}

extension LiveOptions.IdleChoice: ArgumentValue {}
