// SPDX-License-Identifier: MIT
public import Drawing

/// The position and size of a figure on a sheet, and the position of its words.
public struct Composition: Sendable, Hashable {
  /// The figure's centre, in points from the centre of the canvas.
  public private(set) var center: Point
  /// The factor of all its lengths; 1 for a figure that fills a sheet whose shorter side is 432
  /// points.
  public private(set) var scale: Double
  /// The words.
  private var words: [Line] = []
  /// The part of the sheet that the words leave free; `nil` if there are none.
  private var room: Area?
  /// The margins of the sheet that belong to the words: see ``WordSheet/margin(of:above:)``.
  private var margins: [Area] = []

  /// One or more lines of words.
  private struct Line: Hashable {
    let name: String
    let drawn: DrawnWords

    init(_ drawn: DrawnWords, name: String) { (self.name, self.drawn) = (name, drawn) }

    /// The words further down, in points.
    func moved(down distance: Double) -> Line {
      var drawn = drawn
      drawn.words = drawn.words.map { word in
        var path = Path()
        path.add(word, offset: Point(x: 0, y: distance))
        return path
      }
      return Line(drawn, name: name)
    }

    /// The place of the lines of lyrics, which differ from frame to frame: see ``ShownLyrics/show(in:)``.
    init(lyricsFrom area: Area) {
      let corners = [Point(x: area.left, y: area.top), Point(x: area.right, y: area.bottom)]
      self.init(
        DrawnWords(words: [Path(corners)], pen: 0, isFilled: false), name: LyricsLayout.ink)
    }
  }

  /// A rectangle, in points from the centre of the canvas.
  package struct Area: Hashable {
    package var left, top, right, bottom: Double

    /// How far a point is from it; 0 inside.
    func distance(to point: Point) -> Double {
      let x = max(left - point.x, 0, point.x - right)
      let y = max(top - point.y, 0, point.y - bottom)
      return (x * x + y * y).squareRoot()
    }

    /// Whether the middle of another one is in it.
    func contains(_ other: Area?) -> Bool {
      guard let other else { return false }
      let (x, y) = ((other.left + other.right) / 2, (other.top + other.bottom) / 2)
      return x >= left && x <= right && y >= top && y <= bottom
    }

    package init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
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
      self.words = Composition(wholeOn: canvas, beside: words).words
      return
    }
    let penShare = Lettering.pen(shortSide: min(canvas.width, canvas.height))
    if words.titleStays {
      let texts = [words.title, words.subtitle].compactMap { $0.map(lettering.shown) }
      for (name, drawn) in zip(["title", "subtitle"], sheet.head(texts, penShare: penShare)) {
        self.words.append(Line(drawn, name: name))
      }
      self.words.append(Line(lyricsFrom: sheet.box))
      return
    }
    if let title = words.title.map(lettering.shown), !title.isEmpty {
      let drawn = sheet.title(
        title, hasSubtitle: words.subtitle != nil, penShare: penShare)
      self.words.append(Line(drawn, name: "title"))
    }
    if let subtitle = words.subtitle.map(lettering.shown), !subtitle.isEmpty {
      let drawn = sheet.subtitle(subtitle, penShare: penShare)
      self.words.append(Line(drawn, name: "subtitle"))
    }
    if words.hasLyrics { self.words.append(Line(lyricsFrom: sheet.box)) }
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
    let lettering = words.lettering
    var blocks: [Block] = []
    let (title, subtitle) = words.titleStays ? sheet.head : (sheet.title, sheet.subtitle)
    for (name, text, sizes) in [
      ("title", words.title, title), ("subtitle", words.subtitle, subtitle),
    ] {
      guard let text = text.map(lettering.shown), !text.isEmpty else { continue }
      let (lines, cap) = lettering.fitted(text, sizes)
      blocks.append(Block(name: name, lines: lines, cap: cap))
    }
    let gap = WordSheet.gap * title[0].cap
    let height = blocks.map(\.height).reduce(gap * Double(blocks.count - 1), +)
    var top = words.titleStays ? sheet.headTop : sheet.top(ofHeight: height)
    for block in blocks {
      let place = Point(x: sheet.x, y: top + block.height)
      let drawn = DrawnWords(
        words: lettering.words(block.lines, cap: block.cap, at: place, anchor: sheet.anchor),
        pen: pen * block.cap, isFilled: lettering.isFilled)
      self.words.append(Line(drawn, name: block.name))
      top += block.height + gap
    }
    if words.hasLyrics { self.words.append(Line(lyricsFrom: sheet.areaOfLyrics)) }
    let atFoot = words.titleStays ? self.words.suffix(1) : self.words[...]
    let area = Area(around: atFoot.flatMap(\.drawn.words).flatMap(\.points))
    room = area.map(sheet.room)
    margins = [area.flatMap { sheet.margin(of: $0) }].compactMap(\.self)
    // A title over the figure.
    if words.titleStays, sheet.anchor == .middle, let upper = room?.top {
      room?.top = max(upper, top)
      let head = Area(around: self.words.dropLast().flatMap(\.drawn.words).flatMap(\.points))
      margins += [head.flatMap { sheet.margin(of: $0, above: true) }].compactMap(\.self)
    }
  }

  /// The composition with a larger or smaller figure; one that reaches below the words is not cut off by a margin.
  func magnified(by factor: Double) -> Composition {
    var other = self
    other.scale *= factor
    if factor > 1 { other.margins = [] }
    return other
  }

  /// The composition with the figure of a shot, which may be anywhere; no margin is kept free for the words.
  func placed(_ center: Point, scale: Double) -> Composition {
    var other = self
    (other.center, other.scale, other.margins) = (center, scale, [])
    return other
  }

  /// The composition with the title at the other end of the sheet if the heart of a figure that `isAlone` lies at its
  /// own; in the middle, `betweenTwins` of which one is above the other; and else, if it lies on the heart, nearer to
  /// the middle. Lyrics stay.
  func clearingHeart(on canvas: Canvas, isAlone: Bool, betweenTwins: Bool) -> Composition {
    guard !words.contains(where: { $0.name == LyricsLayout.ink }),
      let area = Area(around: words.flatMap(\.drawn.words).flatMap(\.points)),
      area.top > 0 || area.bottom < 0
    else { return self }
    let middle = (area.top + area.bottom) / 2
    let heart = Heart(center, scale: scale).radius
    let isBeside = center.x + heart < area.left || center.x - heart > area.right
    guard !isBeside, betweenTwins || center.y * middle > 0 else { return self }
    let isClear = abs(center.y - middle) > heart + (area.bottom - area.top) / 2
    let edge = canvas.heightInPoints / 2 * (middle < 0 ? -1 : 1)
    let place = betweenTwins ? 0 : isAlone ? -middle : isClear ? middle : edge - middle
    var other = self
    other.words = words.map { $0.moved(down: place - middle) }
    return other
  }

  /// The composition with the figure where the user has put it; the words stay.
  func moved(to place: FigurePlace, on canvas: Canvas) -> Composition {
    var other = magnified(by: place.zoom)
    if let center = place.center {
      other.center = Point(
        x: (center.x - 0.5) * canvas.widthInPoints, y: (center.y - 0.5) * canvas.heightInPoints)
    }
    return other
  }

  /// A title or a subtitle in its lines.
  private struct Block {
    let name: String
    let lines: [TextLine]
    let cap: Double
    /// From the top of the first line's capitals to the last baseline.
    var height: Double { cap * (1 + Lettering.leading(lines) * Double(lines.count - 1)) }
  }

  /// The part of a sheet that its words leave free.
  package func room(on canvas: Canvas) -> Area {
    let (x, y) = (canvas.widthInPoints / 2, canvas.heightInPoints / 2)
    return room ?? Area(left: -x, top: -y, right: x, bottom: y)
  }

  /// The words as items, the same in every frame. `overFigure` tells that a figure, or what moves round
  /// it, may be below them: then all words have a plate in the colour of the ground, and the margin that is
  /// theirs, unless the figure `fillsSheet`.
  public func lettering(
    in colors: WordColors, overFigure: Bool = false, fillsSheet: Bool = false
  ) -> [Item] {
    let hasPlate = overFigure || colors.isOverlay
    let lyrics = words.filter { $0.name == LyricsLayout.ink }.map(\.drawn)
    func item(_ name: String, _ shape: Item.Shape, _ color: Color) -> Item {
      Item(shape, .color(color)).named(name)
    }
    let hasMargin = overFigure && !fillsSheet && !colors.isOverlay
    return (hasMargin ? margins : []).map {
      item(Item.nameOfMargin, .fill(.rectangle($0), .disjoint), colors.ground)
    }
      + (hasPlate ? words : []).map {
        item("\($0.name)-ground", $0.drawn.plate, colors.ground)
      }
      + words.map { item($0.name, $0.drawn.shape(of: $0.drawn.words), colors.ink) }
      + lyrics.flatMap { drawn in
        [
          (LyricsLayout.waiting, colors.waiting), (LyricsLayout.bar, colors.ink),
          (LyricsLayout.sung, colors.ground),
        ].map { item($0, drawn.shape(of: drawn.words), $1) }
      }
  }
}
