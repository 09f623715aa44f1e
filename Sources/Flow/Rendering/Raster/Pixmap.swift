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
    forEachPixel(of: tile, damage, size: 1) { bytes, place, offset in
      bytes[place] = index(offset)
    }
  }

  /// Sets the damaged pixels of a tile in RGB or RGBA. A colour is its red, green, blue and alpha. Eight pixels
  /// beside each other are asked for first, since many are found faster together.
  @inline(__always)
  mutating func paint(
    _ tile: Int, _ damage: Damage, eight: (_ offset: Int) -> EightPixels?,
    color: (_ offset: Int) -> SIMD4<UInt8>
  ) {
    // A size known to the compiler makes the common format faster.
    if bytesPerPixel == 3 {
      forEachPixel(of: tile, damage, size: 3) { bytes, place, offset in
        guard let pixels = eight(offset) else { return false }
        bytes.set(pixels, at: place)
        return true
      } body: { bytes, place, offset in
        bytes.set(color(offset), size: 3, at: place)
      }
    } else {
      forEachPixel(of: tile, damage, size: 4) { bytes, place, offset in
        bytes.set(color(offset), size: 4, at: place)
      }
    }
  }

  /// Calls back for each damaged pixel of a tile with its place and its offset in the tile; for
  /// the eight pixels around, from a multiple of eight on, `eight` is called first, and returns
  /// whether it has set them.
  @inline(__always)
  private mutating func forEachPixel(
    of tile: Int, _ damage: Damage, size: Int,
    eight: (_ bytes: inout MutableSpan<UInt8>, _ place: Int, _ offset: Int) -> Bool = { _, _, _ in
      false
    },
    body: (_ bytes: inout MutableSpan<UInt8>, _ place: Int, _ offset: Int) -> Void
  ) {
    let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
    let (top, left) = (row * Coverage.tileHeight, column * Coverage.tileWidth)
    let masks = damage.masks.span.extracting(
      tile * Coverage.tileHeight..<(tile + 1) * Coverage.tileHeight)
    let inside = UInt32.max >> UInt32(max(Coverage.tileWidth - (width - left), 0))
    let lines = 0..<min(height - top, Coverage.tileHeight)
    touch(lines, from: top, masks, inside)
    let stride = stride
    var bytes = bytes.mutableSpan
    for line in lines {
      var bits = masks[line] & inside
      let first = (top + line) * stride + 1 + left * size
      while bits != 0 {
        let part = bits.trailingZeroBitCount & 24
        let some = bits &>> UInt32(part) & 255
        bits &= ~(255 &<< UInt32(part))
        let offset = line &* Coverage.tileWidth &+ part
        // Those that are not damaged get the colour that they have.
        if inside &>> UInt32(part) & 255 == 255, eight(&bytes, first &+ part &* size, offset) {
          continue
        }
        for column in SetBits(UInt64(some)) {
          body(&bytes, first &+ (part &+ column) &* size, offset &+ column)
        }
      }
    }
  }

  /// Counts the changes of those rows that have damaged pixels in a tile.
  @inline(__always)
  private mutating func touch(
    _ lines: Range<Int>, from top: Int, _ masks: Span<UInt32>, _ inside: UInt32
  ) {
    var revisions = revisions.mutableSpan
    for line in lines where masks[line] & inside != 0 { revisions[top + line] &+= 1 }
  }

  /// Sets all pixels, RGB or RGBA, to one colour.
  mutating func fill(_ color: Color) {
    let parts = [color.red, color.green, color.blue, color.alpha]
    var row: [UInt8] = [0]
    for _ in 0..<width { row += parts[..<bytesPerPixel] }
    bytes.removeAll(keepingCapacity: true)
    for _ in 0..<height { bytes += row }
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
