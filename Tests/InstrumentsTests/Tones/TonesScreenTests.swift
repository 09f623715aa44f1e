// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Instruments
import Synthesis
import TestSupport
import Testing
import Views

/// The screen of the tutorial's app.
@Suite struct TonesScreenTests {
  private typealias Tone = ToneBank.Tone

  /// A pixel of a raster.
  private struct Pixel: Hashable { let x, y: Int }

  /// The pixels inside an outline of whole pixels, in pixels from the upper left of the shape's own
  /// place.
  private func pixels(_ item: Item, scale: Double = 1) throws -> Set<Pixel> {
    guard case .fill(let path, .disjoint) = item.shape else { throw CancellationError() }
    let corners = path.points.map { (x: $0.x / scale, y: $0.y / scale) }
    #expect(corners.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() })
    // How much the winding number changes at the left side of each pixel.
    var changes: [Pixel: Int] = [:]
    var (first, last) = (0, 0)
    for (index, verb) in path.verbs.enumerated() where verb != .line {
      if verb == .move { first = index - last }
      guard verb == .close else { continue }
      let figure = Array(corners[first..<index - last])
      last += 1
      for (from, to) in zip(figure, figure.dropFirst() + figure.prefix(1)) {
        #expect((from.x == to.x) != (from.y == to.y))
        for y in Int(min(from.y, to.y))..<Int(max(from.y, to.y)) {
          changes[Pixel(x: Int(from.x), y: y), default: 0] += to.y > from.y ? 1 : -1
        }
      }
    }
    var pixels: Set<Pixel> = []
    for (row, starts) in Dictionary(grouping: changes.keys, by: \.y) {
      var winding = 0
      for (start, end) in zip(
        starts.sorted { $0.x < $1.x }, starts.sorted { $0.x < $1.x }.dropFirst())
      {
        winding += changes[start] ?? 0
        guard winding != 0 else { continue }
        for x in start.x..<end.x { pixels.insert(Pixel(x: x, y: row)) }
      }
    }
    return pixels
  }

  /// What the tutorial's loop paints, with the C library's sine.
  private func painted(_ tones: [(Int, Int)], width: Int, height: Int = 125) -> Set<Pixel> {
    var pixels: Set<Pixel> = []
    var previous: Double?
    for x in 1..<width {
      var y = Double(height) / 2
      for (frequency, velocity) in tones {
        y +=
          sin(Double(x) / (Double.pi * 5) * (Double(frequency) / 127) * 5)
          * (Double(velocity) / 127 * 10)
      }
      let last = previous ?? y
      for row in Int(min(last, y))...Int(max(last, y)) where (0..<height).contains(row) {
        pixels.insert(Pixel(x: x, y: row))
      }
      previous = y
    }
    return pixels
  }

  @Test func `the rasters at the start are those of the tutorial's loop`() throws {
    let scene = try TonesRun("tutorial", ToneBank()).scene(afterTick: 0)
    let tones = [(31, 127), (63, 95), (95, 63), (127, 31)]
    let master = try pixels(scene.shown("master"))
    #expect(master == painted(tones, width: 984))
    // Figures of a raster 335 wide, which is the beginning of this one.
    let part = master.filter { $0.x < 335 }
    #expect(part.count == 657)
    #expect(part.map(\.y).min() == 39 && part.map(\.y).max() == 81)
    for (index, tone) in tones.enumerated() {
      #expect(try pixels(scene.shown("tone-\(index)")) == painted([tone], width: 220))
    }
  }

  @Test(arguments: Array(stride(from: 0, to: 128, by: 9)))
  func `a tone of any frequency has the pixels of the tutorial's loop`(frequency: Int) throws {
    let bank = ToneBank(tones: [Tone(frequency: Double(frequency), velocity: 127)])
    let scene = try TonesRun("tutorial", bank).scene(afterTick: 0)
    let expected = painted([(frequency, 127)], width: 984)
    #expect(try pixels(scene.shown("master")) == expected)
  }

  @Test func `the first half-wave goes down, to row 72`() throws {
    let bank = ToneBank(tones: [Tone(frequency: 127, velocity: 127)])
    let pixels = try pixels(TonesRun("tutorial", bank).scene(afterTick: 0).shown("master"))
    #expect(pixels.filter { $0.x <= 10 }.map(\.y).max() == 72)
    #expect(pixels.filter { $0.x <= 9 }.map(\.y).min() == 65)
    #expect(pixels.contains { $0.x == 1 } && !pixels.contains { $0.x == 0 })
  }

  @Test func `dials that turn are whole numbers in the rasters, and one more in the labels`() throws
  {
    let bank = ToneBank(events: [
      .init(time: 1, tone: 1, frequency: 73, glide: 1), .init(time: 2.5, tone: 0, velocity: 0),
    ])
    let run = try TonesRun("tutorial", bank)
    // In the middle between 63 and 73 after 1.5 s, the end of tick 89.
    let scene = try run.scene(afterTick: 91)
    #expect(scene.values(ofTone: 1, "frequency") == ["69"])
    #expect(scene.values(ofTone: 1, "velocity") == ["96"])
    #expect(try pixels(scene.shown("tone-1")) == painted([(68, 95)], width: 220))
    let end = try run.scene(afterTick: 180)
    #expect(end.values(ofTone: 0, "velocity") == ["1"])
    #expect(
      try pixels(end.shown("master"))
        == painted([(31, 0), (73, 95), (95, 63), (127, 31)], width: 984))
  }

  @Test func `the dials go from half past seven through twelve to half past four`() throws {
    let bank = ToneBank(tones: [Tone(frequency: 127, velocity: 0)])
    let scene = try TonesRun("tutorial", bank).scene(afterTick: 0)
    let outlines = scene.items.compactMap { item -> Path? in
      guard case .fill(let path, _) = item.shape, let first = path.arcs.first, first.radius > 90
      else { return nil }
      return path
    }
    // The velocity is 0, so its dial is a dot.
    #expect(outlines.map { $0.arcs[0].radius } == [110, 105, 110])
    for outline in outlines {
      #expect(outline.arcs[0].start.degrees == 135)
      let outer = outline.arcs.filter { $0.radius == outline.arcs[0].radius }
      #expect(abs(outer.reduce(0) { $0 + $1.sweep.degrees } - 270) < 1e-9)
    }
  }

  @Test(arguments: [1, 3, 5, 9, 64])
  func `any number of tones has room on the screen`(count: Int) throws {
    let tones = (0..<count).map { Tone(frequency: Double(2 * $0), velocity: 127) }
    for (width, height) in [(1024, 768), (1080, 1920)] {
      var run = try TonesRun("tutorial", ToneBank(tones: tones))
      (run.picture.width, run.picture.height) = (width, height)
      let scene = try run.scene(afterTick: 0)
      let half = (scene.canvas.widthInPoints / 2, scene.canvas.heightInPoints / 2)
      for item in scene.items {
        switch item.shape {
        case .fill(let path, _):
          let isInside = path.points.allSatisfy { point in
            abs(item.origin.x + point.x) <= half.0 + 0.01
              && abs(item.origin.y + point.y) <= half.1 + 0.01
          }
          #expect(isInside)
        default: break
        }
      }
      // No two tones overlap.
      let places = (0..<count).compactMap { tone in
        scene.items.first { $0.name == "tone-\(tone)" }?.origin
      }
      #expect(Set(places).count == count)
    }
  }
}
