// SPDX-License-Identifier: MIT
public import Drawing

/// Renders scenes as PNG files.
///
/// - Source: W3C, *Portable Network Graphics*; RFC 1950 and 1951.
public struct PNGFrameRenderer: FrameRenderer {
  private var raster: RasterRenderer?
  private var encoder: PNGEncoder?

  /// A renderer that has drawn nothing yet.
  public init() {}

  /// About how many bytes of memory a renderer needs for a scene: drawing, the file, and its tokens
  /// of two bytes each.
  public static func memory(for scene: Scene) -> Int {
    RasterRenderer.memory(for: scene)
      + 3 * scene.canvas.width * scene.canvas.height * RasterRenderer.bytesPerPixel(of: scene)
  }

  /// Replaces `bytes` by the PNG file of a scene.
  public mutating func render(_ scene: Scene, into bytes: inout [UInt8]) {
    if raster?.renderContinuing(scene) == nil {
      let fresh = RasterRenderer(scene)
      raster = fresh
      encoder = PNGEncoder(for: fresh)
    }
    if let raster { encoder?.encode(raster, into: &bytes) }
  }
}
