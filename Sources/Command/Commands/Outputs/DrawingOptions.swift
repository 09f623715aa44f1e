// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Views
internal import Writing

/// The options that all commands that draw have or could have, except those of a view.
struct DrawingOptions: Sendable {
  var inputs: [String] = []
  var batch = BatchOptions()
  var track = TrackOptions(meters: PictureSettings().ballistics)

  var view = ViewName()
  var size = PixelSize(width: 1920, height: 1080)
  /// The background colour, unless a palette replaces it; palettes are opaque.
  var background: Color {
    get { givenBackground ?? lookBackground }
    set { givenBackground = newValue }
  }
  private var lookBackground = Color.black
  private var givenBackground: Color?

  var output = ""
  /// Which frames are made.
  var frames = FrameOptions()
  var existing = ExistingOutput.fail
  var jobs: JobCount?
  var report = ReportOptions()
  /// Whether to print the shell commands that do the same, and to do nothing.
  var printsCommand = false

  /// The only input, or the first.
  var input: String { inputs.first ?? "" }

  /// How many frames to render at a time.
  var jobCount: Int { min(jobs?.count ?? .max, Machine.processorCount) }

  /// The settings of all pictures.
  var picture: PictureSettings {
    get {
      var settings = PictureSettings()
      (settings.width, settings.height, settings.paper) = (size.width, size.height, size.paper)
      (settings.background, settings.givenBackground) = (lookBackground, givenBackground)
      settings.ballistics = track.meters
      return settings
    }
    set {
      size = PixelSize(width: newValue.width, height: newValue.height, paper: newValue.paper)
      (lookBackground, givenBackground) = (newValue.background, newValue.givenBackground)
      track.meters = newValue.ballistics
    }
  }

  /// The options of outputs that several of them have, by their names.
  static func outputTable<Own: OwnOptions>(_ names: [String]) -> [Option<OutputOptions<Own>>] {
    names.flatMap { name in outputTable.filter { $0.description.name == name } }.at(\.common)
  }

  private static let outputTable: [Option<DrawingOptions>] = Option.section(
    "Output",
    [
      .flag(
        "overwrite", into: \.existing.replaces, affects: .nothing,
        help: "Replace the file if it exists."),
      ExistingOutput.option(into: \.existing),
      .value(
        "fps", letter: "r", "N[/D]", into: \.frames.rate, affects: .nothing,
        help: "Frames a second, such as 60, 29.97 or 30000/1001; by default the tick rate, 60."),
      .value(
        "frames", "A-B", into: \.frames.range, affects: .nothing,
        help:
          "Frames to render, counted from 0: N, A-B (B included), A- (to the end) or last."),
      .flag(
        "loop", into: \.frames.loops,
        help:
          "Loop without a seam: the figure begins as it ends, and has whole "
          + "turns. With --turn lock the part is cut after a whole number of beats."),
    ])

  /// The choice between views, the default one first.
  static func viewRow(_ views: [any View.Type]) -> Option<DrawingOptions> {
    .value(
      "view", "NAME", into: \.view, showsDefault: false, affects: .nothing,
      help:
        "What is drawn. By default the view of --look, or \(views[0].name). Each view has looks and options "
        + "of its own; --view NAME --help shows them.")
  }

  static let pictureTable: [Option<DrawingOptions>] = Option.section(
    "Picture",
    [
      .value(
        "size", "WxH|NAME", into: \.size, completion: .choices(PixelSize.named.map(\.name)),
        help: "Width and height in pixels, a shape such as 9:16, whose shorter side then has 1080 "
          + "pixels, paper such as a4 or 297mmx420mm (300 pixels an inch), or "
          + PixelSize.named.filter { $0.size.paper == nil }.map {
            "\($0.name) (\($0.size.argumentText))"
          }.joined(separator: ", ") + "."),
      .value(
        "background", "COLOR", into: \.background, completion: .choices(Color.names),
        showsDefault: false, affects: .nothing,
        help:
          "Background colour: a CSS name, ff8800, '#ff8800', ff880080 with alpha, or none "
          + "(transparent), without scenes and words unless they are asked for. By default that of the "
          + "palette or of the look."),
    ])

  static let soundTable: [Option<DrawingOptions>] =
    TrackOptions.table.at(\.track)
    + Option.section(
      "Sound",
      [
        ChannelChoice.option(
          into: \.track.channels,
          "Channels of the file to show on the left and on the right: numbers from 0, or speakers such "
            + "as FL,FR. Mono is shown on both sides, as")
      ])
}

/// The options of a command that draws, except those of a view: its own ones, and those of all.
struct OutputOptions<Own: OwnOptions>: Sendable {
  var common = DrawingOptions()
  var own = Own()
}
