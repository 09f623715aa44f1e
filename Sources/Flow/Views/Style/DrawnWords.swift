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

  /// A plate that parts the words from what is below: the words with an edge so wide that it joins their
  /// letters and lines.
  var plate: Item.Shape {
    let edge = min(Lettering.plateInPens * pen, Lettering.widestPlate)
    return .stroke(Path(joining: words), width: (isFilled ? 0 : pen) + 2 * edge)
  }

  /// A bar behind some of the words, as high as their line.
  func bar(of some: [Path]) -> Item.Shape {
    let edge = min(DrawnWords.barInPens * pen, DrawnWords.widestBar) + (isFilled ? 0 : pen / 2)
    let boxes = words.compactMap { Composition.Area(around: $0.points) }
    let bars = some.compactMap { Composition.Area(around: $0.points) }.map { word in
      let line = boxes.filter { $0.top <= word.bottom && $0.bottom >= word.top }
      return Composition.Area(
        left: word.left - edge, top: (line.map(\.top).min() ?? word.top) - edge,
        right: word.right + edge, bottom: (line.map(\.bottom).max() ?? word.bottom) + edge)
    }
    return .fill(Path(joining: bars.map { .roundRectangle($0, radius: edge) }), .nonzero)
  }

  /// How far a bar goes beyond its word: a quarter of a capital in pens, and at most `widestBar` points.
  private static let (barInPens, widestBar) = (2.5, 9.0)
}

extension Composition.Area {
  /// The smallest area that has all points; `nil` if there are none.
  init?(around points: some Collection<Point>) {
    let (x, y) = (points.map(\.x), points.map(\.y))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      return nil
    }
    self.init(left: left, top: top, right: right, bottom: bottom)
  }
}

extension Path {
  /// A rectangle.
  static func rectangle(_ area: Composition.Area) -> Path {
    .rectangle(
      x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top)
  }

  /// A rectangle with round corners.
  fileprivate static func roundRectangle(_ area: Composition.Area, radius: Double) -> Path {
    var path = Path()
    for (x, y, start) in [
      (area.right - radius, area.top + radius, 270.0),
      (area.right - radius, area.bottom - radius, 0),
      (area.left + radius, area.bottom - radius, 90), (area.left + radius, area.top + radius, 180),
    ] {
      path.arc(
        center: Point(x: x, y: y), radius: radius, start: .degrees(start), sweep: .degrees(90))
    }
    path.close()
    return path
  }
}
