// SPDX-License-Identifier: MIT

extension ShellText {
  /// The words of a line as a shell splits it, without what a shell does beyond that: nothing in it
  /// is a variable, a pattern, a command or a comment. `nil` if a quote is not closed, or the last
  /// character is a backslash.
  ///
  /// - Source: POSIX.1-2017, Shell Command Language, 2.2.
  public static func words(_ line: String) -> [String]? {
    var words: [String] = []
    // What is there of the word that is being read; `nil` between words.
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
        // A line that goes on in the next one.
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
