// SPDX-License-Identifier: MIT

/// The time base of an oscilloscope.
struct TimeBase: Hashable {
  /// The time of the sound in a division, in seconds: 1, 2 or 5 times a power of ten.
  let division: Double
  /// How many times slower than the sound the beam is.
  let slowness: Double
  private let microseconds: Int

  /// The fastest time base that shows `periods` periods of a frequency in Hz on `divisions`
  /// divisions. A sweep over them takes `sweep` seconds.
  init(divisions: Int, sweep: Int, periods: Double, of hertz: Double) {
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
    slowness = Double(sweep * 1_000_000) / Double(divisions * microseconds)
  }

  /// The label on the screen, in milliseconds.
  var label: String {
    let (whole, rest) = (microseconds / 1000, microseconds % 1000)
    guard rest > 0 else { return "\(whole) ms/div" }
    var digits = String(String(rest + 1000).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits) ms/div"
  }
}
