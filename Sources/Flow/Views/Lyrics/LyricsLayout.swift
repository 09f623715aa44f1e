// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing

/// Where lines of lyrics stand on a sheet: in place of the title and the subtitle while they are shown, or
/// below them.
public struct LyricsLayout: Sendable {
  /// The names of the items that a look leaves in the place of the lyrics, in the colours that the lyrics
  /// have: see ``Composition/lettering(in:overFigure:fillsSheet:)``. The word that is sung stands on a bar.
  static let (ink, waiting, bar, sung) = ("lyrics", "lyrics-waiting", "lyrics-bar", "lyrics-sung")
  static let ground = "lyrics-ground"

  private let canvas: Canvas
  private let words: Captions
  private let frame: FigureFrame?

  /// The layout of the pictures of a context.
  public init(_ context: ViewContext) {
    canvas = context.canvas(shortSideInPoints: 432)
    (words, frame) = (context.words, context.frame)
  }

  /// Whether the title and the subtitle are shown with the lyrics.
  var keepsTitle: Bool { words.titleStays }

  /// The letters of a song's lyrics.
  func type(_ lyrics: SongLyrics) -> LyricsType {
    let leading = Lettering.leading(lyrics.lines.map { TextLine($0.text) })
    return LyricsType(
      lyrics, words.lettering,
      display?.lyrics(leading: leading) ?? WordSheet(canvas, words).lyrics(leading: leading))
  }

  /// The sheet of words that are set large.
  private var display: DisplaySheet? {
    guard let frame, frame == .bleed || words.place == .display,
      [nil, .display].contains(words.place)
    else { return nil }
    return DisplaySheet(canvas, frame, words.lettering)
  }

  /// A page word by word.
  func drawn(_ page: SongLyrics.Line, _ type: LyricsType) -> DrawnWords {
    let lettering = words.lettering
    let (lines, cap) = (type.lines(of: page), type.cap)
    let height = cap * (1 + Lettering.leading(lines) * Double(lines.count - 1))
    let sheet = WordSheet(canvas, words)
    let place =
      display.map { Point(x: $0.box.left, y: $0.box.bottom) }
      ?? Point(x: sheet.x, y: sheet.top(ofHeight: height) + height)
    let pen = Lettering.pen(shortSide: min(canvas.width, canvas.height))
    return DrawnWords(
      words: lettering.words(
        lines, cap: cap, at: place, anchor: display == nil ? sheet.anchor : .start),
      // Over a figure a broader pen is read.
      pen: (display == nil ? pen : 1.5 * pen) * cap, isFilled: lettering.isFilled)
  }
}

/// The lyrics in the frames of a track.
public struct ShownLyrics: Sendable {
  private let type: LyricsType
  private let layout: LyricsLayout
  /// The line that was drawn last.
  private var line: SongLyrics.Line?
  private var drawn = DrawnWords.none

  /// The lyrics of a song, before its first frame.
  public init(_ lyrics: SongLyrics, _ layout: LyricsLayout) {
    (type, self.layout) = (layout.type(lyrics), layout)
  }

  /// Puts the line of a scene's moment into its places, instead of title and subtitle unless they stay over
  /// it; in a pause these are there.
  public mutating func show(in scene: inout Scene) {
    guard let moment = scene.moment, let shown = type.pages.line(at: moment),
      scene.items.contains(where: \.isLyrics)
    else { return scene.items.removeAll(where: \.isLyrics) }
    if line != shown { (line, drawn) = (shown, layout.drawn(shown, type)) }
    let sung = shown.sung(at: moment)
    let waiting = shown.waiting(at: moment)
    func words(_ isPart: (Int) -> Bool) -> [Path] {
      drawn.words.indices.filter(isPart).map { drawn.words[$0] }
    }
    let parts: [String: [Path]] = [
      LyricsLayout.ground: drawn.words, LyricsLayout.bar: words(sung.contains),
      LyricsLayout.ink: words { !sung.contains($0) && !waiting.contains($0) },
      LyricsLayout.waiting: words(waiting.contains), LyricsLayout.sung: words(sung.contains),
    ]
    var data = [DataAttribute("line", shown.text)]
    scene.items = scene.items.compactMap { item in
      guard item.isLyrics else { return item.isWord && !layout.keepsTitle ? nil : item }
      guard let words = parts[item.name], !words.isEmpty else { return nil }
      var item = item
      item.shape =
        switch item.name {
        case LyricsLayout.ground: drawn.plate
        case LyricsLayout.bar: drawn.bar(of: words)
        default: drawn.shape(of: words)
        }
      (item.data, data) = (data, [])
      return item
    }
  }
}

extension Item {
  /// Whether it is a place of lyrics, or lyrics.
  var isLyrics: Bool { name.hasPrefix(LyricsLayout.ink) }

  /// The name of the margin of the sheet that belongs to words.
  static let nameOfMargin = "margin"

  /// Whether it is a title, a subtitle or lyrics, or the plate of one.
  var isWord: Bool {
    ["title", "subtitle", LyricsLayout.ink].contains { name == $0 || name.hasPrefix("\($0)-") }
  }
}
