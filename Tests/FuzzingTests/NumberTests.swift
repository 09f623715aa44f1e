// SPDX-License-Identifier: MIT
import Decoding
import Foundation
import Fuzzing
import Signal
import TestSupport
import Testing

/// Numbers in files at the ends of their ranges: whatever the program makes of them, it never traps.
@Suite struct NumberTests {
  /// 2³¹−1 and 2³²−1 in fields of four bytes, 2⁶³−1 and 2⁶⁴−1 in fields of eight, in both orders.
  private static let fields: [[UInt8]] = {
    let small: [UInt32] = [0x7FFF_FFFF, .max]
    let large: [UInt64] = [0x7FFF_FFFF_FFFF_FFFF, .max]
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [[UInt8]] {
      [number.littleEndian, number.bigEndian].map { withUnsafeBytes(of: $0) { Array($0) } }
    }
    let all = small.flatMap(bytes) + large.flatMap(bytes)
    return Array(Set(all)).sorted { $0.lexicographicallyPrecedes($1) }
  }()

  /// The bytes of a kept input with a field at each even place of the first `count` replaced.
  private static func changed(
    _ harness: Harness, _ name: String, first count: Int, _ body: ([UInt8], String) throws -> Void
  ) throws {
    let file = try #require(
      try Inputs.files(of: harness.name).first { $0.lastPathComponent == name })
    let bytes = Array(try Data(contentsOf: file))
    for place in stride(from: 0, to: min(bytes.count, count), by: 2) {
      for field in fields where place + field.count <= bytes.count {
        var changed = bytes
        changed.replaceSubrange(place..<place + field.count, with: field)
        harness.repair?(&changed)
        try body(changed, "\(field) at \(place)")
      }
    }
  }

  private static func harness(_ name: String) throws -> Harness {
    try #require(Harness.all.first { $0.name == name })
  }

  @Test(arguments: [
    "tone.wav", "pcm.rf64", "pcm.w64", "pcm.aif", "ima.aifc", "pcm.au", "le.au", "pcm.caf",
    "alac16.caf", "opus.ogg", "vorbis-44100.ogg", "flac-in.ogg", "picture.flac", "picture.m4a",
    "picture.mp3", "picture.opus", "id3.mp3", "layer3.mp3",
  ])
  func `no number in the first bytes of a sound stops the program`(name: String) throws {
    let environment = HelperEnvironment(searchPath: "", temporaryFolder: NSTemporaryDirectory())
    try TemporaryFolder.with { folder in
      try Self.changed(Self.harness("decoding"), name, first: 256) { bytes, _ in
        let path = try folder.write(bytes, name)
        _ = try? PictureFile.cover(in: path)
        guard var input = try? AudioInput.open(path, environment: environment) else { return }
        var block = AudioBlock(channelCount: input.format.channelCount, capacity: 64)
        _ = try? input.read(into: &block)
        _ = try? input.skip(1 << 20)
        _ = (input.expectedFrameCount, input.lengthConflict, input.tags(ofFile: path))
      }
    }
  }

  @Test(arguments: ["chunks.png", "type2-depth8.png"])
  func `no number in the first bytes of a picture stops the program`(name: String) throws {
    let image = try Self.harness("image")
    try Self.changed(image, name, first: 256) { bytes, change in
      #expect(throws: Never.self, "\(change)") { try image.check(bytes) }
    }
  }

  @Test func `readings with another tick rate than that of their tables are damaged`() throws {
    let harness = try Self.harness("readings")
    let file = try #require(
      try Inputs.files(of: "readings").first { $0.lastPathComponent == "levels.bin" })
    var bytes = Array(try Data(contentsOf: file))
    let rate = try #require(bytes.firstRange(of: Array("\"tickRate\":\"60\"".utf8)))
    bytes.replaceSubrange(rate, with: Array("\"tickRate\":\"61\"".utf8))
    harness.repair?(&bytes)
    try TemporaryFolder.with { folder in
      let path = try folder.write(bytes, "a.readings")
      guard case .readings(let readings) = try AudioInput.open(path).content else {
        Issue.record("these are not readings")
        return
      }
      let name = readings.head.tables[0].name
      #expect(throws: DecodingError.badReadings(path: path, .otherTable(name))) {
        try readings.check { true }
      }
    }
  }

  @Test(arguments: ["constants", "palette", "instrument", "manifest", "part", "readings"])
  func `no number in a text stops the program`(name: String) throws {
    let harness = try Self.harness(name)
    let numbers = ["0", "-1", "2147483647", "4294967295", "9223372036854775807", "1e308"]
    for file in try Inputs.files(of: name) {
      let bytes = Array(try Data(contentsOf: file))
      // Of readings the first line, and of a long manifest its head and some frames.
      var place = 0
      let end = min(bytes.count, 4096)
      while place < end {
        let digits = bytes[place..<end].prefix { (48...57).contains($0) }
        defer { place += max(digits.count, 1) }
        guard !digits.isEmpty else { continue }
        for number in numbers {
          var changed = bytes
          changed.replaceSubrange(digits.indices, with: Array(number.utf8))
          harness.repair?(&changed)
          #expect(throws: Never.self, "\(file.lastPathComponent): \(number) at \(place)") {
            try harness.check(changed)
          }
        }
      }
    }
  }
}
