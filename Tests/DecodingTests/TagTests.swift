// SPDX-License-Identifier: MIT
import Decoding
import TestSupport
import Testing

@Suite struct TagTests {
  private let scratch = Scratch()

  private func tags(of path: String) throws -> AudioTags {
    try AudioInput.open(path, environment: scratch.environment).tags(ofFile: path)
  }

  /// A WAV file whose list of information has these bytes.
  private func wave(title: [UInt8], artist: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + WaveBytes.little(UInt64(bytes.count), 4) + bytes
        + [UInt8](repeating: 0, count: bytes.count % 2)
    }
    let list =
      chunk("LIST", Array("INFO".utf8) + chunk("INAM", title + [0]) + chunk("IART", artist + [0]))
    let whole = WaveBytes.wave([0, 100, 0, -100])
    return Array("RIFF".utf8) + WaveBytes.little(UInt64(whole.count - 8 + list.count), 4)
      + whole[8..<36] + list + whole[36...]
  }

  @Test func `a WAV file says what it is`() throws {
    let path = try scratch.file(
      "a.wav", wave(title: Array("Größe".utf8), artist: Array("Me & You".utf8)))
    #expect(try tags(of: path) == AudioTags(title: "Größe", artist: "Me & You"))
    // No file has the name of what comes through a pipe.
    let input = try AudioInput.open(path, environment: scratch.environment)
    #expect(input.tags(ofFile: nil) == AudioTags())
  }

  @Test func `a file without tags says nothing`() throws {
    let path = try scratch.file("a.wav", WaveBytes.wave([0, 1]))
    #expect(try tags(of: path) == AudioTags())
  }

  @Test func `tags that are no UTF-8 are taken for Latin-1`() throws {
    let path = try scratch.file("a.wav", wave(title: [0x47, 0x72, 0xF6], artist: [0xFF, 0x80]))
    #expect(try tags(of: path) == AudioTags(title: "Grö", artist: "ÿ\u{80}"))
  }

  @Test func `a tag of a megabyte is read as far as a title goes`() throws {
    let long = [UInt8](repeating: 0x41, count: 1 << 20)
    let path = try scratch.file("a.wav", wave(title: long, artist: long))
    #expect((try tags(of: path).title?.utf8.count ?? 0) <= 4096)
  }

  /// An ID3 tag of a version with a picture between title and artist, as one of three encodings.
  private func id3(_ version: UInt8, _ encoding: UInt8, title: String, artist: String) -> [UInt8] {
    func big(_ number: Int, _ width: Int, shift: Int) -> [UInt8] {
      (0..<width).map { UInt8(number >> ((width - 1 - $0) * shift) & (1 << shift - 1)) }
    }
    func frame(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let width = version == 2 ? 3 : 4
      return Array(name.utf8) + big(bytes.count, width, shift: version == 4 ? 7 : 8)
        + (version == 2 ? [] : [0, 0]) + bytes
    }
    func words(_ text: String) -> [UInt8] {
      switch encoding {
      case 1: [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + [0, 0]
      case 2: [2] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      default: [encoding] + Array(text.utf8) + [0] + Array("more".utf8)
      }
    }
    let frames =
      version == 2
      ? frame("TT2", words(title)) + frame("PIC", words(artist + "?")) + frame("TP1", words(artist))
      : frame("TIT2", words(title)) + frame("APIC", [UInt8](repeating: 0, count: 200))
        + frame("TPE1", words(artist))
    let padding = [UInt8](repeating: 0, count: 20)
    return Array("ID3".utf8) + [version, 0, 0] + big(frames.count + 20, 4, shift: 7) + frames
      + padding
  }

  /// An AIFF file of one sample with a chunk behind it.
  private func aiff(_ chunk: [UInt8]) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - $0 * 8) & 255) } }
    let padded = chunk + [UInt8](repeating: 0, count: chunk.count % 2)
    let body =
      Array("AIFFCOMM".utf8) + big(18) + [0, 1, 0, 0, 0, 1, 0, 16, 0x40, 0x0E, 0xAC, 0x44]
      + [UInt8](repeating: 0, count: 6) + Array("SSND".utf8) + big(10)
      + [UInt8](repeating: 0, count: 10) + Array("ID3 ".utf8) + big(chunk.count) + padded
    return Array("FORM".utf8) + big(body.count) + body
  }

  @Test(arguments: [(2, 0), (2, 1), (3, 0), (3, 1), (4, 1), (4, 2), (4, 3)] as [(UInt8, UInt8)])
  func `the ID3 tag of an AIFF file has title and artist`(version: UInt8, encoding: UInt8) throws {
    let tag = id3(version, encoding, title: "Größe ♪", artist: "Me & You")
    let path = try scratch.file("a.aiff", aiff(tag))
    // Behind a zero there is another artist in texts of a byte a letter.
    let artist = [0, 3].contains(encoding) ? "Me & You, more" : "Me & You"
    #expect(try tags(of: path) == AudioTags(title: "Größe ♪", artist: artist))
  }

  @Test func `lyrics of an ID3 tag keep their lines, and their times become those of LRC`() throws {
    /// A tag of version 3 with one frame.
    func tag(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let frame = Array(name.utf8) + [0, 0, 0, UInt8(bytes.count), 0, 0] + bytes
      return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count + 20)] + frame
        + [UInt8](repeating: 0, count: 20)
    }
    func lyrics(_ tag: [UInt8], _ name: String) throws -> String? {
      try tags(of: scratch.file(name, aiff(tag))).lyrics
    }
    let head = Array("\u{3}engwords\0".utf8)
    #expect(
      try lyrics(tag("USLT", head + Array("one\ntwo".utf8)), "u.aiff") == "one\ntwo")
    func piece(_ text: String, _ time: Int) -> [UInt8] {
      Array(text.utf8) + [0] + (0..<4).map { UInt8(time >> (24 - 8 * $0) & 255) }
    }
    let timed = Array("\u{3}eng\u{2}\u{1}\0".utf8)
    #expect(
      try lyrics(tag("SYLT", timed + piece("one", 1500) + piece("two", 61_250)), "s.aiff")
        == "\n[0:1.500]one\n[1:1.250]two")
    let words = piece("Oh", 0) + piece(" la", 500) + piece("\nla", 1000)
    #expect(
      try lyrics(tag("SYLT", timed + words), "w.aiff")
        == "\n[0:0.000]<0:0.000>Oh<0:0.500> la\n[0:1.000]<0:1.000> la")
    let wide = [1] + Array("eng".utf8) + [2, 1, 0xFF, 0xFE, 0, 0]
    let text: [UInt8] = [0xFF, 0xFE] + "né".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(
      try lyrics(tag("SYLT", wide + text + [0, 0, 0, 0, 3, 232]), "x.aiff") == "\n[0:1.000]né")
    let inFrames = Array("\u{3}eng\u{1}\u{1}\0".utf8) + piece("one", 5)
    #expect(try lyrics(tag("SYLT", inFrames), "f.aiff") == nil)
    let chords = Array("\u{3}eng\u{2}\u{5}\0".utf8) + piece("Am", 5)
    #expect(try lyrics(tag("SYLT", chords), "c.aiff") == nil)
  }

  @Test func `an ID3 tag that breaks off or lies about its sizes is no fault of the sound`() throws
  {
    let whole = id3(3, 1, title: "A", artist: "B")
    var random = SeededGenerator(seed: 11)
    for round in 0..<400 {
      var tag = round < whole.count ? Array(whole[..<round]) : whole
      if round >= whole.count {
        for _ in 0..<3 { tag[.random(in: 0..<tag.count, using: &random)] = .random(in: 0...255) }
      }
      let path = try scratch.file("\(round).aiff", aiff(tag))
      #expect((try tags(of: path).title?.utf8.count ?? 0) <= 3 * 4096, "round \(round)")
    }
  }

  @Test(
    .enabled(if: Tool.ffmpeg.path != nil),
    arguments: ["a.flac", "a.ogg", "a.opus", "a.mp3", "bare.mp3", "a.m4a", "a.mka"])
  func `files of all kinds say what they are`(name: String) throws {
    let source = try scratch.file(
      "source.wav",
      WaveBytes.wave((0..<8000).map { $0 % 100 }, rate: 48_000))
    let path = scratch.path(name)
    try Tool.ffmpeg.run(
      ["-i", source, "-metadata", "title=Tür: zu\nauf", "-metadata", "artist=[error] Ö"]
        + (name == "bare.mp3" ? ["-write_xing", "0"] : []) + [path])
    let tags = try tags(of: path)
    #expect(tags.title?.hasPrefix("Tür: zu") == true, "\(tags)")
    #expect(tags.artist == "[error] Ö", "\(tags)")
  }

  /// Symptom: the year of a WMA was lost.
  @Test(
    .enabled(if: Tool.ffmpeg.path != nil),
    arguments: [("a.wma", "WM/Year"), ("a.mka", "DATE_RELEASED"), ("a.mka", "YEAR")])
  func `the year is found by the name that a format has for it`(file: String, name: String) throws {
    let path = scratch.path(file)
    try Tool.ffmpeg.run(["-f", "lavfi", "-i", "sine=d=0.2", "-metadata", "\(name)=2003", path])
    #expect(try tags(of: path).date == "2003")
  }
}
