// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Pipeline
import Rendering
import TestSupport
import Testing
import Views

/// A look is a file with its figure, and a row.
@Suite struct OwnLookTests {
  private static let white = Color(red: 255, green: 255, blue: 255)
  private static let row = Look<RadialOptions>(
    "columns", "a column for each channel", ColumnsFigure.self, unused: ["turn"],
    shortSideInPoints: 240
  ) { settings, options in
    settings.background = OwnLookTests.white
    settings.ballistics = .tick
    options.scale.normalization = .range
  }

  @Test func `a look of the user's own is drawn as those of the program are`() throws {
    var (picture, options) = (PictureSettings(), RadialOptions())
    OwnLookTests.row.apply(&picture, &options)
    (picture.width, picture.height) = (320, 240)
    #expect(options.look.name == "columns")
    #expect(options.unusedOptions == ["turn"])
    let track = TrackRequest(input: Repository.fixture("Audio/demo.flac"))
    let run = try ReadRun(RunRequest(options, of: track, picture: picture))
    #expect(run.measures.map(\.name) == ["peak-range", "average-range"])
    var cursor = SceneSequence.Cursor(run.scenes, from: 0)
    for frame in [0, 200, 400] {
      let scene = try cursor.scene(ofFrame: frame)
      #expect(scene.canvas == Canvas(width: 320, height: 240, shortSideInPoints: 240))
      #expect(scene.background == OwnLookTests.white)
      #expect(scene.items.map(\.name) == ["left", "right"])
      for kind in [OutputKind.png, .svg] {
        var (renderer, bytes) = (kind.renderer.init(), [UInt8]())
        renderer.render(scene, into: &bytes)
        #expect(try run.picture(ofFrame: frame, as: kind) == bytes)
      }
    }
    #expect(try run.picture(ofFrame: 200) != run.picture(ofFrame: 400))
  }

  @Test func `an error of a figure of the user's own ends the run, and does not trap`() throws {
    let row = Look<RadialOptions>(
      "refusing", "nothing", RefusingFigure.self, unused: [], shortSideInPoints: 240
    ) { _, _ in }
    var (picture, options) = (PictureSettings(), RadialOptions())
    row.apply(&picture, &options)
    let track = TrackRequest(input: Repository.fixture("Audio/demo.flac"))
    let request = RunRequest(options, of: track, picture: picture)
    #expect(throws: PipelineError.figure(look: "refusing", reason: "too blue")) {
      try ReadRun(request)
    }
  }
}

/// A figure that cannot be made.
private struct RefusingFigure: Figure {
  struct Refusal: Error, CustomStringConvertible { let description = "too blue" }

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    throw .other(Refusal())
  }

  mutating func advance(to tick: Int) {}

  func draw(into scene: inout Scene) {}
}
