// SPDX-License-Identifier: MIT

/// Pictures of one size side by side, row by row, on a dark ground that parts them.
package enum PictureSheet {
  /// Pixels between two pictures, and round all of them.
  private static let gap = 12
  private static let ground: [UInt8] = [0x23, 0x23, 0x27, 0xFF]

  /// The pictures, three bytes for each pixel, from left to right and from top to bottom.
  ///
  /// - Precondition: the pictures are of one size, `width` pixels wide, and there is at least one.
  package static func image(_ pictures: [[UInt8]], width: Int, columns: Int) -> PNGFile {
    precondition(!pictures.isEmpty && pictures.allSatisfy { $0.count == pictures[0].count })
    let height = pictures[0].count / width / 3
    let rows = (pictures.count + columns - 1) / columns
    let whole = (
      width: gap + columns * (width + gap), height: gap + rows * (height + gap)
    )
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * whole.width * whole.height)
    for _ in 0..<(whole.width * whole.height) { pixels += ground }
    for (index, picture) in pictures.enumerated() {
      let left = gap + index % columns * (width + gap)
      let top = gap + index / columns * (height + gap)
      for y in 0..<height {
        for x in 0..<width {
          let (from, to) = (3 * (y * width + x), 4 * ((top + y) * whole.width + left + x))
          for part in 0..<3 { pixels[to + part] = picture[from + part] }
        }
      }
    }
    return PNGFile(width: whole.width, pixels: pixels)
  }
}
