// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis

/// The tutorial's picture of a sum of tones, pixel by pixel.
///
/// The curve does not depend on the pitch: a tone of the dials f and v is 10·v/127·sin(x·(f/127)/π)
/// points below the middle at column x. Each column has a run of pixels from the truncated height
/// of the previous column to its own; the first column is empty.
///
/// The sine is that of ``ExactMath``. For one tone with any dials, all pixels in 2000 columns are
/// the same as with the C library's sine.
///
/// - Source: Gladman, AudioSynthesis, `SineWaveRenderer.swift`.
struct WaveRaster {
  /// Integer dials.
  typealias Dials = (frequency: Int, velocity: Int)

  /// The rows of each column that are painted.
  let runs: [Range<Int>]

  /// The raster of a sum, clipped to an area in whole points.
  init(_ tones: [Dials], width: Int, height: Int) {
    var runs: [Range<Int>] = []
    var last: Double?
    for column in 0..<width {
      guard column > 0 else {
        runs.append(0..<0)
        continue
      }
      var y = Double(height) / 2
      for tone in tones {
        let turns =
          Double(column) * Double(tone.frequency) / 127 / (2 * ExactMath.pi * ExactMath.pi)
        y += ExactMath.sine(turns: turns) * (Double(tone.velocity) / 127 * 10)
      }
      let (top, bottom) = (Int(min(last ?? y, y)), Int(max(last ?? y, y)))
      runs.append((top..<bottom + 1).clamped(to: 0..<height))
      last = y
    }
    self.runs = runs
  }

  /// The outline of the pixels; a pixel is `scale` points.
  func path(scale: Double) -> Path {
    var path = Path()
    var columns = 0..<0
    for column in runs.indices {
      // The runs of neighbours overlap, but for those that the area clips away.
      if columns.isEmpty || !runs[column - 1].overlaps(runs[column]) {
        path.add(outline(of: columns, scale: scale))
        columns = column..<column
      }
      if !runs[column].isEmpty { columns = columns.lowerBound..<column + 1 }
    }
    path.add(outline(of: columns, scale: scale))
    return path
  }

  /// A staircase along the tops of the runs, and back along their bottoms.
  private func outline(of columns: Range<Int>, scale: Double) -> Path {
    guard !columns.isEmpty else { return Path() }
    var corners: [Point] = []
    func step(to y: Int, at x: Int) {
      let place = Point(x: Double(x) * scale, y: Double(y) * scale)
      if let last = corners.last, last.y == place.y { return }
      if let last = corners.last { corners.append(Point(x: place.x, y: last.y)) }
      corners.append(place)
    }
    for column in columns { step(to: runs[column].lowerBound, at: column) }
    for column in columns.reversed() { step(to: runs[column].upperBound, at: column + 1) }
    corners.append(Point(x: Double(columns.lowerBound) * scale, y: corners[corners.count - 1].y))
    return .polygon(corners)
  }
}
