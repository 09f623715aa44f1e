// SPDX-License-Identifier: MIT
internal import Arguments

/// The options for pictures of sound that is still arriving.
struct LiveOptions: OwnOptions {
  /// Whether the pictures are drawn while the sound arrives.
  var isOn = false
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

  /// Those of a window: it is live if its sound comes through a pipe.
  func traits(_ drawing: DrawingRequest) -> Set<Limit.Trait> {
    drawing.options.input == "-" ? [.live] : []
  }

  /// The long names of all of them.
  static let names = Set((streamTable + table).map(\.description.name) + ["delay", "fullscreen"])

  /// The limits of options that cannot be used with live sound, and of those that need it: the live options
  /// and those named in `also`.
  static func limits(also names: [String], hint: String) -> [Limit] {
    [
      Limit(
        .not(.live),
        [
          "frames", "at", "shard", "loop", "existing", "contact-sheet", "start", "duration",
          "scale-of", "jobs",
        ], "is for sound that is known to its end, and live sound is not", hint: "leave out OPTION"),
      Limit(
        .with(.live), (streamTable + table).map(\.description.name) + names,
        "is for sound that arrives on standard input", hint: hint),
    ]
  }

  /// The options of live frames and of a live window.
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

  /// The option that holds the picture back.
  static func delayRow<Root: Sendable>(
    into target: any WritableKeyPath<Root, PictureDelay> & Sendable
  ) -> Option<Root> {
    .value(
      "delay", "TIME", into: target, showsDefault: false, affects: .nothing,
      help:
        "Show the picture later, where the sound comes later, as with Bluetooth: 150ms, up to 5 s.")
  }

  /// The options of live frames alone.
  static let streamTable: [Option<LiveOptions>] = Option.section(
    "Live sound",
    [
      .flag(
        "live", into: \.isOn, affects: .nothing,
        help: "Draw raw frames while the sound arrives from a pipe."),
      .flag(
        "every-frame", into: \.drawsEveryFrame, affects: .nothing,
        help:
          "Write all frames, even if the reader is slow; otherwise those that are late are left "
          + "out."),
    ])
}

extension LiveOptions.IdleChoice: ArgumentValue {}
