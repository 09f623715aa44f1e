// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Foundation
import TestSupport
import Testing

/// Covers in the tags of sound files, which are made here byte by byte, and beside them.
@Suite struct CoverTests {
  private let scratch = Scratch()
  /// A picture of one red pixel.
  private static let red = PictureBytes.red
  /// What tells the back from the front.
  private static let other = Array("another picture".utf8)

  private func cover(_ bytes: [UInt8]) throws -> [UInt8]? {
    try PictureFile.cover(ofSound: scratch.file("song", bytes))?.bytes
  }

  @Test(arguments: [
    ("ID3v2.2", TaggedBytes.id3(2, red)), ("ID3v2.3", TaggedBytes.id3(3, red)),
    ("ID3v2.4", TaggedBytes.id3(4, red)),
    ("ID3v2.3, unsynchronised", TaggedBytes.id3(3, red, isUnsynchronized: true)),
    ("ID3v2.4, unsynchronised", TaggedBytes.id3(4, red, isUnsynchronized: true)),
    ("ID3 with words of 16 bits", TaggedBytes.id3(3, red, isWide: true)),
    ("ID3 in AIFF", TaggedBytes.aiff(TaggedBytes.id3(3, red))),
    ("FLAC", TaggedBytes.flac([(4, other), (3, red)])),
    ("Vorbis", TaggedBytes.ogg("\u{3}vorbis", TaggedBytes.comments([(3, red)]))),
    ("Opus", TaggedBytes.ogg("OpusTags", TaggedBytes.comments([(0, other), (3, red)]))),
    (
      "a comment over many pages",
      TaggedBytes.ogg(
        "OpusTags", TaggedBytes.comments([(3, red + [UInt8](repeating: 0, count: 90_000))]))
    ),
    ("M4A", TaggedBytes.mp4(red)),
  ])
  func `the front cover is found in the tags`(kind: String, bytes: [UInt8]) throws {
    #expect(try cover(bytes)?.starts(with: CoverTests.red) == true, "\(kind)")
  }

  @Test func `without a front cover the first picture is taken`() throws {
    #expect(
      try cover(TaggedBytes.flac([(4, CoverTests.red), (5, PictureBytes.red + [0])]))
        == CoverTests.red)
  }

  @Test(arguments: [
    TaggedBytes.id3(3, []).prefix(14).map(\.self), TaggedBytes.flac([]),
    TaggedBytes.mp4([]).prefix(60).map(\.self),
    WaveBytes.wave([0, 1]), Array("ID3".utf8), Array("OggS".utf8), Array("fLaC".utf8),
    TaggedBytes.ogg("OpusTags", TaggedBytes.little(UInt32.max) + TaggedBytes.little(7)),
    TaggedBytes.ogg("OpusTags", TaggedBytes.little(0) + TaggedBytes.little(UInt32.max)),
  ])
  func `a file without a picture in its tags has no cover`(bytes: [UInt8]) throws {
    #expect(try cover(bytes) == nil)
  }

  /// Every file with a picture, cut and changed at each of many places.
  @Test(arguments: TestRun.seeds(1...40))
  func `tags with wrong bytes end in a picture, none, or an error`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let files = [
      TaggedBytes.id3(3, CoverTests.red),
      TaggedBytes.id3(4, CoverTests.red, isUnsynchronized: true),
      TaggedBytes.flac([(3, CoverTests.red)]), TaggedBytes.mp4(CoverTests.red),
      TaggedBytes.ogg("OpusTags", TaggedBytes.comments([(3, CoverTests.red)])),
    ]
    for var bytes in files {
      for _ in 0..<3 {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      bytes = Array(bytes.prefix(Int.random(in: 4...bytes.count, using: &random)))
      let path = try scratch.file("song", bytes)
      // Whatever is wrong is an error in words, and nothing traps.
      _ = try? PictureFile.cover(ofSound: path)?.bitmap(environment: scratch.withoutHelpers)
    }
  }

  @Test func `a picture that is shorter than its tag says is damaged, and takes no more memory`()
    throws
  {
    var bytes = TaggedBytes.flac([(3, CoverTests.red)])
    // The picture says that it has two gigabytes, and so does its block of 16 MiB.
    let size = bytes.count - CoverTests.red.count - 4
    bytes.replaceSubrange(size..<size + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
    bytes.replaceSubrange(5..<8, with: [0xFF, 0xFF, 0xFF])
    bytes.removeLast(10)
    let found = try #require(try PictureFile.cover(ofSound: scratch.file("song", bytes)))
    #expect(found.bytes.count == CoverTests.red.count - 10)
    let error = #expect(throws: ImageError.self) { try found.bitmap() }
    #expect(
      error?.description.hasPrefix("the picture in the tags of \(scratch.path("song")): is damaged")
        == true)
  }

  @Test func `what is in the tags but no picture is told`() throws {
    let path = try scratch.file("song", TaggedBytes.id3(3, Array("hello".utf8)))
    #expect(throws: ImageError.notPicture(path: "the picture in the tags of \(path)")) {
      try PictureFile.cover(ofSound: path)
    }
  }

  @Test
  func `without a picture in the tags, the cover beside the file is taken, then the folder's`()
    throws
  {
    let song = try scratch.file("song.wav", WaveBytes.wave([0, 1]))
    #expect(try PictureFile.cover(ofSound: song) == nil)
    _ = try scratch.file("Folder.PNG", CoverTests.red)
    #expect(try PictureFile.cover(ofSound: song)?.bytes == CoverTests.red)
    _ = try scratch.file("COVER.Png", CoverTests.red + [0])
    #expect(try PictureFile.cover(ofSound: song)?.bytes == CoverTests.red + [0])
    let tagged = try scratch.file("song.mp3", TaggedBytes.id3(3, CoverTests.red + [1]))
    #expect(try PictureFile.cover(ofSound: tagged)?.bytes == CoverTests.red + [1])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe or a folder beside the file is passed over, without waiting`() throws {
    let song = try scratch.file("song.wav", WaveBytes.wave([0, 1]))
    #expect(mkfifo(scratch.path("cover.jpg"), 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: scratch.path("cover.png"), withIntermediateDirectories: false)
    #expect(try PictureFile.cover(ofSound: song) == nil)
    _ = try scratch.file("folder.png", CoverTests.red)
    #expect(try PictureFile.cover(ofSound: song)?.bytes == CoverTests.red)
  }

  @Test func `the address of a picture in a FLAC file is passed over`() throws {
    let address = TaggedBytes.flac([(3, CoverTests.red)], type: "-->")
    #expect(try cover(address) == nil)
    _ = try scratch.file("folder.png", CoverTests.red + [0])
    #expect(try cover(address) == CoverTests.red + [0])
  }

  @Test func `a JPEG without ffmpeg is an error that names the picture`() throws {
    let path = try scratch.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    #expect(throws: ImageError.helperMissing(path: path)) {
      try PictureFile(path: path).bitmap(environment: scratch.withoutHelpers)
    }
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: ["jpg", "webp", "gif", "bmp", "tiff"])
  func `other pictures are decoded by ffmpeg, and cut ones are errors`(kind: String) throws {
    let path = scratch.path("a.\(kind)")
    try Tool.ffmpeg.run(
      ["-f", "lavfi", "-i", "color=0x4080c0:s=48x32:r=2:d=1"]
        + (kind == "gif" ? [] : ["-frames:v", "1"]) + [path])
    let bitmap = try PictureFile(path: path).bitmap()
    #expect((bitmap.width, bitmap.height) == (48, 32))
    // GIF has few colours.
    let tolerance = kind == "gif" ? 32 : 8
    for (value, wanted) in zip(bitmap.pixels, [0x40, 0x80, 0xC0, 0xFF]) {
      #expect(abs(Int(value) - wanted) <= tolerance)
    }
    let cut = try scratch.file("cut", Array(bytes(ofFile: path).prefix(60)))
    let error = #expect(throws: ImageError.self) { try PictureFile(path: cut).bitmap() }
    if case .undecodable(cut, let reason)? = error {
      #expect(!reason.isEmpty)
    } else {
      Issue.record("\(kind): \(String(describing: error))")
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `a picture that says it has too many pixels is not decoded`() throws {
    let path = scratch.path("a.jpg")
    try Tool.ffmpeg.run(["-f", "lavfi", "-i", "color=red:s=48x32", "-frames:v", "1", path])
    var file = try bytes(ofFile: path)
    let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
    file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    let large = try scratch.file("large.jpg", file)
    #expect(throws: ImageError.self) { try PictureFile(path: large).bitmap() }
  }
}

/// Bytes of pictures.
enum PictureBytes {
  /// A PNG of one red pixel.
  static let red: [UInt8] = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    )
      ?? Data())

  /// The checksum of a chunk of PNG.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}

/// Bytes of sound files with pictures in their tags, and without sound.
enum TaggedBytes {
  static func big(_ number: Int, _ width: Int = 4, bits: Int = 8) -> [UInt8] {
    (0..<width).map { UInt8(number >> ((width - 1 - $0) * bits) & (1 << bits - 1)) }
  }

  static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (8 * $0) & 255) }
  }

  /// A tag with a picture that is the front cover, behind a title.
  static func id3(
    _ version: UInt8, _ picture: [UInt8], isUnsynchronized: Bool = false, isWide: Bool = false
  ) -> [UInt8] {
    func unsynchronized(_ bytes: [UInt8]) -> [UInt8] {
      isUnsynchronized ? bytes.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] } : bytes
    }
    func frame(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let body = version == 4 ? unsynchronized(bytes) : bytes
      return Array(name.utf8) + big(body.count, version == 2 ? 3 : 4, bits: version == 4 ? 7 : 8)
        + (version == 2 ? [] : [0, version == 4 && isUnsynchronized ? 2 : 0]) + body
    }
    let words: [UInt8] = isWide ? [0xFF, 0xFE, 0x41, 0, 0, 0x41, 0, 0] : [0x41, 0]
    let encoding: UInt8 = isWide ? 1 : 0
    let frames =
      version == 2
      ? frame("TT2", [0, 0x41])
        + frame("PIC", [encoding] + Array("PNG".utf8) + [3] + words + picture)
      : frame("TIT2", [0, 0x41])
        + frame("APIC", [encoding] + Array("image/png".utf8) + [0, 3] + words + picture)
    let body = version == 4 ? frames : unsynchronized(frames)
    let flags: UInt8 = isUnsynchronized ? 0x80 : 0
    return Array("ID3".utf8) + [version, 0, flags] + big(body.count, bits: 7) + body
  }

  static func aiff(_ tag: [UInt8]) -> [UInt8] {
    let chunk = Array("ID3 ".utf8) + big(tag.count) + tag
    return Array("FORM".utf8) + big(4 + chunk.count) + Array("AIFF".utf8) + chunk
  }

  /// A picture with its kind, as FLAC and comments have it.
  static func block(
    _ kind: Int, _ picture: [UInt8], type: String = "image/png"
  ) -> [UInt8] {
    big(kind) + big(type.utf8.count) + Array(type.utf8) + big(2) + Array("it".utf8)
      + [UInt8](repeating: 0, count: 16)
      + big(picture.count) + picture
  }

  static func flac(
    _ pictures: [(Int, [UInt8])], type: String = "image/png"
  ) -> [UInt8] {
    let blocks = pictures.enumerated().flatMap { index, picture in
      let body = block(picture.0, picture.1, type: type)
      return [index == pictures.count - 1 ? 0x86 : 6] + big(body.count, 3) + body
    }
    return Array("fLaC".utf8) + blocks
  }

  /// Comments with pictures, after a vendor and a title.
  static func comments(_ pictures: [(Int, [UInt8])]) -> [UInt8] {
    let texts =
      ["TITLE=A"]
      + pictures.map { "metadata_BLOCK_picture=" + Data(block($0.0, $0.1)).base64EncodedString() }
    return little(1) + [0x41] + little(UInt32(texts.count))
      + texts.flatMap { little(UInt32($0.utf8.count)) + Array($0.utf8) }
  }

  /// Pages of a stream whose second packet has these comments, with pages of another one between.
  static func ogg(_ name: String, _ comments: [UInt8]) -> [UInt8] {
    func page(_ stream: UInt8, _ sizes: [UInt8], _ body: ArraySlice<UInt8>) -> [UInt8] {
      Array("OggS".utf8) + [UInt8](repeating: 0, count: 10) + [stream, 0, 0, 0]
        + [UInt8](repeating: 0, count: 8)
        + [UInt8(sizes.count)] + sizes + body
    }
    let packet = Array(name.utf8) + comments
    var sizes = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    var (rest, bytes) = (packet[...], page(7, [3], [1, 2, 3]) + page(9, [2], [1, 2]))
    while !sizes.isEmpty {
      let part = Array(sizes.prefix(255))
      let count = part.reduce(0) { $0 + Int($1) }
      bytes += page(7, part, rest.prefix(count)) + page(9, [1], [5])
      (rest, sizes) = (rest.dropFirst(count), Array(sizes.dropFirst(255)))
    }
    return bytes
  }

  static func mp4(_ picture: [UInt8]) -> [UInt8] { mp4(pictures: [picture]) }

  /// A movie with artists and pictures, perhaps in a second list of them.
  static func mp4(
    artists: [String] = [], pictures: [[UInt8]] = [], isSecond: Bool = false
  ) -> [UInt8] {
    func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
      big(8 + body.count) + name.unicodeScalars.map { UInt8($0.value) } + body
    }
    func list(_ items: [UInt8]) -> [UInt8] {
      box("udta", box("meta", big(0) + box("hdlr", [0]) + box("ilst", items)))
    }
    let names = artists.flatMap { box("data", big(1) + big(0) + Array($0.utf8)) }
    let covers = pictures.flatMap { box("data", big(14) + big(0) + $0) }
    let items = box("\u{A9}nam", []) + box("\u{A9}ART", names) + box("covr", covers)
    let movie = box(
      "moov", box("mvhd", [0]) + (isSecond ? list(box("\u{A9}nam", [])) : []) + list(items))
    return box("ftyp", Array("M4A ".utf8)) + big(1) + Array("free".utf8) + big(0) + big(17) + [9]
      + movie
  }
}
