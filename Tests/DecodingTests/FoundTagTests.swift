// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Foundation
import TestSupport
import Testing

/// Tags as programs write them, also against the standards.
@Suite struct FoundTagTests {
  private let scratch = Scratch()

  /// The size of a frame in seven bits a byte, or in eight.
  private func big(_ size: Int, _ bits: Int = 8) -> [UInt8] {
    (0..<4).reversed().map { UInt8(size >> (bits * $0) & (1 << bits - 1)) }
  }

  private func tag(_ version: UInt8, _ frames: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, flags] + big(frames.count, 7) + frames
  }

  private func frame(
    _ name: String, _ bytes: [UInt8], flags: UInt8 = 0, bits: Int = 8
  ) -> [UInt8] {
    Array(name.utf8) + big(bytes.count, bits) + [0, flags] + bytes
  }

  private func text(_ text: String) -> [UInt8] { [3] + Array(text.utf8) }

  private func tags(_ bytes: [UInt8]) throws -> AudioTags {
    try FileTags(path: scratch.file("song", bytes)).tags
  }

  /// What zlib makes of some bytes, without making them smaller.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    let sums = bytes.reduce((1, 0)) { sums, byte in
      let first = (sums.0 + Int(byte)) % 65_521
      return (first, (sums.1 + first) % 65_521)
    }
    let size = WaveBytes.little(UInt64(bytes.count), 2)
    return [0x78, 1, 1] + size + size.map { ~$0 } + bytes + big(sums.1 << 16 | sums.0)
  }

  @Test(arguments: [7, 8])
  func `sizes of ID3v2.4 are read as seven bits a byte, and as iTunes wrote them`(bits: Int) throws
  {
    let picture = PictureBytes.red + [UInt8](repeating: 9, count: 20_000)
    let frames =
      frame("APIC", [0] + Array("image/png".utf8) + [0, 3, 0] + picture, bits: bits)
      + frame("TIT2", text(String(repeating: "long ", count: 40)), bits: bits)
      + frame("TPE1", text("A"), bits: bits)
    let file = try FileTags(path: scratch.file("song", tag(4, frames + [0, 0, 0, 0])))
    #expect(file.tags.artist == "A")
    #expect(file.tags.title?.count == 200)
    #expect(file.cover?.bytes == picture)
  }

  @Test func `frames that are compressed or grouped are read, and encrypted ones passed over`()
    throws
  {
    let title = text("Title")
    let older =
      frame("TIT2", big(title.count) + stored(title), flags: 0x80)
      + frame("TPE1", [9] + text("A"), flags: 0x20) + frame("TALB", [1] + text("x"), flags: 0x40)
    #expect(try tags(tag(3, older)) == AudioTags(title: "Title", artist: "A"))
    let newer =
      frame("TIT2", big(title.count, 7) + stored(title), flags: 0x09, bits: 7)
      + frame("TPE1", [9] + text("A"), flags: 0x40, bits: 7)
      + frame("TALB", [1] + text("x"), flags: 0x04, bits: 7)
    #expect(try tags(tag(4, newer)) == AudioTags(title: "Title", artist: "A"))
    let liar = frame("TIT2", big(1 << 30) + stored(title), flags: 0x80)
    #expect(try tags(tag(3, liar + frame("TPE1", text("A")))).artist == "A")
  }

  @Test func `short names in a later version, and a longer header that is missing, are read`()
    throws
  {
    let frames = frame("TT2\0", text("Title")) + frame("TP1\0", text("A"))
    #expect(try tags(tag(3, frames)) == AudioTags(title: "Title", artist: "A"))
    let plain = frame("TIT2", text("Title")) + frame("TPE1", text("A"))
    #expect(try tags(tag(3, plain, flags: 0x40)) == AudioTags(title: "Title", artist: "A"))
  }

  @Test func `of two ID3 tags the first counts`() throws {
    func one(_ title: String) -> [UInt8] { tag(3, frame("TIT2", text(title))) }
    #expect(try tags(one("first") + one("second") + [1]).title == "first")
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(name.utf8) + WaveBytes.little(UInt64(bytes.count), 4) + bytes
        + [UInt8](repeating: 0, count: bytes.count % 2)
    }
    let behind = chunk("id3 ", one("first")) + chunk("ID3 ", one("second"))
    #expect(try tags(WaveBytes.wave([1, 2], behind: behind)).title == "first")
  }

  /// The same two artists in each format, and one whose name has a stroke in it.
  @Test func `several artists are joined by commas, by one rule for all formats`() throws {
    let comments =
      WaveBytes.little(0, 4) + WaveBytes.little(3, 4)
      + ["ARTIST=AC/DC", "artist=Two", "ARTIST=AC/DC"].flatMap {
        WaveBytes.little(UInt64($0.utf8.count), 4) + Array($0.utf8)
      }
    let flac =
      Array("fLaC".utf8) + [0x84] + WaveBytes.big(UInt64(comments.count), 3) + comments
    let wide: [UInt8] =
      [1]
      + ["AC/DC", "Two"].flatMap { [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8($0), 0] } + [0, 0] }
    let ape = ForeignBytes.ape([("Artist", Array("AC/DC\0Two".utf8), 0)])
    let files: [(String, [UInt8])] = [
      ("Vorbis", TaggedBytes.ogg("\u{3}vorbis", comments)),
      ("Opus", TaggedBytes.ogg("OpusTags", comments)), ("FLAC", flac),
      ("ID3v2.3", tag(3, frame("TPE1", text("AC/DC\0Two\0")))),
      ("ID3v2.3, 16 bits", tag(3, frame("TPE1", wide))),
      ("ID3v2.4", tag(4, frame("TPE1", text("AC/DC\0Two"), bits: 7))),
      ("two frames", tag(3, frame("TPE1", text("AC/DC")) + frame("TPE1", text("Two")))),
      ("APE", [1, 2, 3] + ape), ("MP4", TaggedBytes.mp4(artists: ["AC/DC", "Two"])),
    ]
    for (kind, bytes) in files { #expect(try tags(bytes).artist == "AC/DC, Two", "\(kind)") }
    let alike = frame("TPE1", text("Two Tones\0Tones\0Two Tones"))
    #expect(try tags(tag(3, alike)).artist == "Two Tones, Tones")
  }

  /// Symptom: films had `(17)Rock` among their tags.
  @Test(
    arguments: [
      ("(17)Rock", "Rock"), ("(17)", "Rock"), ("(17) Rock", "Rock"), ("17", "Rock"),
      ("(17)(4)Eurodisco", "Rock, Disco, Eurodisco"), ("(RX)", "Remix"), ("CR", "Cover"),
      ("((Foo)", "(Foo)"), ("(17)((Foo)", "Rock, (Foo)"), ("(Foo)", "(Foo)"),
      ("17\0Foo", "Rock, Foo"),
      ("(0)", "Blues"), ("(79)", "Hard Rock"), ("(80)", "Folk"), ("(191)", "Psybient"),
      ("(192)Foo", "Foo"), ("(255)", nil), ("2-step", "2-step"), ("(", "("), ("()", "()"),
    ] as [(String, String?)])
  func `genres of old ID3 tags are read as words`(written: String, genre: String?) throws {
    for version: UInt8 in 3...4 {
      #expect(try tags(tag(version, frame("TCON", text(written)))).genre == genre, "\(written)")
    }
  }

  @Test func `tags of APE and ID3v1 count only where there is no ID3v2`() throws {
    let sound = WaveBytes.wave([1, 2, 3])
    let ape = ForeignBytes.ape([("Title", Array("Ape".utf8), 0), ("Year", Array("2001".utf8), 0)])
    #expect(try tags(sound + ape).title == "Ape")
    #expect(try tags(sound + ape + ForeignBytes.id3v1).title == "Ape")
    #expect(try tags(sound + ape + ForeignBytes.id3v1).date == "2001")
    #expect(
      try tags(sound + ForeignBytes.id3v1)
        == {
          var last = AudioTags(title: "Last", artist: "Someone", album: "Album")
          (last.date, last.genre) = ("1999", "Hip-Hop")
          return last
        }())
    #expect(try tags(ForeignBytes.id3(padding: 9) + sound + ape).title == "Title")
  }

  /// Each file, changed at many places: whatever is wrong, nothing traps.
  @Test(arguments: TestRun.seeds(1...30))
  func `tags of all kinds with wrong bytes end in words or none`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let title = text("Title")
    let files = [
      tag(3, frame("TIT2", big(title.count) + stored(title), flags: 0x80)),
      tag(4, frame("TIT2", big(title.count, 7) + stored(title), flags: 0x49, bits: 7)),
      ForeignBytes.ape([("Title", Array("Ape".utf8), 0)]) + WaveBytes.wave([1, 2]),
      [1, 2]
        + ForeignBytes.ape([("Title", Array("Ape\0A".utf8), 0), ("Cover Art (Front)", [9, 0], 2)]),
      TaggedBytes.mp4(artists: ["A", "B"]), WaveBytes.wave([1, 2]) + ForeignBytes.id3v1,
      ForeignBytes.id3(padding: 30) + TaggedBytes.flac([(3, PictureBytes.red)]),
    ]
    for var bytes in files {
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      bytes = Array(bytes.prefix(Int.random(in: 4...bytes.count, using: &random)))
      let path = try scratch.file("song", bytes)
      #expect((try FileTags(path: path).tags.title?.utf8.count ?? 0) <= 3 * 4096)
    }
  }
}

/// Covers where programs put them.
@Suite struct FoundCoverTests {
  private let scratch = Scratch()
  private static let red = PictureBytes.red

  private func cover(_ bytes: [UInt8]) throws -> [UInt8]? {
    try FileTags(path: scratch.file("song", bytes)).cover?.bytes
  }

  @Test func `covers are found in all places that programs use`() throws {
    let red = Self.red
    let picture = ("Cover Art (Front)", Array("front.png\0".utf8) + red, UInt64(2))
    let other = ("Cover Art (Back)", Array("back.png\0".utf8) + red + [0], UInt64(2))
    let files: [(String, [UInt8])] = [
      ("FLAC behind ID3", ForeignBytes.id3(padding: 9) + TaggedBytes.flac([(3, red)])),
      ("an ID3 tag before FLAC", TaggedBytes.id3(3, red) + TaggedBytes.flac([])),
      ("a second list of MP4", TaggedBytes.mp4(pictures: [red], isSecond: true)),
      ("an empty first picture of MP4", TaggedBytes.mp4(pictures: [[], red])),
      ("APE", [1, 2, 3] + ForeignBytes.ape([other, picture])),
      ("APE in Musepack", Array("MPCK".utf8) + ForeignBytes.ape([picture])),
      (
        "DSF",
        Array("DSD ".utf8) + WaveBytes.little(28, 8) + WaveBytes.little(0, 8)
          + WaveBytes.little(28, 8) + TaggedBytes.id3(4, red)
      ),
      ("an icon before the front", TaggedBytes.flac([(1, red + [0]), (3, red)])),
      ("an icon before another", TaggedBytes.flac([(1, red + [0]), (2, red + [1]), (0, red)])),
      ("an empty front cover", TaggedBytes.flac([(3, []), (0, red)])),
    ]
    for (kind, bytes) in files { #expect(try cover(bytes) == red, "\(kind)") }
    #expect(try cover(TaggedBytes.flac([(1, red)])) == nil)
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg makes the files"),
    arguments: ["a.mka", "a.m4a", "a.flac", "a.mp3", "a.aiff"])
  func `the cover that ffmpeg attaches is found`(name: String) throws {
    let (path, png) = (scratch.path(name), scratch.path("front.png"))
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", png])
    let sound = ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=0.2"]
    try Tool.ffmpeg.run(
      name == "a.mka"
        ? sound + [
          "-attach", png, "-metadata:s:t", "mimetype=image/png", "-metadata:s:t",
          "filename=cover.png", path,
        ]
        : sound + [
          "-i", png, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic",
        ]
          + (name == "a.aiff" ? ["-write_id3v2", "1"] : []) + [path])
    #expect(try PictureFile.cover(ofSound: path)?.bytes == bytes(ofFile: png))
  }

  @Test func `of what ffmpeg describes the front cover is taken, and no icon`() {
    let report = """
      Input #0, matroska,webm, from 'a.mkv':
        Stream #0:0: Video: h264, yuv420p, 640x360 (default)
        Stream #0:1: Audio: opus, 48000 Hz, stereo (default)
        Stream #0:2: Video: png, rgb24, 32x32 (attached pic)
          Metadata:
            comment         : 32x32 pixels 'file icon'
        Stream #0:3: Video: mjpeg, 10x10 (attached pic)
          Metadata:
            filename        : small_cover.jpg
        Stream #0:4: Video: mjpeg, 400x400 (attached pic)
          Metadata:
            filename        : Cover.jpg
      """
    #expect(AttachedPicture.cover(in: report) == 3)
    let without = report.split(separator: "\n").prefix(6).joined(separator: "\n")
    #expect(AttachedPicture.cover(in: without) == nil)
  }

  /// The notes of a camera, with one entry before the one that says how the picture is turned.
  private func notes(_ code: Int, isBig: Bool, isLong: Bool) -> [UInt8] {
    func number(_ value: UInt64, _ width: Int) -> [UInt8] {
      isBig ? WaveBytes.big(value, width) : WaveBytes.little(value, width)
    }
    func entry(_ tag: UInt64, _ value: UInt64) -> [UInt8] {
      number(tag, 2) + number(isLong ? 4 : 3, 2) + number(1, 4)
        + (isLong ? number(value, 4) : number(value, 2) + [0, 0])
    }
    return Array((isBig ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
      + entry(256, 8) + entry(274, UInt64(code)) + number(0, 4)
  }

  /// Where the red quarter and the green one of the picture are when it is upright: it is at the top left,
  /// and to the right of that. One kind has bytes before the notes that fill it up, and a longer number.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg reads the pictures"), arguments: 1...8,
    ["jpg", "filled.jpg", "png", "webp"])
  func `a picture of a camera is upright`(code: Int, kind: String) throws {
    // The filters that turn an upright picture so that the code makes it upright again.
    let turned = [
      "null", "hflip", "hflip,vflip", "vflip", "transpose=0", "transpose=2", "transpose=3",
      "transpose=1",
    ][code - 1]
    let path = scratch.path("a.\(kind)")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i",
      "color=blue:s=96x64,drawbox=0:0:48:32:red:fill,drawbox=48:0:48:32:lime:fill,\(turned)",
      "-frames:v", "1", "-pix_fmt", kind.hasSuffix("jpg") ? "yuvj444p" : "rgb24", "-q:v", "1", path,
    ])
    let plain = try bytes(ofFile: path)
    let isFilled = kind == "filled.jpg"
    let notes = notes(code, isBig: code % 2 == 0, isLong: isFilled)
    let bytes: [UInt8]
    switch kind {
    case "jpg", "filled.jpg":
      let body = Array("Exif\0\0".utf8) + notes
      bytes =
        [0xFF, 0xD8] + (isFilled ? [0xFF, 0xFF] : []) + [0xFF, 0xE1]
        + WaveBytes.big(UInt64(body.count + 2), 2) + body
        + plain[2...]
    case "png":
      let chunk = Array("eXIf".utf8) + notes
      bytes =
        Array(plain[..<33]) + WaveBytes.big(UInt64(notes.count), 4) + chunk
        + WaveBytes.big(UInt64(PictureBytes.checksum(chunk)), 4) + Array(plain[33...])
    default: bytes = plain + Array("EXIF".utf8) + WaveBytes.little(UInt64(notes.count), 4) + notes
    }
    let file = try PictureFile(path: scratch.file("turned.\(kind)", bytes))
    for picture in [file, try file.upright()] {
      let bitmap = try picture.bitmap()
      #expect((bitmap.width, bitmap.height) == (96, 64), "\(kind) \(code)")
      func colour(_ x: Int, _ y: Int) -> [Bool] {
        (0..<3).map { bitmap.pixels[(y * bitmap.width + x) * 4 + $0] > 128 }
      }
      #expect(colour(20, 12) == [true, false, false], "\(kind) \(code)")
      #expect(colour(70, 12) == [false, true, false], "\(kind) \(code)")
      #expect(colour(20, 50) == [false, false, true], "\(kind) \(code)")
    }
  }
}
