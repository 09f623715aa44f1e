// SPDX-License-Identifier: MIT
import Analysis
import Drawing
import TestSupport
import Testing
import Views

/// Lyrics on their sheets: all of their words, in one size, for a time that fits.
@Suite struct LyricsLayoutTests {
  private static let sheets: [(width: Int, height: Int)] = [
    (1920, 1080), (1080, 1080), (1080, 1920), (480, 270), (1440, 1080),
  ]
  private static let places: [(place: WordPlace?, frame: FigureFrame?)] = [
    (nil, nil), (.side, .whole), (.corner, .whole), (.below, .whole), (.above, .whole),
    (.display, .whole), (nil, .bleed),
  ]

  private struct Sheet {
    let context: ViewContext
    var shown: ShownLyrics

    init(
      _ lyrics: SongLyrics, _ size: (width: Int, height: Int), _ place: WordPlace? = nil,
      _ frame: FigureFrame? = nil, title: String? = nil, stays: Bool = false,
      typeface: Typeface = .strokes
    ) {
      var picture = PictureSettings()
      (picture.width, picture.height) = (size.width, size.height)
      var words = Captions(title: title, place: place, hasLyrics: true, titleStays: stays)
      words.typeface = typeface
      context = ViewContext(words: words, lyrics: lyrics, frame: frame, picture: picture)
      shown = ShownLyrics(lyrics, LyricsLayout(context))
    }

    /// The words of a moment as items, and what they say.
    mutating func items(at time: Double) -> (items: [Item], text: String?) {
      var scene = Scene(
        canvas: context.canvas(shortSideInPoints: 432), background: .black)
      scene.moment = time
      scene.items = context.composition.lettering(in: WordColors(Color(rgb: 0xFFFFFF), on: .black))
      shown.show(in: &scene)
      let lines = scene.items.flatMap(\.data).filter { $0.name == "line" }
      return (scene.items, lines.first?.value)
    }
  }

  private func srt(_ texts: [String], seconds: Int = 6) throws -> SongLyrics {
    try LyricsFile.lyrics(
      texts.enumerated().map { index, text in
        "\(index + 1)\n0:0:\(index * seconds) --> 0:0:\((index + 1) * seconds)\n\(text)\n"
      }.joined(separator: "\n"))
  }

  /// The widths of pens and the texts of a song's pages.
  private func pages(_ sheet: inout Sheet, until end: Int) -> (pens: Set<Double>, texts: [String]) {
    var (pens, texts) = (Set<Double>(), [String]())
    for step in 0..<end * 10 {
      let (items, text) = sheet.items(at: Double(step) / 10 + 0.01)
      guard let text else { continue }
      for item in items where ["lyrics", "lyrics-waiting", "lyrics-sung"].contains(item.name) {
        if case .stroke(_, let width) = item.shape { pens.insert((width * 1e6).rounded()) }
      }
      if texts.last != text { texts.append(text) }
    }
    return (pens, texts)
  }

  @Test(arguments: places.indices)
  func `all lines of a song have one size, and a long one is parted in time, whole`(
    index: Int
  ) throws {
    // As long as a machine writes it when nobody takes a breath.
    let long = (0..<45).map { "word\($0)" }.joined(separator: " ")
    let texts = ["Hello", "a usual line of a song", long, "end"]
    for size in Self.sheets {
      let (place, frame) = Self.places[index]
      var sheet = Sheet(try srt(texts), size, place, frame)
      let (pens, shown) = pages(&sheet, until: 24)
      #expect(pens.count == 1, "\(size)")
      #expect(
        shown.joined(separator: " ") == texts.joined(separator: " "), "\(size)")
      #expect(!shown.joined().contains("..."))
    }
  }

  @Test func `no page of lyrics leaves its sheet, in generated lyrics`() throws {
    let seed: UInt64 = 25
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let texts = (0..<4).map { _ in
        (0..<Int.random(in: 1...30, using: &random)).map { _ in
          String(
            repeating: "wmiÄ".randomElement(using: &random) ?? "a",
            count: .random(in: 1...9, using: &random))
        }.joined(separator: " ")
      }
      let size = Self.sheets.randomElement(using: &random) ?? (64, 64)
      let (place, frame) = Self.places.randomElement(using: &random) ?? (nil, nil)
      var sheet = Sheet(
        try srt(texts), size, place, frame, title: "Name", stays: .random(using: &random))
      let canvas = sheet.context.canvas(shortSideInPoints: 432)
      for time in 0..<24 {
        for item in sheet.items(at: Double(time)).items {
          guard case .stroke(let path, _) = item.shape else { continue }
          #expect(
            path.points.allSatisfy {
              abs($0.x) <= canvas.widthInPoints / 2 && abs($0.y) <= canvas.heightInPoints / 2
            }, "\(size) \(place as Any) \(frame as Any) \(texts)")
        }
      }
    }
  }

  @Test func `a word that is longer than a line is broken, and not cut`() throws {
    // No two pages of it are alike.
    let word = (100..<233).map(String.init).joined()
    var sheet = Sheet(try srt([word]), (1080, 1080))
    let (_, texts) = pages(&sheet, until: 6)
    #expect(texts.joined().lowercased() == word)
  }

  @Test func `pages begin with their first sung word, or share the time of the line`() throws {
    let words = (0..<40).map { "word\($0)" }
    let timed = try LyricsFile.lyrics(
      "[00:00]" + words.enumerated().map { "<00:\($0)>\($1)" }.joined(separator: " "))
    var sheet = Sheet(timed, (1080, 1080))
    for second in 0..<40 {
      let text = sheet.items(at: Double(second) + 0.5).text ?? ""
      #expect(text.split(separator: " ").contains("word\(second)"), "\(second): \(text)")
    }
    var other = Sheet(try srt([words.joined(separator: " ")], seconds: 40), (1080, 1080))
    for second in stride(from: 2, to: 38, by: 4) {
      let text = other.items(at: Double(second)).text ?? ""
      let numbers = text.split(separator: " ").compactMap { Int($0.dropFirst(4)) }
      #expect(numbers.contains { abs($0 - second) <= 2 }, "\(second): \(text)")
    }
  }

  @Test func `a title that is given stays above the lyrics, and one of the tags makes way`() throws
  {
    let lyrics = try LyricsFile.lyrics("[00:01]la la\n[00:02]\n")
    for size in Self.sheets {
      for (place, frame) in Self.places where place != .above {
        var given = Sheet(lyrics, size, place, frame, title: "Name", stays: true)
        let items = given.items(at: 1.5).items
        func bottom(_ name: String) throws -> (top: Double, bottom: Double) {
          let item = try #require(items.first { $0.name == name })
          guard case .stroke(let path, _) = item.shape else { return (0, 0) }
          return (path.points.map(\.y).min() ?? 0, path.points.map(\.y).max() ?? 0)
        }
        #expect(try bottom("title").bottom < bottom("lyrics").top, "\(size) \(place as Any)")
        #expect(given.items(at: 2.5).items.contains { $0.name == "title" })
        var tagged = Sheet(lyrics, size, place, frame, title: "Name")
        #expect(!tagged.items(at: 1.5).items.contains { $0.name == "title" })
        #expect(tagged.items(at: 2.5).items.contains { $0.name == "title" })
      }
    }
  }

  @Test func `a picture that no font has is left out, and the letters stay as they are`() throws {
    let lettering = Lettering(.strokes)
    #expect(lettering.shown("São 🌊 João ☃") == "SÃO  JOÃO ")
    #expect(lettering.missing(in: "São 🌊") == ["🌊"] && lettering.isLeftOut("🌊"))
    #expect(!lettering.isLeftOut("宇") && lettering.shown("宇") == "宇")
    let canvas = try #require(Canvas(width: 640, height: 360, shortSideInPoints: 432))
    for frame in [nil, FigureFrame.bleed] {
      func items(_ title: String) -> [Item] {
        Composition(canvas: canvas, words: Captions(title: title), frame: frame)
          .lettering(in: WordColors(Color(rgb: 0xFFFFFF), on: .black), overFigure: true)
      }
      #expect(items("São João") == items("São 🌊 João 👩‍👩‍👧"))
      #expect(items("🌊").isEmpty)
    }
    var sheet = Sheet(try LyricsFile.lyrics("[00:00]<00:00>one <00:01>🌊 <00:02>two"), (640, 360))
    #expect(sheet.items(at: 2.5).text == "one two")
    #expect(sheet.items(at: 2.5).items.contains { $0.name == "lyrics-sung" })
  }
}
