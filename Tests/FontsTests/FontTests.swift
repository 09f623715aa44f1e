// SPDX-License-Identifier: MIT
import Drawing
import Fonts
import Foundation
import TestSupport
import Testing

/// The library that reads fonts.
enum HarfBuzz {
  static let isInstalled: Bool = {
    var chain = FontChain()
    do throws(FontError) { try chain.add(FontFile(path: FontTests.blocks)) } catch {
      return error != .noLibrary
    }
    return true
  }()
}

/// Words in outlines of fonts.
@Suite(.enabled(if: HarfBuzz.isInstalled, "HarfBuzz is not installed"))
struct FontTests {
  static let blocks = Repository.fixture("Fonts/blocks.ttf")

  /// The words of a text in a font.
  static func words(_ text: String, _ path: String = blocks) throws -> ShapedWords {
    var chain = FontChain()
    try chain.add(FontFile(path: path))
    return try chain.words(of: [text], hasCapitals: false)
  }

  @Test func `capitals are one high, and lengths follow from their height`() throws {
    let word = try Self.words("AaB").word("AaB")
    #expect(word.letters.count == 3)
    #expect(abs(word.advance - 1800.0 / 700) < 1e-12)
    let paths = word.letters.map { $0.path(size: 70, at: Point(x: 10, y: 20)) }
    // A block from 50 to 550 of 1000 units, 700 high, then one of 500, then the first again.
    let boxes = paths.map { path in
      [
        path.points.map(\.x).min(), path.points.map(\.y).min(), path.points.map(\.x).max(),
        path.points.map(\.y).max(),
      ].compactMap(\.self)
    }
    #expect(boxes == [[15, -50, 65, 20], [75, -30, 125, 20], [135, -50, 185, 20]])
  }

  @Test func `curves are lines that are nowhere far from them`() throws {
    let circle = try Self.words("\u{4E00}").word("\u{4E00}")
    for size in [70.0, 700] {
      let path = try #require(circle.letters.first).path(size: size, at: .origin)
      // Each curve is x = t², y = 1 − (1 − t)² from a corner to the next: its root mean of both is known.
      let scale = size / 700
      for point in path.points {
        let x = abs(point.x / scale - 500) / 400
        let y = abs(-point.y / scale - 350) / 450
        let share = (1 - x).squareRoot()
        #expect(abs(y - (1 - (1 - share) * (1 - share))) < 0.01, "\(size), \(point)")
      }
      // Chords of a curve with the bend 400√2 / 2 by the square of their number.
      let count = Double(path.points.count - 1) / 4
      #expect(0.25 * 605 * scale / (count * count) < 0.011, "\(size)")
    }
  }

  @Test func `letters that are read from the right stand so`() throws {
    let word = try Self.words("\u{5D0}\u{5D1}").word("\u{5D0}\u{5D1}")
    let places = word.letters.map {
      $0.path(size: 700, at: .origin).points.map(\.x).min() ?? .nan
    }
    #expect(places == [550, 50])
    // A number behind a prefix is read from the left.
    let mixed = try Self.words("\u{5D0}-AB").word("\u{5D0}-AB")
    let blocks = mixed.letters.suffix(2).map {
      $0.path(size: 700, at: .origin).points.map(\.x).min() ?? .nan
    }
    #expect(blocks == [50, 650])
  }

  @Test func `a damaged width moves the next letters by no more than a bound`() throws {
    var bytes = Array(try Data(contentsOf: URL(filePath: Self.blocks)))
    // The width of all blocks becomes 32 600 units, nearly 47 capitals.
    for place in bytes.indices where bytes[place...].starts(with: [0x02, 0x58, 0, 50]) {
      bytes[place] = 0x7F
    }
    let word = try TemporaryFolder.with { folder in
      try folder.write(bytes, "a.ttf")
      return try Self.words("abc", folder.path("a.ttf")).word("abc")
    }
    #expect(word.advance > 100 && word.advance <= 150)
  }

  @Test func `what a font lacks is told, and is a box`() throws {
    var chain = FontChain()
    try chain.add(FontFile(path: Self.blocks))
    #expect(chain.missing(in: ["AB 宇", "宇\u{4E00}多"]) == ["宇", "多"])
    let words = try chain.words(of: ["A宇"], hasCapitals: true)
    #expect(words.missing == ["宇"] && words.hasCapitals)
    let word = words.word("A宇")
    #expect(word.letters.count == 2)
    #expect(abs(word.advance - 600.0 / 700 - ShapedWords.box.advance) < 1e-12)
  }

  @Test func `one missing letter changes no other letter`() throws {
    var chain = FontChain(pen: 0.1, beginsWithStrokes: true)
    try chain.add(FontFile(path: Self.blocks))
    // The font has Han one, which the strokes lack, and A, which they have.
    let words = try chain.words(of: ["A\u{4E00}A", "BAND"], hasCapitals: true)
    let plain = try FontChain(pen: 0.1, beginsWithStrokes: true)
      .words(of: ["A", "BAND"], hasCapitals: true)
    let mixed = words.word("A\u{4E00}A").letters
    #expect(mixed.count == 3 && words.missing.isEmpty)
    #expect(mixed[0] == plain.word("A").letters[0])
    #expect(words.word("BAND") == plain.word("BAND"))
    let font = try Self.words("\u{4E00}").word("\u{4E00}").letters[0]
    #expect(mixed[1] == font.moved(right: plain.word("A").advance))
    // A font that lacks a letter has strokes for it.
    var blocks = FontChain(pen: 0.1)
    try blocks.add(FontFile(path: Self.blocks))
    let other = try blocks.words(of: ["AЩ"], hasCapitals: false)
    #expect(other.missing.isEmpty)
    #expect(other.word("AЩ").letters[0] == (try Self.words("A").word("A").letters[0]))
  }

  @Test func `strokes as outlines cover what the pen covers`() throws {
    let chain = FontChain(pen: 0.2, beginsWithStrokes: true)
    for letter in ["I", "O", "S", "Ä", "."] {
      let word = try chain.words(of: [letter], hasCapitals: true).word(letter)
      #expect(abs(word.advance - StrokeFont.width(letter, size: 1) - 0.12) < 1e-9)
      let outline = try #require(word.letters.first).path(size: 100, at: .origin).points
      let strokes = StrokeFont.path(letter, size: 100, at: Point(x: 6, y: 0)).points
      for coordinate in [\Point.x, \Point.y] {
        let (inner, outer) = (
          strokes.map { $0[keyPath: coordinate] }, outline.map { $0[keyPath: coordinate] }
        )
        #expect(abs((inner.min() ?? 0) - (outer.min() ?? 0) - 10) < 0.6, "\(letter)")
        #expect(abs((outer.max() ?? 0) - (inner.max() ?? 0) - 10) < 0.6, "\(letter)")
      }
    }
  }

  @Test func `a word that is cut is written letter by letter`() throws {
    let words = try Self.words("ABC\u{4E00}")
    #expect(words.word("AB").letters == Array(words.word("ABC").letters.prefix(2)))
    #expect(words.word("AB...").letters.count == 5)
  }

  @Test func `the second font writes what the first one lacks`() throws {
    let serif = try? FontFile.installed("DejaVu Serif")
    guard let serif else { try Test.cancel("DejaVu Serif is not installed") }
    var chain = FontChain()
    try chain.add(FontFile(path: Self.blocks))
    try chain.add(serif)
    let words = try chain.words(of: ["AЩB"], hasCapitals: false)
    #expect(words.missing.isEmpty)
    let word = words.word("AЩB")
    #expect(word.letters.count == 3)
    #expect(word.letters[0] == words.word("A").letters[0])
    #expect(word.letters[1] == words.word("Щ").letters[0].moved(right: 600.0 / 700))
    #expect(chain.hash.split(separator: ",").count == 2)
  }

  @Test func `a font of the machine is found by its name or for its letters`() throws {
    let file: FontFile
    do { file = try FontFile.installed("DejaVu Sans:bold") } catch {
      try Test.cancel("DejaVu Sans is not installed: \(error)")
    }
    #expect(file.name == "DejaVu Sans Bold" && file.path.hasSuffix(".ttf"))
    #expect {
      try FontFile.installed("No Such Family")
    } throws: {
      if case .notInstalled(_?) = $0 as? FontError { true } else { false }
    }
    var chain = FontChain()
    chain.complete(for: ["\u{5E9}\u{5DC}\u{5D5}\u{5DD} AB"])
    #expect(chain.fault == nil && !chain.entries.isEmpty)
    #expect(chain.missing(in: ["\u{5E9}\u{5DC}\u{5D5}\u{5DD} AB"]).isEmpty)
  }

  /// Pango and FreeType read and draw the same file.
  @Test(
    .enabled(if: InstalledTool.areInstalled(.rsvgConvert, .ffmpeg)),
    arguments: [
      "Hamburgefonstiv", "Ёжик", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}",
      "\u{645}\u{631}\u{62D}\u{628}\u{627}",
    ])
  func `outlines are those that librsvg draws of the same text`(text: String) throws {
    let file = try? FontFile.installed("DejaVu Sans")
    guard let file else { try Test.cancel("DejaVu Sans is not installed") }
    let word = try Self.words(text, file.path).word(text)
    // 1493 units of 2048 are the height of a capital.
    let size = 100.0 * 1493 / 2048
    let width = Int(word.advance * size) + 40
    func svg(_ content: String) -> String {
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="160"><rect width="100%" \
      height="100%" fill="white"/>\(content)</svg>
      """
    }
    var outline = ""
    for path in word.letters.map({ $0.path(size: size, at: Point(x: 20, y: 110)) }) {
      var points = path.points.makeIterator()
      for verb in path.verbs {
        let letter = verb == .move ? "M" : verb == .line ? "L" : "Z"
        outline += letter
        if verb != .close, let point = points.next() { outline += "\(point.x),\(point.y)" }
      }
    }
    let anchor =
      TextDirection.base(of: text) == .left
      ? "direction=\"rtl\" x=\"\(20 + word.advance * size)\"" : "x=\"20\""
    let drawn = [
      svg("<path d=\"\(outline)\"/>"),
      svg("<text \(anchor) y=\"110\" font-family=\"DejaVu Sans\" font-size=\"100\">\(text)</text>"),
    ]
    let pixels = try TemporaryFolder.with { folder in
      try drawn.enumerated().map { index, svg in
        try folder.write(svg, "\(index).svg")
        try InstalledTool.rsvgConvert.run(["-o", "\(index).png", "\(index).svg"], in: folder)
        return try InstalledTool.ffmpeg.run(
          ["-v", "error", "-i", "\(index).png", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
          in: folder
        ).bytes
      }
    }
    #expect(pixels[0].count == pixels[1].count)
    let ink = pixels[0].reduce(0) { $0 + 255 - Int($1) }
    #expect(ink > 255 * 2000)
    // Pango rounds the places of letters to whole pixels, so their edges differ.
    let differing = zip(pixels[0], pixels[1]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(differing) < 0.06 * Double(ink), "\(text): \(differing) of \(ink)")
  }
}
