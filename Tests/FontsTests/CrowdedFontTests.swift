// SPDX-License-Identifier: MIT
import Drawing
import Fonts
import Foundation
import TestSupport
import Testing

/// Fonts whose letters would take long to draw.
@Suite(.enabled(if: HarfBuzz.isInstalled, "HarfBuzz is not installed"))
struct CrowdedFontTests {
  /// The font of blocks, whose capitals are so many lines from corner to corner.
  private func crossing(_ count: Int) throws -> [UInt8] {
    let blocks = [UInt8](try Data(contentsOf: URL(filePath: FontTests.blocks)))
    func words(_ numbers: [Int]) -> [UInt8] {
      numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
    func number(_ place: Int) -> Int { blocks[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var tables = (0..<number(2) & 0xFFFF).map { index in
      let entry = 12 + 16 * index
      let (begin, size) = (number(entry + 8), number(entry + 12))
      return (tag: Array(blocks[entry..<entry + 4]), bytes: Array(blocks[begin..<begin + size]))
    }
    let xs = (0..<count).map { $0.isMultiple(of: 2) ? 50 : 550 - $0 % 7 }
    let ys = (0..<count).map { $0 * 37 % 701 }
    func steps(_ places: [Int]) -> [Int] { zip(places, [0] + places).map { $0 - $1 } }
    var glyph = words([1, 0, 0, 600, 700, count - 1, 0]) + [UInt8](repeating: 1, count: count)
    glyph += words(steps(xs) + steps(ys))
    glyph += [UInt8](repeating: 0, count: -glyph.count & 3)
    let glyf = try #require(tables.firstIndex { $0.tag == Array("glyf".utf8) })
    let loca = try #require(tables.firstIndex { $0.tag == Array("loca".utf8) })
    let begin = tables[glyf].bytes.count
    tables[glyf].bytes += glyph
    // Glyph 2 has the capitals: all others are empty.
    let places = [begin, begin, begin] + [Int](repeating: begin + glyph.count, count: 4)
    tables[loca].bytes = places.flatMap { words([$0 >> 16, $0]) }
    var (file, content) = (Array(blocks[..<12]), [UInt8]())
    for table in tables {
      let place = 12 + 16 * tables.count + content.count
      file +=
        table.tag + words([0, 0, place >> 16, place, table.bytes.count >> 16, table.bytes.count])
      content += table.bytes + [UInt8](repeating: 0, count: -table.bytes.count & 3)
    }
    return file + content
  }

  @Test(arguments: [8, 100, 400, 1000, 3000, 30_000])
  func `letters of thousands of crossing lines are boxes, and those of hundreds are drawn`(
    count: Int
  ) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(try crossing(count), "crossing.ttf")
      var chain = FontChain()
      try chain.add(FontFile(path: path))
      let letters = try chain.words(of: ["AAAA"], hasCapitals: false).word("AAAA").letters
      #expect(letters.count == 4)
      #expect((letters[0] == ShapedWords.box.letters[0]) == (count >= 1000))
      for letter in letters {
        let points = letter.path(size: 1, at: .origin).points
        let length = zip(points, points.dropFirst()).reduce(0) {
          $0 + hypot($1.0.x - $1.1.x, $1.0.y - $1.1.y)
        }
        #expect(length < 400)
      }
    }
  }
}
