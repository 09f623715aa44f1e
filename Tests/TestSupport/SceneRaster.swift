// SPDX-License-Identifier: MIT
public import Drawing
import Rendering

/// The pixels of a scene.
public struct SceneRaster {
  private let pixmap: Pixmap

  /// Draws a scene.
  public init(_ scene: Scene) { pixmap = RasterRenderer(scene).pixmap }

  /// The colour of a pixel.
  public subscript(x: Int, y: Int) -> Color { pixmap.color(x: x, y: y) }
}
