// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct PictureSheetTests {
  @Test func `pictures stand side by side and row by row`() {
    // Three pictures of 2x1 pixels in two columns.
    let pictures = (1...3).map { number in [UInt8](repeating: UInt8(number * 50), count: 6) }
    let sheet = PictureSheet.image(pictures, width: 2, columns: 2)
    #expect(sheet.width == 12 + 2 + 12 + 2 + 12)
    #expect(sheet.pixels.count == 4 * 40 * (12 + 1 + 12 + 1 + 12))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(sheet.pixels[(4 * (40 * y + x))..<(4 * (40 * y + x) + 4)])
    }
    #expect(pixel(12, 12) == [50, 50, 50, 255] && pixel(13, 12) == pixel(12, 12))
    #expect(pixel(26, 12) == [100, 100, 100, 255])
    #expect(pixel(12, 25) == [150, 150, 150, 255])
    // No picture is there.
    #expect(pixel(26, 25) == pixel(0, 0) && pixel(14, 12) == pixel(0, 0))
  }
}
