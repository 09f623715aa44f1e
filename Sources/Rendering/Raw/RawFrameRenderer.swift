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
    }
    guard let raster, let converter else { return }
    converter.update(&bytes, from: raster.pixmap, raster.damage)
  }
}
