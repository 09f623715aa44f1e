// SPDX-License-Identifier: MIT
import Decoding
import Drawing
import Platform
import Testing

/// PNG files written here: deflate's stored blocks need no compressor.
enum PNGBytes {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func file(_ chunks: [[UInt8]]) -> [UInt8] { signature + chunks.flatMap { $0 } }

  static func header(
    _ width: Int, _ height: Int, depth: UInt8, color: UInt8, interlaced: Bool = false
  ) -> [UInt8] {
    chunk(
      "IHDR",
      WaveBytes.big(UInt64(width), 4) + WaveBytes.big(UInt64(height), 4)
        + [depth, color, 0, 0, interlaced ? 1 : 0])
  }

  static func data(_ rows: [[UInt8]]) -> [UInt8] {
    let raw: [UInt8] = rows.flatMap { [0] + $0 }
    let count = UInt64(raw.count)
    let stored: [UInt8] =
      [0x01] + WaveBytes.little(count, 2) + WaveBytes.little(~count & 0xFFFF, 2) + raw
    var (low, high) = (UInt64(1), UInt64(0))
    for byte in raw {
      low = (low + UInt64(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return chunk("IDAT", [0x78, 0x01] + stored + WaveBytes.big(high << 16 | low, 4))
  }

  static let end = chunk("IEND", [])

  static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + contents
    return WaveBytes.big(UInt64(contents.count), 4) + body
      + WaveBytes.big(UInt64(checksum(body)), 4)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }
}

@Suite struct PNGImageTests {
  private let good = PNGBytes.file([
    PNGBytes.header(2, 2, depth: 8, color: 6),
    PNGBytes.data([[1, 2, 3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 13, 14, 15, 255]]), PNGBytes.end,
  ])

  private func pixels(_ chunks: [[UInt8]]) throws -> [UInt8] {
    try PNGImage(bytes: PNGBytes.file(chunks), path: "logo.png").bitmap.pixels
  }

  @Test func `straight alpha is taken as it is, and the file kept`() throws {
    let path = try Scratch().file("logo.png", good)
    let image = try PNGImage(path: path)
    #expect(image.bytes == good)
    #expect(image.bitmap.width == 2 && image.bitmap.height == 2)
    #expect(image.bitmap.pixels == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255])
  }

  @Test func `colour without alpha is opaque, and one colour can be transparent`() throws {
    let header = PNGBytes.header(2, 1, depth: 8, color: 2)
    let data = PNGBytes.data([[1, 2, 3, 4, 5, 6]])
    #expect(try pixels([header, data, PNGBytes.end]) == [1, 2, 3, 255, 4, 5, 6, 255])
    let key = PNGBytes.chunk("tRNS", [0, 4, 0, 5, 0, 6])
    #expect(try pixels([header, key, data, PNGBytes.end]) == [1, 2, 3, 255, 4, 5, 6, 0])
  }

  @Test func `grey of 1, 8 and 16 bits becomes colour`() throws {
    let one = [PNGBytes.header(3, 1, depth: 1, color: 0), PNGBytes.data([[0b0100_0000]])]
    #expect(
      try pixels(one + [PNGBytes.end]) == [0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 255])
    let eight = [PNGBytes.header(1, 1, depth: 8, color: 4), PNGBytes.data([[77, 88]])]
    #expect(try pixels(eight + [PNGBytes.end]) == [77, 77, 77, 88])
    // 0x7FFF of 0xFFFF is 127.498 of 255.
    let sixteen = [
      PNGBytes.header(2, 1, depth: 16, color: 0), PNGBytes.data([[0x7F, 0xFF, 0x80, 0x80]]),
    ]
    #expect(try pixels(sixteen + [PNGBytes.end]) == [127, 127, 127, 255, 128, 128, 128, 255])
  }

  @Test func `a palette is looked up, with its transparency`() throws {
    let palette = PNGBytes.chunk("PLTE", [10, 20, 30, 40, 50, 60])
    let transparency = PNGBytes.chunk("tRNS", [99])
    let chunks = [
      PNGBytes.header(2, 1, depth: 2, color: 3), palette, transparency,
      PNGBytes.data([[0b0100_0000]]), PNGBytes.end,
    ]
    #expect(try pixels(chunks) == [40, 50, 60, 255, 10, 20, 30, 99])
  }

  @Test func `interlaced rows end up where they belong`() throws {
    // Adam7 of 2x2: pass 1 has (0,0), pass 6 has (1,0), pass 7 has the row below.
    let chunks = [
      PNGBytes.header(2, 2, depth: 8, color: 0, interlaced: true),
      PNGBytes.data([[11], [22], [33, 44]]), PNGBytes.end,
    ]
    let grey = try pixels(chunks)
    #expect([0, 4, 8, 12].map { grey[$0] } == [11, 22, 33, 44])
  }

  @Test func `the gamma of the file changes nothing`() throws {
    let gamma = PNGBytes.chunk("gAMA", WaveBytes.big(100_000, 4))
    let chunks = [
      PNGBytes.header(1, 1, depth: 8, color: 2), gamma, PNGBytes.data([[50, 100, 200]]),
      PNGBytes.end,
    ]
    #expect(try pixels(chunks) == [50, 100, 200, 255])
  }

  @Test func `a file cut at any place is damaged`() throws {
    for length in 8..<good.count {
      #expect { try PNGImage(bytes: Array(good.prefix(length)), path: "logo.png") } throws: {
        if case .damaged("logo.png", _) = $0 as? ImageError { true } else { false }
      }
    }
  }

  @Test func `a wrong checksum in any chunk is damage`() throws {
    var places: [Int] = []
    var offset = 8
    while offset < good.count {
      let size = good[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      offset += 12 + size
      places.append(offset - 1)
    }
    #expect(places.count == 3)
    for place in places {
      var bytes = good
      bytes[place] ^= 1
      #expect { try PNGImage(bytes: bytes, path: "logo.png") } throws: {
        if case .damaged("logo.png", let reason) = $0 as? ImageError {
          reason.contains("CRC")
        } else {
          false
        }
      }
    }
  }

  @Test(arguments: [(60_000, 60_000), (16_385, 1), (1, 16_385), (16_384, 16_384)])
  func `a bomb is refused by its size`(width: Int, height: Int) throws {
    let bytes = PNGBytes.file([
      PNGBytes.header(width, height, depth: 8, color: 6), PNGBytes.data([[0]]), PNGBytes.end,
    ])
    let expected = ImageError.tooManyPixels(path: "logo.png", width: width, height: height)
    #expect(throws: expected) { try PNGImage(bytes: bytes, path: "logo.png") }
  }

  @Test func `other files, folders and missing files are told apart`() throws {
    let scratch = Scratch()
    let text = try scratch.file("text.png", Array("no picture".utf8))
    let empty = try scratch.file("empty.png", [])
    let missing = scratch.path("missing.png")
    #expect(throws: ImageError.notPNG(path: text)) { try PNGImage(path: text) }
    #expect(throws: ImageError.notPNG(path: empty)) { try PNGImage(path: empty) }
    #expect(throws: ImageError.isDirectory(path: scratch.folder)) {
      try PNGImage(path: scratch.folder)
    }
    #expect(throws: ImageError.cannotOpen(path: missing, .notFound)) {
      try PNGImage(path: missing)
    }
    #expect(throws: ImageError.tooLarge(path: "/dev/zero", limit: 64 << 20)) {
      try PNGImage(path: "/dev/zero")
    }
  }
}
