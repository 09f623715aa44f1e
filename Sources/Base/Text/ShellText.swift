// SPDX-License-Identifier: MIT

/// Text to paste into a POSIX shell: `sh`, bash and zsh read it alike. It is a single line without
/// hidden or reordered characters, so ``LineText/escaped(_:)`` leaves it unchanged.
///
/// - Source: POSIX.1-2017, Shell Command Language, 2.2 and 2.6.3.
public enum ShellText {
  /// A command with its arguments; `nil` if one of them cannot be typed, see ``word(_:)``.
  public static func line(_ words: [String]) -> String? {
    let typed = words.compactMap(word)
    return typed.count == words.count ? typed.joined(separator: " ") : nil
  }

  /// A text as one word that a shell reads back unchanged: plain, in single quotes, or as the
  /// output of `printf` if it has characters that a line cannot show.
  ///
  /// `nil` for such a text that ends in a line break, which a shell removes from the output.
  public static func word(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard !LineText.isTroublesome(text) else {
      return scalars.last == "\n" ? nil : output(ofFormat: text.percentDoubled)
    }
    // zsh replaces `=name` by the path of a program.
    let isPlain = !text.isEmpty && scalars.first != "=" && scalars.allSatisfy(isPlain)
    return isPlain ? text : quoted(text)
  }

  /// A text in single quotes.
  public static func quoted(_ text: String) -> String {
    // Scalar by scalar, so that a combining mark after a quote cannot hide it.
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// The output of `printf` for a format, and for the content of a shell variable if one is given,
  /// as one word. The format does not end in a line break.
  ///
  /// The format is literal text except for `%d` and `%%`; `\n` and the like are not escapes.
  public static func output(ofFormat format: String, variable: String? = nil) -> String {
    let text = format.unicodeScalars.enumerated().map { offset, scalar in
      // Inside the outer quotes, an interactive shell looks for `!`; a hyphen would begin an
      // option.
      let isSafe =
        !LineText.isTroublesome(scalar) && !"'\"\\!`$".unicodeScalars.contains(scalar)
        && (offset > 0 || scalar != "-")
      return isSafe ? String(scalar) : RawText.bytes(String(scalar)).map(octal).joined()
    }
    return "\"$(printf '" + text.joined() + "'" + (variable.map { " \"$\($0)\"" } ?? "") + ")\""
  }

  /// A path as an operand that no program mistakes for an option, an address or standard input.
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

  /// Always three digits: with fewer, following digits would count as part of the escape.
  private static func octal(_ byte: UInt8) -> String {
    "\\" + [byte >> 6, byte >> 3 & 7, byte & 7].map { String($0) }.joined()
  }
}

extension String {
  /// The text as a format for `printf`.
  fileprivate var percentDoubled: String {
    unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
  }
}
