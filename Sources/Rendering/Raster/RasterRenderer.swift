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
    if layers.count == items.count {
      for index in items.indices { layers[index].update(to: items[index], &tools) }
    } else {
      var old = layers.map(Optional.some)
      layers.removeAll(keepingCapacity: true)
      for (place, index) in matches(of: items, old.compactMap(\.?.item)) {
        var layer: Layer?
        if let place { swap(&layer, &old[place]) }
        guard let index else {
          layer?.remove(&tools)
          continue
        }
        if layer == nil {
          layer = Layer(items[index], on: tools.canvas)
          layer?.draw(&tools)
        } else {
          layer?.update(to: items[index], &tools)
        }
        if let layer { layers.append(layer) }
      }
    }
    compositor.paint(tools.damage, of: layers, into: &pixmap)
    tools.damage.removeAll()
  }

  /// Which old item each new one takes the place of: that of its own place, where none has come or
  /// gone before it; so that an item that comes or goes does not disturb those above it.
  private func matches(of items: [Item], _ old: [Item]) -> [(old: Int?, new: Int?)] {
    var pairs: [(old: Int?, new: Int?)] = []
    var (place, index) = (0, 0)
    while place < old.count || index < items.count {
      let more = items.count - index - (old.count - place)
      var (skipped, added) = (0, 0)
      if place == old.count {
        added = more
      } else if index == items.count {
        skipped = -more
      } else if more > 0 {
        added = (0...more).first { old[place] == items[index + $0] } ?? 0
      } else if more < 0 {
        skipped = (0 ... -more).first { old[place + $0] == items[index] } ?? 0
      }
      pairs += (0..<skipped).map { (place + $0, nil) } + (0..<added).map { (nil, index + $0) }
      place += skipped
      index += added
      if place < old.count, index < items.count {
        pairs.append((place, index))
        place += 1
        index += 1
      }
    }
    return pairs
  }
}
