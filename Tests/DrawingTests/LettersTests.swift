// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import Testing

/// Letters beyond ASCII, and signs. A size of 14 makes a unit of the drawings a point.
@Suite struct LettersTests {
  /// Latin-1 and Latin Extended-A with what Romanian, German, Azerbaijani and languages of West Africa
  /// have beyond; Vietnamese; modern Greek; Slavic languages with Kazakh, Tatar and Tajik.
  private static let blocks: [(String, [Character])] = [
    ("Latin", letters(0xC0...0x17F, 0x218...0x21B, 0x1E9E...0x1E9E) + "əƏɛƐɔƆ"),
    ("Vietnamese", letters(0x1EA0...0x1EF9) + ["Ơ", "ơ", "Ư", "ư"]),
    ("Greek", letters(0x386...0x3CE)),
    ("Cyrillic", letters(0x400...0x45F, 0x490...0x491) + "ҒғҖҗҚқҢңӨөҰұҮүҲҳҶҷҺһӘәӢӣӮӯ"),
  ]
  private static let all = blocks.flatMap(\.1)
  private static let signs =
    "‘’‚“”„«»‹›–—…·•×÷¿¡§©®™ªº¹²³½¼¾€£¥¢¤¦¨¯´¸¬¶µ±№°−♯♭♮♪♥★†‡′″∞≈ʻʼ‐‑"

  private static func letters(_ ranges: ClosedRange<UInt32>...) -> [Character] {
    ranges.joined().compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic)
      .map(Character.init)
  }

  private static func path(_ text: some LosslessStringConvertible) -> Path {
    StrokeFont.path(String(text), size: 14, at: .origin)
  }

  /// Points all along the strokes from one point of a path on, close to each other.
  private static func outline(_ path: Path, from first: Int = 0) -> [Point] {
    var (outline, arcs) = ([Point](), path.arcs.makeIterator())
    for (index, verb) in path.verbs.enumerated() {
      let point = path.points[index]
      let arc = verb == .arc ? arcs.next() : nil
      guard index >= first else { continue }
      outline.append(point)
      for step in 0..<16 {
        let part = Double(step) / 16
        if let arc {
          let way = Angle.degrees(arc.start.degrees + arc.sweep.degrees * part).direction
          outline.append(
            Point(x: arc.center.x + arc.radius * way.x, y: arc.center.y + arc.radius * way.y))
        } else if verb == .line {
          let last = path.points[index - 1]
          outline.append(
            Point(
              x: last.x + (point.x - last.x) * part, y: last.y + (point.y - last.y) * part))
        }
      }
    }
    return outline
  }

  @Test func `the font has the letters and the signs, each within its own width`() {
    let box = Self.path("日")
    for character in Self.all + Self.signs {
      #expect(StrokeFont.has(character), "\(character)")
      let path = Self.path(character)
      let width = StrokeFont.width(String(character), size: 14)
      let marks = String(character).decomposedStringWithCanonicalMapping.unicodeScalars.count - 1
      let highest = [-16.0, -20, -24][marks]
      #expect(!path.points.isEmpty && path != box, "\(character)")
      for point in Self.outline(path) {
        #expect(point.x >= 0 && point.x <= width, "\(character) \(point)")
        #expect(point.y >= highest && point.y <= 4.001, "\(character) \(point)")
      }
    }
  }

  @Test(arguments: ["\u{A0}", "\u{2009}", "\u{202F}", "\u{2003}"])
  func `a space of its own kind is as wide as its kind, and empty`(space: String) {
    #expect(space.allSatisfy(StrokeFont.has) && Self.path(space).points.isEmpty)
    #expect(StrokeFont.width(space, size: 14) > 0)
    #expect(StrokeFont.width("\u{A0}", size: 14) == StrokeFont.width(" ", size: 14))
  }

  @Test func `no two letters of an alphabet are the same drawing`() {
    // The capitals of two letters, Đ and Ð, look the same.
    for (name, letters) in Self.blocks {
      let alphabet = letters.filter { $0 != "Ð" }
      let drawings = alphabet.map { letter in
        let path = StrokeFont.path(String(letter), size: 1400, at: .origin)
        let left = path.points.map(\.x).min() ?? 0
        return StrokeFont.path(String(letter), size: 1400, at: Point(x: -left, y: 0))
      }
      #expect(Set(drawings).count == Set(alphabet).count, "\(name)")
    }
  }

  @Test func `a letter is drawn the same however its marks are written`() {
    var count = 0
    for letter in Self.all {
      let whole = String(letter)
      let parts = whole.decomposedStringWithCanonicalMapping
      guard parts.unicodeScalars.count > 1 else { continue }
      count += 1
      #expect(Self.path(parts) == Self.path(whole), "\(letter)")
    }
    #expect(count > 280)
    // As some programs write them: the first mark with the letter, the second by itself.
    #expect(Self.path("\u{EA}\u{301}") == Self.path("\u{1EBF}"))
    #expect(Self.path("\u{1ECD}\u{302}") == Self.path("\u{1ED9}"))
    #expect(Self.path("©\u{FE0F}") == Self.path("©"))
  }

  @Test func `marks do not touch their letters, and stand above them or below`() {
    let attached: Set<Unicode.Scalar> = ["\u{327}", "\u{328}", "\u{31B}"]
    let dotless: [String: String] = ["i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"]
    let isBeside: Set<Character> = ["ď", "ľ", "ť", "Ľ", "Ά", "Έ", "Ή", "Ί", "Ό", "Ύ", "Ώ"]
    var count = 0
    for letter in Self.all {
      let scalars = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars
      guard scalars.count > 1, attached.isDisjoint(with: scalars), let first = scalars.first else {
        continue
      }
      count += 1
      let isAbove = scalars.contains {
        $0.properties.canonicalCombiningClass == .above
      }
      let base = isAbove ? dotless[String(first)] ?? String(first) : String(first)
      let path = Self.path(letter)
      let strokes = Self.path(base).points.count
      let own = Self.outline(path, from: 0).prefix(Self.outline(Self.path(base)).count)
      let marks = Self.outline(path, from: strokes)
      #expect(!marks.isEmpty, "\(letter)")
      let gaps = marks.flatMap { mark in
        own.map { (($0.x - mark.x) * ($0.x - mark.x) + ($0.y - mark.y) * ($0.y - mark.y)) }
      }
      // A pen of normal weight is 1.75 wide.
      #expect((gaps.min() ?? 0).squareRoot() > 1.8, "\(letter)")
      guard !isBeside.contains(letter) else { continue }
      let (top, ground) = (own.map(\.y).min() ?? 0, 0.0)
      for point in marks { #expect(point.y < top - 1.75 || point.y > ground + 1.75, "\(letter)") }
      #expect(marks.contains { $0.y < top } == isAbove, "\(letter)")
    }
    #expect(count > 240)
  }

  @Test func `a letter with a mark is at least as wide as the letter`() {
    for letter in Self.all {
      let parts = String(letter).decomposedStringWithCanonicalMapping.unicodeScalars
      guard let base = parts.first, parts.count > 1 else { continue }
      #expect(
        StrokeFont.width(String(letter), size: 14) >= StrokeFont.width(String(base), size: 14),
        "\(letter)")
    }
    #expect(StrokeFont.width("é", size: 14) == StrokeFont.width("e", size: 14))
    #expect(StrokeFont.width("î", size: 14) > StrokeFont.width("i", size: 14))
  }

  @Test func `letters of three alphabets that look the same are the same drawing`() {
    #expect(Self.path("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ") == Self.path("ABEZHIKMNOPTYX"))
    #expect(Self.path("АВЕКМНОРСТХ аеосух") == Self.path("ABEKMHOPCTX aeocyx"))
    #expect(Self.path("ГПФ") == Self.path("ΓΠΦ"))
  }
}
