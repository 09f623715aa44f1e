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

  /// Sets the palette index of a pixel.
  @inline(__always)
  mutating func set(x: Int, y: Int, index: UInt8) { bytes[y * stride + 1 + x] = index }

  /// Sets the colours of those RGB or RGBA pixels from `x` on whose bits are set.
  @inline(__always)
  mutating func set(_ bits: UInt32, of colors: [Color], x: Int, y: Int) {
    let size = bytesPerPixel
    let first = y * stride + 1 + x * size
    let colors = colors.span
    var bytes = bytes.mutableSpan
    for column in SetBits(UInt64(bits)) {
      let (place, color) = (first + column * size, colors[column])
      bytes[place] = color.red
      bytes[place + 1] = color.green
      bytes[place + 2] = color.blue
      if size == 4 { bytes[place + 3] = color.alpha }
    }
  }

  /// Counts a change of a row.
  @inline(__always)
  mutating func touch(_ row: Int) { revisions[row] &+= 1 }

  /// Sets all pixels, RGB or RGBA, to one colour.
  mutating func fill(_ color: Color) {
    for x in 0..<width { set(1, of: [color], x: x, y: 0) }
    for row in 1..<max(height, 1) {
      for index in 0..<stride { bytes[row * stride + index] = bytes[index] }
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
