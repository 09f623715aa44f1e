// SPDX-License-Identifier: MIT

/// Text for a POSIX shell.
public enum ShellText {
  /// A text as one word that a shell reads back unchanged: as it is, in single quotes, or in
  /// `$'…'` where it has control characters or bytes that are not UTF-8.
  ///
  /// - Source: POSIX.1-2024, Shell Command Language, 2.2.4.
  public static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./,:=@%+".utf8.contains(byte)
      }
    }
    guard !isPlain || text.isEmpty else { return text }
    let isPrintable = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.generalCategory != .control && RawText.byte(scalar) == nil
    }
    // Scalar by scalar: a combining mark behind a quote must not hide it.
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      word.append(
        contentsOf: (isPrintable ? single(scalar) : escaped(scalar)).unicodeScalars)
    }
    return (isPrintable ? "'" : "$'") + String(word) + "'"
  }

  private static func single(_ scalar: Unicode.Scalar) -> String {
    scalar == "'" ? "'\\''" : String(scalar)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "'": return "\\'"
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default: break
    }
    let bytes = RawText.bytes(String(scalar))
    guard scalar.properties.generalCategory == .control || RawText.byte(scalar) != nil else {
      return String(scalar)
    }
    // Three octal digits: a hexadecimal escape would go on in the digits that follow it.
    return bytes.map { byte in
      "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map { String($0) }.joined()
    }.joined()
  }
}
