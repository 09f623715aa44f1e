// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing
import Views

@Suite struct CompositionTests {
  private let words = Captions(title: "Song", subtitle: "Band")

  private func canvas(_ width: Int, _ height: Int) throws -> Canvas {
    try #require(Canvas(width: width, height: height, shortSideInPoints: 432))
  }

  private func expect(
    _ composition: Composition, middle: Double, scale: Double, _ canvas: Canvas
  ) {
    #expect(composition.center.x == 0)
    #expect(abs(composition.center.y - (middle - 0.5) * canvas.heightInPoints) < 1e-9)
    #expect(abs(composition.scale - scale) < 1e-9)
  }

  /// The outermost coordinates of strokes, with the pen.
  private func box(_ item: Item) throws -> (
    left: Double, top: Double, right: Double, bottom: Double
  ) {
    guard case .stroke(let path, let width) = item.shape else { throw NotAStroke() }
    let (x, y) = (path.points.map(\.x), path.points.map(\.y))
    return (
      try #require(x.min()) - width / 2, try #require(y.min()) - width / 2,
      try #require(x.max()) + width / 2, try #require(y.max()) + width / 2
    )
  }

  private struct NotAStroke: Error {}

  @Test(arguments: [(1920, 1080), (1080, 1080), (1080, 1920), (3000, 100), (16, 9)])
  func `a figure without words fills the sheet from its middle`(width: Int, height: Int) throws {
    let composition = Composition(canvas: try canvas(width, height), words: Captions())
    #expect(composition == Composition())
    #expect(composition.center == .origin && composition.scale == 1)
    #expect(composition.lettering(in: .words).isEmpty)
  }

  @Test func `beside words the figure stands as each format wants it`() throws {
    for (width, height, middle, scale) in [
      (1920, 1080, 0.5, 1.0), (2560, 1080, 0.5, 1), (1080, 1080, 0.425, 0.82),
      (1080, 1920, 0.38, 1), (900, 1920, 0.38, 1), (1440, 1080, 0.425, 0.82),
    ] {
      let canvas = try canvas(width, height)
      expect(
        Composition(canvas: canvas, words: words), middle: middle, scale: scale, canvas)
    }
    // 25:32 is half-way from a square to 9:16.
    let between = try canvas(1250, 1600)
    expect(Composition(canvas: between, words: words), middle: 0.4325, scale: 0.91, between)
  }

  private func lettering(
    _ width: Int, _ height: Int, _ place: WordPlace? = nil
  ) throws -> (title: Item, subtitle: Item) {
    let words = Captions(title: "Song", subtitle: "Band", place: place)
    let items = Composition(canvas: try canvas(width, height), words: words).lettering(in: .words)
    try #require(items.map(\.name) == ["title", "subtitle"])
    return (items[0], items[1])
  }

  @Test func `words stand at the lower left of wide sheets, and in the middle of others`() throws {
    let wide = try lettering(1920, 1080)
    let (title, subtitle) = (try box(wide.title), try box(wide.subtitle))
    // The letters, which have a little room at their left, are 15 and 9 points high.
    #expect(abs(title.bottom - title.top - 15 * 1.105) < 0.01)
    #expect(abs(title.bottom - (216 - 44.25 + 0.7875)) < 0.01)
    #expect((22 - 384..<25 - 384).contains(title.left))
    #expect(abs(subtitle.bottom - (216 - 24 + 0.4725)) < 0.01)
    #expect(abs(subtitle.bottom - subtitle.top - 9 * 1.105) < 0.01)
    for (width, height) in [(1080, 1080), (1080, 1350), (1080, 1920), (1440, 1080)] {
      let box = try box(lettering(width, height).title)
      #expect(abs(box.left + box.right) < 2)
    }
  }

  @Test func `a subtitle has the ink of the title, and the pen of small pictures is broader`()
    throws
  {
    let (title, subtitle) = try lettering(1080, 1080)
    #expect(title.paint == subtitle.paint && title.opacity == 1 && subtitle.opacity == 1)
    func pen(_ side: Int) throws -> Double {
      guard case .stroke(_, let width) = try lettering(side, side).title.shape else {
        throw NotAStroke()
      }
      return width
    }
    for (side, share) in [(1499, 0.105), (1500, 0.085)] {
      let pen = try pen(side)
      #expect(abs(pen - 14 * share) < 1e-9)
    }
  }

  @Test func `the words of a phone are above what apps lay over its lowest fifth`() throws {
    let long = Captions(
      title: String(repeating: "HEH ", count: 30), subtitle: String(repeating: "HEH ", count: 20))
    for place in WordPlace.allCases {
      let canvas = try canvas(1080, 1920)
      let words = Captions(title: long.title, subtitle: long.subtitle, place: place)
      let composition = Composition(canvas: canvas, words: words)
      for item in composition.lettering(in: .words) {
        #expect(try box(item).bottom < 0.3 * canvas.heightInPoints, "\(place)")
      }
      #expect(composition.center.y + 206 < 0.3 * canvas.heightInPoints)
    }
    // A sheet of paper has no such part.
    #expect(try box(lettering(2100, 2970).subtitle).bottom > 0.35 * 1.4142 * 432)
  }

  @Test func `words stand where they are told to`() throws {
    for (width, height) in [(1920, 1080), (1080, 1080), (1080, 1920)] {
      let canvas = try canvas(width, height)
      func middle(_ place: WordPlace) throws -> Double {
        Composition(canvas: canvas, words: Captions(title: "S", place: place)).center.y
      }
      let above = try lettering(width, height, .above)
      #expect(try box(above.subtitle).bottom < middle(.above) - 206 * 0.82)
      #expect(try box(above.title).bottom < box(above.subtitle).top)
      let below = try lettering(width, height, .below)
      #expect(try box(below.title).top > middle(.below) + 206 * 0.82)
      #expect(abs(try box(below.title).left + box(below.title).right) < 2)
      let corner = try box(lettering(width, height, .corner).title)
      #expect((22..<26).contains(corner.left + canvas.widthInPoints / 2))
    }
    let side = try lettering(1920, 1080, .side)
    let (title, subtitle) = (try box(side.title), try box(side.subtitle))
    #expect(abs(title.bottom - title.top - 22 * 1.105) < 0.01)
    #expect(abs(title.top + subtitle.bottom) < 1)
    let composition = Composition(
      canvas: try canvas(1920, 1080), words: Captions(title: "Song", place: .side))
    #expect(composition.center.x > 100 && composition.center.x + 214 < 384)
    #expect(title.right < composition.center.x - 214)
    // Others have no side.
    #expect(try lettering(1080, 1080, .side).title == lettering(1080, 1080).title)
  }

  @Test func `a title at the side has up to three lines of the same size`() throws {
    let canvas = try canvas(1920, 1080)
    func height(_ count: Int) throws -> Double {
      let words = Captions(
        title: Array(repeating: "HEHEHEHE", count: count).joined(separator: " "), place: .side)
      let box = try box(Composition(canvas: canvas, words: words).lettering(in: .words)[0])
      return (box.bottom - box.top) / 22
    }
    #expect(abs(try height(1) - 1.105) < 0.001)
    // Two, four and six words are in one, two and three lines of at least 0.7 of the height.
    let (one, two, three) = (try height(2), try height(4), try height(6))
    #expect(one > 0.7 && abs(two - one - 1.6 * one / 1.105) < 0.01)
    #expect(abs(three - two - 1.6 * one / 1.105) < 0.01)
  }

  @Test func `a long title in the corner has three lines rather than two small ones`() throws {
    let canvas = try canvas(1920, 1080)
    func height(_ count: Int) throws -> Double {
      let title = Array(repeating: "HEHEHE", count: count).joined(separator: " ")
      let words = Captions(title: title, subtitle: "Band")
      let box = try box(Composition(canvas: canvas, words: words).lettering(in: .words)[0])
      return box.bottom - box.top
    }
    #expect((20..<30).contains(try height(4)))
    // Capitals that are at least 8 points high, with 1.6 of it from line to line.
    #expect(try height(9) > 8 * 4.2)
  }

  @Test func `a title that is too long fills its lines before it is cut`() throws {
    let canvas = try canvas(1600, 1200)
    func height(_ count: Int) throws -> Double {
      let title = Array(repeating: "HEHE", count: count).joined(separator: " ")
      let words = Captions(title: title, place: .side)
      let box = try box(Composition(canvas: canvas, words: words).lettering(in: .words)[0])
      return box.bottom - box.top
    }
    // Four lines in the end, never one line and an ellipsis.
    for count in 24...40 { #expect(try height(count) > 4 * 7.8) }
  }

  @Test func `no words leave the sheet or touch the figure`() throws {
    var random = SeededGenerator(seed: 12)
    let letters = Array("AIMW il.Wäß世🙂Q")
    for _ in 0..<200 {
      let (width, height) = (Int.random(in: 50...500, using: &random), 200)
      func text() -> String {
        let count = Int.random(in: 1...240, using: &random)
        return String(
          (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
      }
      let canvas = try canvas(width, height)
      let places = WordPlace.allCases + [nil]
      let words = Captions(
        title: text(), subtitle: text(), place: places[Int.random(in: 0..<5, using: &random)])
      let composition = Composition(canvas: canvas, words: words)
      let (right, bottom) = (canvas.widthInPoints / 2, canvas.heightInPoints / 2)
      for item in composition.lettering(in: .words) {
        let box = try box(item)
        #expect(
          -right < box.left && box.right < right && -bottom < box.top && box.bottom < bottom,
          "\(canvas)")
        guard case .stroke(let path, _) = item.shape else { continue }
        for point in path.points {
          let (x, y) = (point.x - composition.center.x, point.y - composition.center.y)
          let distance = (x * x + y * y).squareRoot()
          #expect(distance > 206 * composition.scale, "\(canvas), \(words)")
        }
      }
    }
  }

  @Test func `a long title becomes smaller, then two lines, then shorter`() throws {
    let canvas = try canvas(1080, 1080)
    func height(_ title: String) throws -> Double {
      let item = Composition(canvas: canvas, words: Captions(title: title)).lettering(in: .words)[0]
      let box = try box(item)
      return box.bottom - box.top
    }
    let whole = 14 * 1.105
    #expect(abs(try height("HEH") - whole) < 0.01)
    let small = try height(String(repeating: "HEH ", count: 10))
    #expect(small < whole && small > whole * 0.69)
    #expect(try height(String(repeating: "HEH ", count: 18)) > whole * 1.2)
    // What is cut off makes no difference.
    let endless = try height(String(repeating: "HEH ", count: 44))
    #expect(try height(String(repeating: "HEH ", count: 49)) == endless)
  }

  @Test func `a line that fits when it is made smaller is not cut`() throws {
    let canvas = try canvas(1080, 1080)
    func pointCount(_ letters: Int) throws -> Int {
      let words = Captions(subtitle: String(repeating: "H", count: letters))
      let item = try #require(Composition(canvas: canvas, words: words).lettering(in: .words).first)
      guard case .stroke(let path, _) = item.shape else { throw NotAStroke() }
      return path.points.count
    }
    let one = try pointCount(1)
    let whole = try (1...199).filter { try pointCount($0) == $0 * one }
    #expect(whole.count > 60 && whole == Array(1...whole.count))
  }

  @Test(arguments: [
    ("Größe", "GRÖSSE"), ("Déjà Vu", "DÉJÀ VU"), ("e\u{301}", "É"), ("Smørrebrød", "SMØRREBRØD"),
    ("Łódź", "ŁÓDŹ"), ("Tiếng Việt", "TIẾNG VIỆT"), ("Ætla – “ok”…", "ÆTLA – “OK”…"),
    ("Ça #1 ♯", "ÇA #1 ♯"), ("İıŞğ", "İIŞĞ"), ("Чайковский", "ЧАЙКОВСКИЙ"),
    ("Μίκης Ή", "ΜΙΚΗΣ Η"), ("Μάιος", "ΜΑΪΟΣ"), ("Ταΰγετος", "ΤΑΫΓΕΤΟΣ"), ("Μαΐου", "ΜΑΪΟΥ"),
  ])
  func `words are written in capitals with their marks, Greek ones without accents`(
    title: String, capitals: String
  ) throws {
    let canvas = try canvas(1920, 1080)
    func lettering(_ title: String) -> [Item] {
      Composition(canvas: canvas, words: Captions(title: title)).lettering(in: .words)
    }
    #expect(lettering(title) == lettering(capitals))
    #expect(lettering(title) != lettering("X"))
    #expect(lettering("É") != lettering("E"))
  }

  @Test func `characters that are boxes are told once each, those of both lines`() {
    let missing = Captions(title: "Hikaru 宇多田宇 “Ø”", subtitle: "🎵 ルル").missing
    #expect(missing.title == ["宇", "多", "田"] && missing.subtitle == ["🎵", "ル"])
    let none = Captions(title: "Größe Μάιος ŉ ﬁ µ Ќ", subtitle: nil).missing
    #expect(none.title.isEmpty && none.subtitle.isEmpty)
  }

  @Test func `lines with marks stand farther apart`() throws {
    func height(_ title: String) throws -> Double {
      let words = Captions(title: String(repeating: title + " ", count: 18))
      let item = Composition(canvas: try canvas(1080, 1080), words: words).lettering(in: .words)[0]
      let box = try box(item)
      return box.bottom - box.top
    }
    #expect(try height("HÉH") > height("HEH") * 1.15)
  }

  @Test(arguments: [
    ("  a\n\tb\u{0}  c ", "a b c"), ("", nil), (" \n\u{200B}\u{E000}", nil),
    ("\u{202E}abc\u{202C}", "abc"), ("a\u{2028}b", "a b"),
    // Symptom: a family was three people, and the flag of England a black one.
    ("👨‍👩‍👧 👩🏽‍🚀 ❤️‍🔥", "👨‍👩‍👧 👩🏽‍🚀 ❤️‍🔥"),
    (
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} a",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} a"
    ),
    ("a\u{200D}b \u{200D}1\u{200D} \u{E0067}\u{E0067}", "ab 1"), ("👨\u{202E}👩\u{2066}x", "👨👩x"),
  ])
  func `words are one line of what can be written`(text: String, line: String?) {
    #expect(Captions(title: text, subtitle: text).title == line)
    #expect(Captions(title: text, subtitle: text).subtitle == line)
    #expect(Captions(title: text).isEmpty == (line == nil))
  }

  @Test(arguments: [
    ("01 - My_Song", "My Song"), ("01-My Song", "My Song"), ("07. Song", "Song"),
    ("7. Song", "Song"),
    ("12 - Song", "Song"), ("12) Song", "Song"), ("03_Song", "Song"), ("1-03 Song", "Song"),
    ("99 Luftballons", "99 Luftballons"), ("2-step", "2-step"), ("2.0", "2.0"), ("01", "01"),
    ("007", "007"), ("1999 - Song", "1999 - Song"), ("MACHINE_WARS", "MACHINE WARS"), ("", ""),
    ("01 - ", "01 - "), ("Artist - Song", "Artist - Song"), ("00 00 Song", "00 Song"),
  ])
  func `the title in the name of a file has no number of the track`(name: String, title: String) {
    #expect(Captions.title(ofFile: name) == title)
  }

  @Test func `words of a megabyte are cut`() {
    #expect(Captions(title: String(repeating: "ab", count: 1 << 19)).title?.count == 200)
    let marks = "a" + String(repeating: "\u{301}", count: 1 << 20)
    #expect((Captions(title: marks).title?.unicodeScalars.count ?? .max) <= 1600)
  }

  @Test func `the words come from the options, from the tags, or from the name`() throws {
    var style = AppearanceOptions()
    func words(tag: String?, artist: String? = "b") -> Captions {
      style.words(title: tag, otherwise: tag ?? "name", artist: artist)
    }
    #expect(!style.readsTags && words(tag: "a").isEmpty)
    for (choice, tagged, bare) in [
      ("tags", "a", nil), ("auto", "a", "name"), ("none", nil, nil), ("Other", "Other", "Other"),
    ] {
      style.title = CaptionChoice(argument: choice)
      #expect(style.title.argumentText == choice)
      #expect(style.readsTags == ["tags", "auto"].contains(choice))
      #expect(words(tag: "a").title == tagged && words(tag: nil).title == bare, "\(choice)")
    }
    style.title = .none
    for (choice, artist) in [("tags", "b"), ("auto", "b"), ("none", nil), ("me", "me")] {
      style.subtitle = CaptionChoice(argument: choice)
      #expect(words(tag: nil) == Captions(subtitle: artist))
    }
  }

  @Test(arguments: [
    (1920, 1080), (1080, 1080), (1080, 1920), (2560, 1080), (1080, 1350), (3508, 4961),
  ])
  func `words on the figure fill their lines, and stay on the sheet`(
    width: Int, height: Int
  ) throws {
    let canvas = try canvas(width, height)
    for title in [
      "Halo", "Machine Wars", "One Two Three", "The Dark Side of the Moon",
      "a", String(repeating: "Long words and ", count: 12), "Donaudampfschifffahrtsgesellschaft",
    ] {
      for (subtitle, frame) in [("Artist", FigureFrame.bleed), (nil, .whole)] {
        let words = Captions(title: title, subtitle: subtitle, place: .display)
        let composition = Composition(canvas: canvas, words: words, frame: frame)
        let items = composition.lettering(in: .words, overFigure: true)
        #expect(
          items.map(\.name)
            == (subtitle == nil
              ? ["title-ground", "title"]
              : ["title-ground", "subtitle-ground", "title", "subtitle"]))
        for item in items {
          let box = try box(item)
          #expect(box.left >= -canvas.widthInPoints / 2 && box.right <= canvas.widthInPoints / 2)
          #expect(box.top >= -canvas.heightInPoints / 2 && box.bottom <= canvas.heightInPoints / 2)
        }
      }
    }
    // Words of nearly one length are in lines of one length.
    let composition = Composition(
      canvas: canvas, words: Captions(title: "Black Velvet", place: .display), frame: .bleed)
    let points = composition.lettering(in: .words)[0].path.points
    let heights = points.map(\.y)
    let middle = (try #require(heights.min()) + #require(heights.max())) / 2
    let ends = try [points.filter { $0.y < middle }, points.filter { $0.y > middle }].map { line in
      (left: try #require(line.map(\.x).min()), right: try #require(line.map(\.x).max()))
    }
    #expect(abs(ends[0].left - ends[1].left) < 0.01 && abs(ends[0].right - ends[1].right) < 0.01)
    #expect(composition.scale > 1.75)
    #expect(Composition(canvas: canvas, words: Captions(), frame: .bleed).scale > 1.75)
  }
}

extension WordColors {
  /// Black on white.
  static let words = WordColors(.black, on: Color(red: 255, green: 255, blue: 255))
}
