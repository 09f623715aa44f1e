// SPDX-License-Identifier: MIT
internal import Drawing
internal import Pipeline
internal import Rendering
internal import Views
internal import Writing

/// A picture to be measured: its size and its look.
struct PictureKind {
  let name: String
  var picture = PictureSettings()
  var options = RadialOptions()
  /// What libpng has to write of it.
  var baseline = PNGBaseline.Pixels.rgb

  /// A look of the radial view.
  init(_ name: String, look: String = "default") {
    self.name = name
    for known in RadialView.looks where known.name == look { known.apply(&picture, &options) }
  }

  /// The default look in some size.
  static func plain(_ width: Int, _ height: Int) -> PictureKind {
    var kind = PictureKind("default look, \(width)x\(height)")
    (kind.picture.width, kind.picture.height) = (width, height)
    return kind
  }

  static func tutorial(logo: String) -> PictureKind {
    var kind = PictureKind("tutorial look with a logo, 1334x750", look: "tutorial")
    kind.options.logo = logo
    return kind
  }

  static func fourColors() throws -> PictureKind {
    var kind = PictureKind("four different stroke colours, 1920x1080")
    kind.options.stroke = try CurveColors(argument: "crimson,navy,black,seagreen")
    return kind
  }

  static var transparent: PictureKind {
    var kind = PictureKind("transparent background, 1920x1080")
    kind.picture.background = .none
    kind.baseline = .rgba
    return kind
  }

  /// All that the first two lines of the table are about.
  static func usual(_ workspace: Workspace) throws -> [PictureKind] {
    [
      plain(1920, 1080), tutorial(logo: "\(workspace.fixtures)/demo-logo.png"),
      try fourColors(), transparent,
    ]
  }

  /// All that rendering it needs, read from a file.
  func prepared(_ input: String) throws -> PreparedRender {
    try PreparedRender(
      RadialView.self, options, RenderRequest(TrackRequest(input: input), picture: picture))
  }
}

extension PreparedRender {
  /// What renders the pictures into a new folder, as `render` does.
  func pipeline(folder: String) throws -> RenderPipeline {
    let writer = try FrameSequenceWriter(
      FrameFolder(
        pattern: FramePattern(folder: folder, fileExtension: "png"), existing: .overwrite),
      job: SequenceJob(input: folder, facts: [], frameCount: schedule.frameCount),
      frames: 0..<schedule.frameCount)
    return RenderPipeline(scenes: scenes, renderer: PNGFrameRenderer.self, writer: writer)
  }
}
