// SPDX-License-Identifier: MIT

extension Bitmap {
  /// The largest square in the middle, with at most `limit` pixels a side: each pixel is the mean of
  /// the area that it covers, weighted by alpha. Sums are whole numbers, the same on every machine.
  ///
  /// - Precondition: `limit` is positive.
  public func square(atMost limit: Int) -> Bitmap {
    let count = min(width, height)
    let side = min(limit, count)
    let (left, top) = ((width - count) / 2, (height - count) / 2)
    guard side < count || width != height else { return self }
    // A source pixel is `side` units long, and a pixel of the result is `count` units long.
    let shares = (0..<side).map { target in
      (target * count / side..<((target + 1) * count + side - 1) / side).map { source in
        (
          source,
          min((source + 1) * side, (target + 1) * count) - max(source * side, target * count)
        )
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(4 * side * side)
    for rows in shares {
      var sums = [SIMD4<Int>](repeating: .zero, count: side)
      for (row, height) in rows {
        for (target, columns) in shares.enumerated() {
          for (column, width) in columns {
            let place = ((top + row) * self.width + left + column) * 4
            let alpha = Int(pixels[place + 3])
            sums[target] &+=
              SIMD4(
                Int(pixels[place]) * alpha, Int(pixels[place + 1]) * alpha,
                Int(pixels[place + 2]) * alpha, alpha) &* (width * height)
          }
        }
      }
      for sum in sums {
        for part in 0..<3 { result.append(UInt8((sum[part] + sum.w / 2) / max(sum.w, 1))) }
        result.append(UInt8((sum.w + count * count / 2) / (count * count)))
      }
    }
    return Bitmap(width: side, height: side, pixels: result)
  }
}
