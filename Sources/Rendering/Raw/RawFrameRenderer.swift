// SPDX-License-Identifier: MIT
public import Drawing

/// Renders scenes as raw pixels, one after another, for encoders and players.
///
/// It keeps the last frame and converts only the pixels that differ in the next one. The bytes
/// depend only on the scene.
public struct RawFrameRenderer: Sendable {
  /// What the bytes mean.
  public let format: RawFormat
  /// The last frame: its rows from the top, or the planes Y, U and V. Padding to even sizes has the
  /// colour of the background. Empty before the first frame.
  public private(set) var bytes: [UInt8] = []

  private var raster: RasterRenderer?
  /// Whether the frame was drawn afresh.
  private var isFresh = true
  private var converter: PixelConverter?

  /// A renderer that has drawn nothing yet.
  public init(_ format: RawFormat) { self.format = format }

  /// Bytes of memory that a renderer takes for a scene, all but a few.
  public static func memory(for scene: Scene, as format: RawFormat) -> Int {
    RasterRenderer.memory(for: scene) + format.byteCount(of: scene.canvas)
  }

  /// Renders a scene.
  ///
  /// Formats without alpha get the straight colours of transparent pixels.
  public mutating func draw(_ scene: Scene) {
    if raster?.renderContinuing(scene) == nil {
      let fresh = RasterRenderer(scene)
      let converter = PixelConverter(format, from: fresh.pixmap.format, of: scene)
      bytes = converter.blank
      (raster, self.converter) = (fresh, converter)
      isFresh = true
    } else {
      isFresh = false
    }
    guard let raster, let converter else { return }
    converter.update(&bytes, from: raster.pixmap, raster.damage)
  }

  /// Says of each square of 16 by 16 pixels of the frame, row by row, whether any of its samples may
  /// differ from the last frame.
  public func markChanges(in squares: inout [Bool]) {
    guard let raster, !isFresh else {
      for index in squares.indices { squares[index] = true }
      return
    }
    for index in squares.indices { squares[index] = false }
    let size = format.size(of: raster.canvas)
    let columns = (size.width + 15) / 16
    let damage = raster.damage
    for tile in damage.tiles {
      let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
      let first = tile * Coverage.tileHeight
      let bits = damage.masks[first..<first + Coverage.tileHeight].reduce(0, |)
      let place = row * Coverage.tileHeight / 16 * columns + 2 * column
      // The last pixel of a square also affects the chroma of the next one.
      let hits = [bits & 0xFFFF != 0, bits >> 15 != 0, bits >> 31 != 0]
      for (index, isHit) in hits.enumerated() where isHit && 2 * column + index < columns {
        squares[place + index] = true
      }
    }
  }
}
