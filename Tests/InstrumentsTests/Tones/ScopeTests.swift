// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Instruments
import Signal
import Synthesis
import TestSupport
import Testing
import Views

/// The oscilloscope.
@Suite struct ScopeTests {
  private typealias Tone = ToneBank.Tone

  /// The newest place of the beam of a layer, in points from the middle of the canvas: the centre of
  /// its spot, which is the last of the opaque shapes that are made of arcs alone.
  private func beam(_ scene: Scene, _ name: String) throws -> Point {
    try #require(
      scene.items.last { item in
        guard item.name == name, case .fill(let path, _) = item.shape else { return false }
        return !path.arcs.isEmpty
      }
    ).origin
  }

  /// Where the grid of a layer begins and ends: the first shape of it.
  private func screen(_ scene: Scene, _ name: String) throws -> (min: Point, max: Point) {
    let grid = try #require(scene.items.first { $0.name == name })
    guard case .fill(let path, _) = grid.shape else { throw CancellationError() }
    let (xs, ys) = (path.points.map(\.x), path.points.map(\.y))
    return (
      Point(x: xs.min() ?? 0, y: ys.min() ?? 0), Point(x: xs.max() ?? 0, y: ys.max() ?? 0)
    )
  }

  @Test func `the beam follows the sound's phase, so many times slower`() throws {
    // 440 Hz: 1.5 periods take 3.4 ms, and so five divisions of 1 ms; ten of 0.5 ms on the screen of
    // the sum. The beam takes 5 s.
    let bank = ToneBank(tones: [Tone(frequency: 69, velocity: 127)])
    let run = try TonesRun("scope", bank)
    for tick in [29, 100, 299, 301, 777, 36_000 * 60] {
      let scene = try run.scene(afterTick: tick)
      let time = Double(tick + 1) / 60
      for (name, slowness) in [("master", 1000.0), ("tone-0", 1000)] {
        let (low, high) = try screen(scene, name)
        let spot = try beam(scene, name)
        let width = high.x - low.x
        let along = time / 5 - (time / 5).rounded(.down)
        #expect(abs(spot.x - low.x - along * width) < 0.3, "\(name) at \(time)")
        let turns = time * 440 / slowness
        let expected = (low.y + high.y) / 2 - (high.y - low.y) / 2 * sin(2 * .pi * turns)
        // The beam stands at whole steps, of which there are hundreds in a period.
        #expect(abs(spot.y - expected) < 2, "\(name) at \(time)")
      }
    }
  }

  @Test func `the sum's full scale is that of all tones at their loudest`() throws {
    let tones = [Tone(frequency: 69, velocity: 127), Tone(frequency: 69, velocity: 127)]
    let scene = try TonesRun("scope", ToneBank(tones: tones)).scene(afterTick: 33)
    let (low, high) = try screen(scene, "master")
    let turns = 34.0 / 60 * 0.44
    let expected = (low.y + high.y) / 2 - (high.y - low.y) / 2 * sin(2 * .pi * turns)
    #expect(abs(try beam(scene, "master").y - expected) < 2)
  }

  @Test func `the figures are the dials' at the end of the tick`() throws {
    let bank = ToneBank(events: [
      .init(time: 1, tone: 1, frequency: 69), .init(time: 2, tone: 2, velocity: 101, glide: 2),
    ])
    let run = try TonesRun("scope", bank)
    let before = try run.scene(afterTick: 58)
    #expect(before.values(ofTone: 0, "frequency") == ["48.999"])
    #expect(before.values(ofTone: 1, "frequency") == ["311.127"])
    #expect(before.values(ofTone: 3, "frequency") == ["12543.854"])
    let after = try run.scene(afterTick: 59)
    #expect(after.values(ofTone: 1, "frequency") == ["440.000"])
    #expect(try run.scene(afterTick: 179).values(ofTone: 2, "velocity") == ["82"])
    // A part that begins later shows what is later.
    var part = run
    part.begin = 48_000
    #expect(try part.scene(afterTick: 119).values(ofTone: 2, "velocity") == ["82"])
  }

  @Test(arguments: ["scope", "tutorial"], TestRun.seeds(3...4))
  func `what a picture shows depends on its time alone`(look: String, seed: UInt64) throws {
    var run = try TonesRun(look, TonesRun.bank(seed: seed))
    (run.picture.width, run.picture.height) = (192, 108)
    run.rate = try #require(Rate(seed.isMultiple(of: 2) ? 60 : 7))
    let count = Int(14 * run.rate.numerator / run.rate.denominator)
    var view = try run.view()
    for tick in 0..<count {
      try view.advance(to: tick)
      // Each tick from a run that begins with it, and one of all from a run that leaves out some.
      guard tick % 97 == 0 || tick == 1 else { continue }
      #expect(try run.scene(view) == run.scene(afterTick: tick), "seed \(seed), tick \(tick)")
    }
    view = try run.view()
    for tick in [40, 41, 600, 5000] {
      try view.advance(to: tick)
      #expect(try run.scene(view) == run.scene(afterTick: tick), "seed \(seed), tick \(tick)")
    }
  }

  @Test(arguments: [(1920, 1080), (1080, 1080), (1080, 1920)])
  func `a long title leaves the subtitle its room`(width: Int, height: Int) throws {
    var run = try TonesRun("scope", ToneBank(tones: [Tone(frequency: 69, velocity: 127)]))
    (run.picture.width, run.picture.height) = (width, height)
    run.words = Captions(
      title: "A rather long title of a song, which goes on and on (extended remix)",
      subtitle: "The orchestra with the very long name, of the northern provinces")
    let scene = try run.scene(afterTick: 70)
    let (low, high) = try screen(scene, "master")
    let boxes = try ["title", "subtitle"].map { name in
      let points = try #require(scene.items.first { $0.name == name }?.shape.path?.points)
      return (
        left: points.map(\.x).min() ?? 0, right: points.map(\.x).max() ?? 0,
        top: points.map(\.y).min() ?? 0, bottom: points.map(\.y).max() ?? 0
      )
    }
    #expect(boxes[0].bottom < boxes[1].top && boxes[1].bottom < low.y)
    for box in boxes {
      #expect(box.right - box.left > 0.4 * (high.x - low.x) && box.right <= high.x)
      #expect(box.bottom - box.top > 4)
    }
  }

  @Test func `all tones are on the canvas, whatever its shape`() throws {
    for count in [1, 4, 64] {
      let tones = (0..<count).map { Tone(frequency: Double(127 - $0), velocity: 127) }
      for (width, height) in [(1920, 1080), (101, 177)] {
        var run = try TonesRun("scope", ToneBank(tones: tones))
        (run.picture.width, run.picture.height) = (width, height)
        run.words = Captions(title: "Four tones", subtitle: "and their sum")
        let scene = try run.scene(afterTick: 70)
        let half = (scene.canvas.widthInPoints / 2, scene.canvas.heightInPoints / 2)
        for item in scene.items {
          guard let path = item.shape.path else { continue }
          let isInside = path.points.allSatisfy { point in
            abs(item.origin.x + point.x) <= half.0 && abs(item.origin.y + point.y) <= half.1
          }
          #expect(isInside)
        }
      }
    }
  }
}

extension Item.Shape {
  fileprivate var path: Path? {
    switch self {
    case .fill(let path, _), .stroke(let path, _): path
    case .image: nil
    }
  }
}
