// SPDX-License-Identifier: MIT
import Filming
import Foundation
import Hashing
import Platform
import TestSupport
import Testing

/// The checksum at the end of a film.
@Suite struct FilmSealTests {
  /// A silent film of six frames.
  private static let film = Result {
    try TemporaryFolder.with { folder in
      let path = try folder.write([], "a.mp4")
      let film = try ShortTrack.usual.get().film(FilmRecipe(FilmRequest("mp4", sound: "none")))
      _ = try FilmWriter(film, nil, jobs: 1).write(to: .file(path: path)) { true }
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
  }

  private static func finding(_ bytes: [UInt8]) throws -> FilmSeal.Finding {
    try TemporaryFolder.with { folder in try FilmSeal.check(folder.write(bytes, "a.mp4")) }
  }

  @Test func `the last 61 bytes are a box with the hash of all others`() throws {
    let film = try Self.film.get()
    #expect(try Self.finding(film) == .whole(bytes: film.count))
    let seal = film.suffix(61)
    #expect(Array(seal.prefix(8)) == [0, 0, 0, 61] + "uuid".utf8)
    let hash = ContentHash(of: Array(film.dropLast(61))).text
    #expect(seal.suffix(37).elementsEqual("radial-audio/film/1 \(hash)\n".utf8))
  }

  @Test func `a film of which any byte was changed is not whole`() throws {
    let film = try Self.film.get()
    for place in film.indices {
      var changed = film
      changed[place] ^= 1 << (place % 8)
      let finding = try Self.finding(changed)
      // What is no seal any more cannot say so.
      let isInName = film.indices.suffix(61).prefix(44).contains(place)
      #expect(isInName ? finding == .none || finding == .cut : finding == .changed)
    }
  }

  @Test func `a film that ends anywhere else is not whole`() throws {
    let film = try Self.film.get()
    for count in film.indices {
      let finding = try Self.finding(Array(film.prefix(count)))
      #expect(finding == (count == film.count - 61 ? .none : count == 0 ? .cut : finding))
      #expect([.cut, .none, .otherFormat].contains(finding), "\(count)")
      if count >= 8 { #expect(finding != .otherFormat) }
    }
    for more in [[0], Array(repeating: 7, count: 100), film] {
      #expect(try Self.finding(film + more) == (more == film ? .changed : .cut))
    }
  }

  @Test func `what is no film, or has boxes of any length, ends with an answer`() throws {
    for text in ["words", "", "{}", String(repeating: "x", count: 1000)] {
      #expect(try Self.finding(Array(text.utf8)) == (text.isEmpty ? .cut : .otherFormat))
    }
    let head: [UInt8] = [0, 0, 0, 8] + "ftyp".utf8
    #expect(try Self.finding(head) == .none)
    // To the end of the file; in 64 bits; shorter than its head; longer than any file.
    #expect(try Self.finding(head + [0, 0, 0, 0] + "mdat123".utf8) == .none)
    let large: [UInt8] = [0, 0, 0, 1] + "mdat".utf8
    #expect(try Self.finding(head + large + [0, 0, 0, 0, 0, 0, 0, 16]) == .none)
    #expect(try Self.finding(head + large + [0, 0, 0, 0, 0, 0, 0, 15]) == .cut)
    for high: UInt8 in [0x7F, 0x80, 0xFF] {
      #expect(try Self.finding(head + large + [high] + .init(repeating: 255, count: 7)) == .cut)
    }
    #expect(try Self.finding(head + [0, 0, 0, 7] + "mdat".utf8) == .cut)
  }
}
