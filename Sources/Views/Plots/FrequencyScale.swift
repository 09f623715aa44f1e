// SPDX-License-Identifier: MIT
internal import Glibc

/// Frequencies as places on an axis, and as distances from a note.
enum FrequencyScale {
  /// How many sixths of an octave lie between the lowest edge of the spectrum's bands and a
  /// frequency in hertz.
  ///
  /// - Source: IEC 61260-1:2014: an octave to the base ten is 10^0.3, and 1 kHz an edge.
  static func bands(to hertz: Double) -> Double { 34 + 20 * log10(hertz / 1000) }

  /// The cents from A4, 440 Hz, to a frequency in hertz, to the nearest whole one.
  static func cents(fromA4To hertz: Double) -> Int { Int((1200 * log2(hertz / 440)).rounded()) }
}
