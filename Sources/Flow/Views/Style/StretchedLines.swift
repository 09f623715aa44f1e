// SPDX-License-Identifier: MIT
internal import Drawing

/// Lines of large letters that fill a box. Strokes are stretched: each line is as wide as the box, unless it
/// would be stretched too much. Outlines keep their shape: the longest line is as wide as the box, or all
/// lines are as high as it.
struct StretchedLines {
  /// The lines from top to bottom.
  let lines: [TextLine]
  /// The height of their capitals, with the pen, in points.
  let cap: Double

  private let lettering: Lettering
  private let box: Composition.Area
  private let leading: Double
  /// The room for marks above the first line and below the last one, in heights of a capital, and whether strokes
  /// stand free of letters.
  private let room: (above: Double, below: Double)
  private let hasMarks: Bool

  /// The most that a letter is as high as it would be at its width.
  private static let highest = 2.2
  /// The most that a letter is as wide as it would be at its height.
  private let widest: Double
  /// The height of capitals that strokes are made of before they are stretched.
  private static let size = 100.0
  /// The space for what is above the capitals of outlines and below their baseline, in heights of a
  /// capital.
  private static let (above, below) = (0.2, 0.32)

  /// Lines in a box, this far from each other; with `roomForMarks` so far from each other and from the edges of the box
  /// that what strokes have above capitals and below the baseline stands free.
  init(
    _ lines: [TextLine], _ lettering: Lettering, in box: Composition.Area, leading: Double,
    widest: Double = 1.9, roomForMarks: Bool = false
  ) {
    (self.lines, self.lettering, self.box, self.widest) = (lines, lettering, box, widest)
    let (width, height) = (box.right - box.left, box.bottom - box.top)
    let count = Double(lines.count)
    let extents = roomForMarks && !lettering.isFilled ? lines.map { MarkExtent($0.text) } : []
    room = (extents.first?.above ?? 0, extents.last?.below ?? 0)
    hasMarks = extents.contains(where: \.isFree)
    if lettering.isFilled {
      let longest = lines.map { lettering.width($0, cap: 1) }.max() ?? 1
      let between = StretchedLines.above + StretchedLines.below
      cap = min(width / max(longest, 0.1), height / (count + between * count))
      self.leading = between * cap
    } else {
      let longest = lines.map { StrokeFont.width($0.text, size: 1) }.max() ?? 1
      let between = zip(extents, extents.dropFirst()).map { $0.below + $1.above }.max() ?? 0
      cap = min(
        (height - leading * (count - 1))
          / (count + room.above + room.below + between * (count - 1)),
        StretchedLines.highest * width / longest)
      self.leading = leading + between * cap
    }
  }

  /// A line for each of up to three words; of more words two to four lines.
  static func count(for text: String) -> Int {
    let words = text.split(separator: " ").count
    // Without spaces between words.
    if TextLine(text).pieces.count > max(words, 6) { return text.count <= 14 ? 2 : 3 }
    return words <= 3 ? max(words, 1) : text.count <= 16 ? 2 : text.count <= 30 ? 3 : 4
  }

  /// The lines of a text over a whole sheet; more of them on an upright one.
  static func lines(of text: String, _ lettering: Lettering, on canvas: Canvas) -> [TextLine] {
    let text = lettering.shown(text)
    let isUpright = canvas.heightInPoints > 1.2 * canvas.widthInPoints
    let count = count(for: text)
    let most = isUpright ? (count < 4 ? 4 : 6) : count
    return lettering.lines(of: text, most: min(most, max(TextLine(text).pieces.count, 1)))
  }

  /// The paths of each word for a pen of this width, the last line at the lower edge of the box.
  func words(pen: Double) -> [Path] {
    guard !lettering.isFilled else {
      let place = Point(x: box.left, y: box.bottom - StretchedLines.below * cap)
      return outlines(at: place, .start).map { Path(joining: $0) }
    }
    return strokes(pen: pen, base: box.bottom) { $0.split(separator: " ").map(String.init) }
  }

  /// How broad strokes are.
  enum Weight {
    /// As a headline.
    case bold
    /// As broad as they can be without closing the letters, or the space between them.
    case broad
  }

  /// The letters in the middle of the box, or at its left edge: outlines, or strokes with space between them.
  func letters(_ weight: Weight, isCentered: Bool) -> DrawnWords {
    guard !lettering.isFilled else {
      return DrawnWords(words: letters(pen: 0, isCentered), pen: 0.1 * cap, isFilled: true)
    }
    func narrow(_ pen: Double) -> [Path] {
      letters(pen: pen, isCentered).map { $0.narrowed(by: StretchedLines.narrowness) }
    }
    let areas = narrow(0).compactMap { Composition.Area(around: $0.points) }
    let widths = areas.map { $0.right - $0.left }.filter { $0 > 1 }.sorted()
    let spaces = zip(areas, areas.dropFirst()).map { $1.left - $0.right }.filter { $0 > 0 }
    let pen =
      switch weight {
      case .bold: min(0.19 * cap, widths.isEmpty ? .infinity : 0.3 * widths[widths.count / 2])
      case .broad:
        min(
          (hasMarks ? StretchedLines.penOfMarks : 0.2) * cap,
          // Not of a comma.
          0.42 * (widths.first { $0 > 0.3 * widths[widths.count / 2] } ?? .infinity),
          0.85 * (spaces.min() ?? .infinity))
      }
    return DrawnWords(words: narrow(pen), pen: pen, isFilled: false)
  }

  /// The paths of each letter, half-way up the box.
  func letters(pen: Double, _ isCentered: Bool = true) -> [Path] {
    let height = cap * Double(lines.count) + leading * Double(lines.count - 1)
    let base = (box.top + box.bottom + height + (room.above - room.below) * cap) / 2
    guard !lettering.isFilled else {
      let place = Point(x: isCentered ? (box.left + box.right) / 2 : box.left, y: base)
      return outlines(at: place, isCentered ? .middle : .start).flatMap(\.self)
    }
    return strokes(pen: pen, base: base, isCentered: isCentered) {
      $0.filter { $0 != " " }.map { String($0) }
    }
  }

  /// The broadest pen with which rings and hooks are open, in heights of a capital.
  private static let penOfMarks = 0.13
  /// How far marks are from their letters, in pens.
  private static let spaceOfMarks = 1.5

  /// How wide broad letters of strokes are, so that there is space between them.
  private static let narrowness = 0.82

  /// The outlines of the letters of each word, the last line's left end or middle at a place.
  private func outlines(at place: Point, _ anchor: StrokeFont.Anchor) -> [[Path]] {
    lettering.letters(
      lines, cap: cap, leading: (cap + leading) / cap, at: place, anchor: anchor)
  }

  /// The strokes of the pieces of each line.
  private func strokes(
    pen: Double, base: Double, isCentered: Bool = false, pieces: (String) -> [String]
  ) -> [Path] {
    var paths: [Path] = []
    let width = box.right - box.left - pen
    for (index, line) in lines.map(\.text).enumerated() {
      let drawn = StrokeFont.path(line, size: StretchedLines.size, at: .origin).polylines
      let points = drawn.joined()
      let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      let stretch = min(
        width / max(right - left, 1), widest * cap / StretchedLines.size)
      let margin = isCentered ? (width - stretch * (right - left)) / 2 : 0
      let base = base - pen / 2 - Double(lines.count - 1 - index) * (cap + leading)
      let lift = hasMarks ? StretchedLines.spaceOfMarks * pen - MarkExtent.space * (cap - pen) : 0
      var strokes = drawn[...]
      for piece in pieces(line) {
        let count = StrokeFont.path(piece, size: StretchedLines.size, at: .origin).polylines.count
        let ofPiece = strokes.prefix(count).map { polyline in
          let base =
            base + max(lift, 0) * MarkExtent.side(of: polyline.map { $0.y / StretchedLines.size })
          return Path(
            polyline.map {
              Point(
                x: box.left + margin + pen / 2 + ($0.x - left) * stretch,
                y: base + $0.y * (cap - pen) / StretchedLines.size)
            })
        }
        paths.append(Path(joining: ofPiece))
        strokes = strokes.dropFirst(count)
      }
    }
    return paths
  }
}

/// How far a line of strokes goes above its capitals and below its baseline, in heights of a capital.
private struct MarkExtent {
  let above, below: Double
  /// Whether some strokes do not touch a letter.
  let isFree: Bool

  /// The space between a mark and its letter in the font.
  static let space = 230 / 1400.0
  /// What less than this reaches beyond a letter belongs to it, as the tail of a Q.
  private static let least = 0.08

  init(_ text: String) {
    let lines = StrokeFont.path(text, size: 1, at: .origin).polylines.map { $0.map(\.y) }
    let reach = (above: -1 - (lines.joined().min() ?? -1), below: lines.joined().max() ?? 0)
    above = reach.above < MarkExtent.least ? 0 : reach.above
    below = reach.below < MarkExtent.least ? 0 : reach.below
    isFree = lines.contains { MarkExtent.side(of: $0) != 0 }
  }

  /// On which side of the letters a stroke lies: -1 for one above them, 1 for one below, 0 for a part of them.
  static func side(of line: [Double]) -> Double {
    (line.max() ?? 0) < -1 - least ? -1 : (line.min() ?? 0) > least ? 1 : 0
  }
}

extension Path {
  /// The path with this share of its width, about its middle.
  fileprivate func narrowed(by share: Double) -> Path {
    guard let area = Composition.Area(around: points) else { return self }
    let middle = (area.left + area.right) / 2
    var path = Path()
    var points = points.makeIterator()
    for verb in verbs {
      guard verb != .close, let point = points.next() else {
        path.close()
        continue
      }
      let place = Point(x: middle + (point.x - middle) * share, y: point.y)
      if verb == .move { path.move(to: place) } else { path.line(to: place) }
    }
    return path
  }

  /// The subpaths as lines, with eight for each arc: for shapes that are not stretched evenly.
  fileprivate var polylines: [[Point]] {
    var lines: [[Point]] = []
    var (point, arc) = (points.makeIterator(), arcs.makeIterator())
    for verb in verbs {
      switch verb {
      case .move: lines.append([point.next() ?? .origin])
      case .line: lines[lines.count - 1].append(point.next() ?? .origin)
      case .arc:
        guard let arc = arc.next() else { continue }
        _ = point.next()
        for step in 1...8 {
          let direction = Angle.degrees(arc.start.degrees + arc.sweep.degrees * Double(step) / 8)
            .direction
          lines[lines.count - 1].append(
            Point(
              x: arc.center.x + arc.radius * direction.x, y: arc.center.y + arc.radius * direction.y
            ))
        }
      case .close: if let first = lines.last?.first { lines[lines.count - 1].append(first) }
      }
    }
    return lines
  }
}
