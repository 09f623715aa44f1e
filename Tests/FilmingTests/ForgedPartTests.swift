// SPDX-License-Identifier: MIT
import Filming
import Foundation
import Pipeline
import Platform
import Rendering
import Signal
import TestSupport
import Testing
import Views
import Writing

/// Parts that somebody has made up: their notes have the right checksums, and their files are not what
/// the notes say.
@Suite struct ForgedPartTests {
  /// Ten seconds, 600 frames: the first part has two groups of four seconds, the second the rest.
  private static let sampleFrames = 441_000
  private static let track = Result { try ShortTrack(sampleFrames: sampleFrames) }
  private static let parts = Result { try [1, 2].map { try part($0, of: 2) } }

  /// The bytes of a part of the track, or of another one.
  private static func part(
    _ index: Int, of count: Int, sampleFrames: Int = sampleFrames,
    adjust: (inout RunRequest) -> Void = { _ in }
  ) throws -> [UInt8] {
    let track = try ShortTrack(sampleFrames: sampleFrames) {
      adjust(&$0)
      $0.selection = .shard(index: index, count: count)
    }
    return try made(track.film(FilmRecipe(FilmRequest("mp4", sound: "none").ofPart)))
  }

  private static var recipe: FilmRecipe {
    get throws { try FilmRecipe(FilmRequest("mp4", sound: "none")) }
  }

  private static func made(_ film: Film) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let path = try folder.write([], "a.mp4")
      _ = try FilmWriter(film, nil, jobs: 2).write(to: .file(path: path)) { true }
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
  }

  /// Joins files to which notes with a size and a number of frames were written.
  private func joined(
    _ files: [[UInt8]], size: String? = "65x47", frames: Int = 600
  ) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let recipe = try Self.recipe
      let facts = recipe.facts + [.init("fps", "60"), .init("size", size)]
      let settings = SequenceSettings(input: "a.wav", facts: facts, frameCount: frames)
      let parts = try files.enumerated().map { offset, bytes in
        let path = try folder.write(bytes, "\(offset + 1).mp4")
        return try FilmPart(offset + 1, of: files.count, settings, at: path, in: path)
      }
      let film = try Self.track.get().film(recipe).joined(from: FilmParts(parts))
      return try Self.made(film)
    }
  }

  private func expectDamage(_ part: String, _ joining: () throws -> [UInt8]) {
    do {
      _ = try joining()
      Issue.record("the parts were joined")
    } catch FilmError.part(let path, .damaged) {
      #expect(path.hasSuffix(part))
    } catch { Issue.record(error) }
  }

  @Test func `true parts are the whole film`() throws {
    let parts = try Self.parts.get()
    #expect(try joined(parts) == Self.made(Self.track.get().film(Self.recipe)))
    let frames = try TemporaryFolder.with { folder in
      let facts = try Self.recipe.facts + [.init("fps", "60")]
      let settings = SequenceSettings(input: "a.wav", facts: facts, frameCount: 600)
      let path = try folder.write([1], "a.mp4")
      return try (1...2).map { try FilmPart($0, of: 2, settings, at: path, in: path).frames }
    }
    #expect(frames == [0..<480, 480..<600])
  }

  @Test func `a note that lies about its groups is refused`() throws {
    let parts = try Self.parts.get()
    expectDamage("1.mp4") { try joined(parts.reversed()) }
    expectDamage("1.mp4") { try joined([parts[1], parts[1]]) }
    expectDamage("2.mp4") { try joined([parts[0], parts[0]]) }
    expectDamage("2.mp4") { try joined(parts, frames: 599) }
    expectDamage("1.mp4") { try joined(parts, frames: 300) }
    // As many parts as frames: all but the first have none.
    expectDamage("2.mp4") { try joined([parts[1]] + parts, frames: 120) }
  }

  @Test func `a stream that is cut or has another length is refused`() throws {
    let parts = try Self.parts.get()
    for count in [0, 7, 8, 40, 700, parts[0].count / 2, parts[0].count - 1] {
      expectDamage("1.mp4") { try joined([Array(parts[0].prefix(count)), parts[1]]) }
    }
    // What comes after the pictures is not read.
    _ = try joined([parts[0] + [0, 0, 0, 8] + "free".utf8, parts[1]])
    // The length of the first picture, by a bit more or less.
    var place = 0
    while parts[1][place + 4..<place + 8] != ArraySlice("mdat".utf8) {
      place += parts[1][place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    for byte in 8..<12 {
      for bit in [1, 128] as [UInt8] {
        var part = parts[1]
        part[place + byte] ^= bit
        expectDamage("2.mp4") { try joined([parts[0], part]) }
      }
    }
  }

  @Test func `a part of another size or rate is refused`() throws {
    let parts = try Self.parts.get()
    expectDamage("1.mp4") { try joined(parts, size: "64x64") }
    for size in [nil, "", "65", "0x0", "65x47x3", "x"] {
      expectDamage("1.mp4") { try joined(parts, size: size) }
    }
    let other = try Self.part(2, of: 2) { $0.picture.width = 97 }
    expectDamage("2.mp4") { try joined([parts[0], other]) }
    let slow = try Self.part(1, of: 2, sampleFrames: 2 * Self.sampleFrames) { $0.rate = Rate(30) }
    expectDamage("1.mp4") { try joined([slow, parts[1]]) }
  }
}
