// SPDX-License-Identifier: MIT

/// One picture as plain values, independent of the output format.
///
/// Painting order: the background, then the items in their order.
public struct Scene: Sendable, Hashable {
  /// The sheet: its size in pixels, and how many points that is.
  public let canvas: Canvas

  /// The colour of the background; may be transparent.
  public let background: Color

  /// The items, bottom first.
  public var items: [Item] = []

  /// The title of the SVG, which says in a few words what the picture shows; none if empty.
  public var title = ""

  /// What the whole scene shows: `data-` attributes of the SVG's root.
  public var data: [DataAttribute] = []

  /// The moment of the track that it shows, in seconds from its start; `nil` before the first frame, and
  /// for pictures that are the same at any moment.
  public var moment: Double?

  /// An empty scene.
  public init(canvas: Canvas, background: Color) {
    self.canvas = canvas
    self.background = background
  }

  /// Puts all items that `draw` adds into the layer with this name.
  public mutating func addLayer(_ name: String, _ draw: (inout Scene) -> Void) {
    let count = items.count
    draw(&self)
    for index in items.indices[count...] { items[index].name = name }
  }
}
