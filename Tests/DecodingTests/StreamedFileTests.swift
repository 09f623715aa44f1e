// SPDX-License-Identifier: MIT
import Decoding
import Foundation
import Platform
import Signal
import TestSupport
import Testing

/// Plain samples through a pipe: as they come, and as by name.
@Suite struct StreamedFileTests {
  /// The formats, each with nowhere to put a copy.
  private static let formats = ["wav", "aiff", "au", "w64", "caf", "rf64"]

  private static func contents(_ format: String) throws -> [UInt8] {
    let source = WaveBytes.wave(WaveBytes.steps(40_000), channels: 2, rate: 44_100)
    switch format {
    case "wav": return source
    case "au": return WaveBytes.au(WaveBytes.steps(40_000), channels: 2, rate: 44_100)
    case "caf": return WaveBytes.caf(WaveBytes.steps(40_000), rate: 44_100)
    default: return try bytes(ofFile: Repository.fixture("Corrupt/Audio/cut-in-data.\(format)"))
    }
  }

  private let nowhere = HelperEnvironment(searchPath: "", temporaryFolder: "/no/such/folder")

  @Test(arguments: formats, [1, 100, 65_536, 1 << 30])
  func `nothing is copied, however fast the writer is`(format: String, pieces: Int) throws {
    let contents = try Self.contents(format)
    let named = try Reading(Scratch().file("a", contents), nowhere)
    let piped = try readThroughPipe(contents, nowhere, pieces: pieces)
    #expect(piped.samples == named.samples)
    #expect((piped.error == nil) == (named.error == nil))
    #expect(!named.samples.isEmpty)
  }

  @Test(arguments: formats)
  func `nothing is copied where the writer has ended before the first look`(
    format: String
  ) throws {
    let contents = Array(try Self.contents(format).prefix(60_000))
    let pipe = try Platform.Pipe()
    try pipe.writer.write(contents.span)
    let reader = pipe.intoReader()
    let input = try AudioInput.open(
      descriptor: reader.rawValue, path: "standard input", environment: nowhere)
    #expect(Reading(input).samples == (try Reading(Scratch().file("a", contents), nowhere)).samples)
  }

  @Test(arguments: [0, 2, 512, 4096])
  func `an AIFF whose samples begin behind an offset is the same by name and streamed`(
    offset: Int
  ) throws {
    let steps = WaveBytes.steps(5000)
    let contents = WaveBytes.aiff(steps, offset: offset)
    for reading in [
      try Reading(Scratch().file("a.aiff", contents), nowhere),
      try readThroughPipe(contents, nowhere),
    ] {
      #expect(reading.error == nil)
      #expect(reading.format.sampleRate == 8000)
      #expect(reading.samples == DecodingTests.samples(steps))
    }
  }

  /// Headers with a few bytes changed, in every format.
  @Test(arguments: formats, [20_261_121, 7] as [UInt64])
  func `a header that was changed gives the same by name and streamed`(
    format: String, seed: UInt64
  ) throws {
    let whole = try Self.contents(format).prefix(6000)
    let scratch = Scratch()
    let environment = scratch.withoutHelpers
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      var contents = Array(whole)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<min(100, contents.count), using: &random)
        contents[place] =
          [0, 1, 2, 0x7F, 0x80, 0xFF].randomElement(using: &random)
          ?? UInt8.random(in: 0...255, using: &random)
      }
      let path = try scratch.file("\(round).sound", contents)
      let named = Result { () throws(DecodingError) in try Reading(path, environment) }
      let piped = Result { try readThroughPipe(contents, environment) }
      let place = "seed \(seed), round \(round)"
      switch (named, piped) {
      case (.success(let named), .success(let piped)):
        #expect(named.format == piped.format, "\(place)")
        #expect(
          named.samples.map(\.bitPattern) == piped.samples.map(\.bitPattern), "\(place)")
        #expect(named.error.map(Self.kind) == piped.error.map(Self.kind), "\(place)")
      // What has no mark of its own at its beginning is known by trying only.
      case (_, .failure(DecodingError.unrecognized)): break
      case (.failure(let named), .failure(let piped as DecodingError)):
        #expect(Self.kind(named) == Self.kind(piped), "\(place)")
      default: Issue.record("\(place): \(named), but streamed \(piped)")
      }
    }
  }

  /// An error without the name of the input.
  private static func kind(_ error: DecodingError) -> String {
    String("\(error)".drop { $0 != ":" })
  }
}

/// Headers that declare fewer sample frames than there are.
@Suite struct DeclaredLengthTests {
  private static let steps = WaveBytes.steps(6000)
  private let scratch = Scratch()

  /// The whole of it, and the conflict at its end.
  private func read(_ path: String) throws -> (samples: [Float], conflict: LengthConflict?) {
    var input = try AudioInput.open(path, environment: scratch.environment)
    var block = AudioBlock(channelCount: input.format.channelCount, capacity: 512)
    var samples: [Float] = []
    while true {
      try input.read(into: &block)
      if block.frameCount == 0 { return (samples, input.lengthConflict) }
      block.withSamples { for index in $0.indices { samples.append($0[index]) } }
    }
  }

  @Test(arguments: ["wav", "au"])
  func `sound behind the declared length is heard, and both lengths are known`(
    format: String
  ) throws {
    // Nothing that begins as a chunk.
    let steps = Self.steps.map { $0 | 0x40 }
    let contents =
      format == "wav"
      ? WaveBytes.wave(steps, dataSize: 2000) : WaveBytes.au(steps, dataSize: 2000)
    let (samples, conflict) = try read(scratch.file("a.\(format)", contents))
    #expect(samples == DecodingTests.samples(steps))
    #expect(conflict?.declared == 1000)
    #expect(conflict?.found == 6000)
    #expect(try readThroughPipe(contents).samples == samples)
  }

  /// Symptom: a ZIP behind a WAV was heard as noise.
  @Test(arguments: ["wav", "aiff", "caf"])
  func `bytes behind a file whose sizes agree are no sound`(format: String) throws {
    let steps = Array(Self.steps.prefix(2001))
    let closed =
      switch format {
      case "wav": WaveBytes.wave(steps)
      case "aiff": WaveBytes.aiff(steps)
      default: WaveBytes.caf(steps)
      }
    let noise = WaveBytes.steps(90_000, seed: 9).map { UInt8(truncatingIfNeeded: $0) }
    for behind in [Array("PK".utf8) + [3, 4] + noise, noise, closed] {
      let (samples, conflict) = try read(scratch.file("closed.\(format)", closed + behind))
      #expect(samples == DecodingTests.samples(steps))
      #expect(conflict == nil)
      #expect(try readThroughPipe(closed + behind).samples == samples)
    }
  }

  @Test func `a WAV whose sizes are too large for 32 bits is heard to its end`() throws {
    let path = try scratch.file("large.wav", WaveBytes.wave(Self.steps))
    let end = UInt64(44 + 2 * Self.steps.count)
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: end + 1 << 32)
    var input = try AudioInput.open(path, environment: scratch.environment)
    #expect(try input.skip(Self.steps.count + 1000) == Self.steps.count + 1000)
  }

  @Test func `chunks, tags and padding behind the samples are no sound`() throws {
    let list = Array("LIST".utf8) + WaveBytes.little(4, 4) + Array("INFO".utf8)
    let long = Array("id3 ".utf8) + WaveBytes.little(3_000_000, 4)
    let odd = Array("note".utf8) + WaveBytes.little(3, 4) + [1, 2, 3]
    let tag = Array("TAG(live)".utf8) + [UInt8](repeating: 0x20, count: 119)
    for behind in [
      list + [UInt8](repeating: 0, count: 512), list + tag, list + [13, 10], odd + list,
      list, list + list, long + [UInt8](repeating: 0x41, count: 3_000_000),
      list + long + [UInt8](repeating: 0x41, count: 100),
      Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125),
      Array("ID3".utf8) + [UInt8](repeating: 9, count: 500),
      [UInt8](repeating: 0, count: 2048), [7],
    ] {
      var contents = WaveBytes.wave(Self.steps, behind: behind)
      // The container does not tell its end.
      contents.replaceSubrange(4..<8, with: WaveBytes.little(0xFFFF_FFFF, 4))
      let (samples, conflict) = try read(scratch.file("a.wav", contents))
      #expect(samples == DecodingTests.samples(Self.steps))
      #expect(conflict == nil)
      #expect(try readThroughPipe(contents).samples == samples)
    }
  }

  @Test func `a chunk stands behind samples of an odd number of bytes, filled up or not`() throws {
    let list = Array("LIST".utf8) + WaveBytes.little(4, 4) + Array("INFO".utf8)
    let steps = Array(Self.steps.prefix(4001))
    for behind in [list, [0] + list] {
      var contents = WaveBytes.wave(steps, .unsigned8, behind: behind)
      contents.replaceSubrange(4..<8, with: WaveBytes.little(0xFFFF_FFFF, 4))
      let (samples, conflict) = try read(scratch.file("odd.wav", contents))
      #expect(samples == DecodingTests.samples(steps))
      #expect(conflict == nil)
    }
  }

  @Test(arguments: [0, 2000], [777, 4097, 65_537])
  func `nothing is lost behind a length that is too small, in pieces of any size`(
    size: Int, pieces: Int
  ) throws {
    let steps = WaveBytes.steps(300_000).map { $0 | 0x40 }
    let piped = try readThroughPipe(WaveBytes.wave(steps, dataSize: size), pieces: pieces)
    #expect(piped.samples == samples(steps))
  }

  @Test func `a recorder that died before a long silence is heard behind it`() throws {
    let steps = WaveBytes.steps(1000) + [Int](repeating: 0, count: 700_000) + WaveBytes.steps(1000)
    let (samples, _) = try read(scratch.file("a.wav", WaveBytes.wave(steps, dataSize: 2000)))
    #expect(samples == DecodingTests.samples(steps))
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg goes on where libsndfile stops"),
    arguments: [1000, 88_200 - 9000, 88_200 - 4608])
  func `a FLAC that counts too few sample frames is heard to its end`(count: Int) throws {
    let recipe = try #require(Recipe.all.first { $0.name == "a.flac" })
    var contents = try bytes(ofFile: recipe.make(in: scratch))
    // STREAMINFO begins at byte 8; its last 36 bits before the MD5 sum count the sample frames.
    for place in 22..<26 {
      contents[place] = UInt8(truncatingIfNeeded: count >> (8 * (25 - place)))
    }
    contents[21] &= 0xF0
    let (samples, conflict) = try read(scratch.file("short.flac", contents))
    #expect(samples == DecodingTests.samples(Recipe.steps))
    #expect(conflict == LengthConflict(declared: count, found: 88_200))
    let path = try scratch.file("alone.flac", contents)
    let alone = try Reading(path, scratch.withoutHelpers)
    #expect(alone.frameCount == count)
    if case .helperMissing(path, _) = alone.error {} else { Issue.record("\(alone)") }
  }
}
