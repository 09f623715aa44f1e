// SPDX-License-Identifier: MIT
import Drawing
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Views

/// What frames are going to cost, against what they do cost.
@Suite struct RenderEstimateTests {
  private let disk = FileSystem(availableBytes: nil, availableFiles: nil, blockSize: 256)

  func scenes(
    ticks count: Int, fps: Rate = .sixty, _ adjust: (inout RadialOptions) -> Void = { _ in }
  ) throws -> SceneSequence<RadialView> {
    var levels = LevelTrack(left: 0, right: 1)
    for tick in PictureTicks.music(count: count, seed: 5) {
      levels.append(Tick(index: tick.index, levels: [tick.left, tick.right]))
    }
    var options = RadialOptions()
    adjust(&options)
    let schedule = FrameSchedule(
      rate: fps, clock: TickClock(sampleRate: 60, rate: .sixty), sampleFrames: count)
    let scale = StereoScale(
      left: .init(peak: 20, average: 40), right: .init(peak: 20, average: 40))
    let canvas = try #require(Canvas(width: 192, height: 108, shortSideInPoints: 432))
    return SceneSequence(
      levels: levels, schedule: schedule,
      view: RadialView(
        options: options, setup: ViewSetup(image: nil, scale: scale, channels: (0, 1))),
      sheet: Scene(canvas: canvas, background: .black))
  }

  /// The whole of the frames, which the estimate is to foretell.
  private func truth(
    _ scenes: SceneSequence<RadialView>, _ frames: Range<Int>
  ) -> (files: Double, stored: Double) {
    // Pieces that are short enough are rendered whole.
    stride(from: frames.lowerBound, to: frames.upperBound, by: 48).reduce((0, 0)) { sum, start in
      let piece = start..<min(start + 48, frames.upperBound)
      let estimate = scenes.estimate(piece, as: CornerCounter.self, on: disk)
      #expect(estimate.isExact)
      return (
        sum.0 + estimate.bytesPerFrame * Double(piece.count),
        sum.1 + estimate.storedBytesPerFrame * Double(piece.count)
      )
    }
  }

  private func check(_ scenes: SceneSequence<RadialView>, _ frames: Range<Int>) {
    let truth = truth(scenes, frames)
    let estimate = scenes.estimate(frames, as: CornerCounter.self, on: disk)
    #expect(!estimate.isExact)
    let files = estimate.bytesPerFrame * Double(frames.count) / truth.files
    let stored = estimate.storedBytesPerFrame * Double(frames.count) / truth.stored
    #expect((0.9...1.1).contains(files), "\(frames): \(files)")
    #expect((0.9...1.1).contains(stored), "\(frames): \(stored)")
  }

  // Twelve turns among them: a run at every twelfth would show the same part of each.
  @Test(arguments: [65, 359, 361, 720, 1440, 4320, 4332, 8640, 20_000])
  func `an estimate is within a tenth of the truth at any length`(count: Int) throws {
    let scenes = try scenes(ticks: count)
    check(scenes, 0..<count)
    if count > 100 { check(scenes, count / 3..<count) }
  }

  @Test(arguments: [Rate(24), Rate(30_000, over: 1001), Rate(120)])
  func `so it is at any rate of images`(rate: Rate?) throws {
    let scenes = try scenes(ticks: 3000, fps: try #require(rate))
    check(scenes, 0..<scenes.schedule.frameCount)
  }

  @Test func `the same frames have the same estimate`() throws {
    let scenes = try scenes(ticks: 400)
    let first = scenes.estimate(7..<390, as: PNGFrameRenderer.self, on: disk)
    let second = scenes.estimate(7..<390, as: PNGFrameRenderer.self, on: disk)
    #expect(first.bytesPerFrame == second.bytesPerFrame)
    #expect(first.storedBytesPerFrame == second.storedBytesPerFrame)
    #expect(first.storedBytesPerFrame >= first.bytesPerFrame)
  }

  @Test func `a single frame is rendered, and is exact`() throws {
    let scenes = try scenes(ticks: 400)
    let estimate = scenes.estimate(399..<400, as: SVGFrameRenderer.self, on: disk)
    #expect(estimate.isExact)
    #expect(estimate.secondsPerFrame == 0)
    #expect(estimate.seconds(ofFrames: 1, jobs: 4) == estimate.secondsPerRun)
    #expect(estimate.seconds(ofFrames: 0, jobs: 4) == 0)
  }

  @Test func `no frame is larger than the bound of the fullest scene`() throws {
    for (frames, count) in [(0..<400, 400), (0..<3, 3), (380..<400, 400), (359..<360, 400)] {
      let scenes = try scenes(ticks: count)
      let most = SVGFrameRenderer.mostBytes(for: scenes.fullestScene(in: frames))
      let sizes = frames.map { frame in
        scenes.estimate(frame..<frame + 1, as: SVGFrameRenderer.self, on: disk).bytesPerFrame
      }
      #expect(try #require(sizes.max()) <= Double(most))
      // Not many times larger either, or it would be of no use.
      #expect(try #require(sizes.max()) * 4 > Double(most))
    }
    // The frame of a full turn, if there is one.
    #expect(try scenes(ticks: 1000).fullestScene(in: 0..<1000).paths[0].points.count == 361)
    #expect(try scenes(ticks: 1000).fullestScene(in: 720..<800).paths[0].points.count == 81)
  }
}

/// Makes files of a byte for each corner of a scene.
private struct CornerCounter: FrameRenderer {
  static func mostBytes(for scene: Scene) -> Int {
    scene.paths.reduce(0) { $0 + $1.points.count }
  }

  mutating func render(_ scene: Scene, into bytes: inout [UInt8]) {
    bytes = [UInt8](repeating: 0, count: CornerCounter.mostBytes(for: scene))
  }
}
