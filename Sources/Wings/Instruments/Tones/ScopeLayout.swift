// SPDX-License-Identifier: MIT
internal import Drawing
internal import Views

/// The layout of the oscilloscope on a canvas whose shorter side is 432 points, in points from its
/// centre.
struct ScopeLayout {
  /// A rectangle.
  struct Box {
    var x, y, width, height: Double
    /// The number of pieces that a screen is cut into, each whole pixels wide, so that no seams are
    /// visible.
    var pieceCount = 1
    var middle: Double { y + height / 2 }
  }

  /// The screen of the sum.
  let master: Box
  private let cells: [Box]
  /// The factor of lengths in a cell.
  let unit: Double
  private let pixels: Pixels
  private let titlePlace: Point
  private let pen: Double

  /// Divisions of the screens, and the cap height of their labels.
  static let masterDivisions = (across: 10, down: 6), toneDivisions = 5, small = 9.0
  private static let margin = 20.0, gap = 18.0, wordsHeight = 30.0
  /// The ratio of width to height that looks best for a cell.
  private static let bestShape = 1.4

  /// The layout for a number of tones.
  init(_ canvas: Canvas, toneCount: Int, hasWords: Bool) {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    let margin = ScopeLayout.margin
    let top = margin + (hasWords ? ScopeLayout.wordsHeight : 0)
    let area = Box(
      x: margin - width / 2, y: top - height / 2, width: width - 2 * margin,
      height: height - top - margin)
    pen = Lettering.pen(shortSide: min(canvas.width, canvas.height))
    titlePlace = Point(x: area.x, y: margin + 12 - height / 2)
    // A wide canvas has space at the side, a tall one at the bottom.
    let share = width > 1.25 * height ? 0.56 : 0.42
    let masterHeight = area.height * (toneCount > 4 ? share * 0.8 : share)
    pixels = Pixels(canvas)
    master = pixels.screen(
      Box(x: area.x, y: area.y, width: area.width, height: masterHeight))
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
      // An empty place counts as a fault as well.
      let rows = (toneCount + columns - 1) / columns
      return max(shape, 1 / shape) * Double(rows * columns) / Double(toneCount)
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
  /// The grid lines of the sum's screen.
  var grid: Path {
    pixels.grid(
      master, across: ScopeLayout.masterDivisions.across, down: ScopeLayout.masterDivisions.down)
  }

  /// The item of a grid.
  func gridItem(_ grid: Path, _ colors: ScopeColors, name: String) -> Item {
    var item = Item.fill(grid, colors.ink(0.16))
    item.name = name
    return item
  }

  /// Positions and lengths rounded to whole pixels.
  struct Pixels {
    private let width, height, pixel: Double

    init(_ canvas: Canvas) {
      (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
      pixel = 1 / canvas.pixelsPerPoint
    }

    /// A screen close to a box, of pieces 6 to 12 points wide.
    func screen(_ box: Box) -> Box {
      let left = ((box.x + width / 2) / pixel).rounded()
      let right = ((box.x + box.width + width / 2) / pixel).rounded()
      let top = ((box.y + height / 2) / pixel).rounded()
      let bottom = ((box.y + box.height + height / 2) / pixel).rounded()
      let count = max(Int(right - left), 1)
      let sizes = max(Int(6 / pixel), 1)...max(Int(12 / pixel), 1)
      // The rest of the width is not used.
      let size = sizes.min { count % $0 < count % $1 } ?? 1
      let pieces = max(count / size, 1)
      return Box(
        x: left * pixel - width / 2, y: top * pixel - height / 2,
        width: Double(pieces * size) * pixel, height: max(bottom - top, 1) * pixel,
        pieceCount: pieces)
    }

    /// Thin lines on whole pixels.
    func grid(_ box: Box, across: Int, down: Int) -> Path {
      let line = max((0.4 / pixel).rounded(), 1) * pixel
      func place(_ length: Double, _ index: Int, _ count: Int) -> Double {
        ((length - line) / pixel * Double(index) / Double(count)).rounded() * pixel
      }
      var path = Path()
      for column in 0...across {
        path.add(
          .rectangle(
            x: box.x + place(box.width, column, across), y: box.y, width: line,
            height: box.height))
      }
      for row in 0...down {
        path.add(
          .rectangle(
            x: box.x, y: box.y + place(box.height, row, down), width: box.width, height: line))
      }
      return path
    }
  }

  /// The labels in the lower corners of the sum's screen.
  func label(_ left: String, _ right: String) -> Path {
    let (size, inset) = (ScopeLayout.small, 6.0)
    let y = master.y + master.height - inset
    var path = StrokeFont.path(left, size: size, at: Point(x: master.x + inset, y: y))
    path.add(
      StrokeFont.path(
        right, size: size, at: Point(x: master.x + master.width - inset, y: y), anchor: .end))
    return path
  }

  /// The title on the left and the subtitle after it, or below it if both are too long for one line.
  func lettering(_ words: Captions, _ colors: ScopeColors) -> [Item] {
    let lettering = words.lettering
    let lines = [("title", words.title, 13.0), ("subtitle", words.subtitle, 8.0)]
      .compactMap { name, text, cap in text.map { (name, lettering.shown($0), cap) } }
    let widths = lines.map { lettering.width(TextLine($0.1), cap: $0.2) }
    let gap = 14.0
    let isStacked = widths.reduce(gap, +) > master.width && lines.count > 1
    var place = titlePlace
    if isStacked { place.y -= 5 }
    return lines.map { name, text, cap in
      let room = master.x + master.width - place.x
      let (fit, fitted) = lettering.fitted(text, [Lettering.LineSize(cap: cap, width: room)])
      let path = lettering.path(fit, cap: fitted, at: place, anchor: .start)
      let ink = WordColors(colors.ink(0.9), on: colors.ground).ink
      var item =
        lettering.isFilled
        ? Item.fill(path, ink) : Item.stroke(path, width: pen * fitted, ink)
      item.name = name
      if isStacked {
        place.y += 14
      } else {
        place.x += (fit.first.map { lettering.width($0, cap: fitted) } ?? 0) + gap
      }
      return item
    }
  }

  /// The layout of a tone.
  func cell(_ tone: Int) -> ScopeCell { ScopeCell(cells[tone], unit: unit, pixels) }

  /// The parts of a tone.
  struct ScopeCell {
    /// The screen of the wave.
    let wave: Box
    /// The centres of the dials.
    let frequencyDial, velocityDial: Point
    /// The radius of the dials' arcs, and their line width.
    let dialRadius, dialPen: Double
    /// The cap heights of the note and of the frequency.
    let noteHeight, figureHeight: Double
    private let figurePlace, labelPlace: Point
    private let unit: Double
    private let pixels: Pixels

    init(_ box: Box, unit: Double, _ pixels: Pixels) {
      self.unit = unit
      self.pixels = pixels
      (dialRadius, dialPen) = (25 * unit, 4.5 * unit)
      (noteHeight, figureHeight) = (11 * unit, 9 * unit)
      let reach = dialRadius + dialPen / 2
      wave = pixels.screen(
        Box(x: box.x, y: box.y, width: box.width, height: box.height - 2 * reach - 8 * unit))
      let middle = box.y + box.height - reach
      frequencyDial = Point(x: box.x + reach, y: middle)
      velocityDial = Point(x: box.x + box.width - reach, y: middle)
      figurePlace = Point(x: box.x + box.width / 2, y: middle + figureHeight / 2)
      labelPlace = Point(x: figurePlace.x, y: middle + dialRadius)
    }

    /// The axes of the wave's screen.
    var grid: Path {
      pixels.grid(wave, across: ScopeLayout.toneDivisions, down: 2)
    }

    /// The arc of a dial with a value of 0...1; a dot at 0.
    func arc(_ value: Double) -> Path {
      var path = Path()
      path.arc(
        center: .origin, radius: dialRadius, start: .degrees(135), sweep: .degrees(270 * value))
      if value == 0, let start = path.points.first { path.line(to: start) }
      return path
    }

    /// The text in a dial.
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
