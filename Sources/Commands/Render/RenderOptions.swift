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

/// What `render` and `plan` are told, beside the options of a view.
struct RenderOptions: Sendable {
  var input = ""
  var track = TrackOptions(ballistics: PictureSettings().ballistics)
  var channels = ChannelPair(left: 0, right: 1)

  var view = ViewName()
  var size = PixelSize(width: 1920, height: 1080)
  var background = Color.black

  var output = ""
  var kind: OutputKind?
  var rate: Rate?
  var frames: FrameRange?
  var shard: Shard?
  var overwrites = false
  var resumes = false
  var checksSpace = true
  var jobs: JobCount?
  var report = ReportOptions()
  /// Only `plan` has an option for it.
  var isJSON = false

  /// Frames to render at a time.
  var jobCount: Int { min(jobs?.count ?? .max, Machine.processorCount) }

  /// What `--overwrite` and `--resume` say.
  var existingFrames: FrameFolder.ExistingFrames {
    overwrites ? .overwrite : resumes ? .keep : .refuse
  }

  /// What every picture has.
  var picture: PictureSettings {
    get {
      var settings = PictureSettings()
      (settings.width, settings.height) = (size.width, size.height)
      settings.background = background
      settings.ballistics = track.ballistics
      return settings
    }
    set {
      size = PixelSize(width: newValue.width, height: newValue.height)
      background = newValue.background
      track.ballistics = newValue.ballistics
    }
  }

  /// What is asked of the library.
  var request: RenderRequest {
    var request = RenderRequest(track.request(for: input), picture: picture)
    request.track.hashesSamples = true
    request.floor = track.floor.level
    request.channels =
      channels == RenderOptions().channels ? nil : (channels.left, channels.right)
    request.rate = rate
    request.selection = shard?.selection ?? frames?.selection ?? .all
    return request
  }

  static let outputTable: [Option<RenderOptions>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "DIR|PATTERN", into: \.output, completion: .directory,
        isRequired: true, shapes: .nothing,
        help: "A folder (frame-%06d.png inside), or a pattern with one %0Nd or ####."),
      .value(
        "format", letter: "f", into: \.kind, shapes: .nothing,
        help: "Kind of images; \(OutputKind.all[0].name) unless the pattern says another."),
      .value(
        "fps", letter: "r", "N[/D]", into: \.rate, shapes: .nothing,
        help: "Images a second; the tick rate if not given."),
      .value(
        "frames", "A-B", into: \.frames, shapes: .nothing,
        help: "Render only these, counted from 0; the same bytes as in a whole run."),
      .value(
        "shard", "I/N", into: \.shard, shapes: .nothing,
        help: "Render the I-th of N equal runs of frames, counted from 1; the same bytes again."),
      .flag(
        "overwrite", into: \.overwrites, shapes: .nothing,
        help: "Start afresh: replace frames that exist, and remove those beyond the new end."),
      .flag(
        "resume", into: \.resumes, shapes: .nothing,
        help: "Go on: keep the frames of the same job that are whole, and render the others."),
      .flag(
        "no-space-check", into: \.checksSpace, value: false, shapes: .nothing,
        help: "Start even if the disk is too small for all frames."),
      .value(
        "jobs", letter: "j", "N", into: \.jobs, shapes: .nothing,
        help: "Frames rendered at a time: as many as there are processors, or fewer."),
    ])

  static let viewRow: Option<RenderOptions> = .value(
    "view", "NAME", into: \.view, shapes: .nothing,
    help: "What is drawn: "
      + ViewCatalog.all.map { "\($0.name), \($0.summary)" }.joined(separator: "; ")
      + ". Each has options of its own: see --view NAME --help.")

  static let pictureTable: [Option<RenderOptions>] = Option.section(
    "Picture",
    [
      .value("size", "WxH", into: \.size, help: "Pixels; every length below scales with it."),
      .value(
        "background", "COLOR", into: \.background, completion: .choices(Color.names),
        help: "A CSS name, #rgb, #rrggbb, #rrggbbaa, or none for straight alpha."),
    ])

  static let soundTable: [Option<RenderOptions>] =
    TrackOptions.table.at(\.track)
    + Option.section(
      "Sound",
      [
        .value(
          "channels", "A,B", into: \.channels, shapes: .nothing,
          help: "The file's channels on the left and on the right, from 0. A mono file is both.")
      ])
}
