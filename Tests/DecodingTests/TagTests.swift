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
}
