// SPDX-License-Identifier: MIT
import Drawing
import TestSupport
import Testing

/// What every line of the drawn text must keep. A size of 14 makes a unit of the drawings a point.
@Suite struct GlyphsTests {
  private static let printable = (0x21...0x7E).map { Character(Unicode.Scalar($0)) }
  private static let all = printable + ["°", "−", "♯", "♭"]
  private static let box = StrokeFont.path("\u{65E5}", size: 14, at: .origin)

  @Test(arguments: all)
  func `a character has strokes between its own two sides`(character: Character) {
    let text = String(character)
    let path = StrokeFont.path(text, size: 14, at: .origin)
    #expect(!path.points.isEmpty && path != GlyphsTests.box)
    for point in Self.outline(path) {
      #expect(point.x >= 0 && point.x <= StrokeFont.width(text, size: 14), "\(point)")
      #expect(point.y >= -16 && point.y <= 4, "\(point)")
    }
  }

  @Test func `capitals and digits stand on the baseline and are as high as the size`() {
    for character in "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789" {
      let heights = Self.outline(StrokeFont.path(String(character), size: 14, at: .origin)).map(\.y)
      #expect(heights.max().map { abs($0) < 0.002 } == true, "\(character)")
      #expect(heights.min().map { abs($0 + 14) < 0.002 } == true, "\(character)")
    }
  }

  @Test func `small letters without strokes above are five sevenths as high`() {
    for character in "acegmnopqrsuvwxyz" {
      let heights = Self.outline(StrokeFont.path(String(character), size: 14, at: .origin)).map(\.y)
      #expect(heights.min().map { abs($0 + 10) < 0.002 } == true, "\(character)")
    }
  }

  @Test func `an arc of a stroke ends in the direction in which the stroke goes on`() {
    for character in GlyphsTests.all {
      let path = StrokeFont.path(String(character), size: 1400, at: .origin)
      var (index, arcs, last) = (0, path.arcs.makeIterator(), Path.Verb.move)
      var arrival: Point?
      for verb in path.verbs where verb != .close {
        defer { (index, last) = (index + 1, verb) }
        let point = path.points[index]
        switch verb {
        case .arc:
          guard let arc = arcs.next() else { continue }
          arrival = Self.heading(arc, at: arc.start.degrees + arc.sweep.degrees)
        case .line:
          guard last == .arc, let arrival else { continue }
          let before = path.points[index - 1]
          let (x, y) = (point.x - before.x, point.y - before.y)
          let length = (x * x + y * y).squareRoot()
          // Shorter ones are what rounding leaves between two arcs.
          guard length > 5 else { continue }
          #expect((arrival.x * x + arrival.y * y) / length > 0.999, "\(character) \(point)")
        default: continue
        }
      }
    }
  }

  @Test func `digits and the signs beside them are equally wide`() {
    for character in "0123456789+−=<>" {
      #expect(StrokeFont.width(String(character), size: 14) == 11, "\(character)")
    }
  }

  @Test(arguments: TestRun.seeds(1...5))
  func `the width of a text is the sum of its parts and grows with the size`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func words() -> String {
      String(
        (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
          (GlyphsTests.all + [" "]).randomElement(using: &random)
        })
    }
    for _ in 0..<50 {
      let (first, second) = (words(), words())
      let sum = StrokeFont.width(first, size: 10) + StrokeFont.width(second, size: 10)
      #expect(abs(StrokeFont.width(first + second, size: 20) - 2 * sum) < 1e-9)
    }
  }

  @Test func `no two characters are the same drawing`() {
    // Moved to their own left end, so that another space at the left is no difference.
    let drawings = GlyphsTests.all.map { character in
      let path = StrokeFont.path(String(character), size: 1400, at: .origin)
      let left = path.points.map(\.x).min() ?? 0
      return StrokeFont.path(String(character), size: 1400, at: Point(x: -left, y: 0))
    }
    #expect(Set(drawings).count == GlyphsTests.all.count)
  }

  @Test(arguments: ["日", "א", "a\u{310}", "🎵", "\u{7F}", "\t"])
  func `a character that the font lacks is a hollow box`(character: String) {
    #expect(StrokeFont.path(character, size: 14, at: .origin) == GlyphsTests.box)
    #expect(!character.contains(where: StrokeFont.has))
    #expect(
      GlyphsTests.box.points == [
        Point(x: 2, y: 0), Point(x: 2, y: -14), Point(x: 9, y: -14), Point(x: 9, y: 0),
        Point(x: 2, y: 0),
      ])
  }

  @Test func `a dot is a line of no length`() {
    let path = StrokeFont.path(".", size: 14, at: Point(x: 100, y: 50))
    #expect(path.verbs == [.move, .line])
    #expect(path.points == [Point(x: 102.2, y: 50), Point(x: 102.2, y: 50)])
  }

  @Test func `the anchor is the left end, the middle or the right end of the line`() {
    let (place, width) = (Point(x: 40, y: -30), StrokeFont.width("−18.3 dB", size: 28))
    func moved(by x: Double) -> Path {
      StrokeFont.path("−18.3 dB", size: 28, at: Point(x: place.x + x, y: place.y))
    }
    #expect(StrokeFont.path("−18.3 dB", size: 28, at: place, anchor: .start) == moved(by: 0))
    #expect(
      StrokeFont.path("−18.3 dB", size: 28, at: place, anchor: .middle) == moved(by: -width / 2))
    #expect(StrokeFont.path("−18.3 dB", size: 28, at: place, anchor: .end) == moved(by: -width))
  }

  @Test func `an angle toward a point points at it`() {
    for degrees in stride(from: -179.0, through: 180, by: 7) {
      let found = Angle.toward(Angle.degrees(degrees).direction).degrees
      #expect(abs(found - degrees) < 1e-12)
    }
    #expect(Angle.toward(Point(x: 0, y: -3)) == .degrees(-90))
  }

  /// The ends of all strokes, and points all along their arcs.
  private static func outline(_ path: Path) -> [Point] {
    path.points
      + path.arcs.flatMap { arc in
        (0...16).map { step in
          let degrees = arc.start.degrees + arc.sweep.degrees * Double(step) / 16
          let direction = Angle.degrees(degrees).direction
          return Point(
            x: arc.center.x + arc.radius * direction.x, y: arc.center.y + arc.radius * direction.y)
        }
      }
  }

  /// The direction of a pen on an arc.
  private static func heading(_ arc: Path.Arc, at degrees: Double) -> Point {
    Angle.degrees(degrees + (arc.sweep.degrees > 0 ? 90 : -90)).direction
  }
}
