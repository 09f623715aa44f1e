// SPDX-License-Identifier: MIT
internal import Drawing

/// The scale of a dial: its ends, its spacing, its marks and its coloured ranges.
struct DialScale: Sendable {
  /// Values with their fractions of the scale, 0 to 1, both ascending; linear in between.
  let places: [(value: Double, fraction: Double)]
  /// The values of the long marks.
  let majors: [Double]
  /// The values of the short marks.
  let minors: [Double]
  /// The long marks that have a number.
  let numbered: [Double]
  /// The unit of the numbers.
  var unit = ""
  /// The default coloured ranges.
  let ranges: [GaugeRange]

  /// The value at the start of the scale.
  var minimum: Double { places[0].value }
  /// The value at its end.
  var maximum: Double { places[places.count - 1].value }

  /// A value clamped to the scale.
  func held(_ value: Double) -> Double { min(max(value, minimum), maximum) }

  /// The direction of a value, clockwise over 270 degrees, from half past seven to half past four.
  func direction(of value: Double) -> Angle {
    let value = held(value)
    let inner = places.dropFirst().dropLast()
    let next = inner.firstIndex { value <= $0.value } ?? places.count - 1
    let (low, high) = (places[next - 1], places[next])
    let part = (value - low.value) / (high.value - low.value)
    return .degrees(135 + 270 * (low.fraction + (high.fraction - low.fraction) * part))
  }
}

extension DialScale {
  /// A linear scale of equal steps, with a number at every `count`th.
  static func even(
    from minimum: Double, to maximum: Double, steps: Int, majorEvery count: Int,
    unit: String = "", ranges: [GaugeRange]
  ) -> DialScale {
    func value(_ step: Int) -> Double {
      minimum + (maximum - minimum) * Double(step) / Double(steps)
    }
    let majors = stride(from: 0, through: steps, by: count).map(value)
    return DialScale(
      places: [(minimum, 0), (maximum, 1)], majors: majors,
      minors: (0...steps).filter { !$0.isMultiple(of: count) }.map(value), numbered: majors,
      unit: unit, ranges: ranges)
  }

  /// Ranges of colours between bounds.
  static func ranges(_ bounds: [Double], _ colors: [Color]) -> [GaugeRange] {
    zip(zip(bounds, bounds.dropFirst()), colors).map { GaugeRange($0.0, $0.1, $1) }
  }

  /// −60 to 0 dBFS, wide at the top: the last 20 dB take half of the dial.
  ///
  /// - Source: the deflection of IEC 60268-18 above −60 dBFS, stretched over the whole dial.
  static let studioDecibels = {
    let deflections: [(Double, Double)] = [
      (-60, 2.5), (-50, 7.5), (-40, 15), (-30, 30), (-20, 50), (0, 100),
    ]
    let majors: [Double] = [-60, -50, -40, -30, -24, -18, -12, -9, -6, -3, 0]
    let steps = [-55, -45, -38, -36, -34, -32, -28, -26, -22] + (-20...0).map(Double.init)
    return DialScale(
      places: deflections.map { (value: $0, fraction: ($1 - 2.5) / 97.5) }, majors: majors,
      minors: steps.filter { !majors.contains($0) }, numbered: majors.filter { $0 != -50 },
      unit: "dBFS",
      ranges: ranges([-60, -18, -9, -3, 0], DialColors.ranges))
  }()

  /// 0 to 1, an amplitude, as on a voltmeter.
  static let studioLinear = even(
    from: 0, to: 1, steps: 50, majorEvery: 5, unit: "AMPLITUDE",
    ranges: ranges([0, 0.126, 0.355, 0.708, 1], DialColors.ranges))
}
