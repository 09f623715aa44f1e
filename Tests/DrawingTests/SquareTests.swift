// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing

@Suite struct SquareTests {
  private func bitmap(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> Bitmap {
    Bitmap(
      width: width, height: height,
      pixels: (0..<width * height).flatMap { pixel($0 % width, $0 / width) })
  }

  @Test func `the square is the middle of the picture`() {
    let wide = bitmap(5, 3) { x, y in [UInt8(x), UInt8(y), 0, 255] }
    #expect(wide.square(atMost: 3) == bitmap(3, 3) { x, y in [UInt8(x + 1), UInt8(y), 0, 255] })
    let high = bitmap(1, 4) { _, y in [UInt8(y), 0, 0, 255] }
    #expect(high.square(atMost: 9) == bitmap(1, 1) { _, _ in [1, 0, 0, 255] })
  }

  @Test func `a pixel is the mean of its area, and what is transparent has no part in it`() {
    let even = bitmap(4, 4) { x, y in [UInt8(10 * x), UInt8(20 * y), 0, 255] }
    #expect(
      even.square(atMost: 2)
        == bitmap(2, 2) { x, y in [UInt8(5 + 20 * x), UInt8(10 + 40 * y), 0, 255] })
    // Three pixels in two: the middle one is shared.
    let odd = bitmap(3, 3) { x, _ in [[0, 90, 180][x], 0, 0, 255] }
    #expect(odd.square(atMost: 2) == bitmap(2, 2) { x, _ in [[30, 150][x], 0, 0, 255] })
    let half = bitmap(2, 2) { x, _ in x == 0 ? [200, 100, 50, 255] : [0, 255, 0, 0] }
    #expect(half.square(atMost: 1) == bitmap(1, 1) { _, _ in [200, 100, 50, 128] })
  }

  @Test(arguments: TestRun.seeds(1...10))
  func `a picture of one colour stays so`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let side = Int.random(in: 1...40, using: &random)
    let plain = bitmap(
      Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random)
    ) { _, _ in
      [12, 200, 255, 77]
    }
    let square = plain.square(atMost: side)
    #expect(square.width == min(side, plain.width, plain.height) && square.height == square.width)
    #expect(square == bitmap(square.width, square.height) { _, _ in [12, 200, 255, 77] })
  }
}
