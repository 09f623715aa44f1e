// SPDX-License-Identifier: MIT

/// The letters that words are written in.
public enum Typeface: Sendable, Hashable {
  /// The program's own, for a round pen: see ``StrokeFont``.
  case strokes
  /// Those of fonts, which are filled.
  case outlines(ShapedWords)
}

/// A word of a text as a font writes it; lengths are in heights of its capitals.
public struct ShapedWord: Sendable, Hashable {
  /// The outlines of its letters, in the order in which they are read, all from where the word begins.
  public var letters: [GlyphOutline]
  /// How far the pen goes on.
  public var advance: Double

  /// A word from its letters.
  public init(letters: [GlyphOutline], advance: Double) {
    (self.letters, self.advance) = (letters, advance)
  }
}

/// The words of some texts in outlines of fonts: a table, so that a picture depends on nothing else, and
/// no font is open while it is drawn.
public struct ShapedWords: Sendable, Hashable {
  /// Each word of the texts, and each of their characters.
  private let words: [String: ShapedWord]
  /// Whether texts are written in capitals.
  public let hasCapitals: Bool
  /// The characters that no font has; each is drawn as a box.
  public let missing: Set<Character>

  /// A table. It has each word and each character of the texts that it is for, and " ".
  public init(_ words: [String: ShapedWord], hasCapitals: Bool, missing: Set<Character> = []) {
    (self.words, self.hasCapitals, self.missing) = (words, hasCapitals, missing)
  }

  /// A word of the table; any other one, such as a word that is cut, letter by letter.
  public func word(_ text: String) -> ShapedWord {
    if let word = words[text] { return word }
    var word = ShapedWord(letters: [], advance: 0)
    for character in text {
      let part = words[String(character)] ?? ShapedWords.box
      word.letters += part.letters.map { $0.moved(right: word.advance) }
      word.advance += part.advance
    }
    return word
  }

  /// A hollow box.
  public static let box: ShapedWord = {
    func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double)
      -> [GlyphOutline.Element]
    {
      [
        .move(Point(x: left, y: top)), .line(Point(x: right, y: top)),
        .line(Point(x: right, y: bottom)), .line(Point(x: left, y: bottom)), .close,
      ]
    }
    // The inner one winds the other way.
    let outline = rectangle(0.1, -1, 0.7, 0) + rectangle(0.62, -0.92, 0.18, -0.08)
    return ShapedWord(letters: [GlyphOutline([.init(outline)])], advance: 0.8)
  }()
}
