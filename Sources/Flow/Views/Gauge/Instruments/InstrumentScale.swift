// SPDX-License-Identifier: MIT
internal import Drawing
internal import Signal

/// What is printed on the face of a standard instrument, and what its needle shows.
///
/// Values are in dB from the reference level, which the instrument calls 0, TEST or 4.
struct InstrumentScale: Sendable {
  /// What the needle shows.
  enum Source: Sendable {
    /// The average or the peak of a channel.
    case average, peak
    /// The loudness of both channels together.
    case programme
  }

  /// Where a value is, as a fraction of the arc.
  enum Deflection: Sendable {
    /// In proportion to the voltage, 0 dB at a fraction.
    case voltage(zero: Double)
    /// Linear between values and their fractions, both ascending.
    case table([(value: Double, fraction: Double)])
  }

  /// The name on the face, and a line below it.
  let name: String
  var subtitle = ""
  let source: Source
  /// The level of the value 0 in dBFS, by the standard.
  let reference: Double
  /// How far that is above the integrated loudness of a track whose needle moves within the scale, in dB;
  /// `nil` for a scale that follows no track. Programme meters have their mark TEST 3 dB above it.
  var headroom: Double?
  /// What the scale calls the value 0.
  var mark = "0"
  let deflection: Deflection
  /// The long marks that have a label.
  let labels: [(value: Double, text: String)]
  /// The short marks.
  let minors: [Double]
  /// Coloured parts of the arc: values, and whether it warns.
  let zones: [(from: Double, to: Double, color: FaceColors.Zone)]
  let colors: FaceColors
  /// Marks within the arc, by their fractions: the per cent of a VU meter.
  var inner: [(fraction: Double, text: String)] = []

  /// The level of the value 0 for a track of this integrated loudness, in whole dB: that of the standard if
  /// there is none.
  func reference(for loudness: Double?) -> Double {
    guard let loudness, let headroom else { return reference }
    return (loudness + headroom).rounded()
  }

  /// What the value 0 stands for: `0 VU = −20 dBFS`.
  func words(of reference: Double) -> String {
    "\(mark) = \(Dial.number(reference)) \(source == .programme ? "LUFS" : "dBFS")"
  }

  /// Where a needle that is at the end of its arc stands.
  static let stop = 1.04

  /// The fraction of the arc at a value; a needle goes a little beyond either end.
  func fraction(of value: Double) -> Double {
    let fraction: Double
    switch deflection {
    case .voltage(let zero): fraction = zero * Decibels(value).amplitude
    case .table(let places):
      let next = places.firstIndex { value <= $0.value } ?? places.count - 1
      let (low, high) = (places[max(next - 1, 0)], places[max(next, 1)])
      fraction =
        low.fraction + (high.fraction - low.fraction) * (value - low.value)
        / (high.value - low.value)
    }
    return min(max(fraction, -0.03), InstrumentScale.stop)
  }
}

extension InstrumentScale {
  /// Marks with their own numbers as labels.
  private static func numbers(_ values: [Double]) -> [(Double, String)] {
    values.map { ($0, ($0 > 0 ? "+" : "") + Dial.number($0)) }
  }

  private static func steps(_ from: Int, _ to: Int, by step: Int, but labels: [Double]) -> [Double]
  {
    stride(from: from, through: to, by: step).map(Double.init).filter { !labels.contains($0) }
  }

  /// 0 VU at 71 % of the arc, in proportion to the voltage.
  ///
  /// - Source: IEC 60268-17; ANSI C16.5-1942.
  static let vu: InstrumentScale = {
    let labels: [Double] = [-20, -10, -7, -5, -3, -2, -1, 0, 1, 2, 3]
    return InstrumentScale(
      name: "VU", source: .average, reference: -20, headroom: 2, mark: "0 VU",
      deflection: .voltage(zero: 0.71),
      labels: labels.map { ($0, Dial.number(abs($0))) }, minors: [-6, -4],
      zones: [(-60, 0, .line), (0, 3, .warning)], colors: .cream,
      inner: [0, 20, 40, 60, 80, 100].map { (0.71 * $0 / 100, Dial.number($0)) })
  }()

  /// The instrument of the BBC: marks 1 to 7, 4 dB apart; 4 is the reference.
  ///
  /// - Source: IEC 60268-10, type IIa.
  static let bbc = InstrumentScale(
    name: "PPM", source: .peak, reference: -18, headroom: 3, mark: "4",
    deflection: .table([(-18, 0), (-12, 0.1), (12, 0.9), (15, 1)]),
    labels: (1...7).map { (Double(4 * $0 - 16), "\($0)") }, minors: [], zones: [],
    colors: .black)

  /// The scale of the EBU, from −12 to +12 with TEST at the reference.
  ///
  /// - Source: IEC 60268-10, type IIb; EBU Tech 3205.
  static let ebu: InstrumentScale = {
    let labels: [Double] = [-12, -8, -4, 4, 8, 12]
    return InstrumentScale(
      name: "PPM", subtitle: "EBU", source: .peak, reference: -18, headroom: 3, mark: "TEST",
      deflection: .table([(-18, 0), (-12, 0.1), (12, 0.9), (15, 1)]),
      labels: numbers(labels) + [(0, "TEST")],
      minors: steps(-12, 12, by: 2, but: labels + [0]), zones: [(9, 12, .warning)], colors: .black)
  }()

  /// The Nordic scale, from −36 to +9 with TEST at the reference.
  ///
  /// - Source: IEC 60268-10, type I, with the scale N9.
  static let nordic: InstrumentScale = {
    let labels: [Double] = [-36, -24, -18, -12, -6, 6, 9]
    return InstrumentScale(
      name: "dB", subtitle: "NORDIC", source: .peak, reference: -18, headroom: 3, mark: "TEST",
      deflection: .table([(-42, 0), (-36, 0.06), (-24, 0.27), (0, 0.72), (9, 0.94), (12, 1)]),
      labels: numbers(labels) + [(0, "TEST")],
      minors: steps(-36, 9, by: 3, but: labels + [0]), zones: [(-36, 6, .line), (6, 9, .warning)],
      colors: .ivory)
  }()

  /// The scale of DIN, from −50 to +5 with 0 at the permitted maximum.
  ///
  /// - Source: IEC 60268-10, type I; DIN 45406.
  static let din: InstrumentScale = {
    let labels: [Double] = [-50, -40, -30, -20, -10, -5, 0, 5]
    return InstrumentScale(
      name: "dB", subtitle: "DIN", source: .peak, reference: -9, headroom: 12,
      deflection: .table([
        (-60, 0), (-50, 0.03), (-40, 0.12), (-30, 0.25), (-20, 0.43), (-10, 0.64), (-5, 0.75),
        (0, 0.87), (5, 1),
      ]),
      labels: numbers(labels),
      minors: [-45, -35, -25, -15] + steps(-9, 4, by: 1, but: labels),
      zones: [(-50, 0, .line), (0, 5, .warning)], colors: .black)
  }()

  /// The K-system with `headroom` dB of headroom: green up to 0, amber up to +4, red above.
  ///
  /// - Source: Katz, 2000.
  static func k(_ headroom: Int) -> InstrumentScale {
    let top = Double(headroom)
    let labels =
      [-24, -18, -12, -8, -4, 0, 4, 8].map(Double.init) + (headroom > 14 ? [12, 16] : [])
    return InstrumentScale(
      name: "K-\(headroom)", source: .average, reference: -top, headroom: 0,
      deflection: .table([(-30, 0), (-24, 0.08), (-12, 0.26), (top, 1)]),
      labels: numbers(labels.filter { $0 < top - 1 } + [top]),
      minors: steps(-24, headroom, by: 2, but: labels + [top]),
      zones: [(-24, 0, .green), (0, 4, .amber), (4, top, .warning)], colors: .graphite)
  }

  /// Loudness from the target of −23 LUFS, on the scale EBU +9 or EBU +18.
  ///
  /// - Source: EBU Tech 3341, section 2.7.
  static func loudness(isWide: Bool) -> InstrumentScale {
    let top = isWide ? 18.0 : 9
    let labels = (-6...3).map { Double($0) * top / 3 }
    return InstrumentScale(
      name: "LU", subtitle: isWide ? "EBU +18" : "EBU +9", source: .programme, reference: -23,
      headroom: 0, mark: "0 LU",
      deflection: .table([(-2 * top, 0), (top, 1)]), labels: numbers(labels),
      minors: steps(Int(-2 * top), Int(top), by: isWide ? 2 : 1, but: labels),
      zones: [(-2 * top, -1, .line), (-1, 1, .green), (1, top, .amber)], colors: .graphite)
  }

  /// Decibels below full scale.
  ///
  /// - Source: the deflection of IEC 60268-18.
  static let fullScale: InstrumentScale = {
    let labels: [Double] = [-60, -40, -30, -20, -15, -10, -5, 0]
    return InstrumentScale(
      name: "dBFS", source: .peak, reference: 0,
      deflection: .table([
        (-60, 0.025), (-50, 0.075), (-40, 0.15), (-30, 0.3), (-20, 0.5), (0, 1),
      ]),
      labels: numbers(labels), minors: [-50, -45, -35, -25] + steps(-19, -1, by: 1, but: labels),
      zones: [(-60, -18, .line), (-18, -9, .green), (-9, -3, .amber), (-3, 0, .warning)],
      colors: .graphite)
  }()
}

/// The colours of an instrument's face.
struct FaceColors: Sendable {
  /// A part of the arc.
  enum Zone: Sendable {
    /// As the marks, allowed, careful, too much.
    case line, green, amber, warning
  }

  /// The face where the lamp shines on it, and at its edges.
  let light, edge: Color
  let ink, needle, cover: Color
  var warning = Color(rgb: 0xD02C20)

  static let cream = FaceColors(
    light: Color(rgb: 0xFDF3D2),
    edge: Color(rgb: 0xE2C88E),
    ink: Color(rgb: 0x1E1914),
    needle: Color(rgb: 0x14110F),
    cover: Color(rgb: 0x1B1A19))

  static let ivory = FaceColors(
    light: Color(rgb: 0xF7F5EC),
    edge: Color(rgb: 0xD8D5C6),
    ink: Color(rgb: 0x1C2024),
    needle: Color(rgb: 0x121417),
    cover: Color(rgb: 0x222528))

  static let black = FaceColors(
    light: Color(rgb: 0x1B1C1D),
    edge: Color(rgb: 0x0D0D0E),
    ink: Color(rgb: 0xF2EFE6),
    needle: Color(rgb: 0xFFFFFF),
    cover: Color(rgb: 0x060607),
    warning: Color(rgb: 0xE84A35))

  static let graphite = FaceColors(
    light: Color(rgb: 0x2B3033),
    edge: Color(rgb: 0x1A1D1F),
    ink: Color(rgb: 0xE4E6E2),
    needle: Color(rgb: 0xFFF3D6),
    cover: Color(rgb: 0x101213),
    warning: Color(rgb: 0xDD4B3C))

  subscript(_ zone: Zone) -> Color {
    switch zone {
    case .line: ink
    case .green: Color(rgb: 0x6FAE8A)
    case .amber: Color(rgb: 0xE2AB48)
    case .warning: warning
    }
  }
}
