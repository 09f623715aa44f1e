// SPDX-License-Identifier: MIT

/// Strings of JSON. What a terminal must not be given is escaped, which every reader undoes.
///
/// - Source: RFC 8259, section 7.
public enum JSONText {
  /// Appends a string with its quotation marks.
  ///
  /// The private scalar of a byte that is not UTF-8 stays one, so that names in our own files are read
  /// back as they were; ``valid(_:)`` is for other readers.
  public static func append(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    var previous: Unicode.Scalar?
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += #"\""#.utf8
      case "\\": text += #"\\"#.utf8
      case "\u{8}": text += #"\b"#.utf8
      case "\t": text += #"\t"#.utf8
      case "\n": text += #"\n"#.utf8
      case "\u{C}": text += #"\f"#.utf8
      case "\r": text += #"\r"#.utf8
      case " "..<"\u{7F}": text.append(UInt8(truncatingIfNeeded: scalar.value))
      case _ where RawText.byte(scalar) == nil && LineText.isTroublesome(scalar, after: previous):
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          text += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        }
        // Nothing stands behind it that would be seen as a part of it.
        continue
      default: text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
      previous = scalar
    }
    text.append(UInt8(ascii: "\""))
  }

  /// A text with U+FFFD for each part that is not UTF-8.
  public static func valid(_ text: String) -> String {
    // Pictures in pages are long, and plain.
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text : String(decoding: RawText.bytes(text), as: UTF8.self)
  }
}
