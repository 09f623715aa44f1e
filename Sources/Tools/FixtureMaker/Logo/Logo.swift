// SPDX-License-Identifier: MIT

/// The demo logo: a dot and four level arcs about it, each a quarter turn on from the last.
///
/// They start where the program's four curves start, at the right, the bottom, the left and the
/// top, and each sweeps less far than the one inside it. Lengths are parts of the image's width.
package enum Logo {
  /// The side of the image, in pixels.
  package static let size = 512

  /// Radius 0.11, and the arcs' middle lines at 0.19, 0.28, 0.37 and 0.46.
  private static let shapes: [any Shape] = [
    Disc(radius: 0.11),
    Arc(radius: 0.19, width: 0.052, start: 0, sweep: 0.84),
    Arc(radius: 0.28, width: 0.046, start: 0.25, sweep: 0.70),
    Arc(radius: 0.37, width: 0.040, start: 0.5, sweep: 0.56),
    Arc(radius: 0.46, width: 0.034, start: 0.75, sweep: 0.42),
  ]

  /// The image: black ink whose alpha is how much of the pixel it covers.
  package static func image() -> PNGFile {
    var pixels = [UInt8](repeating: 0, count: 4 * size * size)
    for row in 0..<size {
      for column in 0..<size {
        let alpha = (255 * coverage(column: column, row: row)).rounded()
        pixels[4 * (row * size + column) + 3] = UInt8(alpha)
      }
    }
    return PNGFile(width: size, pixels: pixels)
  }

  /// How much of a pixel is inked, 0 to 1: by 256 points where an edge crosses it.
  private static func coverage(column: Int, row: Int) -> Double {
    let pixel = 1 / Double(size)
    let (x, y) = ((Double(column) + 0.5) * pixel - 0.5, (Double(row) + 0.5) * pixel - 0.5)
    let distance = distance(x, y)
    guard abs(distance) < 0.75 * pixel else { return distance < 0 ? 1 : 0 }
    var inside = 0
    for index in 0..<256 {
      let right = (Double(index % 16) - 7.5) / 16 * pixel
      let down = (Double(index / 16) - 7.5) / 16 * pixel
      if Logo.distance(x + right, y + down) < 0 { inside += 1 }
    }
    return Double(inside) / 256
  }

  /// How far a point is from the nearest edge, negative inside the ink.
  private static func distance(_ x: Double, _ y: Double) -> Double {
    var nearest = Double.infinity
    for shape in shapes { nearest = min(nearest, shape.distance(x, y)) }
    return nearest
  }
}
