// SPDX-License-Identifier: MIT
internal import Drawing

/// Words as they are drawn: strokes of a pen, or filled outlines.
struct DrawnWords: Sendable, Hashable {
  /// The path of each word, in the order in which they are read.
  var words: [Path]
  /// The width of the pen; of outlines, that of a pen as broad as their letters may be.
  var pen: Double
  /// Whether the paths are outlines.
  var isFilled: Bool

  /// No words.
  static let none = DrawnWords(words: [], pen: 0, isFilled: false)

  /// Some of the words.
  func shape(of words: [Path]) -> Item.Shape {
    let path = Path(joining: words)
    return isFilled ? .fill(path, .nonzero) : .stroke(path, width: pen)
  }

  /// All words, with an edge of the ground's colour that parts them from a figure below.
  var ground: Item.Shape {
    .stroke(Path(joining: words), width: (isFilled ? 0 : pen) + max(0.9 * pen, 5))
  }
}
