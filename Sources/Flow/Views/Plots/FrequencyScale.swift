// SPDX-License-Identifier: MIT
internal import Glibc

/// Conversions of frequencies: to a position on the axis, and to the distance from a note.
package enum FrequencyScale {
  /// The position of a frequency in hertz, in sixths of an octave from the lowest edge of the
  /// spectrum's bands.
  ///
  /// - Source: IEC 61260-1:2014: a base-ten octave is 10^0.3, and 1 kHz is a band edge.
  static func bands(to hertz: Double) -> Double { 34 + 20 * log10(hertz / 1000) }

  /// The cents from A4, 440 Hz, to a frequency in hertz, rounded to a whole number.
  package static func cents(fromA4To hertz: Double) -> Int {
    Int((1200 * log2(hertz / 440)).rounded())
  }
}
