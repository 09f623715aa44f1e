// SPDX-License-Identifier: MIT

/// Pictures side by side, row by row, on a dark ground that parts them; the first one is as large as
/// four.
package enum PictureSheet {
  /// Pixels between two pictures, and round all of them.
  private static let gap = 12
  private static let ground: [UInt8] = [0x23, 0x23, 0x27, 0xFF]

  /// Whether the pictures are as large as ``image(_:width:columns:)`` needs them.
  package static func fits(_ pictures: [[UInt8]], width: Int) -> Bool {
    guard pictures.count > 1, width > 0 else { return false }
    let (size, height) = (pictures[1].count, pictures[1].count / width / 3)
    return height > 0 && size == 3 * width * height
      && pictures.dropFirst().allSatisfy { $0.count == size }
      && pictures[0].count == 3 * (2 * width + gap) * (2 * height + gap)
  }

  /// The pictures, three bytes for each pixel, from left to right and from top to bottom. The first one
  /// is `2 * width + gap` pixels wide, and covers two rows of two.
  ///
  /// - Precondition: the others are of one size, `width` pixels wide, and there is at least one;
  ///   `columns` is at least 2.
  package static func image(_ pictures: [[UInt8]], width: Int, columns: Int) -> PNGFile {
    precondition(columns > 1 && fits(pictures, width: width))
    let height = pictures[1].count / width / 3
    // The cells that the first picture covers are left out.
    let cells = (0...).lazy.filter { $0 / columns > 1 || $0 % columns > 1 }
      .prefix(pictures.count - 1)
    let rows = max((cells.max() ?? 0) / columns + 1, 2)
    let whole = (
      width: gap + columns * (width + gap), height: gap + rows * (height + gap)
    )
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * whole.width * whole.height)
    for _ in 0..<(whole.width * whole.height) { pixels += ground }
    for (picture, cell) in zip(pictures, [0] + cells) {
      let left = gap + cell % columns * (width + gap)
      let top = gap + cell / columns * (height + gap)
      let pictureWidth = cell == 0 ? 2 * width + gap : width
      for place in 0..<picture.count / 3 {
        let (y, x) = place.quotientAndRemainder(dividingBy: pictureWidth)
        let to = 4 * ((top + y) * whole.width + left + x)
        for part in 0..<3 { pixels[to + part] = picture[3 * place + part] }
      }
    }
    return PNGFile(width: whole.width, pixels: pixels)
  }
}
