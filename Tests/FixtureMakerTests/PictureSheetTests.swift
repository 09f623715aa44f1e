// SPDX-License-Identifier: MIT
import FixtureMaker
import Testing

struct PictureSheetTests {
  @Test func `pictures stand row by row beside the first one, which is as large as four`() {
    // Three pictures of 2x1 pixels in three columns, and one of 16x14.
    let small = (1...3).map { number in [UInt8](repeating: UInt8(number * 50), count: 6) }
    let large = [UInt8](repeating: 7, count: 3 * 16 * 14)
    #expect(PictureSheet.fits([large] + small, width: 2))
    #expect(!PictureSheet.fits(small, width: 2) && !PictureSheet.fits([large], width: 2))
    let sheet = PictureSheet.image([large] + small, width: 2, columns: 3)
    #expect(sheet.width == 12 + 3 * (2 + 12))
    #expect(sheet.pixels.count == 4 * 54 * (12 + 3 * (1 + 12)))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(sheet.pixels[(4 * (54 * y + x))..<(4 * (54 * y + x) + 4)])
    }
    #expect(pixel(12, 12) == [7, 7, 7, 255] && pixel(27, 25) == pixel(12, 12))
    #expect(pixel(40, 12) == [50, 50, 50, 255] && pixel(41, 12) == pixel(40, 12))
    #expect(pixel(40, 25) == [100, 100, 100, 255])
    #expect(pixel(12, 38) == [150, 150, 150, 255])
    // No picture is there.
    #expect(pixel(26, 38) == pixel(0, 0) && pixel(28, 12) == pixel(0, 0))
  }
}
