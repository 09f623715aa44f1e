// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import TestSupport
import Testing

/// The kinds of PNG in `Fixtures/Corrupt/Logos` that are good, against the formulas of their pixels.
@Suite struct OddImageTests {
  private static let kinds = [
    "rgba", "rgba-16", "rgba-interlaced", "rgb", "grey", "grey-16", "grey-alpha", "grey-1",
    "palette", "bomb-iccp", "bomb-ztxt", "bomb-idat",
  ]

  private func pixel(_ kind: String, _ x: Int, _ y: Int) -> [Int] {
    let grey = 12 * (x + 5 * y)
    let color = [50 * x, 60 * y, max(0, 200 - grey), 255 - 30 * x]
    switch kind {
    case "rgb": return color.prefix(3) + [255]
    case "grey", "grey-16": return [grey, grey, grey, 255]
    case "grey-alpha": return [grey, grey, grey, 255 - grey]
    case "grey-1":
      let white = (x + y) % 2 * 255
      return [white, white, white, 255]
    case "palette":
      return [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 0], [9, 9, 9, 255]][(x + y) % 4]
    case "bomb-idat": return [0, 0, 0, 0]
    default: return color
    }
  }

  @Test(arguments: kinds)
  func `the pixels are those of the formula`(kind: String) throws {
    let image = try PNGImage(path: Repository.fixture("Corrupt/Logos/\(kind).png"))
    #expect(image.bitmap.width == 5 && image.bitmap.height == 4)
    let expected = (0..<4).flatMap { y in (0..<5).flatMap { x in pixel(kind, x, y) } }
    #expect(image.bitmap.pixels.map(Int.init) == expected)
  }
}
