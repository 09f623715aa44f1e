// SPDX-License-Identifier: MIT
internal import Drawing

/// The layers that are visible in a tile, the topmost first.
struct TileStack: Sendable {
  /// Linked lists of the layers that are visible in each tile, the topmost first.
  private var heads: [Int32]
  private var links: [Link] = []

  /// How many layers are visible in the current tile, without the ground.
  private(set) var count = 0
  /// The indices of these layers. All arrays may be longer than the stack.
  private(set) var layers: [Int] = []
  /// The coverage of the tile's pixels by each of them, one after the other, and at last by the
  /// ground, which covers all.
  private(set) var coverage: [UInt8] = []
  /// The colours of the layers that have only one, and of the ground.
  private(set) var colors: [SIMD4<UInt8>] = []
  /// The colour of the opaque layer that covers the tile and hides all others, or the background.
  private(set) var ground = Color.none
  /// Whether the ground is such a layer.
  private(set) var hidesBackground = false
  /// Whether all layers and the ground are opaque.
  private(set) var isOpaque = true

  private struct Link {
    let layer: Int32
    let place: Int32
    /// The place of the tile where the layer is seen.
    let clip: Int32
    let next: Int32
  }

  init(tileCount: Int) {
    heads = [Int32](repeating: -1, count: tileCount)
  }

  /// Lists the visible layers of each damaged tile.
  mutating func list(_ layers: Span<Layer>, _ brushes: [PreparedBrush], _ damage: Damage) {
    links.removeAll(keepingCapacity: true)
    makeRoom(forLayers: layers.count)
    for tile in damage.tiles { heads[tile] = -1 }
    for index in layers.indices {
      let isOpaque = brushes[index].isOpaque
      if layers[index].coverage.tiles.count > damage.tiles.count {
        for tile in damage.tiles {
          let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
          link(index, layers, column, row, tile, isOpaque)
        }
        continue
      }
      for place in layers[index].coverage.tiles
      where place.row < damage.rows && place.column < damage.columns {
        let tile = place.row * damage.columns + place.column
        if damage.hits(tile) {
          link(index, layers, place.column, place.row, tile, isOpaque)
        }
      }
    }
  }

  /// Adds a layer to the list of a tile, if it is visible there.
  @inline(__always)
  private mutating func link(
    _ layer: Int, _ all: Span<Layer>, _ column: Int, _ row: Int, _ tile: Int, _ isOpaque: Bool
  ) {
    let place = all[layer].coverage.place(column, row)
    guard place != Coverage.empty else { return }
    let clip = all[layer].isClipped ? all[layer].clip.place(column, row) : Coverage.full
    guard clip != Coverage.empty else { return }
    let hidesAll = place == Coverage.full && isOpaque && clip == Coverage.full
    links.append(
      Link(layer: Int32(layer), place: place, clip: clip, next: hidesAll ? -1 : heads[tile]))
    heads[tile] = Int32(links.count - 1)
  }

  private mutating func makeRoom(forLayers count: Int) {
    let missing = count + 1 - colors.count
    guard missing > 0 else { return }
    layers += [Int](repeating: 0, count: missing)
    colors += [SIMD4<UInt8>](repeating: .zero, count: missing)
    coverage += [UInt8](repeating: 0, count: missing * Coverage.tileArea)
  }

  /// Stacks the layers of a tile.
  mutating func stack(
    _ tile: Int, of all: Span<Layer>, _ brushes: [PreparedBrush], over background: Color
  ) {
    ground = background
    (count, hidesBackground) = TileStack.stack(
      from: heads[tile], links, all, brushes, &layers, &colors, &coverage, &ground)
    isOpaque = ground.alpha == 255
    for index in 0..<count where !brushes[layers[index]].isOpaque { isOpaque = false }
  }

  private static func stack(
    from head: Int32, _ links: [Link], _ all: Span<Layer>, _ brushes: [PreparedBrush],
    _ layers: inout [Int], _ colors: inout [SIMD4<UInt8>], _ coverage: inout [UInt8],
    _ ground: inout Color
  ) -> (count: Int, hidesBackground: Bool) {
    let (links, brushes) = (links.span, brushes.span)
    var layers = layers.mutableSpan
    var colors = colors.mutableSpan
    var coverage = coverage.mutableSpan
    var (count, hidesBackground) = (0, false)
    var next = head
    while next >= 0 {
      let link = links[Int(next)]
      let layer = Int(link.layer)
      if link.place == Coverage.full, link.clip == Coverage.full, brushes[layer].isOpaque {
        ground = brushes[layer].color
        hidesBackground = true
        break
      }
      coverage.setTile(count, to: all[layer].coverage, at: link.place)
      if link.clip != Coverage.full {
        coverage.multiplyTile(count, by: all[layer].clip, at: link.clip)
      }
      layers[count] = layer
      colors[count] = brushes[layer].color.parts
      count += 1
      next = link.next
    }
    colors[count] = ground.parts
    coverage.setTile(count, to: Coverage(), at: Coverage.full)
    return (count, hidesBackground)
  }
}
