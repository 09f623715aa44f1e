// SPDX-License-Identifier: MIT
public import Drawing

/// The position and size of a figure on a sheet, and the position of its words.
public struct Composition: Sendable, Hashable {
  /// The figure's centre, in points from the centre of the canvas.
  public let center: Point
  /// The factor of all its lengths; 1 for a figure that fills a sheet whose shorter side is 432
  /// points.
  public let scale: Double
  /// The strokes of the words.
  private var words: [Line] = []

  /// One or two lines of words.
  private struct Line: Hashable {
    let name: String
    let path: Path
    let pen: Double
  }

  /// A position and a size, without words.
  public init(center: Point = .origin, scale: Double = 1) {
    self.center = center
    self.scale = scale
  }

  /// The composition of figure and words on a sheet whose shorter side is 432 points. On a wide
  /// sheet the words are at the lower left, on others below the figure, which becomes smaller.
  ///
  /// Shapes between 16:9, a square and 9:16 are interpolated in every length.
  public init(canvas: Canvas, words: Captions) {
    guard !words.isEmpty else {
      self.init()
      return
    }
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let margin = 22.0
    let isWide = width > 1.25 * height
    // From 0 for a square to 1 for 16:9 or 9:16.
    let stretch =
      isWide
      ? min((width / height - 1) / (16.0 / 9 - 1), 1)
      : min(max((1 - width / height) / (1 - 9.0 / 16), 0), 1)
    func between(_ square: Double, _ stretched: Double) -> Double {
      square + (stretched - square) * stretch
    }
    let scale = between(0.86, 1)
    let middle = between(0.455, isWide ? 0.5 : 0.44)
    self.init(center: Point(x: 0, y: (middle - 0.5) * height), scale: scale)
    let (titleCap, titleBase) = isWide ? (10, 37) : (between(11, 17), between(30, 118))
    let (cap, base) = isWide ? (6, 22) : (between(6, 8), between(15, 90))
    let left = isWide ? margin - width / 2 : 0
    for (name, text, cap, base, most) in [
      ("title", words.title, titleCap, titleBase, 2), ("subtitle", words.subtitle, cap, base, 1),
    ] {
      guard let text else { continue }
      let place = Point(x: left, y: height / 2 - base)
      // Two line heights, in case there are two lines.
      let room = isWide ? roomBeside(place.y - 2 * cap) - left - 8 : width - 2 * margin
      let (lines, fitted) = Lettering.fitted(
        Lettering.capitals(text), cap: cap, width: room, lines: most)
      let path = Lettering.path(
        lines, cap: fitted, at: place, anchor: isWide ? .start : .middle)
      self.words.append(Line(name: name, path: path, pen: Lettering.pen * fitted))
    }
  }

  /// The leftmost point of the largest figure at a height, in points.
  private func roomBeside(_ y: Double) -> Double {
    let (radius, distance) = (214 * scale, y - center.y)
    return -max(radius * radius - distance * distance, 0).squareRoot()
  }

  /// The words as items, the same in every frame.
  public func lettering(in color: Color) -> [Item] {
    words.map { line in
      var item = Item.stroke(line.path, width: line.pen, color)
      item.name = line.name
      return item
    }
  }
}
