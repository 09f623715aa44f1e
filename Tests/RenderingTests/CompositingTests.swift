// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

@Suite struct CompositingTests {
  /// The pixel under strokes that cover it wholly, and its PNG's colour type.
  private func pixel(
    _ strokes: [Color], over background: Color, logo: Color? = nil
  ) throws -> (color: Color, colorType: UInt8) {
    var scene = try Picture.sheet(5, 3, background)
    for color in strokes {
      scene.items.append(Picture.path([(-9, 1), (9, 1)], on: scene, width: 99, color))
    }
    if let logo {
      let bitmap = Bitmap(
        width: 1, height: 1, pixels: [logo.red, logo.green, logo.blue, logo.alpha])
      scene.items.append(Picture.image(bitmap, on: scene, x: 0, y: 0, width: 5, height: 3))
    }
    let pixmap = RasterRenderer(scene).pixmap
    let png = Picture.png(scene)
    let decoded = try Picture.decoded(png)
    for y in 0..<3 {
      for x in 0..<5 {
        #expect(pixmap.color(x: x, y: y) == pixmap.color(x: 2, y: 1))
        #expect(decoded.color(x: x, y: y) == pixmap.color(x: x, y: y))
      }
    }
    return (pixmap.color(x: 2, y: 1), try PNGFile(png).colorType)
  }

  private let red = Color(red: 255, green: 0, blue: 0)
  private let halfRed = Color(red: 255, green: 0, blue: 0, alpha: 128)
  private let halfBlue = Color(red: 0, green: 0, blue: 255, alpha: 128)

  @Test func `an opaque stroke hides what is under it`() throws {
    for background in [Color.white, Color.none, halfBlue] {
      #expect(try pixel([red], over: background).color == red)
      #expect(try pixel([halfBlue, red], over: background).color == red)
    }
  }

  @Test func `a half transparent stroke lets half through`() throws {
    #expect(try pixel([halfRed], over: .white).color == Color(red: 255, green: 127, blue: 127))
    #expect(try pixel([halfRed], over: .black).color == Color(red: 128, green: 0, blue: 0))
  }

  @Test func `over nothing a stroke keeps its colour and its alpha`() throws {
    #expect(try pixel([halfRed], over: .none).color == halfRed)
    // Twice the half leaves a quarter: 255 − 127²/255.
    let twice = try pixel([halfRed, halfRed], over: .none).color
    #expect(twice == Color(red: 255, green: 0, blue: 0, alpha: 192))
  }

  @Test func `over a half transparent ground alphas join and colours mix by their parts`() throws {
    let color = try pixel([halfRed], over: halfBlue).color
    // α = ½ + ½·½ of the ground; two thirds red, one third blue.
    #expect(color.alpha == 192)
    #expect(abs(Int(color.red) - 170) <= 1 && color.green == 0 && abs(Int(color.blue) - 85) <= 1)
  }

  @Test func `paths are laid one over the other in their order`() throws {
    let blueOnTop = try pixel([halfRed, halfBlue], over: .white).color
    #expect(blueOnTop == Color(red: 127, green: 63, blue: 191))
    let redOnTop = try pixel([halfBlue, halfRed], over: .white).color
    #expect(redOnTop == Color(red: 191, green: 63, blue: 127))
  }

  @Test func `the image lies over the strokes`() throws {
    #expect(try pixel([red], over: .white, logo: .black).color == .black)
    #expect(
      try pixel([red], over: .white, logo: halfBlue).color
        == Color(red: 127, green: 0, blue: 128))
    #expect(try pixel([red], over: .white, logo: Color.none).color == red)
  }

  @Test func `what nothing is drawn on stays transparent`() throws {
    let clear = Color(red: 255, green: 0, blue: 0, alpha: 0)
    for strokes in [[], [clear], [clear, Color.none]] as [[Color]] {
      #expect(try pixel(strokes, over: .none).color.alpha == 0)
      #expect(try pixel(strokes, over: .none, logo: Color.none).color.alpha == 0)
    }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `every pixel is source over, within a rounding of 8 bits`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func color() -> Color {
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random),
        alpha: random.pick([255, 128, .random(in: 1...255, using: &random)]))
    }
    let background = Bool.random(using: &random) ? color() : .none
    let sameColor = color()
    let strokes = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      seed % 2 == 0 ? sameColor : color()
    }
    var expected = Premultiplied(background)
    for stroke in strokes { expected.cover(with: stroke) }
    let result = Premultiplied(try pixel(strokes, over: background).color)
    for channel in 0..<4 {
      #expect(abs(result.parts[channel] - expected.parts[channel]) <= 1.5 / 255)
    }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `opaque shapes over an opaque ground are source over, rounded exactly`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    func color() -> Color {
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random))
    }
    // All have their left edges in one column and their upper edges in one row, so that up to five
    // cover a part of the same pixel.
    var scene = try Picture.sheet(40, 9, color())
    scene.items = (0..<Int.random(in: 2...5, using: &random)).map { _ in
      let box = Path.rectangle(
        x: .random(in: -16 ... -15, using: &random), y: .random(in: -3.5 ... -2.5, using: &random),
        width: .random(in: 1...34, using: &random), height: .random(in: 1...8, using: &random))
      return .fill(box, color())
    }
    let pixmap = RasterRenderer(scene).pixmap
    let coverages = try scene.items.map { item in
      var alone = try Picture.sheet(40, 9)
      alone.items = [item]
      alone.items[0].paint = .color(.black)
      return RasterRenderer(alone).pixmap
    }
    for y in 0..<9 {
      for x in 0..<40 {
        var expected = parts(scene.background)
        for (item, coverage) in zip(scene.items, coverages) {
          guard case .color(let top) = item.paint else { continue }
          let share = 1 - Double(coverage.color(x: x, y: y).red) / 255
          expected += (parts(top) - expected) * share
        }
        let color = pixmap.color(x: x, y: y)
        #expect(parts(color) == expected.rounded(.toNearestOrAwayFromZero), "\(x), \(y)")
      }
    }
  }

  /// Red, green and blue, 0 to 255.
  private func parts(_ color: Color) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }

  @Test func `one colour over one ground is a palette`() throws {
    #expect(try pixel([red, red, red, red], over: .white).colorType == 3)
    #expect(try pixel([halfRed], over: .none).colorType == 3)
    #expect(try pixel([], over: .white).colorType == 3)
  }

  @Test func `several colours or an image on an opaque ground are RGB`() throws {
    #expect(try pixel([red, halfBlue], over: .white).colorType == 2)
    #expect(try pixel([red, red], over: .white, logo: halfRed).colorType == 2)
  }

  @Test func `several colours or an image on a transparent ground are RGBA`() throws {
    #expect(try pixel([red, halfBlue], over: .none).colorType == 6)
    #expect(try pixel([red], over: halfBlue, logo: red).colorType == 6)
  }

  @Test func `the edge of a stroke goes from the ground to the stroke in equal steps`() throws {
    for (background, stroke) in [
      (Color.white, Color.black), (Color.none, red), (halfBlue, halfRed),
    ] {
      for share in [0.1, 0.25, 0.5, 0.9] {
        var scene = try Picture.sheet(3, 3, background)
        scene.items = [Picture.path([(-9, 1.5), (9, 1.5)], on: scene, width: share, stroke)]
        let result = Premultiplied(RasterRenderer(scene).pixmap.color(x: 1, y: 1))
        var expected = Premultiplied(background)
        expected.cover(with: stroke, coverage: share)
        for channel in 0..<4 {
          #expect(abs(result.parts[channel] - expected.parts[channel]) <= 1.5 / 255)
        }
      }
    }
  }
}

/// The reference: source over on parts from 0 to 1.
private struct Premultiplied {
  private(set) var parts: [Double]

  init(_ color: Color) {
    let alpha = Double(color.alpha) / 255
    parts = [color.red, color.green, color.blue].map { Double($0) / 255 * alpha } + [alpha]
  }

  mutating func cover(with color: Color, coverage: Double = 1) {
    let top = Premultiplied(color).parts.map { $0 * coverage }
    for channel in 0..<4 { parts[channel] = top[channel] + parts[channel] * (1 - top[3]) }
  }
}
