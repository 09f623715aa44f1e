// SPDX-License-Identifier: MIT

/// The text in files of other programs.
package enum ForeignText {
  /// The text of some bytes in UTF-8, or in UTF-16, also without a byte order mark; `nil` if they are neither.
  package static func text(_ bytes: [UInt8]) -> String? {
    guard let isBig = isBigEndian(bytes) else { return String(validating: bytes, as: UTF8.self) }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      UInt16(bytes[place + (isBig ? 0 : 1)]) << 8 | UInt16(bytes[place + (isBig ? 1 : 0)])
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Whether the first byte of each unit of UTF-16 is the greater one; `nil` for what is not UTF-16. Without
  /// a mark, digits and line ends have a zero at every second byte.
  private static func isBigEndian(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    let head = bytes.prefix(1000).enumerated()
    let zeros = head.filter { $0.element == 0 }
    guard 5 * zeros.count > head.underestimatedCount else { return nil }
    let even = zeros.count { $0.offset.isMultiple(of: 2) }
    return even == 0 ? false : even == zeros.count ? true : nil
  }

  /// The name of the encoding that bytes are probably in, if it is one of the usual ones for Western,
  /// Japanese and Chinese text: they decode without a fault, and have the characters that such a text is
  /// full of. Others are not told apart.
  package static func encoding(of bytes: [UInt8]) -> String? {
    // Kana; and the common characters whose first byte Korean, and Chinese in Big5, seldom have.
    let encodings: [(name: String, leads: [ClosedRange<UInt8>], usual: ClosedRange<UInt8>)] = [
      ("SHIFT_JIS", [0x81...0x9F, 0xE0...0xFC], 0x82...0x83),
      ("GB18030", [0x81...0xFE], 0xC9...0xD7),
    ]
    for (name, leads, usual) in encodings {
      var (pairs, usualPairs, isValid, place) = (0, 0, true, 0)
      while isValid, place < bytes.count {
        let byte = bytes[place]
        let isLead = leads.contains { $0.contains(byte) }
        let isKana = name == "SHIFT_JIS" && 0xA1...0xDF ~= byte
        guard isLead else {
          (isValid, place) = (byte < 0x80 || isKana, place + 1)
          continue
        }
        let trail = place + 1 < bytes.count ? bytes[place + 1] : 0
        isValid = trail >= 0x40 && trail != 0x7F && trail <= 0xFE
        (pairs, place) = (pairs + 1, place + 2)
        if usual.contains(byte), trail >= (name == "GB18030" ? 0xA1 : 0x40) { usualPairs += 1 }
      }
      if isValid, pairs > 1, 5 * usualPairs > pairs { return name }
    }
    // In Western text few letters have an accent, and most stand alone.
    let high = bytes.indices.filter { bytes[$0] >= 0x80 }
    let together = zip(high, high.dropFirst()).count { $0 + 1 == $1 }
    let hasNone = high.contains { [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(bytes[$0]) }
    return hasNone || 4 * together > high.count || bytes.contains(0) ? nil : "WINDOWS-1252"
  }
}
