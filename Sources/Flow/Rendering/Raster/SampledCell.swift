// SPDX-License-Identifier: MIT

/// The covered part of a cell on a grid of 64 by 64 places, for cells that very many movements
/// touch.
///
/// Cutting polygons gets slower with each piece; this takes the same time for each shape, however
/// many came before. An edge is off by at most 1/128 of a cell.
struct SampledCell {
  private var rows = InlineArray<64, UInt64>(repeating: 0)

  /// Covers what a movement of a round pen covers; `center` is that of the cell.
  mutating func add(_ segment: PenSegment, radius: Double, center: SIMD2<Double>) {
    let start = segment.start - center
    let end = segment.end - center
    let along = segment.direction
    // Beside a movement, its ends do not matter.
    let isStrip = segment.isBetweenCaps(segment.position(of: center))
    let low = Int(min(max((min(start.y, end.y) - radius + 0.5) * 64, 0), 64))
    let high = Int(min(max((max(start.y, end.y) + radius + 0.5) * 64 + 1, 0), 64))
    for row in low..<max(low, high) where rows[row] != .max {
      let y = (Double(row) + 0.5) / 64 - 0.5
      // In the rectangle: 0 ≤ along · p ≤ length, and across it no farther than the radius.
      let height = y - start.y
      var strip = Stretch.everything
      strip.cut(slope: -along.y, offset: height * along.x, from: -radius, to: radius)
      if !isStrip {
        strip.cut(slope: along.x, offset: height * along.y, from: 0, to: segment.length)
      }
      var stretch = Stretch()
      if strip.low <= strip.high { stretch.join(strip.low + start.x, strip.high + start.x) }
      if !isStrip {
        stretch.join(disc: start, radius, y)
        stretch.join(disc: end, radius, y)
      }
      rows[row] |= stretch.mask
    }
  }

  /// Whether nothing is left to cover.
  var isFull: Bool {
    for row in 0..<64 where rows[row] != .max { return false }
    return true
  }

  /// The covered part, 0 to 1.
  var coverage: Double {
    var count = 0
    for row in 0..<64 { count += rows[row].nonzeroBitCount }
    return Double(count) / 4096
  }

  /// A stretch of a row, in pixels from the centre of the cell; nothing if it ends before it
  /// begins.
  private struct Stretch {
    var low = Double.infinity
    var high = -Double.infinity

    static let everything = Stretch(low: -.infinity, high: .infinity)

    mutating func join(_ from: Double, _ to: Double) {
      low = min(low, from)
      high = max(high, to)
    }

    mutating func join(disc: SIMD2<Double>, _ radius: Double, _ y: Double) {
      let square = radius * radius - (y - disc.y) * (y - disc.y)
      guard square >= 0 else { return }
      join(disc.x - square.squareRoot(), disc.x + square.squareRoot())
    }

    /// Keeps the x for which `slope·x + offset` lies between two bounds.
    mutating func cut(slope: Double, offset: Double, from lower: Double, to upper: Double) {
      guard abs(slope) > 1e-12 else {
        if offset < lower || offset > upper { self = Stretch() }
        return
      }
      let one = (lower - offset) / slope
      let other = (upper - offset) / slope
      low = max(low, min(one, other))
      high = min(high, max(one, other))
    }

    /// The places within the stretch, one bit each.
    var mask: UInt64 {
      let first = Int(min(max((low + 0.5) * 64 + 0.5, 0), 64))
      let end = Int(min(max((high + 0.5) * 64 + 0.5, 0), 64))
      guard first < end else { return 0 }
      return (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(64 - end))
    }
  }
}
