// SPDX-License-Identifier: MIT
internal import Text

/// Quantities for humans.
enum Quantity {
  /// `940 bytes`, `36.2 MB`: in powers of 1000.
  static func bytes(_ count: Int) -> String {
    guard count >= 1000 else { return counted(count, "byte") }
    var value = Double(count) / 1000
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    // What would be rounded up to 1000 of a unit is 1 of the next.
    while value >= 999.95, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    return "\(DecimalText.text(value, places: 1)) \(units.first ?? "")"
  }

  /// `0.31 s`, `2 min 5 s`, `1 h 40 min`.
  static func time(_ seconds: Double) -> String {
    guard seconds >= 60 else {
      return "\(DecimalText.text(seconds, places: seconds < 0.95 ? 2 : 1)) s"
    }
    let whole = Int(min(seconds, 1e15).rounded())
    guard whole >= 3600 else { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }

  /// The length of a track, always to the millisecond: `24.000 s`.
  static func length(_ seconds: Double) -> String {
    "\(DecimalText.text(seconds, places: 3)) s"
  }
}
