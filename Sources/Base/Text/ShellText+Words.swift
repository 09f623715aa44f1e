// SPDX-License-Identifier: MIT

extension ShellText {
  /// Splits a line into words as a shell does, with its quotes and backslashes only: no variables,
  /// patterns, commands or comments. `nil` if a quote is not closed, or the last character is a
  /// backslash.
  ///
  /// - Source: POSIX.1-2017, Shell Command Language, 2.2.
  public static func words(_ line: String) -> [String]? {
    var words: [String] = []
    // The word that is being read, so far; `nil` between words.
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, quote) {
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let whole = word { words.append(String(whole)) }
        word = nil
      case ("'", nil), ("\"", nil):
        quote = scalar
        word = word ?? .init()
      case (_, let open?) where scalar == open: quote = nil
      case ("\\", nil):
        guard let next = scalars.popFirst() else { return nil }
        // A backslash at the end of a line joins it to the next one.
        if next != "\n" { word = (word ?? .init()) + [next] }
      case ("\\", "\""):
        guard let next = scalars.popFirst() else { return nil }
        let isEscape = "\"\\$`".unicodeScalars.contains(next)
        if next != "\n" { word = (word ?? .init()) + (isEscape ? [next] : [scalar, next]) }
      default: word = (word ?? .init()) + [scalar]
      }
    }
    guard quote == nil else { return nil }
    if let whole = word { words.append(String(whole)) }
    return words
  }
}
