// SPDX-License-Identifier: MIT
public import Drawing

/// Raw frames made from a picture's pixels one by one, after the formulas and nothing else.
public enum RawPixels {
  /// Red, green, blue of each pixel.
  public static func rgb24(_ bitmap: Bitmap) -> [UInt8] {
    bitmap.pixels.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
  }

  /// The planes Y, U and V.
  public static func full(_ bitmap: Bitmap) -> [UInt8] {
    let all = (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { x in value(bitmap, x, y, .none) }
    }
    return all.map { luma($0) } + all.map { chroma($0).u } + all.map { chroma($0).v }
  }

  /// The planes Y, U and V of 4:2:0, in even sizes; beyond the picture there is `ground`.
  public static func subsampled(_ bitmap: Bitmap, ground: Color) -> [UInt8] {
    let (width, height) = (bitmap.width + bitmap.width % 2, bitmap.height + bitmap.height % 2)
    var (lumas, us, vs): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for y in 0..<height {
      for x in 0..<width {
        lumas.append(luma(value(bitmap, x, y, ground)))
        guard x % 2 == 0, y % 2 == 0 else { continue }
        var mean = SIMD3<Double>.zero
        for (column, weight) in [(max(x - 1, 0), 1.0), (x, 2), (x + 1, 1)] {
          for row in [y, y + 1] { mean += value(bitmap, column, row, ground) * weight / 8 }
        }
        us.append(chroma(mean).u)
        vs.append(chroma(mean).v)
      }
    }
    return lumas + us + vs
  }

  private static func value(
    _ bitmap: Bitmap, _ x: Int, _ y: Int, _ ground: Color
  ) -> SIMD3<Double> {
    guard x < bitmap.width, y < bitmap.height else {
      return SIMD3(Double(ground.red), Double(ground.green), Double(ground.blue)) / 255
    }
    let place = (y * bitmap.width + x) * 4
    return SIMD3((0..<3).map { Double(bitmap.pixels[place + $0]) }) / 255
  }

  private static func brightness(_ color: SIMD3<Double>) -> Double {
    0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }

  private static func luma(_ color: SIMD3<Double>) -> UInt8 {
    UInt8((16 + 219 * brightness(color)).rounded())
  }

  private static func chroma(_ color: SIMD3<Double>) -> (u: UInt8, v: UInt8) {
    let y = brightness(color)
    return (
      UInt8((128 + 224 * (color.z - y) / 1.8556).rounded()),
      UInt8((128 + 224 * (color.x - y) / 1.5748).rounded())
    )
  }
}
