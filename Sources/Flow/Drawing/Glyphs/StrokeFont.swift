// SPDX-License-Identifier: MIT

/// Text as strokes for a round pen: a technical lettering of lines and arcs.
///
/// It has the letters of Latin, modern Greek and modern Cyrillic alphabets with their marks,
/// digits, and the usual signs of text and music; see ``has(_:)``. Any other character is drawn
/// as a hollow box. Digits and the signs beside them in ASCII are equally wide. Lengths follow from
/// the height of a capital, measured between the centre lines of its strokes: a small letter is 5/7
/// of it, a descender 2/7. No stroke goes more than 2/7 below the baseline, and none above 8/7 but
/// the marks of capitals and tall letters: one goes to 10/7, two to 12/7. A pen of 1/8 of it writes
/// a normal weight; a dot is a line of no length.
public enum StrokeFont {
  /// The point of a line of text that is placed, on its baseline.
  public enum Anchor: Sendable, Hashable {
    /// The left end.
    case start
    /// The middle between both ends.
    case middle
    /// The right end.
    case end
  }

  /// The strokes of a line of text.
  ///
  /// - Parameters:
  ///   - text: the characters, from left to right.
  ///   - size: the height of a capital, in points.
  ///   - place: the place of the anchor.
  ///   - anchor: the point of the line that is put there.
  /// - Returns: open figures for a round pen, in points.
  public static func path(
    _ text: String, size: Double, at place: Point, anchor: Anchor = .start
  ) -> Path {
    var path = Path()
    var pen = place
    switch anchor {
    case .start: break
    case .middle: pen.x -= width(text, size: size) / 2
    case .end: pen.x -= width(text, size: size)
    }
    for character in text {
      let glyph = glyph(character)
      path.add(glyph.strokes, scale: size / Glyph.capHeight, offset: pen)
      pen.x += glyph.advance * size / Glyph.capHeight
    }
    return path
  }

  /// How far a line of text goes to the right, in points, where a capital is `size` points high:
  /// the widths of its characters, with the space at both sides of each.
  public static func width(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + glyph($1).advance } * size / Glyph.capHeight
  }

  /// Whether the font has a character; any other is drawn as a box.
  public static func has(_ character: Character) -> Bool {
    drawn(character) != nil || composed(character) != nil
  }

  private static func glyph(_ character: Character) -> Glyph {
    drawn(character) ?? composed(character) ?? box
  }

  private static let box = Glyph("2 2 0,0 0,14 7,14 7,0 0,0")

  /// A character that is a drawing of its own.
  static func drawn(_ character: Character) -> Glyph? {
    glyphs[character] ?? more[character]
  }

  private static let glyphs = Dictionary(
    uniqueKeysWithValues: table.split(separator: "\n").map { line in
      (line[line.startIndex], Glyph(line.dropFirst(2)))
    })

  /// What few texts need is read when the first of them comes.
  private static let more: [Character: Glyph] = {
    var more: [Character: Glyph] = [:]
    for table in [latinTable, easternTable] {
      for line in table.split(separator: "\n") {
        more[line[line.startIndex]] = Glyph(line.dropFirst(2)) { glyphs[$0] ?? more[$0] }
      }
    }
    for (letter, other) in twins { more[letter] = glyphs[other] ?? more[other] }
    return more
  }()
}
