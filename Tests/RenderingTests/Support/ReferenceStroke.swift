// SPDX-License-Identifier: MIT
import Foundation

/// The coverage of a round pen's stroke by another way than the renderer's: 256 lines through each
/// row of pixels, on each of them the exact spans of all movements, merged.
enum ReferenceStroke {
  typealias Corner = (Double, Double)

  /// For each pixel the part that is covered, 0 to 1, row by row.
  static func coverage(
    of corners: [Corner], radius: Double, width: Int, height: Int, linesInRow: Int = 256
  ) -> [Double] {
    var coverage = [Double](repeating: 0, count: width * height)
    let movements = Array(zip(corners, corners.dropFirst()))
    for line in 0..<height * linesInRow {
      let y = (Double(line) + 0.5) / Double(linesInRow)
      let spans = movements.compactMap { span(from: $0.0, to: $0.1, radius: radius, y: y) }
        .sorted { $0.lowerBound < $1.lowerBound }
      var reached = -Double.infinity
      for span in spans where span.upperBound > reached {
        let low = max(span.lowerBound, reached, 0)
        let high = min(span.upperBound, Double(width))
        reached = span.upperBound
        guard low < high else { continue }
        for column in Int(low)...min(Int(high), width - 1) {
          let share = min(high, Double(column + 1)) - max(low, Double(column))
          coverage[line / linesInRow * width + column] += max(share, 0) / Double(linesInRow)
        }
      }
    }
    return coverage
  }

  /// Where a horizontal line meets the capsule about a movement.
  private static func span(
    from start: Corner, to end: Corner, radius: Double, y: Double
  ) -> ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    for center in [start, end] {
      let half = radius * radius - (y - center.1) * (y - center.1)
      guard half >= 0 else { continue }
      low = min(low, center.0 - half.squareRoot())
      high = max(high, center.0 + half.squareRoot())
    }
    let (dx, dy) = (end.0 - start.0, end.1 - start.1)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return low <= high ? low...high : nil }
    // |(x - x₀)·dy − (y - y₀)·dx| ≤ r·length, and 0 ≤ (x - x₀)·dx + (y - y₀)·dy ≤ length².
    let across = bounds(
      slope: dy, offset: -(y - start.1) * dx, from: -radius * length, to: radius * length)
    let along = bounds(slope: dx, offset: (y - start.1) * dy, from: 0, to: length * length)
    if let across, let along {
      let first = start.0 + max(across.lowerBound, along.lowerBound)
      let last = start.0 + min(across.upperBound, along.upperBound)
      if first <= last {
        low = min(low, first)
        high = max(high, last)
      }
    }
    return low <= high ? low...high : nil
  }

  /// The x for which `slope·x + offset` lies in a range.
  private static func bounds(
    slope: Double, offset: Double, from low: Double, to high: Double
  ) -> ClosedRange<Double>? {
    if slope == 0 {
      return low <= offset && offset <= high ? -Double.infinity...Double.infinity : nil
    }
    let ends = [(low - offset) / slope, (high - offset) / slope].sorted()
    return ends[0]...ends[1]
  }
}
