// SPDX-License-Identifier: MIT
internal import Drawing

/// A picture in sixels: bands of six rows, in each of which every colour is drawn by itself.
///
/// What is transparent is not drawn.
///
/// - Source: DEC, *VT330/VT340 Programmer Reference Manual*, chapter 14.
struct SixelPicture {
  /// The bytes, from `DCS` to `ST`.
  let bytes: [UInt8]

  init(_ bitmap: Bitmap, colorCount: Int, on ground: Color) {
    let table = Table(bitmap, colorCount, ground)
    // What is not drawn stays as it is (P2 = 1); the pixels are square.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(bitmap.width);\(bitmap.height)".utf8)
    for (number, color) in table.colors.enumerated() {
      func percent(_ shift: UInt32) -> UInt32 { ((color >> shift & 255) * 100 + 127) / 255 }
      bytes += Array("#\(number);2;\(percent(16));\(percent(8));\(percent(0))".utf8)
    }
    var band = Band(width: bitmap.width, colorCount: table.colors.count)
    for top in stride(from: 0, to: bitmap.height, by: 6) {
      for row in top..<min(top + 6, bitmap.height) {
        for x in 0..<bitmap.width {
          let number = table.numbers[row * bitmap.width + x]
          if number >= 0 { band.set(Int(number), x: x, row: row - top) }
        }
      }
      band.append(to: &bytes)
      bytes.append(UInt8(ascii: "-"))
    }
    self.bytes = bytes + Array("\u{1B}\\".utf8)
  }

  /// The colours of a picture, and which of them each pixel has.
  private struct Table {
    private(set) var colors: [UInt32] = []
    /// −1 for what is not drawn.
    let numbers: [Int16]

    /// The pixels as they are if they have few enough colours, otherwise the nearest that there are.
    init(_ bitmap: Bitmap, _ limit: Int, _ ground: Color) {
      let pixels = (0..<bitmap.width * bitmap.height).map { bitmap.color(ofPixel: $0, on: ground) }
      var counts: [UInt32: Int] = [:]
      var (last, run) = (pixels.first ?? nil, 0)
      // Most pixels are as the one before.
      for color in pixels {
        if color != last {
          if let last { counts[last, default: 0] += run }
          (last, run) = (color, 0)
        }
        run += 1
      }
      if let last { counts[last, default: 0] += run }
      let counted = counts.map { (color: $0.key, count: $0.value) }.sorted { $0.color < $1.color }
      var places: [UInt32: Int16] = [:]
      let groups =
        counted.isEmpty ? [] : MedianCut.groups(of: counted, atMost: min(max(limit, 2), 256))
      for group in groups {
        guard let usual = group.max(by: { $0.count < $1.count }) else { continue }
        for (color, _) in group { places[color] = Int16(colors.count) }
        colors.append(usual.color)
      }
      var newest: (color: UInt32?, number: Int16) = (nil, -1)
      numbers = pixels.map { color in
        if color != newest.color { newest = (color, color.flatMap { places[$0] } ?? -1) }
        return newest.number
      }
    }
  }

  /// Six rows, as the sixels of each colour.
  private struct Band {
    private let width: Int
    /// The sixels of all colours, one after the other; a bit is a row, the lowest the first.
    private var sixels: [UInt8]
    /// The colours in the order in which they come, and the first and last column of each.
    private var used: [Int] = []
    private var spans: [ClosedRange<Int>?]

    init(width: Int, colorCount: Int) {
      self.width = width
      sixels = [UInt8](repeating: 0, count: width * colorCount)
      spans = Array(repeating: nil, count: colorCount)
    }

    mutating func set(_ color: Int, x: Int, row: Int) {
      sixels[color * width + x] |= 1 << UInt8(row)
      if let span = spans[color] {
        spans[color] = min(span.lowerBound, x)...max(span.upperBound, x)
      } else {
        used.append(color)
        spans[color] = x...x
      }
    }

    /// Appends the colours, and forgets them.
    mutating func append(to bytes: inout [UInt8]) {
      for (index, color) in used.enumerated() {
        guard let span = spans[color] else { continue }
        // Back to the left edge.
        if index > 0 { bytes.append(UInt8(ascii: "$")) }
        bytes += Array("#\(color)".utf8)
        Band.append(0, span.lowerBound, to: &bytes)
        var (last, run): (UInt8, Int) = (0, 0)
        for place in color * width + span.lowerBound...color * width + span.upperBound {
          let sixel = sixels[place]
          sixels[place] = 0
          if sixel != last {
            Band.append(last, run, to: &bytes)
            (last, run) = (sixel, 0)
          }
          run += 1
        }
        Band.append(last, run, to: &bytes)
        spans[color] = nil
      }
      used.removeAll(keepingCapacity: true)
    }

    /// Appends the same sixel several times.
    private static func append(_ sixel: UInt8, _ count: Int, to bytes: inout [UInt8]) {
      let character = sixel + 63
      if count > 3 { bytes += Array("!\(count)".utf8) }
      bytes += Array(repeating: character, count: count > 3 ? 1 : count)
    }
  }
}
