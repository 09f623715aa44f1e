// SPDX-License-Identifier: MIT

/// Text to be pasted into a POSIX shell: `sh`, bash and zsh read it alike, and it is one line of
/// which nothing is hidden or reordered, so that ``LineText/escaped(_:)`` leaves it as it is.
///
/// - Source: POSIX.1-2017, Shell Command Language, 2.2 and 2.6.3.
public enum ShellText {
  /// A command with its arguments; `nil` where one of them cannot be typed, see ``word(_:)``.
  public static func line(_ words: [String]) -> String? {
    let typed = words.compactMap(word)
    return typed.count == words.count ? typed.joined(separator: " ") : nil
  }

  /// A text as one word that a shell reads back unchanged: as it is, in single quotes, or as the
  /// output of `printf` where it has what no line can show.
  ///
  /// `nil` for such a text that ends in a line break, which a shell takes off the output.
  public static func word(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard !scalars.contains(where: LineText.isTroublesome) else {
      return scalars.last == "\n" ? nil : output(ofFormat: text.percentDoubled)
    }
    // zsh takes `=name` for the path of a program.
    let isPlain = !text.isEmpty && scalars.first != "=" && scalars.allSatisfy(isPlain)
    return isPlain ? text : quoted(text)
  }

  /// A text in single quotes.
  public static func quoted(_ text: String) -> String {
    // Scalar by scalar: a combining mark behind a quote must not hide it.
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// What `printf` makes of a format and of what a shell's variable holds, as one word; the format
  /// does not end in a line break.
  ///
  /// `\n` and the like are no escapes in it: it is a text but for its `%d` and `%%`.
  public static func output(ofFormat format: String, variable: String? = nil) -> String {
    let text = format.unicodeScalars.enumerated().map { offset, scalar in
      // Within the outer quotes an interactive shell looks for `!`, and a hyphen begins an option.
      let isSafe =
        !LineText.isTroublesome(scalar) && !"'\"\\!`$".unicodeScalars.contains(scalar)
        && (offset > 0 || scalar != "-")
      return isSafe ? String(scalar) : RawText.bytes(String(scalar)).map(octal).joined()
    }
    return "\"$(printf '" + text.joined() + "'" + (variable.map { " \"$\($0)\"" } ?? "") + ")\""
  }

  /// A path as an operand that no program takes for an option, an address or standard input.
  public static func operand(_ path: String) -> String {
    let first = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    return first.first == UInt8(ascii: "-") || first.contains(UInt8(ascii: ":"))
      ? "./" + path : path
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: "-_./,:=@%+".unicodeScalars.contains(scalar)
    }
  }

  /// Three digits: fewer would go on in the digits that follow.
  private static func octal(_ byte: UInt8) -> String {
    "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map { String($0) }.joined()
  }
}

extension String {
  /// The text as a format of `printf`.
  fileprivate var percentDoubled: String {
    unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
  }
}
