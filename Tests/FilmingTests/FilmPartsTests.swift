// SPDX-License-Identifier: MIT
import Filming
import Foundation
import Pipeline
import Rendering
import Signal
import TestSupport
import Testing
import Writing

/// The arithmetic of parts, and which of them make a film.
@Suite struct FilmPartsTests {
  private func settings(
    _ frameCount: Int, fps: String = "60", _ facts: SequenceSettings.Fact...
  ) -> SequenceSettings {
    SequenceSettings(input: "a.wav", facts: [.init("fps", fps)] + facts, frameCount: frameCount)
  }

  private func part(
    _ index: Int, of count: Int, _ settings: SequenceSettings, in folder: TemporaryFolder,
    named name: String? = nil
  ) throws -> FilmPart {
    let path = try folder.write([UInt8(index)], name ?? "\(index).mp4")
    return try FilmPart(index, of: count, settings, at: path, in: path)
  }

  @Test(arguments: [1, 2, 3, 7, 100], [1, 2, 3, 99, 100, 101, 10_000_000])
  func `parts have every frame once, and are as long as each other`(
    count: Int, frameCount: Int
  ) throws {
    try TemporaryFolder.with { folder in
      let settings = settings(frameCount)
      let parts = try (1...count).map { try part($0, of: count, settings, in: folder, named: "a") }
      var end = 0
      for part in parts {
        #expect(part.frames.lowerBound == end)
        #expect((frameCount / count...frameCount / count + 1).contains(part.frames.count))
        end = part.frames.upperBound
      }
      #expect(end == frameCount)
    }
  }

  @Test(arguments: [
    ("60", [33_333, 33_334, 50_000]), ("30000/1001", [66_733, 66_734, 100_100]),
    ("1", [2_000_000, 2_000_000, 3_000_000]), ("1000000", [2, 2, 3]),
    ("3000000", [1, 0, 1]),
  ])
  func `the list has lengths whose sums are the times of the frames`(
    fps: String, lengths: [Int]
  ) throws {
    try TemporaryFolder.with { folder in
      let settings = settings(7, fps: fps)
      let parts = try FilmParts(
        [3, 1, 2].map { try part($0, of: 3, settings, in: folder, named: "it's \($0)") })
      #expect(parts.parts.map(\.index) == [1, 2, 3])
      #expect(parts.bytes == 3 && "\(parts.rate)" == fps)
      let lines = zip(1...3, lengths).map { index, length in
        "file 'file:\(folder.path)/it'\\''s \(index)'\nduration \(length)us\n"
      }
      let list = String(decoding: parts.list, as: UTF8.self)
      #expect(list == "ffconcat version 1.0\n" + lines.joined())
    }
  }

  @Test(
    arguments: [
      ([1, 2, 3], nil, nil, nil), ([2, 3], 1...1, 0..<3, nil), ([1, 3], 2...2, 3..<6, nil),
      ([1, 2], 3...3, 6..<10, nil), ([3], 1...2, 0..<6, nil), ([1], 2...3, 3..<10, nil),
      ([1, 2, 2, 3], nil, nil, 2),
    ] as [([Int], ClosedRange<Int>?, Range<Int>?, Int?)])
  func `parts that are missing or there twice are told`(
    numbers: [Int], missing: ClosedRange<Int>?, frames: Range<Int>?, repeated: Int?
  ) throws {
    try TemporaryFolder.with { folder in
      let settings = settings(10)
      let parts = try numbers.enumerated().map { offset, number in
        try part(number, of: 3, settings, in: folder, named: "\(offset)")
      }
      do throws(FilmError) {
        _ = try FilmParts(parts)
        #expect(missing == nil && repeated == nil)
      } catch {
        if let missing, let frames {
          #expect(error == .partsMissing(missing, of: 3, frames: frames))
        } else {
          let (path, first) = (folder.path("2"), folder.path("1"))
          #expect(repeated != nil && error == .part(path: path, .repeats(path: first)))
        }
      }
    }
  }

  @Test func `parts belong to the film of most of them`() throws {
    try TemporaryFolder.with { folder in
      let (mine, other) = (settings(10, .init("look", "sun")), settings(10, .init("look", "ink")))
      let good = try [1, 2].map { try part($0, of: 3, mine, in: folder) }
      let bad = try part(3, of: 3, other, in: folder)
      let difference = SequenceSettings.Difference("look", found: "ink", wanted: "sun")
      for parts in [good + [bad], [bad] + good] {
        #expect(throws: FilmError.part(path: bad.path, .differs([difference]))) {
          try FilmParts(parts)
        }
      }
      let short = try part(2, of: 2, mine, in: folder, named: "short")
      #expect(throws: FilmError.part(path: short.path, .otherCount(2, wanted: 3))) {
        try FilmParts(good + [short])
      }
    }
  }

  @Test func `a part that was changed, or whose name ends a line, is refused`() throws {
    try TemporaryFolder.with { folder in
      let settings = settings(2)
      let one = try part(1, of: 1, settings, in: folder)
      try one.check()
      for bytes in [[9], [1, 1], []] as [[UInt8]] {
        try folder.write(bytes, "1.mp4")
        #expect(throws: FilmError.part(path: one.path, .damaged)) { try FilmParts([one]) }
      }
      try FileManager.default.removeItem(atPath: one.path)
      #expect(throws: FilmError.part(path: one.path, .noFile)) { try one.check() }
      let split = try part(1, of: 1, settings, in: folder, named: "a\nb")
      #expect(throws: FilmError.part(path: split.path, .lineBreak)) { try FilmParts([split]) }
    }
  }

  @Test func `parts whose settings lack a rate are refused, and do not trap`() throws {
    try TemporaryFolder.with { folder in
      let settings = SequenceSettings(input: "a.wav", facts: [], frameCount: 4)
      let parts = try (1...2).map { try part($0, of: 2, settings, in: folder) }
      #expect(throws: FilmError.part(path: parts[0].path, .damaged)) { try FilmParts(parts) }
    }
  }

  @Test func `a joined film flashes as the worst of its parts`() throws {
    try TemporaryFolder.with { folder in
      let parts = try [(1, 0.1), (2, 0.4), (3, 0)].map { index, share in
        let path = try folder.write([1], "\(index).mp4")
        return try FilmPart(
          index, of: 3, settings(6), flashes: Flashes(share: share, seconds: Double(index)),
          at: path, in: path)
      }
      for part in parts {
        try folder.write(part.note, "\(part.index).mp4.json")
        #expect(try FilmPart(at: part.path) == part)
      }
      #expect(try FilmParts(parts).flashes == Flashes(share: 0.4, seconds: 2))
    }
  }

  @Test func `a note says what its part is, and no byte of it can be changed`() throws {
    try TemporaryFolder.with { folder in
      let settings = settings(10, fps: "30000/1001", .init("look", "sun"), .init("image", nil))
      let part = try part(2, of: 3, settings, in: folder)
      #expect(throws: FilmError.part(path: part.path, .noNote)) { try FilmPart(at: part.path) }
      let note = part.note
      try folder.write(note, "2.mp4.json")
      #expect(try FilmPart(at: part.path) == part)
      for place in note.indices {
        var changed = note
        changed[place] ^= 1
        #expect(throws: FilmError.self) { try FilmPart(note: changed, at: part.path) }
      }
    }
  }

  @Test func `a joined film copies its pictures, with the sound and the recipe of its parts`()
    throws
  {
    try TemporaryFolder.with { folder in
      let track = try ShortTrack.usual.get()
      var request = FilmRequest("mp4", "h265-444", .high)
      request.encoderWords = ["-crf", "3"]
      let recipe = try FilmRecipe(request)
      let facts = recipe.facts + [SequenceSettings.Fact("fps", "60")]
      #expect(facts.first { $0.name == "encoder-args" }?.text == "-crf 3")
      let settings = SequenceSettings(input: "a", facts: facts, frameCount: 6)
      let parts = try FilmParts(
        (1...2).map { index in try part(index, of: 2, settings, in: folder) })
      let joined = try FilmRecipe(FilmRequest("matroska", sound: "pcm"), joining: parts)
      #expect(joined.codec.name == "h265-444" && joined.quality == .high)
      #expect(joined.feed == recipe.feed && !joined.hasWordsOfTheUser)
      let words = FFmpegLine.run(track.film(joined).joined(from: parts)).joined(separator: " ")
      #expect(words.hasPrefix("-v level+error -nostdin -xerror -stats -f concat -safe 0 "))
      #expect(
        words.contains(
          " -i pipe:3 -f f32le -ar 44100 -ac 2 -i pipe:4 -map 0:v -c:v copy -color_primaries "),
        "\(words)")
      let other = [SequenceSettings.Fact("codec", "h264"), .init("fps", "60")]
      let unknown = try part(
        1, of: 1, SequenceSettings(input: "a", facts: other, frameCount: 6), in: folder)
      #expect(throws: FilmError.part(path: unknown.path, .damaged)) {
        try FilmRecipe(FilmRequest("mp4"), joining: FilmParts([unknown]))
      }
      #expect(throws: FilmError.refused(.joined(.gif))) {
        try FilmRecipe(FilmRequest(.gif), joining: parts)
      }
    }
  }
}
