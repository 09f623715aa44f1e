// SPDX-License-Identifier: MIT

/// The lines of a text that people wrote, without a byte order mark before the first one. They end with
/// LF, CR, both, or the line ends of Unicode.
package struct TextLines: Sequence, IteratorProtocol {
  private var rest: Substring.UnicodeScalarView
  private var isAtEnd = false

  /// The lines of a text; one that is empty if the text is.
  package init(_ text: String) {
    rest = text[...].unicodeScalars
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
  }

  /// The next line, without its end.
  package mutating func next() -> Substring.UnicodeScalarView? {
    guard !isAtEnd else { return nil }
    guard let end = rest.firstIndex(where: TextLines.isEnd) else {
      isAtEnd = true
      return rest
    }
    let line = rest[..<end]
    let isReturn = rest[end] == "\r"
    rest = rest[rest.index(after: end)...]
    if isReturn, rest.first == "\n" { rest.removeFirst() }
    return line
  }

  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

extension BidirectionalCollection where Element == Unicode.Scalar {
  /// Without the spaces, marks of byte order and zeros around it.
  package var trimmed: SubSequence {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || ["\u{FEFF}", "\u{200B}", "\0"].contains(scalar)
    }
    let text = drop(while: isSpace)
    guard let last = text.lastIndex(where: { !isSpace($0) }) else { return text }
    return text[...last]
  }
}
