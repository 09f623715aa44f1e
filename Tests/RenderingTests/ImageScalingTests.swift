// SPDX-License-Identifier: MIT
import Drawing
import Rendering
import TestSupport
import Testing

@Suite struct ImageScalingTests {
  /// A bitmap over a rectangle of an otherwise empty sheet.
  private func drawn(
    _ bitmap: Bitmap, on size: (Int, Int), x: Double = 0, y: Double = 0, width: Double,
    height: Double, over background: Color = .none
  ) throws -> Pixmap {
    var scene = try Picture.sheet(size.0, size.1, background)
    scene.items.append(Picture.image(bitmap, on: scene, x: x, y: y, width: width, height: height))
    return RasterRenderer(scene).pixmap
  }

  private func bitmap(_ width: Int, _ colors: [Color]) -> Bitmap {
    Bitmap(
      width: width, height: colors.count / width,
      pixels: colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
  }

  @Test func `a checkerboard in one pixel is its mean`() throws {
    let board = bitmap(2, [.black, .white, .white, .black])
    let pixel = try drawn(board, on: (1, 1), width: 1, height: 1).color(x: 0, y: 0)
    #expect(pixel == Color(red: 128, green: 128, blue: 128))
  }

  @Test func `what is transparent does not bleed its colour`() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let clearGreen = Color(red: 0, green: 255, blue: 0, alpha: 0)
    let pixel = try drawn(bitmap(2, [red, clearGreen]), on: (1, 1), width: 1, height: 1)
      .color(x: 0, y: 0)
    #expect(pixel == Color(red: 255, green: 0, blue: 0, alpha: 128))
    let large = try drawn(bitmap(2, [red, clearGreen]), on: (8, 8), width: 8, height: 8)
    for x in 0..<8 where large.color(x: x, y: 3).alpha > 0 {
      #expect(large.color(x: x, y: 3).red == 255)
      #expect(large.color(x: x, y: 3).green == 0)
    }
  }

  @Test(arguments: TestRun.seeds(1...6))
  func `pixel on pixel a bitmap is itself`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (
      Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)
    )
    let colors = (0..<width * height).map { _ in
      Color(
        red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
        blue: .random(in: 0...255, using: &random),
        alpha: random.pick([0, 255, .random(in: 1...255, using: &random)]))
    }
    let pixmap = try drawn(
      bitmap(width, colors), on: (width + 3, height + 2), x: 2, y: 1, width: Double(width),
      height: Double(height))
    for y in 0..<height + 2 {
      for x in 0..<width + 3 {
        let color = pixmap.color(x: x, y: y)
        let isInside = (2..<width + 2).contains(x) && (1..<height + 1).contains(y)
        let expected = isInside ? colors[(y - 1) * width + x - 2] : .none
        #expect(color == (expected.alpha == 0 ? .none : expected), "(\(x), \(y))")
      }
    }
  }

  @Test(arguments: TestRun.seeds(1...6))
  func `scaled down, the mean stays`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let side = 60
    let colors = (0..<side * side).map { _ in
      let level = UInt8.random(in: 0...255, using: &random)
      return Color(red: level, green: 255 - level, blue: level / 2)
    }
    let target = Int.random(in: 1...59, using: &random)
    let pixmap = try drawn(
      bitmap(side, colors), on: (target, target), width: Double(target), height: Double(target),
      over: .black)
    var sum = 0
    for pixel in 0..<target * target {
      sum += Int(pixmap.color(x: pixel % target, y: pixel / target).red)
    }
    let mean = Double(colors.reduce(0) { $0 + Int($1.red) }) / Double(colors.count)
    // Each pixel is rounded once.
    #expect(abs(Double(sum) / Double(target * target) - mean) <= 0.5)
  }

  @Test(arguments: TestRun.seeds(1...6))
  func `scaled up, no level is outside those of the bitmap`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let colors = (0..<9).map { _ in
      Color(
        red: .random(in: 50...180, using: &random), green: .random(in: 90...91, using: &random),
        blue: 7)
    }
    let pixmap = try drawn(
      bitmap(3, colors), on: (50, 40), width: 50, height: 40, over: .black)
    let range = (colors.map(\.red).min() ?? 0)...(colors.map(\.red).max() ?? 0)
    for pixel in 0..<2000 {
      let color = pixmap.color(x: pixel % 50, y: pixel / 50)
      #expect(range.contains(color.red) && (90...91).contains(color.green) && color.blue == 7)
    }
  }

  @Test func `a bitmap of one colour has that colour at every scale`() throws {
    let color = Color(red: 200, green: 100, blue: 50, alpha: 180)
    let source = bitmap(3, [Color](repeating: color, count: 9))
    for side in [1, 2, 3, 4, 17] {
      let pixmap = try drawn(
        source, on: (side, side), width: Double(side), height: Double(side))
      for pixel in 0..<side * side {
        #expect(pixmap.color(x: pixel % side, y: pixel / side) == color)
      }
    }
  }

  @Test func `a pixel that the bitmap covers in part is transparent in part`() throws {
    let black = bitmap(1, [.black])
    let pixmap = try drawn(black, on: (4, 4), x: 0.5, y: 1, width: 2.25, height: 2)
    #expect((0..<4).map { pixmap.color(x: $0, y: 1).alpha } == [128, 255, 191, 0])
    #expect((0..<4).map { pixmap.color(x: 1, y: $0).alpha } == [0, 255, 255, 0])
  }

  @Test(arguments: [(-50, 0, 20, 20), (100, 100, 3, 3), (0, -21, 30, 20.5), (-1e6, 0, 3, 3)])
  func `a bitmap off the canvas is not seen`(
    x: Double, y: Double, width: Double, height: Double
  ) throws {
    let pixmap = try drawn(
      bitmap(1, [.black]), on: (30, 20), x: x, y: y, width: width, height: height, over: .white)
    #expect((0..<600).allSatisfy { pixmap.color(x: $0 % 30, y: $0 / 30) == .white })
  }

  @Test func `a bitmap that is far larger than the canvas covers it`() throws {
    let pixmap = try drawn(
      bitmap(2, [.black, .black, .black, .black]), on: (9, 9), x: -1e6, y: -1e6, width: 2e6,
      height: 2e6 + 50, over: .white)
    #expect((0..<81).allSatisfy { pixmap.color(x: $0 % 9, y: $0 / 9) == .black })
  }
}
