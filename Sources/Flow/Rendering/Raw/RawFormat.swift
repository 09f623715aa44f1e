// SPDX-License-Identifier: MIT
public import Drawing

/// How many samples of colour planar frames have.
public enum Chroma: String, Sendable, Hashable, CaseIterable {
  /// 4:2:0: one chroma sample for four pixels, sited left as in MPEG-2 and H.264. Plays everywhere.
  case subsampled = "420"
  /// 4:4:4: one chroma sample for each pixel, so that thin coloured lines stay sharp.
  case full = "444"
}

/// A format of raw pixels.
public enum RawFormat: Sendable, Hashable {
  /// A plane of Y, one of U and one of V, 8 bits a sample, BT.709, limited range.
  case planar(Chroma)
  /// Red, green, blue.
  case rgb24
  /// Red, green, blue, straight alpha.
  case rgba

  /// Whether it has transparency; the other formats need an opaque background.
  public var hasAlpha: Bool { self == .rgba }

  /// Width and height of a frame in pixels: those of the canvas, and even ones for 4:2:0.
  public func size(of canvas: Canvas) -> (width: Int, height: Int) {
    guard self == .planar(.subsampled) else { return (canvas.width, canvas.height) }
    return (canvas.width + canvas.width % 2, canvas.height + canvas.height % 2)
  }

  /// The bytes of one frame on a canvas, without a header.
  public func byteCount(of canvas: Canvas) -> Int {
    let size = size(of: canvas)
    let pixels = size.width * size.height
    return switch self {
    case .planar(.subsampled): pixels / 2 * 3
    case .planar(.full), .rgb24: pixels * 3
    case .rgba: pixels * 4
    }
  }
}
