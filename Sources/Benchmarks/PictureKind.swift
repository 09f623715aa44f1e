internal import Analysis
// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
internal import Pipeline
internal import Rendering
internal import Signal
internal import Views
internal import Writing

/// A picture to be measured: its size and its look.
struct PictureKind {
  let name: String
  var size = (width: 1920, height: 1080)
  var background = Color(red: 0xEE, green: 0xFF, blue: 0)
  var options = RadialOptions()
  var normalization = Normalization.p95
  /// What libpng has to write of it.
  var baseline = PNGBaseline.Pixels.rgb

  init(_ name: String) { self.name = name }

  /// The default look in some size.
  static func plain(_ width: Int, _ height: Int) -> PictureKind {
    var kind = PictureKind("default look, \(width)x\(height)")
    kind.size = (width, height)
    return kind
  }

  static func tutorial(logo: String) throws -> PictureKind {
    var kind = PictureKind("tutorial look with a logo, 1334x750")
    for look in RadialView.looks where look.name == "tutorial" { look.adjust(&kind.options) }
    kind.size = (1334, 750)
    kind.options.logo = logo
    kind.options.logoAnchor = Anchor(x: 0.337, y: 0.468)
    kind.normalization = .max
    return kind
  }

  static func fourColors() throws -> PictureKind {
    var kind = PictureKind("four different stroke colours, 1920x1080")
    kind.options.stroke = try CurveColors(argument: "crimson,navy,black,seagreen")
    return kind
  }

  static var transparent: PictureKind {
    var kind = PictureKind("transparent background, 1920x1080")
    kind.background = .none
    kind.baseline = .rgba
    return kind
  }

  /// All that the first two lines of the table are about.
  static func usual(_ workspace: Workspace) throws -> [PictureKind] {
    [
      plain(1920, 1080), try tutorial(logo: "\(workspace.fixtures)/demo-logo.png"),
      try fourColors(), transparent,
    ]
  }
}

/// The readings of a whole track, and what is known of it.
struct Readings {
  let levels: LevelTrack
  let schedule: FrameSchedule
  private let constants: Constants

  /// Reads a file as `render` does.
  init(_ path: String) throws {
    var track = try Track(TrackRequest(input: path, ballistics: .avaudioplayer))
    var levels = LevelTrack(left: 0, right: 1)
    var builder = ConstantsBuilder(ballistics: .avaudioplayer, tickRate: .sixty)
    try builder.beginInput(channelCount: track.format.channelCount)
    let summary = try track.read(progress: { _ in true }) { tick in
      levels.append(tick)
      builder.include(tick)
    }
    self.levels = levels
    constants = builder.constants()
    schedule = FrameSchedule(
      rate: .sixty, clock: summary.clock, sampleFrames: summary.sampleFrames)
  }

  /// What renders pictures into a new folder, as `render` does.
  func pipeline(
    _ kind: PictureKind, folder: String
  ) throws -> RenderPipeline<RadialView, PNGFrameRenderer> {
    guard
      let canvas = Canvas(
        width: kind.size.width, height: kind.size.height,
        shortSideInPoints: kind.options.shortSideInPoints)
    else { throw BenchmarkFailure("\(kind.name): no canvas") }
    let image = try kind.options.logo.map { path in
      let image = try PNGImage(path: path)
      return ViewImage(png: image.bytes, bitmap: image.bitmap)
    }
    func side(_ channel: Int) -> StereoScale.Side {
      let figures = constants.channels[channel]
      return StereoScale.Side(
        peak: figures.peak?[kind.normalization], average: figures.average?[kind.normalization])
    }
    let scale = StereoScale(left: side(0), right: side(1))
    return RenderPipeline(
      scenes: SceneSequence(
        levels: levels, schedule: schedule,
        view: RadialView(
          options: kind.options, setup: ViewSetup(image: image, scale: scale, channels: (0, 1))),
        sheet: Scene(canvas: canvas, background: kind.background)),
      renderer: PNGFrameRenderer.self,
      writer: try FrameSequenceWriter(
        FrameFolder(
          pattern: FramePattern(folder: folder, fileExtension: "png"), existing: .overwrite),
        job: SequenceJob(input: kind.name, facts: [], frameCount: schedule.frameCount),
        frames: 0..<schedule.frameCount))
  }
}
