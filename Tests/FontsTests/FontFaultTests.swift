// SPDX-License-Identifier: MIT
import Drawing
import Fonts
import Foundation
import TestSupport
import Testing

/// Files and names that are no fonts.
@Suite(.enabled(if: HarfBuzz.isInstalled, "HarfBuzz is not installed"))
struct FontFaultTests {
  /// The error of a file with these bytes.
  private func fault(_ bytes: [UInt8]) -> FontError? {
    do {
      return try TemporaryFolder.with { folder in
        try folder.write(bytes, "a.ttf")
        var chain = FontChain()
        try chain.add(FontFile(path: folder.path("a.ttf")))
        return nil
      }
    } catch { return error as? FontError }
  }

  @Test func `files that are no fonts are refused, each with its reason`() throws {
    #expect(fault([]) == .isNoFont)
    #expect(fault(Array("not a font at all, but long enough to be one".utf8)) == .isNoFont)
    #expect(fault(Array("wOF2".utf8) + [UInt8](repeating: 0, count: 60)) == .isWebFont)
    var chain = FontChain()
    #expect(throws: FontError.self) { try chain.add(FontFile(path: "/nowhere.ttf")) }
    #expect(throws: FontError.self) { try chain.add(FontFile(path: "/")) }
    #expect(chain.entries.isEmpty)
  }

  @Test func `a font without outlines is refused`() throws {
    var bytes = Array(try Data(contentsOf: URL(filePath: FontTests.blocks)))
    // Without its table `glyf`, by a name that nothing reads.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "glyf".utf8) })
    bytes[place] = UInt8(ascii: "x")
    #expect(fault(bytes) == .hasNoOutlines)
  }

  @Test func `damaged fonts are refused, or written within their place`() throws {
    let good = Array(try Data(contentsOf: URL(filePath: FontTests.blocks)))
    print("seed 40")
    var random = SeededGenerator(seed: 40)
    var refused = 0
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes = Array(bytes.prefix(.random(in: 0..<bytes.count, using: &random)))
      }
      var chain = FontChain()
      do {
        try TemporaryFolder.with { folder in
          try folder.write(bytes, "a.ttf")
          try chain.add(FontFile(path: folder.path("a.ttf")))
        }
      } catch {
        refused += 1
        continue
      }
      let word = try chain.words(of: ["A\u{4E00}b\u{5D0}"], hasCapitals: false).word("A")
      #expect(word.advance.isFinite && word.advance >= 0)
      for letter in word.letters {
        let path = letter.path(size: 10, at: .origin)
        #expect(path.points.allSatisfy { abs($0.x) < 1e4 && abs($0.y) < 1e4 })
      }
    }
    #expect(refused > 50 && refused < 300)
  }
}
