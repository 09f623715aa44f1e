// SPDX-License-Identifier: MIT
public import Drawing

/// Draws scenes as pixels, one after the other, and keeps what has not changed between them.
///
/// The result is a function of the scene alone. Each item has a layer of coverage that depends on
/// that item alone (``GrowingStroke`` says why that holds for lines that grow as well), and a pixel
/// is painted anew from all layers where the coverage or the paint of one of them has changed.
public struct RasterRenderer: Sendable {
  /// The picture of the last scene.
  public private(set) var pixmap: Pixmap

  /// What the scenes are made of.
  var kind: SceneKind { tools.kind }

  private var background: Color
  private var tools: RasterTools
  private var compositor: Compositor
  private var layers: [Layer] = []

  /// A renderer that has drawn the given scene.
  public init(_ scene: Scene) {
    background = scene.background
    tools = RasterTools(scene)
    compositor = Compositor(
      tools.kind, over: background, tileCount: tools.damage.columns * tools.damage.rows)
    pixmap = compositor.blank(scene.canvas)
    draw(scene.items)
  }

  /// Draws another scene of the same kind of pixels on the same sheet; gives `nil`, and draws
  /// nothing, for any other.
  public mutating func renderContinuing(_ next: Scene) -> Pixmap? {
    guard next.canvas == tools.canvas, next.background == background,
      SceneKind(next) == tools.kind
    else { return nil }
    draw(next.items)
    return pixmap
  }

  private mutating func draw(_ items: [Item]) {
    match(items)
    for index in items.indices { layers[index].update(to: items[index], &tools) }
    compositor.paint(tools.damage, of: layers, into: &pixmap)
    tools.damage.removeAll()
  }

  /// Makes a layer for each item: new ones, or old ones too many, are in the place below the items
  /// that are as they were, so that an item that comes or goes does not disturb those above it.
  private mutating func match(_ items: [Item]) {
    let more = items.count - layers.count
    guard more != 0 else { return }
    let common = min(items.count, layers.count)
    let below = zip(items, layers).prefix { $0 == $1.item }.count
    let above = zip(items.reversed(), layers.reversed()).prefix(common - below)
      .prefix { $0 == $1.item }.count
    let place = common - above
    if more > 0 {
      layers.insert(
        contentsOf: items[place..<place + more].map { Layer($0, on: tools.canvas) }, at: place)
      for index in place..<place + more { layers[index].draw(&tools) }
    } else {
      for layer in layers[place..<place - more] { layer.remove(&tools) }
      layers.removeSubrange(place..<place - more)
    }
  }
}
