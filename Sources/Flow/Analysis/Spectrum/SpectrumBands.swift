// SPDX-License-Identifier: MIT

/// The bands of the spectrum: sixths of an octave from 20 Hz to 20 kHz.
///
/// - Source: IEC 61260-1:2014, octaves of base ten: 10^0.3.
public enum SpectrumBands {
  /// How many bands there are: ten octaves of six.
  public static let count = 60

  /// The lowest frequency of each band, in Hz, and after them the highest of the last:
  /// 1000·10^(0.05·i) for i from −34 to 26; 19.95 Hz to 19 953 Hz.
  public static let edges: [Double] = (-34...26).map { 1000 * power(10, 0.05 * Double($0)) }
}
