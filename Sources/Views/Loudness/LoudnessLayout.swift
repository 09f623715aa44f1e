// SPDX-License-Identifier: MIT
internal import Drawing

/// Where things are in a picture of loudness, in points from the centre of the canvas.
struct LoudnessLayout: Sendable {
  /// A part of the sheet.
  struct Box {
    var left, top, right, bottom: Double
    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  /// The curves, and the strip of the range below them.
  let plot, strip: Box
  /// How many columns the track has.
  let columnCount: Int
  private let seconds: Double
  private let head: Box
  private let columnsOfFigures: Int

  /// The true peak that is too high, in dBTP.
  static let greatestPeak = -1.0
  /// The levels in LUFS and the ranges in LU that are shown.
  private static let (levels, ranges) = (-50.0...0.0, 0.0...25.0)
  private static let (margin, gutter, captionSize, axisSize) = (26.0, 30.0, 6.2, 7.5)

  init(in area: Composition.Area, columnCount: Int, seconds: Double) {
    (self.columnCount, self.seconds) = (columnCount, seconds)
    let margin = Self.margin
    let (width, height) = (area.right - area.left, area.bottom - area.top)
    columnsOfFigures = width > 1.1 * height ? 6 : 3
    let rows = Double(6 / columnsOfFigures)
    head = Box(
      left: area.left + margin, top: area.top + margin, right: area.right - margin,
      bottom: area.top + margin + 52 * rows)
    let bottom = area.bottom - margin - 12
    let stripHeight = 0.14 * (bottom - head.bottom)
    strip = Box(
      left: head.left + Self.gutter, top: bottom - stripHeight, right: head.right, bottom: bottom)
    plot = Box(
      left: strip.left, top: head.bottom + 14, right: strip.right, bottom: strip.top - 18)
  }

  func x(ofColumn index: Int) -> Double {
    plot.left + plot.width * Double(index) / Double(columnCount)
  }

  func y(ofLevel level: Double) -> Double {
    Self.y(level, of: Self.levels, in: plot)
  }

  func y(ofRange range: Double) -> Double { Self.y(range, of: Self.ranges, in: strip) }

  private static func y(_ value: Double, of range: ClosedRange<Double>, in box: Box) -> Double {
    let held = min(max(value, range.lowerBound), range.upperBound)
    return box.bottom
      - box.height * (held - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  /// The mark above the curves for a column whose true peak is too high.
  func mark(ofColumn index: Int) -> Path {
    let width = max(plot.width / Double(columnCount), 0.8)
    return .rectangle(x: x(ofColumn: index), y: plot.top - 8, width: width, height: 5)
  }

  /// The grid, the target, and all labels.
  func axes(_ colors: LoudnessColors, target: Double) -> [Item] {
    var (lines, text) = (Path(), Path())
    func write(_ word: String, _ x: Double, _ y: Double, _ anchor: StrokeFont.Anchor) {
      text.add(
        StrokeFont.path(word, size: Self.axisSize, at: Point(x: x, y: y), anchor: anchor))
    }
    for level in stride(from: Self.levels.lowerBound, through: Self.levels.upperBound, by: 10) {
      let y = y(ofLevel: level)
      lines.add(Path([Point(x: plot.left, y: y), Point(x: plot.right, y: y)]))
      write(Dial.number(level), plot.left - 6, y + Self.axisSize / 2, .end)
    }
    for range in [0.0, 10, 20] {
      let y = y(ofRange: range)
      lines.add(Path([Point(x: strip.left, y: y), Point(x: strip.right, y: y)]))
      write(Dial.number(range), strip.left - 6, y + Self.axisSize / 2, .end)
    }
    let step = Self.steps.first { seconds / $0 <= (plot.width > 500 ? 9 : 6) } ?? 3600
    for time in stride(from: 0, through: seconds, by: step) {
      let x = plot.left + plot.width * (seconds > 0 ? time / seconds : 0)
      for box in [plot, strip] {
        lines.add(Path([Point(x: x, y: box.top), Point(x: x, y: box.bottom)]))
      }
      write(Self.clock(Int(time)), x, strip.bottom + 8 + Self.axisSize, .middle)
    }
    var dashes = Path()
    let y = y(ofLevel: target)
    for start in stride(from: plot.left, to: plot.right - 4, by: 9) {
      dashes.add(Path([Point(x: start, y: y), Point(x: start + 4, y: y)]))
    }
    var small = Path()
    func note(_ word: String, _ x: Double, _ y: Double) {
      small.add(
        StrokeFont.path(word, size: Self.captionSize, at: Point(x: x, y: y), anchor: .end))
    }
    note("TARGET \(Dial.number(target)) LUFS", plot.right - 4, y - 3.5)
    note("RANGE, LU", strip.right - 4, strip.top + Self.captionSize + 3)
    note("TRUE PEAK ABOVE −1 dBTP", plot.right, plot.top - 11)
    return [
      .stroke(lines, width: 0.6, colors.ink(0.13)),
      .stroke(dashes, width: 1, colors.ink(0.65)),
      .stroke(text, width: Self.axisSize / 8, colors.ink(0.7)),
      .stroke(small, width: Self.captionSize / 8, colors.ink(0.6)),
    ]
  }

  /// The distances between times, in seconds.
  private static let steps: [Double] = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
  ]

  private static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = seconds.quotientAndRemainder(dividingBy: 3600)
    let text = "\(hours > 0 ? two(rest / 60) : "\(rest / 60)"):\(two(rest % 60))"
    return hours > 0 ? "\(hours):\(text)" : text
  }

  /// A number of the head with its caption and unit.
  func figure(
    _ index: Int, caption: String, number: String, unit: String, _ color: Color,
    _ colors: LoudnessColors
  ) -> [Item] {
    let (row, column) = index.quotientAndRemainder(dividingBy: columnsOfFigures)
    let width = head.width / Double(columnsOfFigures)
    let (x, y) = (head.left + width * Double(column), head.top + 52 * Double(row))
    // As large as the column allows.
    let size = min(20, 0.66 * width / StrokeFont.width("−88.8", size: 1))
    let numberPlace = Point(x: x, y: y + Self.captionSize + 12 + size)
    let end = x + StrokeFont.width(number, size: size) + 4
    return [
      .stroke(
        StrokeFont.path(caption, size: Self.captionSize, at: Point(x: x, y: y + Self.captionSize)),
        width: Self.captionSize / 8, colors.ink(0.65)),
      Item.stroke(
        StrokeFont.path(number, size: size, at: numberPlace), width: size / 10, color
      ).telling(
        caption.lowercased().replacing(" ", with: "-"), number.replacing("−", with: "-")),
      .stroke(
        StrokeFont.path(unit, size: 0.38 * size, at: Point(x: end, y: numberPlace.y)),
        width: 0.38 * size / 8, colors.ink(0.65)),
    ]
  }
}
