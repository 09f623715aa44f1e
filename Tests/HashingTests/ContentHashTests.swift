// SPDX-License-Identifier: MIT
import Foundation
import Hashing
import TestSupport
import Testing

/// Fingerprints of contents.
@Suite struct ContentHashTests {
  @Test(
    arguments: [
      ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
      ("Nobody inspects the spammish repetition", "fbcea83c8a378bf1"),
    ])
  func `known contents have the published fingerprints`(text: String, expected: String) {
    #expect(ContentHash(of: Array(text.utf8)).text == expected)
  }

  @Test(arguments: [0x51, 0x52] as [UInt64])
  func `parts of any length give the fingerprint of the whole`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for length in Array(0...100) + [1000, 4099] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var hasher = ContentHasher()
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = Array(rest.prefix(Int.random(in: 1...70, using: &generator)))
        hasher.update(part.span)
        rest = rest.dropFirst(part.count)
      }
      #expect(hasher.finish() == ContentHash(of: bytes), "length \(length), seed \(seed)")
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.xxhsum)))
  func `xxhsum gives the same`() throws {
    try TemporaryFolder.with { folder in
      var generator = SeededGenerator(seed: 7)
      for length in [1, 31, 32, 33, 63, 64, 1000, 65_537] {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let path = try folder.write(bytes, "bytes")
        let run = CommandRun(try #require(InstalledTool.xxhsum.path), ["-H64", path])
        #expect(try run.run().text.hasPrefix(ContentHash(of: bytes).text + " "))
      }
    }
  }

  @Test func `only its own text is read back`() {
    let hash = ContentHash(of: [1, 2, 3])
    #expect(ContentHash(text: hash.text) == hash)
    #expect(ContentHash(text: ContentHash(value: 5).text) == ContentHash(value: 5))
    for text in [
      "", "5", "+00000000000000f", "000000000000000F", hash.text + "0", "................",
    ] { #expect(ContentHash(text: text) == nil) }
  }
}
