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
  ) throws -> SceneSequence {
    var options = RadialOptions.curves
    adjust(&options)
    let ticks = PictureTicks.music(count: count, seed: 5)
    let schedule = FrameSchedule(
      rate: fps, clock: TickClock(sampleRate: 60, rate: .sixty), sampleFrames: count)
    let scale = LevelScale(
      peak: LevelPair(left: 20, right: 20), average: LevelPair(left: 40, right: 40))
    let canvas = try #require(Canvas(width: 192, height: 108, shortSideInPoints: 432))
    return SceneSequence(
      schedule: schedule, figure: try options.figure(ticks: ticks, scale: scale),
      template: Scene(canvas: canvas, background: .black))
  }

  /// The whole of the frames, which the estimate is to foretell.
  private func truth(
    _ scenes: SceneSequence, _ frames: Range<Int>
  ) throws -> (files: Double, stored: Double) {
    // Pieces that are short enough are rendered whole.
    try stride(from: frames.lowerBound, to: frames.upperBound, by: 48).reduce((0, 0)) {
      sum, start in
      let piece = start..<min(start + 48, frames.upperBound)
      let estimate = try scenes.estimate(piece, as: CornerCounter.self, on: disk)
      #expect(estimate.isExact)
      return (
        sum.0 + estimate.bytesPerFrame * Double(piece.count),
        sum.1 + estimate.storedBytesPerFrame * Double(piece.count)
      )
    }
  }

  private func check(_ scenes: SceneSequence, _ frames: Range<Int>) throws {
    let truth = try truth(scenes, frames)
    let estimate = try scenes.estimate(frames, as: CornerCounter.self, on: disk)
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
    try check(scenes, 0..<count)
    if count > 100 { try check(scenes, count / 3..<count) }
  }

  @Test(arguments: [Rate(24), Rate(30_000, over: 1001), Rate(120)])
  func `so it is at any rate of images`(rate: Rate?) throws {
    let scenes = try scenes(ticks: 3000, fps: try #require(rate))
    try check(scenes, 0..<scenes.schedule.frameCount)
  }

  @Test func `the same frames have the same estimate`() throws {
    let scenes = try scenes(ticks: 400)
    let first = try scenes.estimate(7..<390, as: PNGFrameRenderer.self, on: disk)
    let second = try scenes.estimate(7..<390, as: PNGFrameRenderer.self, on: disk)
    #expect(first.bytesPerFrame == second.bytesPerFrame)
    #expect(first.storedBytesPerFrame == second.storedBytesPerFrame)
    #expect(first.storedBytesPerFrame >= first.bytesPerFrame)
  }

  @Test func `a single frame is rendered, and is exact`() throws {
    let scenes = try scenes(ticks: 400)
    let estimate = try scenes.estimate(399..<400, as: SVGFrameRenderer.self, on: disk)
    #expect(estimate.isExact)
    #expect(estimate.secondsPerFrame == 0)
    #expect(estimate.seconds(ofFrames: 1, jobs: 4) == estimate.secondsPerRun)
    #expect(estimate.seconds(ofFrames: 0, jobs: 4) == 0)
  }
}

/// Makes files of a byte for each corner of a scene.
private struct CornerCounter: FrameRenderer {
  mutating func render(_ scene: Scene, into bytes: inout [UInt8]) {
    let count = scene.items.reduce(0) { count, item in
      if case .stroke(let path, _) = item.shape { count + path.points.count } else { count }
    }
    bytes = [UInt8](repeating: 0, count: count)
  }
}
