// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing

/// Where lines of lyrics stand on a sheet: in place of the title and the subtitle, while they are shown.
public struct LyricsLayout: Sendable {
  /// The names of the items that a look leaves in the place of the lyrics, in the colours that the lyrics
  /// have: see ``Composition/lettering(in:accent:on:)``.
  static let (ink, accent, ground) = ("lyrics", "lyrics-sung", "lyrics-ground")

  private let canvas: Canvas
  private let words: Captions
  private let frame: FigureFrame?

  /// The layout of the pictures of a context.
  public init(_ context: ViewContext) {
    canvas = context.canvas(shortSideInPoints: 432)
    (words, frame) = (context.words, context.frame)
  }

  /// A line as strokes, word by word, and the width of their pen. Words for which there is no space are
  /// left out.
  func strokes(of line: SongLyrics.Line) -> (words: [Path], pen: Double) {
    let text = Lettering.capitals(line.shown)
    let penShare = Lettering.pen(shortSide: min(canvas.width, canvas.height))
    if let frame, frame == .bleed || words.place == .display,
      [nil, .display].contains(words.place)
    {
      return DisplaySheet(canvas, frame).title(text, hasSubtitle: false, penShare: penShare)
    }
    let sheet = WordSheet(canvas, words)
    let (lines, cap) = Lettering.fitted(text, sheet.lyrics)
    let height = cap * (1 + Lettering.leading(lines) * Double(lines.count - 1))
    let place = Point(x: sheet.x, y: sheet.top(ofHeight: height) + height)
    return (
      Lettering.words(lines, cap: cap, at: place, anchor: sheet.anchor), penShare * cap
    )
  }
}

/// The lyrics in the frames of a track.
public struct ShownLyrics: Sendable {
  private let lyrics: SongLyrics
  private let layout: LyricsLayout
  /// The line whose strokes were made last.
  private var line: SongLyrics.Line?
  private var strokes: (words: [Path], pen: Double) = ([], 0)

  /// The lyrics of a song, before its first frame.
  public init(_ lyrics: SongLyrics, _ layout: LyricsLayout) {
    (self.lyrics, self.layout) = (lyrics, layout)
  }

  /// Puts the line of a scene's moment into its places, instead of title and subtitle; in a pause these
  /// stay.
  public mutating func show(in scene: inout Scene) {
    guard let moment = scene.moment, let shown = lyrics.line(at: moment),
      scene.items.contains(where: \.isLyrics)
    else { return scene.items.removeAll(where: \.isLyrics) }
    if line != shown { (line, strokes) = (shown, layout.strokes(of: shown)) }
    let sung = shown.sung(at: moment)
    let isSung = { (index: Int) in sung.contains(index) }
    let parts: [String: [Path]] = [
      LyricsLayout.ground: strokes.words,
      LyricsLayout.ink: strokes.words.indices.filter { !isSung($0) }.map { strokes.words[$0] },
      LyricsLayout.accent: strokes.words.indices.filter(isSung).map { strokes.words[$0] },
    ]
    var data = [DataAttribute("line", shown.text)]
    scene.items = scene.items.compactMap { item in
      guard item.isLyrics else { return item.isWord ? nil : item }
      guard let words = parts[item.name], !words.isEmpty else { return nil }
      var item = item
      let edge = item.name == LyricsLayout.ground ? max(0.9 * strokes.pen, 5) : 0
      item.shape = .stroke(Path(joining: words), width: strokes.pen + edge)
      (item.data, data) = (data, [])
      return item
    }
  }
}

extension SongLyrics.Line {
  /// As much of it as is drawn.
  var shown: String { Captions(title: text).title ?? "" }
}

extension SongLyrics {
  /// The characters that are boxes in a picture, each once.
  public var missing: [Character] {
    Lettering.missing(in: lines.map(\.text).joined(separator: " "))
  }
}

extension Item {
  /// Whether it is a place of lyrics, or lyrics.
  fileprivate var isLyrics: Bool { name.hasPrefix(LyricsLayout.ink) }

  /// Whether it is a title, a subtitle or lyrics, or the edge of one.
  var isWord: Bool {
    ["title", "subtitle", LyricsLayout.ink].contains { name == $0 || name.hasPrefix("\($0)-") }
  }
}
