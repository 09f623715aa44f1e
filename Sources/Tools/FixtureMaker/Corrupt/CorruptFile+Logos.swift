// SPDX-License-Identifier: MIT

extension CorruptFile {
  private static let (width, height) = (5, 4)

  /// A value for each pixel: 12·(x + 5y), which 8 bits hold.
  private static func grey(_ x: Int, _ y: Int) -> UInt8 { UInt8(12 * (x + 5 * y)) }

  /// Red 50x, green 60y, blue 200 − 12·(x + 5y) below 0 held there, alpha 255 − 30x.
  private static func color(_ x: Int, _ y: Int) -> [UInt8] {
    [UInt8(50 * x), UInt8(60 * y), 200 - min(grey(x, y), 200), UInt8(255 - 30 * x)]
  }

  private static func rows(_ row: (Int) -> [UInt8]) -> [[UInt8]] { (0..<height).map(row) }

  private static func row(_ y: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
    (0..<width).flatMap { pixel($0, y) }
  }

  /// Numbers of a few bits, the first one uppermost; the last byte is filled with zeros.
  private static func packed(_ numbers: [Int], bits: Int) -> [UInt8] {
    var writer = BitWriter()
    for number in numbers { writer.append(number, bits: bits) }
    writer.align()
    return writer.bytes
  }

  private static func file(
    depth: UInt8, color: UInt8, interlace: UInt8 = 0, before: [UInt8] = [], _ rows: [[UInt8]]
  ) -> [UInt8] {
    PNGChunk.signature
      + PNGChunk.header(
        width: width, height: height, depth: depth, color: color, interlace: interlace)
      + before + PNGChunk.pixels(rows) + PNGChunk.end
  }

  /// The chunk structure of this one: `IHDR` at byte 8, `IDAT` at 33, `IEND` in the last 12.
  private static let plain = file(depth: 8, color: 6, rows { row($0, color) })

  /// Kinds of PNG that logos seldom are, and that are good all the same.
  static var logos: [CorruptFile] {
    func logo(_ name: String, _ change: String, _ bytes: [UInt8]) -> CorruptFile {
      CorruptFile("Logos/\(name).png", change, bytes)
    }
    let palette = PNGChunk.bytes("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])
    let transparency = PNGChunk.bytes("tRNS", [255, 128, 0])
    // Adam7: where a pass begins, and its steps, across and down.
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    let interlaced = passes.flatMap { left, top, across, down in
      stride(from: top, to: height, by: down).map { y in
        stride(from: left, to: width, by: across).flatMap { color($0, y) }
      }.filter { !$0.isEmpty }
    }
    return [
      logo("rgba", "8 bits, red, green, blue and alpha: the colours", plain),
      logo(
        "rgba-16", "the colours in 16 bits, c·257",
        file(depth: 16, color: 6, rows { row($0) { color($0, $1).flatMap { [$0, $0] } } })),
      logo(
        "rgba-interlaced", "the colours, interlaced (Adam7)",
        file(depth: 8, color: 6, interlace: 1, interlaced)),
      logo(
        "rgb", "the colours without their alpha",
        file(depth: 8, color: 2, rows { row($0) { Array(color($0, $1).prefix(3)) } })),
      logo(
        "grey", "8 bits, the greys", file(depth: 8, color: 0, rows { row($0) { [grey($0, $1)] } })),
      logo(
        "grey-16", "the greys in 16 bits, c·257",
        file(depth: 16, color: 0, rows { row($0) { [grey($0, $1), grey($0, $1)] } })),
      logo(
        "grey-alpha", "the greys with an alpha of 255 − c",
        file(depth: 8, color: 4, rows { row($0) { [grey($0, $1), 255 - grey($0, $1)] } })),
      logo(
        "grey-1", "1 bit: white where x + y is odd, else black",
        file(depth: 1, color: 0, rows { y in packed((0..<width).map { ($0 + y) % 2 }, bits: 1) })),
      logo(
        "palette",
        "2 bits, colour (x + y) mod 4 of red, green, blue and #090909, the second half transparent, "
          + "the third wholly",
        file(
          depth: 2, color: 3, before: palette + transparency,
          rows { y in packed((0..<width).map { ($0 + y) % 4 }, bits: 2) })),
    ]
  }

  /// Logos that cannot be used.
  static var brokenLogos: [CorruptFile] { cutLogos + falseLogos + bombs }

  private static func broken(
    _ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]
  ) -> CorruptFile {
    CorruptFile(
      "Logos/\(name).png", of: Base(description: "`rgba.png`", bytes: plain), change, edit)
  }

  private static var cutLogos: [CorruptFile] {
    [
      broken("empty", "nothing is left") { _ in [] },
      broken("text", "words instead") { _ in Array("This is no picture.\n".utf8) },
      broken("jpeg", "the first bytes of a JPEG instead") { _ in
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
      },
      broken("cut-in-ihdr", "the first 20 bytes") { Array($0.prefix(20)) },
      broken("cut-in-idat", "the first 60 bytes") { Array($0.prefix(60)) },
      broken("cut-before-iend", "all but the last 12 bytes, which are IEND") { $0.dropLast(12) },
      broken("checksum-ihdr", "a wrong checksum of IHDR") { $0.turningBit(at: 32) },
      broken("checksum-idat", "a wrong checksum of IDAT") { $0.turningBit(at: $0.count - 13) },
      broken("adler", "a wrong Adler-32 at the end of the pixels") { bytes in
        // The chunk anew, so that its own checksum is right.
        let data = Array(bytes[41..<(bytes.count - 16)])
        return bytes[..<33] + PNGChunk.bytes("IDAT", data.turningBit(at: data.count - 1))
          + PNGChunk.end
      },
      broken("too-few-rows", "pixels of three rows, where IHDR says four") { bytes in
        bytes[..<33] + PNGChunk.pixels(rows { row($0, color) }.dropLast()) + PNGChunk.end
      },
    ]
  }

  private static var falseLogos: [CorruptFile] {
    func header(
      _ name: String, _ change: String, width: Int = 5, height: Int = 4, depth: UInt8 = 8,
      color: UInt8 = 6, interlace: UInt8 = 0
    ) -> CorruptFile {
      let header = PNGChunk.header(
        width: width, height: height, depth: depth, color: color, interlace: interlace)
      return broken(name, change) { $0.replacing(8, with: header) }
    }
    return [
      header("width-0", "a width of 0", width: 0),
      header("height-0", "a height of 0", height: 0),
      header("size-60000", "60 000 × 60 000 pixels", width: 60_000, height: 60_000),
      header("size-2g", "2³¹−1 × 2³¹−1 pixels", width: 0x7FFF_FFFF, height: 0x7FFF_FFFF),
      header("size-4g", "2³²−1 × 2³²−1 pixels", width: 0xFFFF_FFFF, height: 0xFFFF_FFFF),
      header("depth-3", "a depth of 3 bits", depth: 3),
      header("color-5", "the colour type 5, which there is not", color: 5),
      header("interlace-2", "the interlace method 2, which there is not", interlace: 2),
      header("no-palette", "the colour type of a palette, and none", color: 3),
      broken("chunk-2g", "IDAT says 2³¹−1 bytes") { $0.replacing(33, with: .big(Int32.max)) },
      broken("chunk-4g", "IDAT says 2³²−1 bytes") { $0.replacing(33, with: .big(UInt32.max)) },
      broken("filter-9", "rows of the filter 9, which there is not") { bytes in
        let rows = rows { [9] + row($0, color) }
        return bytes[..<33] + PNGChunk.bytes("IDAT", Deflate.zlibStream(of: rows.flatMap { $0 }))
          + PNGChunk.end
      },
      broken("no-idat", "without IDAT") { $0[..<33] + PNGChunk.end },
    ]
  }

  private static var bombs: [CorruptFile] {
    // 258 bytes in two bits: 12 MB in 11 700 bytes.
    let bomb = Deflate.bomb(repetitions: 46_800)
    func bombed(_ name: String, _ what: String, _ chunk: [UInt8]) -> CorruptFile {
      broken(name, "12 MB of zeros, deflated to 12 KiB, \(what)") { $0.inserting(chunk, at: 33) }
    }
    return [
      bombed(
        "bomb-iccp", "as the colour profile",
        PNGChunk.bytes("iCCP", Array("bomb".utf8) + [0, 0] + bomb)),
      bombed("bomb-ztxt", "as a text", PNGChunk.bytes("zTXt", Array("bomb".utf8) + [0, 0] + bomb)),
      broken("bomb-idat", "12 MB of zeros, deflated to 12 KiB, as the pixels") {
        $0[..<33] + PNGChunk.bytes("IDAT", bomb) + PNGChunk.end
      },
    ]
  }
}
