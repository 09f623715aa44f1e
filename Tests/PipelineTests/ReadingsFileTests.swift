// SPDX-License-Identifier: MIT
import Analysis
import Decoding
import Hashing
import Pipeline
import Platform
import Signal
import TestSupport
import Testing
import Views

/// Files of readings that somebody has made up.
@Suite struct ReadingsFileTests {
  /// A file of the levels of two seconds of noise.
  private func file() throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let tone = Tone(noise: 51, sampleRate: 6000, channels: 2, sampleFrames: 12_000)
      let sound = try folder.write(tone.wave, "t.wav")
      var recorder = try ReadingsRecorder(
        TrackRequest(input: sound), levels: [.tick], looks: [], floor: .silence)
      let summary = try recorder.read { _ in true }
      var bytes: [UInt8] = []
      try recorder.write(of: summary) { part in
        for index in part.indices { bytes.append(part[index]) }
      }
      return bytes
    }
  }

  /// The bytes of the tables: a section and six measures, two seconds of loudness in tenths, and the levels; each with the
  /// hash of its blocks.
  private static let tables =
    7 * StructureEntry.size + 8 + 20 * ProgrammeReading.size(channelCount: 2) + 8 + 120 * 32 + 8

  private func levels(_ bytes: [UInt8]) throws -> Int {
    try TemporaryFolder.with { folder in
      var request = TrackRequest(input: try folder.write(bytes, "t.readings"))
      request.readsTags = true
      let track = try Track(request)
      let found = track.readingsFile
      let file = try #require(found)
      var count = 0
      _ = try track.structure(of: file)
      if let loudness = try track.programme(of: file) { #expect(loudness.count == 20) }
      _ = try track.levels(of: file, .tick, floor: .silence) { levels in
        #expect(levels.count == 4)
        count += 1
      }
      return count
    }
  }

  /// The file with other readings, and the hash that they need.
  private func forged(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    var bytes = try file()
    let start = bytes.count - 8 - 120 * 32
    var readings = Array(bytes[start..<bytes.count - 8])
    change(&readings)
    var hash: [UInt8] = []
    hash.pack(ContentHash(of: readings).value)
    bytes.replaceSubrange(start..., with: readings + hash)
    return bytes
  }

  @Test func `a file has a reading for each tick`() throws {
    #expect(try levels(file()) == 120)
    #expect(try levels(forged { _ in }) == 120)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -2000])
  func `numbers that are never measured are refused, though their hash is right`(
    number: Double
  ) throws {
    let bytes = try forged { readings in
      var packed: [UInt8] = []
      packed.pack(number)
      readings.replaceSubrange(7 * 32 + 8..<7 * 32 + 16, with: packed)
    }
    do {
      _ = try levels(bytes)
      Issue.record("\(number) was read")
    } catch let error as PipelineError {
      #expect("\(error)".contains("are impossible at tick 7"), "\(error)")
    }
  }

  @Test func `blocks whose loudness cannot be summed are refused, though their hash is right`()
    throws
  {
    var bytes = try file()
    let size = ProgrammeReading.size(channelCount: 2)
    let end = bytes.count - 8 - 120 * 32 - 8
    var readings = Array(bytes[end - 20 * size..<end])
    // The mean squares of blocks follow six figures.
    for tenth in 4...5 {
      readings.replaceSubrange(tenth * size + 48..<tenth * size + 56, with: huge)
    }
    var hash: [UInt8] = []
    hash.pack(ContentHash(of: readings).value)
    bytes.replaceSubrange(end - 20 * size..<end + 8, with: readings + hash)
    do {
      _ = try levels(bytes)
      Issue.record("they were read")
    } catch let error as PipelineError {
      #expect("\(error)".contains("'programme' are impossible at tick 4"), "\(error)")
    }
  }

  private let huge = {
    var bytes: [UInt8] = []
    bytes.pack(1.7e308)
    return bytes
  }()

  @Test(arguments: TestRun.seeds(1...40))
  func `a file with a changed bit is refused`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try file()
    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
      1 << UInt8.random(in: 0...7, using: &random)
    // Beginnings of other formats are refused as sound.
    #expect(throws: PipelineError.self, "seed \(seed)") { try levels(bytes) }
  }

  @Test func `a file that is cut short, too long or of another version is refused`() throws {
    let bytes = try file()
    for count in [0, 1, 40, 300, bytes.count - 1] {
      #expect(throws: PipelineError.self, "\(count) bytes") {
        try levels(Array(bytes.prefix(count)))
      }
    }
    #expect(throws: PipelineError.self) { try levels(bytes + [0]) }
    let text = String(decoding: bytes.prefix(60), as: UTF8.self)
    #expect(text.hasPrefix("{\"schema\":\"radial-audio/readings/2\""))
    var other = bytes
    other[33] = UInt8(ascii: "2")
    do { _ = try levels(other) } catch {
      #expect("\(error)".contains("has the schema 'radial-audio/readings/2'"), "\(error)")
    }
  }

  @Test func `a head that says more than the file has takes no memory`() throws {
    let bytes = try file()
    var head = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    head = head.replacing("\"count\":120", with: "\"count\":1000000000000")
    var line = Array(head.utf8) + [UInt8(ascii: "\n")]
    line += Array((ContentHash(of: line).text + "\n").utf8)
    do {
      _ = try levels(line + bytes.suffix(Self.tables))
      Issue.record("it was read")
    } catch let error as PipelineError {
      #expect("\(error)".contains("bytes, not 32001953127"), "\(error)")
    }
  }

  @Test func `a head that claims another tick rate than its tables have is refused`() throws {
    let bytes = try file()
    let head = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    var line = Array(
      head.replacing("\"tickRate\":\"60\"", with: "\"tickRate\":\"8001\"").utf8)
    #expect(line.count == head.utf8.count + 2)
    line.append(UInt8(ascii: "\n"))
    line += Array((ContentHash(of: line).text + "\n").utf8)
    do {
      _ = try levels(line + bytes.suffix(Self.tables))
      Issue.record("it was read")
    } catch let error as PipelineError {
      #expect("\(error)".hasSuffix("has no readings 'levels, tick, floor -160.0, 8001 Hz'"))
    }
  }

  @Test func `a head whose tables are together larger than any file does not trap`() throws {
    let bytes = try file()
    let head = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let table = #"{"name":"a","count":1099511627776,"size":1048576}"#
    let start = try #require(head.firstRange(of: "\"tables\":[")).upperBound
    let tables = [String](repeating: table, count: 16).joined(separator: ",")
    var line = Array((head[..<start] + tables + "]}\n").utf8)
    line += Array((ContentHash(of: line).text + "\n").utf8)
    do {
      _ = try levels(line)
      Issue.record("it was read")
    } catch let error as PipelineError {
      #expect("\(error)".contains("claims more than any file has"), "\(error)")
    }
  }
}
