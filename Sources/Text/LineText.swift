// SPDX-License-Identifier: MIT

/// Text from outside, such as file names, made safe for a line of output.
public enum LineText {
  /// The text with escapes in place of bytes that are not UTF-8 and of everything that could break
  /// or reorder a line.
  public static func escaped(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\t": line += "\\t"
      case "\r": line += "\\r"
      case _ where isTroublesome(scalar):
        line += RawText.escaped(scalar) ?? "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// Whether a scalar could break or reorder a line, or stands for a byte that is not UTF-8.
  static func isTroublesome(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl || RawText.byte(scalar) != nil
    }
  }
}
