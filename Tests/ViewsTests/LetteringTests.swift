// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import Testing
import Views

/// Lines of words in letters of fonts.
@Suite struct LetteringTests {
  /// Letters that are squares, each half as wide as high; those of Hebrew are read from the right.
  private static func typeface(_ texts: [String], hasCapitals: Bool = false) -> Typeface {
    let square = GlyphOutline.Glyph([
      .move(Point(x: 0, y: 0)), .line(Point(x: 0, y: -1)), .line(Point(x: 0.4, y: -1)),
      .line(Point(x: 0.4, y: 0)), .close,
    ])
    func word(_ text: String) -> ShapedWord {
      let isReversed = text.unicodeScalars.contains { (0x5D0...0x5EA).contains($0.value) }
      let letters = (0..<text.count).map {
        GlyphOutline([square]).moved(right: 0.5 * Double($0))
      }
      return ShapedWord(
        letters: text == " " ? [] : isReversed ? letters.reversed() : letters,
        advance: 0.5 * Double(text.count))
    }
    let pieces = texts.flatMap { TextLine($0).pieces.map(\.text) }
    let words = Set(pieces + texts.joined().map(String.init) + [" ", "."])
    return .outlines(
      ShapedWords(
        Dictionary(uniqueKeysWithValues: words.map { ($0, word($0)) }), hasCapitals: hasCapitals))
  }

  private func pieces(_ text: String) -> [String] {
    TextLine(text).pieces.map { ($0.beginsWord ? "" : "+") + $0.text }
  }

  @Test func `lines break at spaces, and between ideographs but where the rules forbid it`() {
    #expect(pieces("a long  road") == ["a", "long", "road"])
    #expect(pieces("") == [])
    #expect(pieces("夜に駆ける") == ["夜", "+に", "+駆", "+け", "+る"])
    #expect(pieces("「さよなら」だけ、") == ["「さ", "+よ", "+な", "+ら」", "+だ", "+け、"])
    #expect(pieces("ロック and roll") == ["ロッ", "+ク", "and", "roll"])
    #expect(pieces("안녕하세요 세계") == ["안녕하세요", "세계"])
    #expect(TextLine("夏 の歌 now").text == "夏 の歌 now")
  }

  @Test func `an ideographic line is parted evenly, but sooner at a space`() {
    let (even, spaced) = ("一二三四五六七八", "一二三四五 六七八")
    let lettering = Lettering(Self.typeface([even, spaced]))
    func lines(_ text: String) -> [String] {
      lettering.fitted(
        text, [.init(cap: 10, width: 20), .init(cap: 10, width: 30)]
      ).lines.map(\.text)
    }
    #expect(lines(even) == ["一二三四", "五六七八"])
    let long = String(repeating: "一", count: 40)
    let four = Lettering(Self.typeface([long])).fitted(
      long, [10, 10, 10, 10].map { .init(cap: $0, width: 30) }
    ).lines
    #expect(four.map(\.text.count) == [10, 10, 10, 10])
    #expect(lines(spaced) == ["一二三四五", "六七八"])
  }

  @Test func `a text that is too long is cut within a word`() {
    let text = "一二三四五六七八九十一二三四五六七八九十"
    let lettering = Lettering(Self.typeface([text]))
    let (lines, cap) = lettering.fitted(text, [.init(cap: 10, width: 20)])
    #expect(lines.count == 1 && lines[0].text == "一二三...")
    #expect(lettering.width(lines[0], cap: cap) <= 20)
  }

  @Test
  func `words that are read from the right stand from right to left, others among them do not`() {
    func order(_ text: String) -> [String] {
      let lettering = Lettering(Self.typeface([text]))
      let paths = lettering.path([TextLine(text)], cap: 10, at: .origin, anchor: .start)
      #expect(paths.points.map(\.x).min() == 0)
      let words = text.split(separator: " ").map(String.init)
      return zip(words, lettering.words([TextLine(text)], cap: 10, at: .origin, anchor: .start))
        .sorted { ($0.1.points.map(\.x).min() ?? 0) < ($1.1.points.map(\.x).min() ?? 0) }
        .map(\.0)
    }
    #expect(order("one two three") == ["one", "two", "three"])
    #expect(order("אב גדה ו") == ["ו", "גדה", "אב"])
    #expect(order("אב one two ו") == ["ו", "one", "two", "אב"])
    #expect(order("one אב גדה two") == ["one", "גדה", "אב", "two"])
    // Numbers and signs have the direction of what is around them.
    #expect(order("2024 אב גדה") == ["גדה", "אב", "2024"])
    #expect(order("one אב - גדה") == ["one", "גדה", "-", "אב"])
    #expect(order("one - אב") == ["one", "-", "אב"])
    // Each gap counts once, wherever words stand.
    let mixed = "x 漢字אב x"
    let lettering = Lettering(Self.typeface([mixed]))
    let points = lettering.path([TextLine(mixed)], cap: 10, at: .origin, anchor: .start).points
    let width = lettering.width(TextLine(mixed), cap: 10)
    #expect(abs((points.map(\.x).max() ?? 0) - (width - 1)) < 0.01)
  }

  @Test func `words in a font are filled, in capitals only if the font was found`() throws {
    let canvas = try #require(Canvas(width: 1920, height: 1080, shortSideInPoints: 432))
    for (hasCapitals, shown) in [(true, "SLOW"), (false, "Slow")] {
      var words = Captions(title: "Slow", subtitle: "Air")
      words.typeface = Self.typeface([shown, "AIR", "Air"], hasCapitals: hasCapitals)
      #expect(Lettering(words.typeface).shown("Slow") == shown)
      for frame in [nil, FigureFrame.bleed] {
        let items = Composition(canvas: canvas, words: words, frame: frame)
          .lettering(in: .words, overFigure: frame != nil)
        let letters = items.filter { ["title", "subtitle"].contains($0.name) }
        #expect(letters.count == 2)
        #expect(letters.allSatisfy { if case .fill = $0.shape { true } else { false } })
        // An edge parts letters from the figure that they lie on.
        let edges = items.filter { $0.name.hasSuffix("-ground") }
        #expect(edges.count == (frame == nil ? 0 : 2))
        #expect(edges.allSatisfy { if case .stroke = $0.shape { true } else { false } })
      }
    }
  }
}
