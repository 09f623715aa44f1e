// SPDX-License-Identifier: MIT
public import Drawing

/// The position and size of a figure on a sheet, and the position of its words.
public struct Composition: Sendable, Hashable {
  /// The figure's centre, in points from the centre of the canvas.
  public let center: Point
  /// The factor of all its lengths; 1 for a figure that fills a sheet whose shorter side is 432
  /// points.
  public private(set) var scale: Double
  /// The words.
  private var words: [Line] = []
  /// The part of the sheet that the words leave free; `nil` if there are none.
  private var room: Area?

  /// One or more lines of words.
  private struct Line: Hashable {
    let name: String
    let drawn: DrawnWords
    let opacity: Double
    /// Whether it lies on the figure.
    var isOverFigure: Bool

    init(_ drawn: DrawnWords, name: String, opacity: Double = 1, isOverFigure: Bool = false) {
      (self.name, self.drawn) = (name, drawn)
      (self.opacity, self.isOverFigure) = (opacity, isOverFigure)
    }

    /// The place of the lines of lyrics, which differ from frame to frame: see ``ShownLyrics/show(in:)``.
    init(lyricsFrom area: Area, isOverFigure: Bool = false) {
      let corners = [Point(x: area.left, y: area.top), Point(x: area.right, y: area.bottom)]
      self.init(
        DrawnWords(words: [Path(corners)], pen: 0, isFilled: false), name: LyricsLayout.ink,
        isOverFigure: isOverFigure)
    }
  }

  /// A rectangle, in points from the centre of the canvas.
  package struct Area: Hashable {
    package var left, top, right, bottom: Double
  }

  /// A position and a size, without words.
  public init(center: Point = .origin, scale: Double = 1) {
    self.center = center
    self.scale = scale
  }

  /// The composition of figure and words on a sheet whose shorter side is 432 points. The figure may be
  /// larger than the sheet, and the words may lie on it, unless `frame` is `nil`.
  public init(canvas: Canvas, words: Captions, frame: FigureFrame? = nil) {
    guard let frame, frame == .bleed || words.place == .display && !words.isEmpty else {
      self.init(wholeOn: canvas, beside: words)
      return
    }
    let lettering = words.lettering
    let sheet = DisplaySheet(canvas, frame, lettering)
    self.init(center: sheet.center, scale: sheet.scale)
    guard [nil, .display].contains(words.place) else {
      self.words = Composition(wholeOn: canvas, beside: words).words.map { line in
        var line = line
        line.isOverFigure = true
        return line
      }
      return
    }
    let penShare = Lettering.pen(shortSide: min(canvas.width, canvas.height))
    if let title = words.title {
      let drawn = sheet.title(
        lettering.shown(title), hasSubtitle: words.subtitle != nil, penShare: penShare)
      self.words.append(Line(drawn, name: "title", isOverFigure: true))
    }
    if let subtitle = words.subtitle {
      let drawn = sheet.subtitle(lettering.shown(subtitle), penShare: penShare)
      self.words.append(Line(drawn, name: "subtitle", isOverFigure: true))
    }
    if words.hasLyrics { self.words.append(Line(lyricsFrom: sheet.box, isOverFigure: true)) }
  }

  /// The composition of a figure and words that do not meet.
  ///
  /// Shapes between 16:9, a square and 9:16 are interpolated in every length. The words of a 9:16
  /// are above its lowest fifth, which apps cover; 3:4 and A4 have no such part.
  private init(wholeOn canvas: Canvas, beside words: Captions) {
    guard !words.isEmpty else {
      self.init()
      return
    }
    let sheet = WordSheet(canvas, words)
    self.init(center: sheet.center, scale: sheet.scale)
    // A thin pen is elegant on paper, and grey on a screen.
    let pen = Lettering.pen(shortSide: min(canvas.width, canvas.height))
    // A pale pen of a pixel or less is not to be read.
    let isSmall = min(canvas.width, canvas.height) < 720
    let lettering = words.lettering
    var blocks: [Block] = []
    for (name, text, sizes, opacity) in [
      ("title", words.title, sheet.title, 1),
      ("subtitle", words.subtitle, sheet.subtitle, isSmall ? 1 : 0.7),
    ] {
      guard let text else { continue }
      let (lines, cap) = lettering.fitted(lettering.shown(text), sizes)
      blocks.append(Block(name: name, lines: lines, cap: cap, opacity: opacity))
    }
    let gap = WordSheet.gap * sheet.title[0].cap
    let height = blocks.map(\.height).reduce(gap * Double(blocks.count - 1), +)
    var top = sheet.top(ofHeight: height)
    for block in blocks {
      let place = Point(x: sheet.x, y: top + block.height)
      let drawn = DrawnWords(
        words: lettering.words(block.lines, cap: block.cap, at: place, anchor: sheet.anchor),
        pen: pen * block.cap, isFilled: lettering.isFilled)
      self.words.append(Line(drawn, name: block.name, opacity: block.opacity))
      top += block.height + gap
    }
    if words.hasLyrics { self.words.append(Line(lyricsFrom: sheet.areaOfLyrics)) }
    let points = self.words.flatMap(\.drawn.words).flatMap(\.points)
    room = sheet.room(
      beside: Area(
        left: points.map(\.x).min() ?? 0, top: points.map(\.y).min() ?? 0,
        right: points.map(\.x).max() ?? 0, bottom: points.map(\.y).max() ?? 0))
  }

  /// The same with a larger or smaller figure, over which the words may then lie.
  func magnified(by factor: Double) -> Composition {
    var other = self
    other.scale *= factor
    if factor > 1 {
      for index in words.indices { other.words[index].isOverFigure = true }
    }
    return other
  }

  /// A title or a subtitle in its lines.
  private struct Block {
    let name: String
    let lines: [TextLine]
    let cap: Double
    let opacity: Double
    /// From the top of the first line's capitals to the last baseline.
    var height: Double { cap * (1 + Lettering.leading(lines) * Double(lines.count - 1)) }
  }

  /// The part of a sheet that its words leave free.
  package func room(on canvas: Canvas) -> Area {
    let (x, y) = (canvas.widthInPoints / 2, canvas.heightInPoints / 2)
    return room ?? Area(left: -x, top: -y, right: x, bottom: y)
  }

  /// The words as items, the same in every frame; the subtitle is lighter than the title. Words that
  /// lie on the figure have an edge in the colour of the ground. `accent` is the colour of what is sung.
  public func lettering(
    in color: Color, accent: Color? = nil, on ground: Color? = nil
  ) -> [Item] {
    words.filter(\.isOverFigure).compactMap { line in
      ground.map {
        Item(line.drawn.ground, .color($0)).named("\(line.name)-ground")
      }
    }
      + words.map { line in
        var item = Item(line.drawn.shape(of: line.drawn.words), .color(color))
        item.name = line.name
        item.opacity = line.opacity
        return item
      }
      + words.filter { $0.name == LyricsLayout.ink }.map { line in
        Item(line.drawn.shape(of: line.drawn.words), .color(accent ?? color))
          .named(LyricsLayout.accent)
      }
  }
}
