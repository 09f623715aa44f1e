// SPDX-License-Identifier: MIT
public import Drawing

/// A picture in memory, in PNG's layout: each row is a byte 0 (filter type "none") and its pixels,
/// without padding.
///
/// - Source: W3C, *Portable Network Graphics*, section 9.
public struct Pixmap: Sendable {
  /// What the bytes of a pixel mean.
  public enum Format: Sendable, Hashable {
    /// One byte, the number of a colour; up to 256 colours.
    case indexed([Color])
    /// Three bytes: red, green, blue.
    case rgb
    /// Four bytes: red, green, blue, straight alpha.
    case rgba

    /// Bytes in one pixel.
    public var bytesPerPixel: Int {
      switch self {
      case .indexed: 1
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// What the bytes of a pixel mean.
  public let format: Format
  /// Bytes from one row to the next: the filter type and the pixels.
  public let stride: Int
  /// The rows, top first.
  public private(set) var bytes: [UInt8]
  /// How often each row has changed. A row with the same number has the same bytes.
  public private(set) var revisions: [UInt32]

  private let bytesPerPixel: Int

  /// A pixmap whose bytes are all 0.
  public init(width: Int, height: Int, format: Format) {
    self.width = width
    self.height = height
    self.format = format
    bytesPerPixel = format.bytesPerPixel
    stride = 1 + width * bytesPerPixel
    bytes = [UInt8](repeating: 0, count: stride * height)
    revisions = [UInt32](repeating: 0, count: height)
  }

  /// Sets the damaged pixels of a tile to indices of the palette, and counts the changes of rows.
  ///
  /// A pixel is given by its offset in the tile.
  @inline(__always)
  mutating func paint(_ tile: Int, _ damage: Damage, index: (_ offset: Int) -> UInt8) {
    forEachPixel(of: tile, damage, size: 1) { row, place, offset in row[place] = index(offset) }
  }

  /// The same for RGB and RGBA pixels. A colour is its red, green, blue and alpha, 0 to 255.
  @inline(__always)
  mutating func paint(
    _ tile: Int, _ damage: Damage, color: (_ offset: Int) -> SIMD4<UInt16>
  ) {
    // A known size is a fast one.
    if bytesPerPixel == 3 {
      forEachPixel(of: tile, damage, size: 3) { row, place, offset in
        row.set(color(offset), at: place, hasAlpha: false)
      }
    } else {
      forEachPixel(of: tile, damage, size: 4) { row, place, offset in
        row.set(color(offset), at: place, hasAlpha: true)
      }
    }
  }

  /// Calls back for each damaged pixel of a tile with its place in a row and its offset in the tile.
  @inline(__always)
  private mutating func forEachPixel(
    of tile: Int, _ damage: Damage, size: Int,
    _ body: (_ row: inout MutableSpan<UInt8>, _ place: Int, _ offset: Int) -> Void
  ) {
    let (tileRow, tileColumn) = tile.quotientAndRemainder(dividingBy: damage.columns)
    let (top, left) = (tileRow * Coverage.tileHeight, tileColumn * Coverage.tileWidth)
    let columnCount = min(width - left, Coverage.tileWidth)
    let lines = 0..<min(height - top, Coverage.tileHeight)
    let stride = stride
    let masks = damage.masks.span
    var bytes = bytes.mutableSpan
    for line in lines {
      let bits = masks[tile * Coverage.tileHeight + line] & UInt32.max >> (32 - columnCount)
      guard bits != 0 else { continue }
      let first = (top + line) * stride + 1 + left * size
      var row = bytes.extracting(first..<first + columnCount * size)
      for column in SetBits(UInt64(bits)) {
        body(&row, column &* size, line &* Coverage.tileWidth &+ column)
      }
    }
    Pixmap.touch(&revisions, tile, damage)
  }

  /// Counts the changes of those rows that have damaged pixels in a tile.
  @inline(__always)
  private static func touch(_ revisions: inout [UInt32], _ tile: Int, _ damage: Damage) {
    let masks = damage.masks.span
    var revisions = revisions.mutableSpan
    let top = tile / damage.columns * Coverage.tileHeight
    for line in 0..<min(revisions.count - top, Coverage.tileHeight)
    where masks[tile * Coverage.tileHeight + line] != 0 {
      revisions[top + line] &+= 1
    }
  }

  /// Sets all pixels, RGB or RGBA, to one colour.
  mutating func fill(_ color: Color) {
    let (width, height, stride, size) = (width, height, stride, bytesPerPixel)
    var bytes = bytes.mutableSpan
    for y in 0..<height {
      for x in 0..<width {
        bytes.set(color.lanes, at: y * stride + 1 + x * size, hasAlpha: size == 4)
      }
    }
  }

  /// The colour of a pixel, whatever the format.
  public func color(x: Int, y: Int) -> Color {
    let place = y * stride + 1 + x * bytesPerPixel
    switch format {
    case .indexed(let palette): return palette[Int(bytes[place])]
    case .rgb: return Color(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
    case .rgba:
      return Color(
        red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2],
        alpha: bytes[place + 3])
    }
  }
}

extension MutableSpan<UInt8> {
  /// Stores the parts of a colour.
  @inline(__always)
  fileprivate mutating func set(_ color: SIMD4<UInt16>, at place: Int, hasAlpha: Bool) {
    // The last one first: then the compiler checks but one place.
    if hasAlpha { self[place &+ 3] = UInt8(truncatingIfNeeded: color.w) }
    self[place &+ 2] = UInt8(truncatingIfNeeded: color.z)
    self[place &+ 1] = UInt8(truncatingIfNeeded: color.y)
    self[place] = UInt8(truncatingIfNeeded: color.x)
  }
}
