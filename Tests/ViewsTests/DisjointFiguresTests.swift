// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import Synthesis
import TestSupport
import Testing
import Views

/// Figures that a view calls disjoint, so that they are drawn faster.
@Suite struct DisjointFiguresTests {
  /// Expects that items have the same pixels by the nonzero rule, within the rounding of a level.
  func expectNoOverlap(in scene: Scene) throws {
    var count = 0
    for item in scene.items {
      guard case .fill(let path, .disjoint) = item.shape, !path.points.isEmpty else { continue }
      count += 1
      var (one, other) = (scene, scene)
      one.items = [item]
      other.items = [item]
      other.items[0].shape = .fill(path, .nonzero)
      let bytes = (RasterRenderer(one).pixmap.bytes, RasterRenderer(other).pixmap.bytes)
      let largest = zip(bytes.0, bytes.1).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
      #expect(largest <= 1, "item \(count), \(item.data)")
    }
    #expect(count > 0)
  }

  @Test(arguments: ["brass", "tutorial"], [25])
  func `gears do not overlap`(look: String, tick: Int) throws {
    var run = try WheelsRun(
      look,
      [
        .init(x: 0, y: 0, radius: 100, audio: true), .init(x: 160, y: 0, radius: 60, audio: true),
        .init(x: 0, y: 135, radius: 35, audio: true), .init(x: -150, y: 0, radius: 50),
        .init(x: -12, y: -120, radius: 20, audio: true),
      ])
    (run.picture.width, run.picture.height) = (320, 240)
    run.options.fitsAll = true
    try expectNoOverlap(in: run.scene(afterTick: tick))
  }

  @Test(arguments: [333])
  func `waves and dials do not overlap`(tick: Int) throws {
    var run = try TonesRun("tutorial", ToneBank(tones: ToneBank.tutorial))
    (run.picture.width, run.picture.height) = (320, 240)
    try expectNoOverlap(in: run.scene(afterTick: tick))
  }

  @Test func `bars and levels do not overlap`() throws {
    var random = SeededGenerator(seed: 1)
    let readings = (0..<200).map { index in
      // Silence at times, where the shapes have no height.
      let loudness = index % 50 < 10 ? -200 : Double.random(in: -60...0, using: &random)
      return Plots.analyzer(
        bar: .random(in: -90...0, using: &random), cap: .random(in: -90...0, using: &random),
        left: (loudness, loudness - 6), right: (loudness / 2, loudness - 20))
    }
    try expectNoOverlap(in: Plots.scene(after: readings, size: (320, 180)))
  }
}
