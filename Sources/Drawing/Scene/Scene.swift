// SPDX-License-Identifier: MIT

/// One picture as plain values, before anybody knows whether it becomes pixels or text.
///
/// Painting order: the background, then the items in their order.
public struct Scene: Sendable, Hashable {
  /// What the scene is drawn on.
  public let canvas: Canvas

  /// The colour under everything; may be transparent.
  public let background: Color

  /// What is painted, bottom first.
  public var items: [Item] = []

  /// What the picture is, in a few words: the title of the SVG; none if empty.
  public var title = ""

  /// What the whole scene shows: `data-` attributes of the SVG's root.
  public var data: [DataAttribute] = []

  /// An empty sheet.
  public init(canvas: Canvas, background: Color) {
    self.canvas = canvas
    self.background = background
  }

  /// Puts all items that `draw` adds into the layer of this name.
  public mutating func addLayer(_ name: String, _ draw: (inout Scene) -> Void) {
    let count = items.count
    draw(&self)
    for index in items.indices[count...] { items[index].name = name }
  }
}
