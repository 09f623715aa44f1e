// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Views

/// Where things are in a picture of loudness, in points from the centre of the canvas.
package struct LoudnessLayout: Sendable {
  /// A part of the sheet.
  package struct Box: Sendable {
    var left, top, right, bottom: Double
    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  /// The curves, and the strip of the range below them.
  let plot, strip: Box
  /// How many columns the track has, of which the last may be narrower.
  private let columnCount: Double
  private let seconds: Double
  private let head: Box
  private let columnsOfFigures: Int
  private let rowOfFigures: Double

  /// The levels in LUFS and the ranges in LU that are shown.
  private static let (levels, ranges) = (-50.0...0.0, 0.0...25.0)
  private static let (gutter, captionSize, axisSize) = (30.0, 6.2, 7.5)
  private static let rowOfKeys = 12.0
  /// The space around everything, in points.
  static let margin = 26.0

  /// Curves alone, in boxes.
  init(plot: Box, strip: Box, columnCount: Double, seconds: Double) {
    (self.plot, self.strip, head) = (plot, strip, plot)
    (self.columnCount, self.seconds) = (columnCount, seconds)
    (columnsOfFigures, rowOfFigures) = (6, 0)
  }

  /// The figures, perhaps with notes, and the curves.
  init(in area: Composition.Area, columnCount: Double, seconds: Double, hasNotes: Bool = false) {
    (self.columnCount, self.seconds) = (columnCount, seconds)
    let margin = Self.margin
    let (width, height) = (area.right - area.left, area.bottom - area.top)
    columnsOfFigures = width > 1.1 * height ? 6 : 3
    let rows = Double(6 / columnsOfFigures)
    rowOfFigures = hasNotes ? 64 : 52
    head = Box(
      left: area.left + margin, top: area.top + margin, right: area.right - margin,
      bottom: area.top + margin + rowOfFigures * rows)
    let bottom = area.bottom - margin - 12
    let stripHeight = 0.14 * (bottom - head.bottom)
    strip = Box(
      left: head.left + Self.gutter, top: bottom - stripHeight, right: head.right, bottom: bottom)
    let top = head.bottom + (columnsOfFigures == 6 ? 18 : 18 + Self.rowOfKeys)
    plot = Box(left: strip.left, top: top, right: strip.right, bottom: strip.top - 18)
  }

  func x(ofColumn index: Int) -> Double {
    plot.left + plot.width * min(Double(index) / columnCount, 1)
  }

  package func y(ofLevel level: Double) -> Double {
    Self.y(level, of: Self.levels, in: plot)
  }

  func y(ofRange range: Double) -> Double { Self.y(range, of: Self.ranges, in: strip) }

  private static func y(_ value: Double, of range: ClosedRange<Double>, in box: Box) -> Double {
    let held = min(max(value, range.lowerBound), range.upperBound)
    return box.bottom
      - box.height * (held - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// The mark above the curves for a column whose true peak is too high.
  func mark(ofColumn index: Int, scale: Double) -> Path {
    let width = max(plot.width / columnCount, 0.8)
    return .rectangle(
      x: x(ofColumn: index), y: plot.top - 8 * scale, width: width, height: 5 * scale)
  }

  /// Where a value is along an axis, and how it is written.
  package typealias AxisMark = (place: Double, text: String)

  /// The levels at the side of the curves.
  package var levelMarks: [AxisMark] {
    stride(from: Self.levels.lowerBound, through: Self.levels.upperBound, by: 10)
      .map { (y(ofLevel: $0), Dial.number($0)) }
  }

  /// The ranges at the side of their strip.
  package var rangeMarks: [AxisMark] {
    [0.0, 10, 20].map { (y(ofRange: $0), Dial.number($0)) }
  }

  /// The times below the curves, with at most `count` steps.
  package func timeMarks(atMost count: Double) -> [AxisMark] {
    let step = Self.steps.first { seconds / $0 <= count } ?? seconds / count
    return stride(from: 0, through: seconds, by: step).map { time in
      (plot.left + plot.width * (seconds > 0 ? time / seconds : 0), Self.clock(Int(time)))
    }
  }

  /// The grid, the target, and all labels.
  func axes(_ colors: LoudnessColors, target: ProgrammeTarget) -> [Item] {
    var (lines, text, small) = (Path(), Path(), Path())
    func write(_ word: String, _ x: Double, _ y: Double, _ anchor: StrokeFont.Anchor) {
      text.add(
        StrokeFont.path(word, size: Self.axisSize, at: Point(x: x, y: y), anchor: anchor))
    }
    for (box, marks) in [(plot, levelMarks), (strip, rangeMarks)] {
      for (y, text) in marks {
        lines.add(Path([Point(x: box.left, y: y), Point(x: box.right, y: y)]))
        write(text, box.left - 6, y + Self.axisSize / 2, .end)
      }
    }
    for (x, text) in timeMarks(atMost: plot.width > 500 ? 9 : 6) {
      for box in [plot, strip] {
        lines.add(Path([Point(x: x, y: box.top), Point(x: x, y: box.bottom)]))
      }
      write(text, x, strip.bottom + 8 + Self.axisSize, .middle)
    }
    let range = Point(x: strip.right - 4, y: strip.top + Self.captionSize + 3)
    small.add(StrokeFont.path("RANGE, LU", size: Self.captionSize, at: range, anchor: .end))
    return [
      .stroke(lines, width: 0.6, colors.ink(0.13)), targetLine(target.level, colors),
      .stroke(text, width: Self.axisSize / 8, colors.ink(0.7)),
      .stroke(small, width: Self.captionSize / 8, colors.ink(0.6)),
    ] + keys(colors, target: target)
  }

  /// What the curves and the marks are, above them.
  private func keys(_ colors: LoudnessColors, target: ProgrammeTarget) -> [Item] {
    let bar = [0.0...12.0]
    let keys: [(word: String, marks: [ClosedRange<Double>], height: Double, color: Color)] = [
      ("MOMENTARY", bar, Self.captionSize, colors.momentary),
      ("SHORT-TERM", bar, 1.3, colors.shortTerm), ("INTEGRATED", bar, 2, colors.integrated),
      ("TARGET \(Dial.number(target.level)) LUFS", [0...4, 8...12], 1, colors.ink(0.65)),
      ("TRUE PEAK ABOVE \(target.peakInWords)", [9...12], 5, colors.warning),
    ]
    let rows = columnsOfFigures == 6 ? [keys[...]] : [keys[..<3], keys[3...]]
    return rows.reversed().enumerated().flatMap { row, keys -> [Item] in
      var (items, x) = ([Item](), plot.left)
      let y = plot.top - 13 - Self.rowOfKeys * Double(row)
      for key in keys {
        let path = Path(
          joining: key.marks.map {
            .rectangle(
              x: x + $0.lowerBound, y: y - (Self.captionSize + key.height) / 2,
              width: $0.upperBound - $0.lowerBound, height: key.height)
          })
        let word = StrokeFont.path(key.word, size: Self.captionSize, at: Point(x: x + 17, y: y))
        items += [
          .fill(path, key.color), .stroke(word, width: Self.captionSize / 8, colors.ink(0.6)),
        ]
        x += 17 + StrokeFont.width(key.word, size: Self.captionSize) + 14
      }
      return items
    }
  }

  /// The dashes at the loudness that is asked for.
  func targetLine(_ target: Double, _ colors: LoudnessColors) -> Item {
    var dashes = Path()
    let y = y(ofLevel: target)
    for start in stride(from: plot.left, to: plot.right - 4, by: 9) {
      dashes.add(Path([Point(x: start, y: y), Point(x: start + 4, y: y)]))
    }
    return .stroke(dashes, width: 1, colors.ink(0.65))
  }

  /// The distances between times, in seconds.
  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
  ]

  /// A time in hours, minutes and seconds.
  package static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    let text = "\(hours > 0 ? two(rest / 60) : "\(rest / 60)"):\(two(rest % 60))"
    return hours > 0 ? "\(hours):\(text)" : text
  }

  /// A number of the head with its caption, its unit and its note.
  func items(of number: LoudnessNumber, at index: Int, _ colors: LoudnessColors) -> [Item] {
    let (row, column) = index.quotientAndRemainder(dividingBy: columnsOfFigures)
    let width = head.width / Double(columnsOfFigures)
    let (x, y) = (head.left + width * Double(column), head.top + rowOfFigures * Double(row))
    // As large as the column allows.
    let size = min(20, 0.66 * width / StrokeFont.width("−88.8", size: 1))
    let place = Point(x: x, y: y + Self.captionSize + 12 + size)
    let end = x + StrokeFont.width(number.text, size: size) + 4
    func small(_ text: String, size: Double, at place: Point) -> Item {
      .stroke(StrokeFont.path(text, size: size, at: place), width: size / 8, colors.ink(0.65))
    }
    let name = number.caption.lowercased().replacing(" ", with: "-")
    return [
      small(number.caption, size: Self.captionSize, at: Point(x: x, y: y + Self.captionSize)),
      Item.stroke(
        StrokeFont.path(number.text, size: size, at: place), width: size / 10,
        colors.color(of: number.kind)
      ).telling(name, number.text.replacing("−", with: "-")),
      small(number.unit, size: 0.38 * size, at: Point(x: end, y: place.y)),
    ]
      + (number.note.isEmpty
        ? []
        : [small(number.note, size: Self.captionSize, at: Point(x: x, y: place.y + 12))])
  }
}
