// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal
internal import Text
internal import Views

/// A number at the head of a picture of loudness.
package struct LoudnessNumber: Sendable {
  /// What makes its colour.
  package enum Kind: Sendable { case plain, shortTerm, integrated, warning }

  /// What it is, in capitals, and its text and unit.
  package let caption, text, unit: String
  /// Where it is in the programme; empty if that is not known.
  package var note = ""
  package let kind: Kind

  /// The numbers of a programme; `nil` for what silence has not.
  static func all(
    integrated: Double?, range: Double, momentary: Double?, shortTerm: Double?, truePeak: Double?,
    target: ProgrammeTarget
  ) -> [LoudnessNumber] {
    func level(_ level: Double?, plus: Bool = false) -> String {
      level.map { signed($0, plus: plus) } ?? "–"
    }
    let isHigh = truePeak.map { $0.inTenths > target.peak } ?? false
    return [
      LoudnessNumber("INTEGRATED", level(integrated), "LUFS", .integrated),
      LoudnessNumber("RANGE", DecimalText.text(range, places: 1), "LU"),
      LoudnessNumber("MAX MOMENTARY", level(momentary), "LUFS"),
      LoudnessNumber("MAX SHORT-TERM", level(shortTerm), "LUFS", .shortTerm),
      LoudnessNumber("TRUE PEAK", level(truePeak, plus: true), "dBTP", isHigh ? .warning : .plain),
      LoudnessNumber(
        "GAIN TO \(Dial.number(target.level))",
        level(integrated.map { target.level - $0 }, plus: true), "dB"),
    ]
  }

  init(_ caption: String, _ text: String, _ unit: String, _ kind: Kind = .plain) {
    (self.caption, self.text, self.unit, self.kind) = (caption, text, unit, kind)
  }

  /// A number with one decimal and a true minus sign.
  package static func signed(_ value: Double, plus: Bool = false) -> String {
    (value > 0 && plus ? "+" : "") + Dial.number(value, places: 1)
  }
}

extension LoudnessColors {
  func color(of kind: LoudnessNumber.Kind) -> Color {
    switch kind {
    case .plain: ink
    case .shortTerm: shortTerm
    case .integrated: integrated
    case .warning: warning
    }
  }
}
