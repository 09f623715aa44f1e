// SPDX-License-Identifier: MIT

/// A line of text in the pieces between which it may be broken: at spaces, and between the characters of
/// Chinese and Japanese.
public struct TextLine: Sendable, Hashable {
  /// A word, or a part of one.
  public struct Piece: Sendable, Hashable {
    /// Its characters.
    public let text: String
    /// Whether a word begins here.
    public let beginsWord: Bool

    /// A piece.
    public init(text: String, beginsWord: Bool) {
      (self.text, self.beginsWord) = (text, beginsWord)
    }

    /// That of its first letter, or else of its first character.
    fileprivate var direction: TextDirection {
      let directions = text.map { TextDirection($0) }
      return directions.first { $0 == .left || $0 == .right }
        ?? (directions.contains(.number) ? .number : .neutral)
    }
  }

  /// The pieces in the order in which they are read.
  public var pieces: [Piece]
  /// The direction of the text that it is a line of.
  public let base: TextDirection

  /// A line of a text.
  public init(_ pieces: [Piece], base: TextDirection) {
    (self.pieces, self.base) = (pieces, base)
  }

  /// A text in one line.
  public init(_ text: String) {
    base = TextDirection.base(of: text)
    pieces = []
    for word in text.split(separator: " ") {
      var piece = ""
      var isFirst = true
      var last: Character?
      for character in word {
        if let last, TextLine.canBreak(between: last, and: character) {
          pieces.append(Piece(text: piece, beginsWord: isFirst))
          (piece, isFirst) = ("", false)
        }
        piece.append(character)
        last = character
      }
      pieces.append(Piece(text: piece, beginsWord: isFirst))
    }
  }

  /// The characters of the line.
  public var text: String {
    pieces.enumerated().map { index, piece in
      (index > 0 && piece.beginsWord ? " " : "") + piece.text
    }.joined()
  }

  /// The places of the pieces from left to right.
  public var order: [Int] {
    TextDirection.order(of: pieces.map(\.direction), base: base)
  }

  /// The usual rules for lines of Chinese and Japanese.
  ///
  /// - Source: W3C, *Requirements for Japanese Text Layout*, 3.1.7 and 3.1.8.
  private static func canBreak(between first: Character, and second: Character) -> Bool {
    (isIdeographic(first) || isIdeographic(second)) && !beginsNoLine.contains(second)
      && !endsNoLine.contains(first)
  }

  private static let beginsNoLine = Set(
    "、。，．・：；？！ー々〜…‥’”）〕］｝〉》」』】〙〗,.:;?!)]}ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
  private static let endsNoLine = Set("‘“（〔［｛〈《「『【〘〖([{")

  private static func isIdeographic(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return switch scalar.value {
    // Signs and kana, ideographs, compatibility ideographs, full-width forms, further ideographs.
    case 0x2E80...0x30FF, 0x3105...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
