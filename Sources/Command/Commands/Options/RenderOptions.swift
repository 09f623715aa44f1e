// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing
internal import Pages
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Views
internal import Writing

/// The options of `render` and `plan`, except those of a view.
struct RenderOptions: Sendable {
  var inputs: [String] = []
  var batch = BatchOptions()
  var track = TrackOptions(ballistics: PictureSettings().ballistics)

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
  var format: OutputFormat?
  var omitsHeader = false
  /// Which frames are made.
  var frames = FrameOptions()
  /// How a picture is drawn into the terminal if no file is named.
  var show = ShowChoice.auto
  var existing = ExistingOutput.fail
  var checksSpace = true
  var jobs: JobCount?
  var report = ReportOptions()
  /// Only `plan` has this option.
  var isJSON = false
  /// The film options.
  var film = FilmOptions()
  /// The options for sound that is still arriving.
  var live = LiveOptions()
  /// The sound of a page.
  var pageSound = PageSoundChoice.auto

  /// The only input, or the first.
  var input: String { inputs.first ?? "" }

  /// The image format, if one was chosen.
  var kind: OutputKind? {
    get { if case .image(let kind)? = format { kind } else { nil } }
    set { format = newValue.map { .image($0) } }
  }

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

  /// What `render` makes.
  enum Made { case live, raw(RawKind), image, sequence }

  /// What `render` makes of the options, and of the name of the output.
  var made: Made {
    if live.isOn { return .live }
    if let rawKind { return .raw(rawKind) }
    let isImage =
      output == "-"
      ? kind != nil : FileKind(of: output)?.image != nil && Picture.isOneName(output)
    return frames.sheet != nil || frames.selectsOne && isImage ? .image : .sequence
  }

  /// The kind of raw frames, if there are to be some.
  var rawKind: RawKind? {
    if case .raw(let kind)? = format { kind } else { FileKind.promised(by: output)?.raw }
  }

  static let outputTable: [Option<RenderOptions>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "DIR|PATTERN", into: \.output, completion: .directory,
        affects: .nothing,
        help: "Folder for the images, or a pattern for their names with %06d or ####."),
      .value(
        "format", letter: "f", into: \.format, affects: .nothing,
        help: "Kind of images: \(OutputKind.all[0].name) unless the name ends in another. "
          + "\(RawKind.choice) write all frames as one raw stream; a name that ends in "
          + "\(RawKind.ends) asks for it, too. y4m plays everywhere; y4m-444 keeps thin coloured lines."
      ),
      .flag(
        "no-header", into: \.omitsHeader, affects: .nothing,
        help: "Leave out the header of y4m, to append the stream to another one; automatic for all "
          + "shards but the first."),
      .value(
        "fps", letter: "r", "N[/D]", into: \.frames.rate, affects: .nothing,
        help: "Frames a second, such as 60, 29.97 or 30000/1001; by default the tick rate, 60."),
      .value(
        "frames", "A-B", into: \.frames.range, affects: .nothing,
        help:
          "Frames to render, counted from 0: N, A-B (B included), A- (to the end) or last."),
      .value(
        "at", "TIME", into: \.frames.moment, affects: .nothing,
        help: "Render only the frame at this time: seconds or hh:mm:ss.mmm."),
      .flag(
        "loop", into: \.frames.loops,
        help:
          "Loop without a seam: the figure begins as it ends, and has whole "
          + "turns. With --turn lock the part is cut after a whole number of beats."),
      .value(
        "contact-sheet", "COLUMNSxROWS", into: \.frames.sheet, affects: .nothing,
        help: "Make one image of frames that are spread evenly over the track, each with its time: "
          + "4x3 has twelve, in four columns. Its width is that of --size."),
      .value(
        "shard", "I/N", into: \.frames.shard, affects: .nothing,
        help: "Render the I-th of N equal parts, counted from 1, to share the work of one sequence."
      ),
      .flag(
        "overwrite", into: \.existing.replaces, affects: .nothing,
        help: "Short for --existing replace."
      )
      .sharing(.typed),
      ExistingOutput.option(into: \.existing),
      .flag(
        "no-space-check", into: \.checksSpace, value: false, affects: .nothing,
        help: "Start even if the disk is too small for all frames."
      ).sharing(.typed),
      .value(
        "jobs", letter: "j", "N", into: \.jobs, affects: .nothing,
        help: "Frames to render in parallel; by default one for each processor."),
    ])

  /// The choice between a terminal and a file.
  static let showTable: [Option<RenderOptions>] = Option.section(
    "Output", [.value("show", into: \.show, affects: .nothing, help: ShowChoice.help)])

  /// A selection of these rows, by name.
  static func outputTable(_ names: [String]) -> [Option<RenderOptions>] {
    outputTable.filter { names.contains($0.description.name) }
  }

  /// The choice between views, the default one first.
  static func viewRow(_ views: [any View.Type]) -> Option<RenderOptions> {
    .value(
      "view", "NAME", into: \.view, showsDefault: false, affects: .nothing,
      help:
        "What is drawn: the views are below, with their looks. By default the view of --look, or "
        + "\(views[0].name). Each view has options of its own; --view NAME --help shows them.")
  }

  static let pictureTable: [Option<RenderOptions>] = Option.section(
    "Picture",
    [
      .value(
        "size", "WxH|NAME", into: \.size, completion: .choices(PixelSize.named.map(\.name)),
        help: "Width and height in pixels, a shape such as 9:16, whose shorter side then has 1080 "
          + "pixels, paper such as 297mmx420mm (300 pixels an inch), or "
          + PixelSize.named.map { "\($0.name) (\($0.size.argumentText))" }
          .joined(separator: ", ") + "."),
      .value(
        "background", "COLOR", into: \.background, completion: .choices(Color.names),
        showsDefault: false, affects: .nothing,
        help:
          "Background colour: a CSS name, ff8800, '#ff8800', ff880080 with alpha, or none "
          + "(transparent), without scenes and words unless they are asked for. By default that of the "
          + "palette or of the look."),
    ])

  static let soundTable: [Option<RenderOptions>] =
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
