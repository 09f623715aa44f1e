// SPDX-License-Identifier: MIT
internal import Drawing

/// Where the parts of the oscilloscope lie on a canvas whose shorter side has 432 points, in points
/// from its centre.
struct ScopeLayout {
  /// An upright rectangle.
  struct Box {
    var x, y, width, height: Double
    var middle: Double { y + height / 2 }
  }

  /// The screen of the sum.
  let master: Box
  private let cells: [Box]
  /// What lengths of a cell are multiplied by.
  let unit: Double
  /// The width of a thin line: whole pixels.
  let hairline: Double
  private let titlePlace: Point

  /// Divisions of the screens, and the height of capitals of what is written on them.
  static let masterDivisions = (across: 10, down: 6), toneDivisions = 4, small = 6.0
  private static let margin = 20.0, gap = 18.0, wordsHeight = 30.0
  /// The width of a cell by its height that looks best.
  private static let bestShape = 1.4

  /// The layout for a number of tones.
  init(_ canvas: Canvas, toneCount: Int, hasWords: Bool) {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let margin = ScopeLayout.margin
    let top = margin + (hasWords ? ScopeLayout.wordsHeight : 0)
    let area = Box(
      x: margin - width / 2, y: top - height / 2, width: width - 2 * margin,
      height: height - top - margin)
    titlePlace = Point(x: area.x, y: margin + 12 - height / 2)
    let pixel = 1 / canvas.pixelsPerPoint
    hairline = max((0.4 / pixel).rounded(), 1) * pixel
    // What is wide has room beside, what is upright has room below.
    let share = width > 1.25 * height ? 0.56 : 0.42
    let masterHeight = area.height * (toneCount > 4 ? share * 0.8 : share)
    master = Box(x: area.x, y: area.y, width: area.width, height: masterHeight)
    let gap = toneCount > 8 ? ScopeLayout.gap / 2 : ScopeLayout.gap
    let rest = Box(
      x: area.x, y: area.y + masterHeight + gap, width: area.width,
      height: area.height - masterHeight - gap)

    func cell(_ columns: Int) -> (width: Double, height: Double) {
      let rows = (toneCount + columns - 1) / columns
      return (
        (rest.width + gap) / Double(columns) - gap, (rest.height + gap) / Double(rows) - gap
      )
    }
    func fault(_ columns: Int) -> Double {
      let (width, height) = cell(columns)
      guard width > 0, height > 0 else { return .infinity }
      let shape = width / height / ScopeLayout.bestShape
      return max(shape, 1 / shape)
    }
    var columns = 1
    for more in 1...toneCount where fault(more) < fault(columns) { columns = more }
    let (cellWidth, cellHeight) = cell(columns)
    unit = min(cellWidth / 172, cellHeight / 150)
    cells = (0..<toneCount).map { tone in
      Box(
        x: rest.x + Double(tone % columns) * (cellWidth + gap),
        y: rest.y + Double(tone / columns) * (cellHeight + gap), width: cellWidth,
        height: cellHeight)
    }
  }
}

extension ScopeLayout {
  /// The lines of the screen of the sum.
  var grid: Path {
    ScopeLayout.grid(
      master, across: ScopeLayout.masterDivisions.across, down: ScopeLayout.masterDivisions.down)
  }

  private static func grid(_ box: Box, across: Int, down: Int) -> Path {
    var path = Path()
    for column in 0...across {
      let x = box.x + box.width * Double(column) / Double(across)
      path.add(Path([Point(x: x, y: box.y), Point(x: x, y: box.y + box.height)]))
    }
    for row in 0...down {
      let y = box.y + box.height * Double(row) / Double(down)
      path.add(Path([Point(x: box.x, y: y), Point(x: box.x + box.width, y: y)]))
    }
    return path
  }

  /// What is written in the lower corners of the screen of the sum.
  func label(_ left: String, _ right: String) -> Path {
    let (size, inset) = (ScopeLayout.small, 6.0)
    let y = master.y + master.height - inset
    var path = StrokeFont.path(left, size: size, at: Point(x: master.x + inset, y: y))
    path.add(
      StrokeFont.path(
        right, size: size, at: Point(x: master.x + master.width - inset, y: y), anchor: .end))
    return path
  }

  /// The title at the left and the subtitle behind it, above everything.
  func lettering(_ words: Words, _ colors: ScopeColors) -> [Item] {
    var items: [Item] = []
    var place = titlePlace
    for (name, text, cap) in [("title", words.title, 11.0), ("subtitle", words.subtitle, 6.0)] {
      guard let text else { continue }
      let room = master.x + master.width - place.x
      let (lines, fitted) = Lettering.fitted(
        Lettering.capitals(text), cap: cap, width: room, lines: 1)
      let path = Lettering.path(lines, cap: fitted, at: place, anchor: .start)
      var item = Item.stroke(path, width: Lettering.pen * fitted, colors.ink(0.9))
      item.name = name
      items.append(item)
      place.x += (lines.first.map { Lettering.width($0, cap: fitted) } ?? 0) + 14
    }
    return items
  }

  /// Where the parts of a tone lie.
  func cell(_ tone: Int) -> ScopeCell { ScopeCell(cells[tone], unit: unit) }

  /// The parts of a tone.
  struct ScopeCell {
    /// The screen of the wave.
    let wave: Box
    /// The middles of the dials.
    let frequencyDial, velocityDial: Point
    /// The radius of the dials' arcs, and the width of their pen.
    let dialRadius, dialPen: Double
    /// The height of capitals: of the note, and of the frequency.
    let noteHeight, figureHeight: Double
    private let figurePlace, labelPlace: Point
    private let unit: Double

    init(_ box: Box, unit: Double) {
      self.unit = unit
      (dialRadius, dialPen) = (25 * unit, 4.5 * unit)
      (noteHeight, figureHeight) = (11 * unit, 7.5 * unit)
      let reach = dialRadius + dialPen / 2
      wave = Box(
        x: box.x, y: box.y, width: box.width, height: box.height - 2 * reach - 8 * unit)
      let middle = box.y + box.height - reach
      frequencyDial = Point(x: box.x + reach, y: middle)
      velocityDial = Point(x: box.x + box.width - reach, y: middle)
      figurePlace = Point(x: box.x + box.width / 2, y: middle + figureHeight / 2)
      labelPlace = Point(x: figurePlace.x, y: middle + dialRadius)
    }

    /// The axes of the wave's screen.
    var grid: Path {
      ScopeLayout.grid(wave, across: ScopeLayout.toneDivisions, down: 2)
    }

    /// The arc of a dial of 0...1 about its middle, a dot at 0.
    func arc(_ value: Double) -> Path {
      var path = Path()
      path.arc(
        center: .origin, radius: dialRadius, start: .degrees(135), sweep: .degrees(270 * value))
      if value == 0, let start = path.points.first { path.line(to: start) }
      return path
    }

    /// What is written in a dial.
    func note(_ text: String) -> Path {
      StrokeFont.path(
        text, size: noteHeight, at: Point(x: 0, y: noteHeight / 2), anchor: .middle)
    }

    /// The frequency between the dials.
    func figure(_ text: String) -> Path {
      StrokeFont.path(text, size: figureHeight, at: figurePlace, anchor: .middle)
    }

    /// The time base below it.
    func label(_ text: String) -> Path {
      StrokeFont.path(text, size: ScopeLayout.small * unit, at: labelPlace, anchor: .middle)
    }
  }
}
