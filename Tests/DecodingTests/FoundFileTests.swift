// SPDX-License-Identifier: MIT
import Decoding
import Signal
import TestSupport
import Testing

/// Bytes that editors and shops put around the sound of files.
enum ForeignBytes {
  /// A tag of version 2.3 with a title and padding.
  static func id3(padding: Int) -> [UInt8] {
    let frame = Array("TIT2".utf8) + WaveBytes.big(6, 4) + [0, 0, 0] + Array("Title".utf8)
    let size = frame.count + padding
    return Array("ID3".utf8) + [3, 0, 0]
      + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } + frame
      + [UInt8](repeating: 0, count: padding)
  }

  /// What a server sends before the stream of a station.
  static func response(lines: Int) -> [UInt8] {
    let line = "icy-name: Radio\r\n"
    return Array("HTTP/1.0 200 OK\r\n\(String(repeating: line, count: lines))\r\n".utf8)
  }

  /// A tag of ID3v1.
  static let id3v1: [UInt8] = {
    func field(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0x20, count: 30 - text.utf8.count)
    }
    return Array("TAG".utf8) + field("Last") + field("Someone") + field("Album")
      + Array("1999".utf8) + [UInt8](repeating: 0, count: 30) + [7]
  }()

  /// An APE tag with items, which have a name, a value, and flags.
  static func ape(
    _ items: [(String, [UInt8], UInt64)], hasHeader: Bool = true
  ) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value, flags) in items {
      body += WaveBytes.little(UInt64(value.count), 4) + WaveBytes.little(flags, 4)
      body += Array(name.utf8) + [0] + value
    }
    let (size, count) = (UInt64(body.count + 32), UInt64(items.count))
    func mark(_ flags: UInt64) -> [UInt8] {
      let numbers = [2000, size, count, flags].flatMap { WaveBytes.little($0, 4) }
      return Array("APETAGEX".utf8) + numbers + [UInt8](repeating: 0, count: 8)
    }
    return (hasHeader ? mark(0xA000_0000) : []) + body + mark(hasHeader ? 0x8000_0000 : 0)
  }

  /// What stands before the sound and behind it.
  static let around: [(name: String, before: [UInt8], behind: [UInt8])] = {
    let tag = ape([("Title", Array("Ape".utf8), 0)])
    let bare = ape([("Title", Array("Ape".utf8), 0)], hasHeader: false)
    let lyrics = Array("LYRICSBEGININD0000200LYR00002ab000027LYRICS200".utf8)
    return [
      ("ID3v2 before", id3(padding: 100), []),
      ("ID3v2 of 300 kB before", id3(padding: 300_000), []),
      ("ID3v2 of 3 MB before", id3(padding: 3_000_000), []),
      ("two of ID3v2 before", id3(padding: 20) + id3(padding: 30), []),
      ("ID3v1 behind", [], id3v1),
      ("APE behind", [], tag),
      ("APE without header behind", [], bare),
      ("APE and ID3v1 behind", [], tag + id3v1),
      ("Lyrics3 and ID3v1 behind", [], lyrics + id3v1),
      ("ID3v2 before, APE and ID3v1 behind", id3(padding: 50), tag + id3v1),
    ]
  }()
}

/// Files as people have them, which others read.
@Suite struct FoundFileTests {
  private let scratch = Scratch()

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"),
    arguments: [
      "a.wav", "a.aiff", "a.au", "a.caf", "a.w64", "a.flac", "a.ogg", "a.opus", "a.mp3", "a.aac",
      "a.m4a", "a.wv", "a.tta", "a.ac3", "adpcm.wav",
    ])
  func `tags of other formats around the sound are not heard, and hide nothing`(
    name: String
  ) throws {
    let path = scratch.path(name)
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "sine=440:r=48000:d=0.4"]
        + (name == "adpcm.wav" ? ["-c:a", "adpcm_ms"] : []) + ["-bitexact", path])
    let bare = try Reading(path, scratch.environment)
    let whole = try bytes(ofFile: path)
    #expect(bare.error == nil)
    for (kind, before, behind) in ForeignBytes.around {
      let bytes = before + whole + behind
      let reading = try Reading(scratch.file("x-\(name)", bytes), scratch.environment)
      #expect(reading.error == nil, "\(kind)")
      #expect(reading.format == bare.format, "\(kind)")
      // Behind a tag ffmpeg reads Ogg, with other roundings, and without the first block of Vorbis.
      let missing = bare.frameCount - reading.frameCount
      let isSame =
        name == "a.ogg"
        ? (0...128).contains(missing)
        : missing == 0 && zip(reading.samples, bare.samples).allSatisfy { abs($0 - $1) < 1e-4 }
      #expect(isSame, "\(kind): \(reading.frameCount) of \(bare.frameCount)")
    }
  }

  @Test(arguments: ["LIST", "id3 ", "bext", "_PMX"], [true, false])
  func `a chunk behind the samples whose size passes the end is not heard`(
    name: String, isCounted: Bool
  ) throws {
    let chunk = Array(name.utf8) + WaveBytes.little(4000, 4) + [UInt8](repeating: 0x7F, count: 90)
    var bytes = WaveBytes.wave([5, 6, 7, 8], behind: chunk)
    let size = isCounted ? UInt64(bytes.count - 8) : 0xFFFF_FFFF
    bytes.replaceSubrange(4..<8, with: WaveBytes.little(size, 4))
    for reading in [try Reading(scratch.file("a.wav", bytes)), try readThroughPipe(bytes)] {
      #expect(reading.samples == samples([5, 6, 7, 8]))
      #expect(reading.error == nil)
    }
  }

  @Test func `GSM in WAV ends where its header says, not with the padding of its chunk`() throws {
    let format =
      WaveBytes.little(0x31, 2) + WaveBytes.little(1, 2) + WaveBytes.little(8000, 4)
      + WaveBytes.little(1625, 4) + WaveBytes.little(65, 2) + [0, 0, 2, 0]
      + WaveBytes.little(320, 2)
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + WaveBytes.little(UInt64(bytes.count), 4) + bytes
        + [UInt8](repeating: 0, count: bytes.count % 2)
    }
    let body =
      Array("WAVE".utf8) + chunk("fmt ", format) + chunk("fact", WaveBytes.little(960, 4))
      + chunk("data", [UInt8](repeating: 0, count: 195))
    let path = try scratch.file("a.wav", chunk("RIFF", body))
    let reading = try Reading(path)
    #expect(reading.error == nil)
    #expect(reading.frameCount == 960)
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg reads what libsndfile does not"),
    arguments: [8, 12, 16, 20, 24])
  func `FLAC of all depths that its standard names is read`(bits: Int) throws {
    let steps = WaveBytes.steps(1000)
    let file = FLACBytes(bits: bits, rates: [44_100]).file(steps.map { $0 << (bits - 8) })
    let reading = try Reading(scratch.file("a.flac", file), scratch.environment)
    #expect(reading.error == nil)
    #expect(reading.samples == samples(steps))
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg reads FLAC of unknown length before a tag"))
  func `a FLAC of unknown length ends before the tag behind it`() throws {
    let steps = WaveBytes.steps(1000)
    let file = FLACBytes(rates: [44_100], saysLength: false).file(steps.map { $0 << 8 })
    let path = try scratch.file("a.flac", file + ForeignBytes.id3v1)
    let reading = try Reading(path, scratch.environment)
    #expect(reading.error == nil)
    #expect(reading.samples == samples(steps))
  }

  @Test func `a FLAC that changes its sample rate ends there, and says so`() throws {
    let steps = WaveBytes.steps(2000)
    let rates = [44_100, 44_100, 44_100, 96_000]
    let path = try scratch.file("a.flac", FLACBytes(rates: rates).file(steps.map { $0 << 8 }))
    let reading = try Reading(path)
    #expect(
      reading.error
        == .damaged(
          path: path, atFrame: 768, reason: "the sample rate changes from 44100 to 96000 Hz"))
    #expect(reading.samples == samples(Array(steps.prefix(768))))
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg reads 64-bit samples"))
  func `whole numbers of 64 bits are read`() throws {
    var bytes = WaveBytes.wave([1, -2, 3, 100], .float64)
    bytes.replaceSubrange(20..<22, with: [1, 0])
    let data = [1, -2, 3, 100].flatMap { WaveBytes.little(UInt64(bitPattern: $0 << 56), 8) }
    let path = try scratch.file("a.wav", bytes.prefix(44) + data)
    #expect(try Reading(path, scratch.environment).samples == samples([1, -2, 3, 100]))
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg reads MPEG audio without a tag"))
  func `layer I with checksums is read`() throws {
    let checked: [UInt8] = [0x10, 0xC0] + [UInt8](repeating: 0, count: 16)
    let sum = checked.reduce(0xFFFF) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte) << 8) { sum, _ in
        (sum << 1 ^ (sum & 0x8000 != 0 ? 0x8005 : 0)) & 0xFFFF
      }
    }
    let frame =
      [0xFF, 0xFE, 0x10, 0xC0] + WaveBytes.big(UInt64(sum), 2) + [UInt8](repeating: 0, count: 26)
    let file = (0..<30).flatMap { _ in frame }
    for reading in [
      try Reading(scratch.file("a.mp1", file), scratch.environment),
      try readThroughPipe(file, scratch.environment),
    ] {
      #expect(reading.error == nil)
      #expect(reading.frameCount == 30 * 384)
    }
  }

  @Test func `a sample rate that is no whole number is told`() throws {
    let path = try scratch.file("a.caf", WaveBytes.caf([1, 2, 3], rate: 22_254.5454))
    let input = try AudioInput.open(path)
    #expect(input.format.sampleRate == 22_254)
    #expect(input.fractionalRate == 22_254.5454)
    #expect(try AudioInput.open(scratch.file("b.caf", WaveBytes.caf([1]))).fractionalRate == nil)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"))
  func `an edit list ends the sound of an MP4`() throws {
    let path = scratch.path("a.m4a")
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=2", "-c:a", "aac", path])
    #expect(try Reading(path, scratch.environment).frameCount == 88_200)
    // The same with a list that ends after 1.5 s.
    var bytes = try bytes(ofFile: path)
    let list = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("elst".utf8)) })
    bytes.replaceSubrange(list + 12..<list + 16, with: WaveBytes.big(1500, 4))
    let cut = try scratch.file("b.m4a", bytes)
    #expect(try Reading(cut, scratch.environment).frameCount == 66_150)
  }

  /// A film with a loud sound, and a quiet one that is marked as the default.
  private func twoSounds() throws -> String {
    let path = scratch.path("a.mka")
    try Tool.ffmpeg.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=440:r=44100:d=0.5", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=0.5", "-map", "0:a", "-map", "1:a", "-c:a", "flac", "-disposition:a:0",
        "0", "-disposition:a:1", "default", path,
      ])
    return path
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"),
    arguments: [(nil, 48_000), (1, 44_100), (2, 48_000)] as [(Int?, Int)])
  func `of several sounds the default one is read, or the one that is chosen`(
    track: Int?, rate: Int
  ) throws {
    let input = try AudioInput.open(twoSounds(), track: track, environment: scratch.environment)
    #expect(input.format.sampleRate == rate)
    #expect(input.demuxing?.track == (rate == 44_100 ? 0 : 1))
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"))
  func `a sound that is not there is an error that counts those that are`() throws {
    let film = try twoSounds()
    #expect(throws: DecodingError.noSuchTrack(path: film, count: 2)) {
      _ = try AudioInput.open(film, track: 3, environment: scratch.environment)
    }
    let plain = try scratch.file("a.wav", WaveBytes.wave([1, 2]))
    #expect(throws: DecodingError.noSuchTrack(path: plain, count: 1)) {
      _ = try AudioInput.open(plain, track: 2)
    }
  }
}
