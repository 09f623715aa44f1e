// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis

/// How much time an oscilloscope shows, and how slowly.
struct TimeBase: Hashable {
  /// The time of a division, in seconds: 1, 2 or 5 times a power of ten.
  let division: Double
  /// Divisions from the left edge to the right one.
  let divisions: Int
  /// The division in millionths of a second.
  private let microseconds: Int

  /// The fastest one that has so many periods of a frequency in Hz.
  init(divisions: Int, periods: Double, of hertz: Double) {
    let least = periods / hertz / Double(divisions) * 1e6
    var (unit, step) = (1, 1)
    while Double(unit * step) < least {
      switch step {
      case 1: step = 2
      case 2: step = 5
      default: (unit, step) = (unit * 10, 1)
      }
    }
    microseconds = unit * step
    division = Double(microseconds) / 1e6
    self.divisions = divisions
  }

  /// How many times slower than the sound the picture moves: half a division a second.
  var slowness: Double { 2_000_000 / Double(microseconds) }

  /// What is written beside it, in milliseconds.
  var label: String {
    let (whole, rest) = (microseconds / 1000, microseconds % 1000)
    guard rest > 0 else { return "\(whole) ms/div" }
    var digits = String(String(rest + 1000).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) ms/div"
  }
}

/// A sum of sines as an oscilloscope draws it.
struct ScopeTrace {
  /// One sine of the sum.
  struct Sine {
    /// Up from the middle, in points.
    var amplitude: Double
    /// At the left edge, in turns.
    var phase: Double
    /// Periods from the left edge to the right one.
    var periods: Double
  }

  /// The line of all sines that the eye can follow, as a shape about its middle.
  let line: Path
  /// The band that the others paint about the line.
  let band: Path

  /// The narrowest period that is drawn as a line, in points.
  private static let narrowestPeriod = 4.0

  /// A trace from the middle of an area's left edge.
  init(_ sines: [Sine], width: Double) {
    let (slow, fast) = (
      sines.filter { $0.periods * ScopeTrace.narrowestPeriod <= width },
      sines.filter { $0.periods * ScopeTrace.narrowestPeriod > width }
    )
    // Sixteen chords to a period come within 2 % of the amplitude.
    let periods = slow.map(\.periods).max() ?? 0
    let count = min(max(Int(periods * 16), 120), Int(width * 2))
    var heights = [Double](repeating: 0, count: count + 1)
    for sine in slow where sine.amplitude > 0 { ScopeTrace.add(sine, to: &heights) }
    let points = heights.enumerated().map { index, height in
      Point(x: width * Double(index) / Double(count), y: -height)
    }
    line = Path(points)
    let reach = fast.reduce(0) { $0 + $1.amplitude }
    var band = Path()
    if reach > 0 {
      band = .polygon(
        points.map { Point(x: $0.x, y: $0.y - reach) }
          + points.reversed().map { Point(x: $0.x, y: $0.y + reach) })
    }
    self.band = band
  }

  /// Adds a sine at even steps by turning a pointer, which takes two products a step for each part.
  private static func add(_ sine: Sine, to heights: inout [Double]) {
    let step = sine.periods / Double(heights.count - 1)
    let (cosine, sinus) = (ExactMath.cosine(turns: step), ExactMath.sine(turns: step))
    var x = sine.amplitude * ExactMath.cosine(turns: sine.phase)
    var y = sine.amplitude * ExactMath.sine(turns: sine.phase)
    for index in heights.indices {
      heights[index] += y
      (x, y) = (x * cosine - y * sinus, x * sinus + y * cosine)
    }
  }
}
