// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Pipeline
import Platform
import Rendering
import Synchronization
import TestSupport
import Testing
import Views

/// Figures whose frames show what is to come.
@Suite struct SketchTests {
  private func run(_ look: Look<RadialOptions>) throws -> ReadRun {
    var (picture, options) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &options)
    (picture.width, picture.height) = (64, 64)
    let track = TrackRequest(input: Repository.fixture("Audio/demo.flac"))
    return try ReadRun(RunRequest(options, of: track, picture: picture))
  }

  @Test func `a frame after many ticks costs no more drawing than one after few`() throws {
    let run = try run(Look("sketched", "a disc", SketchedFigure.self) { _, _ in })
    let draws = try [20, 200].map { frame in
      let before = SketchedFigure.draws.load(ordering: .relaxed)
      var cursor = SceneSequence.Cursor(run.scenes, from: frame)
      let scene = try cursor.scene(ofFrame: frame)
      #expect(scene.items.count == 2)
      return SketchedFigure.draws.load(ordering: .relaxed) - before
    }
    #expect(draws[0] == draws[1])
  }

  @Test(arguments: ["line", "sun", "ink"])
  func `frames that follow each other closely are those that are drawn one by one`(
    name: String
  ) throws {
    let run = try run(try #require(RadialView.looks.first { $0.name == name }))
    var cursor = SceneSequence.Cursor(run.scenes, from: 0)
    for frame in [0, 7, 100, 400, 401, run.frames.count - 1] {
      cursor.skip(to: frame)
      var fresh = SceneSequence.Cursor(run.scenes, from: frame)
      #expect(try cursor.scene(ofFrame: frame) == fresh.scene(ofFrame: frame))
    }
  }

  /// Another look from a frame on.
  private final class Edit: SceneEdits {
    private let scenes: SceneSequence
    private let frame: Int

    init(_ scenes: SceneSequence, at frame: Int) { (self.scenes, self.frame) = (scenes, frame) }

    func change(before frame: Int) -> SceneSequence? { frame == self.frame ? scenes : nil }

    var note: String? { nil }
  }

  @Test(arguments: ["line", "sun", "strata", "well", "sunflower"])
  func `a look that comes later shows what it would have shown from the beginning`(
    name: String
  ) throws {
    let looks = try ["bloom", name].map { name in
      try run(try #require(RadialView.looks.first { $0.name == name }))
    }
    func frames(_ run: ReadRun, _ edits: Edit?) throws -> [[UInt8]] {
      var frames: [[UInt8]] = []
      let stream = FrameStream(scenes: run.scenes, format: .rgb24)
      let last = try stream.run(
        0..<120, edits: edits, write: { frames.append($0.bytes) }, progress: { true })
      #expect(last.background == (edits == nil ? run : looks[1]).scenes.background)
      return frames
    }
    let (before, after) = (try frames(looks[0], nil), try frames(looks[1], nil))
    let edited = try frames(looks[0], Edit(looks[1].scenes, at: 50))
    #expect(edited.prefix(50).elementsEqual(before.prefix(50)))
    #expect(edited.suffix(60).elementsEqual(after.suffix(60)))
  }
}

/// A disc over a sketch of it, which counts how often any of its figures is drawn.
private struct SketchedFigure: Figure {
  static let draws = Atomic(0)

  private let count: Int

  init(options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext) {
    count = track.count
  }

  func firstTick(shownAfterTick index: Int) -> Int { 0 }

  func sketch(shownAfter ticks: Int) -> Sketch? {
    Sketch(self, layers: ["disc"], lastTick: count, firstTick: count, tone: .faint(0.3))
  }

  mutating func advance(to tick: Int) {}

  func draw(into scene: inout Scene) {
    SketchedFigure.draws.add(1, ordering: .relaxed)
    var disc = Item.fill(.circle(center: .origin, radius: 9), .black)
    disc.name = "disc"
    scene.items.append(disc)
  }
}
