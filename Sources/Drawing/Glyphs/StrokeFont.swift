// SPDX-License-Identifier: MIT

/// Text as strokes for a round pen: a technical lettering of lines and arcs.
///
/// It has the printable characters of ASCII and `°`, `−` (U+2212), `♯` and `♭`; any other is drawn
/// as a hollow box. All digits, and the signs beside them, are equally wide. Lengths follow from
/// the height of a capital, measured between the centre lines of its strokes: a small letter is
/// 5/7 of it, a descender 2/7, and no stroke leaves the band from 2/7 below the baseline to 8/7
/// above it. A pen of 1/8 of it writes a normal weight; a dot is a line of no length.
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
  ///   - place: where the anchor lies.
  ///   - anchor: what point of the line lies there.
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

  private static func glyph(_ character: Character) -> Glyph {
    glyphs[character] ?? box
  }

  private static let box = Glyph("2 2 0,0 0,14 7,14 7,0 0,0")

  private static let glyphs = Dictionary(
    uniqueKeysWithValues: table.split(separator: "\n").map { line in
      (line[line.startIndex], Glyph(line.dropFirst(2)))
    })
}
