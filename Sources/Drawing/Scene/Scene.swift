// SPDX-License-Identifier: MIT

/// One picture as plain values, before anybody knows whether it becomes pixels or text.
///
/// Painting order: the background, the paths in their order, the image.
public struct Scene: Sendable, Hashable {
  /// What the scene is drawn on.
  public let canvas: Canvas

  /// The colour under everything; may be transparent.
  public let background: Color

  /// The lines, bottom first.
  public var paths: [StrokedPath] = []

  /// The picture on top, if there is one.
  public var image: PlacedImage?

  /// What the whole scene shows: `data-` attributes of the SVG's root.
  public var data: [DataAttribute] = []

  /// An empty sheet.
  public init(canvas: Canvas, background: Color) {
    self.canvas = canvas
    self.background = background
  }
}
