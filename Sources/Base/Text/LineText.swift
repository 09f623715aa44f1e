// SPDX-License-Identifier: MIT
// The ways out of the program for a text that came from outside: a file's name, a tag, a lyric. There is
// one for each format, and .ci/lint forbids others. All go by scalars, never by characters: a combining
// mark behind a quotation mark or a `<` makes it another character.

/// Text from outside, such as file names, made safe for a line of output on a terminal or in a table.
public enum LineText {
  /// The text with escapes in place of bytes that are not UTF-8, and of everything that could break or
  /// reorder a line, hide in it, or command a terminal.
  public static func escaped(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // After an escape a selector stands behind its brace: what is escaped twice is as escaped once.
      guard isTroublesome(scalar, after: line.last) else {
        line.append(scalar)
        continue
      }
      let escape =
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: RawText.escaped(scalar) ?? "\\u{\(String(scalar.value, radix: 16))}"
        }
      line.append(contentsOf: escape.unicodeScalars)
    }
    return String(line)
  }

  /// Whether ``escaped(_:)`` changes a text.
  static func isTroublesome(_ text: String) -> Bool {
    var previous: Unicode.Scalar?
    return text.unicodeScalars.contains { scalar in
      defer { previous = scalar }
      return isTroublesome(scalar, after: previous)
    }
  }

  /// Whether a scalar could break or reorder a line, cannot be seen, or stands for a byte that is not
  /// UTF-8. The joiners and selectors that emoji and some scripts need may stand behind a character that
  /// is not ASCII, and tags behind a flag.
  static func isTroublesome(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar? = nil
  ) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    if scalar.properties.isBidiControl || RawText.byte(scalar) != nil { return true }
    guard scalar.properties.isDefaultIgnorableCodePoint else { return false }
    let isPart = scalar.properties.isVariationSelector || scalar.properties.isJoinControl
    return !(isPart && (previous?.value ?? 0) >= 0x80 || scalar.isTag(behind: previous))
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter of a tag, unseen, that makes a black flag another one, as that of Scotland.
  ///
  /// - Source: Unicode, UTS 51, *Unicode Emoji*, ED-14a.
  public func isTag(behind last: Unicode.Scalar?) -> Bool {
    let tags: ClosedRange<UInt32> = 0xE0020...0xE007F
    return tags.contains(value)
      && last.map { $0.value == 0x1F3F4 || tags.contains($0.value) } == true
  }
}
