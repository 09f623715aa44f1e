// SPDX-License-Identifier: MIT

/// Frames of AAC in ADTS.
enum ADTSFrame {
  /// This many headers in a row cannot be chance.
  private static let chainLength = 5

  /// Whether they follow one another somewhere in the beginning of an input.
  ///
  /// - Source: ISO/IEC 13818-7, 6.2.
  static func isStream(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { start in
      var place = start
      for _ in 0..<chainLength {
        // The version, the profile and the sample rate stay.
        guard bytes.number(at: place, 2, bigEndian: true).map({ $0 & 0xFFF6 }) == 0xFFF0,
          let size = bytes.number(at: place + 3, 3, bigEndian: true).map({ $0 >> 5 & 0x1FFF }),
          size > 6, bytes[place + 1...place + 2] == bytes[start + 1...start + 2]
        else { return false }
        place += Int(size)
      }
      return true
    }
  }
}
