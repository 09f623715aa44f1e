// SPDX-License-Identifier: MIT

/// A TrueType font whose letters are known on paper: capitals are blocks, small letters lower blocks, a few
/// ideographs circles, Hebrew letters triangles.
///
/// - Source: Apple, *TrueType Reference Manual*; Microsoft, *OpenType specification* 1.9.
enum BlockFont {
  /// The units of an em, and the height of capitals in them.
  private static let (unitsPerEm, capHeight) = (1000, 700)
  private static let advances = [600, 300, 600, 600, 1000, 500]

  /// The contours of each glyph: points, and whether they are on the curve.
  private static let glyphs: [[(x: Int, y: Int, isOn: Bool)]] = [
    block(50, 550, 700),  // none of the others
    [],  // space
    block(50, 550, 700),
    block(50, 550, 500),
    // A circle of eight quadratic curves would be rounder; four are enough to be curves.
    [
      (500, 800, true), (900, 800, false), (900, 350, true), (900, -100, false), (500, -100, true),
      (100, -100, false), (100, 350, true), (100, 800, false),
    ],
    [(50, 0, true), (250, 700, true), (450, 0, true)],
  ]

  /// The first and the last character, and the glyph of all of them.
  private static let characters: [(first: Int, last: Int, glyph: Int)] = [
    (0x20, 0x20, 1), (0x2E, 0x2E, 3), (0x41, 0x5A, 2), (0x61, 0x7A, 3), (0x5D0, 0x5EA, 5),
    (0x3042, 0x3042, 4), (0x4E00, 0x4E8C, 4),
  ]

  private static func block(_ left: Int, _ right: Int, _ top: Int) -> [(Int, Int, Bool)] {
    [(left, 0, true), (left, top, true), (right, top, true), (right, 0, true)]
  }

  /// The bytes of the file.
  static var bytes: [UInt8] {
    let outlines = glyphs.map(outline)
    let offsets = outlines.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
    let tables: [(tag: String, bytes: [UInt8])] = [
      ("OS/2", metrics), ("cmap", map), ("glyf", outlines.flatMap(\.self)), ("head", head),
      (
        "hhea",
        words([1, 0, 800, -200, 0, 1000, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.count])
      ),
      ("hmtx", zip(advances, glyphs).flatMap { words([$0, $1.map(\.x).min() ?? 0]) }),
      ("loca", offsets.flatMap(long)),
      ("maxp", words([1, 0, glyphs.count, 8, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])),
    ]
    var file = words([1, 0, tables.count, 128, 3, 0])
    var offset = 12 + 16 * tables.count
    for table in tables {
      file += Array(table.tag.utf8) + long(sum(table.bytes)) + long(offset)
      file += long(table.bytes.count)
      offset += padded(table.bytes).count
    }
    return file + tables.flatMap { padded($0.bytes) }
  }

  private static var head: [UInt8] {
    words([1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 3, unitsPerEm]) + [UInt8](repeating: 0, count: 16)
      + words([50, -100, 900, 800, 0, 8, 2, 1, 0])
  }

  private static var metrics: [UInt8] {
    words([4, 600, 400, 5, 0] + [Int](repeating: 0, count: 11)) + [UInt8](repeating: 0, count: 26)
      + words([0, 0x20, 0x4E8C, 800, -200, 0, 800, 200])
      + [UInt8](repeating: 0, count: 8) + words([500, capHeight, 0, 0x20, 1])
  }

  /// A map of format 12.
  private static var map: [UInt8] {
    let groups = characters.sorted { $0.first < $1.first }.flatMap { range in
      (range.first...range.last).flatMap { long($0) + long($0) + long(range.glyph) }
    }
    let header = words([0, 1, 3, 10]) + long(12)
    return header + words([12, 0]) + long(16 + groups.count) + long(0) + long(groups.count / 12)
      + groups
  }

  /// A glyph of one contour, its coordinates as words.
  private static func outline(_ points: [(x: Int, y: Int, isOn: Bool)]) -> [UInt8] {
    guard !points.isEmpty else { return [] }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    func steps(_ places: [Int]) -> [Int] { zip(places, [0] + places).map { $0 - $1 } }
    let box = [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0]
    let bytes =
      words([1] + box + [points.count - 1, 0]) + points.map { $0.isOn ? 1 : 0 }
      + words(steps(xs) + steps(ys))
    return padded(bytes)
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
  }

  private static func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private static func long(_ number: Int) -> [UInt8] { words([number >> 16, number]) }

  /// The sum of a table's long words.
  private static func sum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = 0
    let bytes = padded(bytes)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      sum &+= bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    return Int(sum)
  }
}
