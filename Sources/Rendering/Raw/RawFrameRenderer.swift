// SPDX-License-Identifier: MIT
public import Drawing

/// Renders scenes as the bytes of pixels, one after the other, for encoders and players.
///
/// It keeps the last frame, and converts the pixels that differ in the next one. The bytes are a
/// function of the scene alone.
public struct RawFrameRenderer: Sendable {
  /// What the bytes mean.
  public let format: RawFormat
  /// The last scene: its rows from the top, or the planes Y, U and V of such rows; no padding but
  /// that of ``RawFormat/size(of:)``, which has the background's colour. Empty before the first.
  public private(set) var bytes: [UInt8] = []

  private var raster: RasterRenderer?
  private var converter: PixelConverter?

  /// A renderer that has drawn nothing yet.
  public init(_ format: RawFormat) { self.format = format }

  /// Bytes of memory that a renderer takes for a scene, all but a few.
  public static func memory(for scene: Scene, as format: RawFormat) -> Int {
    RasterRenderer.memory(for: scene) + format.byteCount(of: scene.canvas)
  }

  /// Puts a scene in place of the last one.
  ///
  /// A format without alpha shows the straight colours of a picture that is not opaque.
  public mutating func draw(_ scene: Scene) {
    if raster?.renderContinuing(scene) == nil {
      let fresh = RasterRenderer(scene)
      let converter = PixelConverter(format, from: fresh.pixmap.format, of: scene)
      bytes = converter.blank
      (raster, self.converter) = (fresh, converter)
    }
    guard let raster, let converter else { return }
    converter.update(&bytes, from: raster.pixmap, raster.damage)
  }
}
