// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct LogoTests {
  private let image = Logo.image()

  private func alpha(_ column: Int, _ row: Int) -> UInt8 {
    image.pixels[4 * (row * image.width + column) + 3]
  }

  @Test func `corners are transparent and the dot in the middle is opaque`() {
    let last = Logo.size - 1
    for (column, row) in [(0, 0), (last, 0), (0, last), (last, last)] {
      #expect(alpha(column, row) == 0)
    }
    #expect(alpha(256, 256) == 255)
  }

  @Test func `all the ink is black and lies inside the image's own circle`() {
    for row in 0..<Logo.size {
      for column in 0..<Logo.size where alpha(column, row) > 0 {
        let place = 4 * (row * Logo.size + column)
        #expect(image.pixels[place..<(place + 3)].allSatisfy { $0 == 0 })
        let (x, y) = (Double(column) - 255.5, Double(row) - 255.5)
        #expect((x * x + y * y).squareRoot() < 250)
      }
    }
  }

  @Test func `the ink covers the area that the formulas give`() {
    // In widths: π·0.11² for the dot; for each arc, its width times its length, and a disc of ends.
    let pi = Double.pi
    let arcs = [
      (0.19, 0.052, 0.84), (0.28, 0.046, 0.70), (0.37, 0.040, 0.56), (0.46, 0.034, 0.42),
    ]
    let area = arcs.reduce(pi * 0.11 * 0.11) { sum, arc in
      sum + arc.1 * 2 * pi * arc.0 * arc.2 + pi * arc.1 * arc.1 / 4
    }
    var covered = 0
    for index in stride(from: 3, to: image.pixels.count, by: 4) {
      covered += Int(image.pixels[index])
    }
    let measured = Double(covered) / 255 / Double(Logo.size * Logo.size)
    #expect(abs(measured - area) < 1e-4)
  }
}
