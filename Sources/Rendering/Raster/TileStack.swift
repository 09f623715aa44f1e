// SPDX-License-Identifier: MIT
internal import Drawing

/// The layers that are visible in a tile, the topmost first.
struct TileStack: Sendable {
  /// Linked lists of the layers that are visible in each tile, the topmost first.
  private var heads: [Int32]
  private var links: [Link] = []

  /// The layers of the current tile: their indices.
  private(set) var layers: [Int] = []
  /// The coverage of the tile's pixels by one after the other, and last by the ground, which covers
  /// all.
  private(set) var coverage: [UInt8] = []
  /// The colours of the opaque ones, and of the ground.
  private(set) var colors: [SIMD4<UInt16>] = []
  /// The colour of the opaque layer that hides all others, or the background.
  private(set) var ground = Color.none
  private(set) var hidesBackground = false
  /// Whether all layers and the ground are opaque.
  private(set) var isOpaque = true

  private struct Link {
    let layer: Int32
    let place: Int32
    let next: Int32
  }

  init(tileCount: Int) {
    heads = [Int32](repeating: -1, count: tileCount)
  }

  /// Lists the visible layers of each damaged tile.
  mutating func list(_ layers: [Layer], _ kernels: [Kernel], _ damage: Damage) {
    links.removeAll(keepingCapacity: true)
    for tile in damage.tiles { heads[tile] = -1 }
    for index in layers.indices {
      let isOpaque = kernels[index].isOpaque
      let box = layers[index].coverage.box
      if box.rows.count * box.columns.count > damage.tiles.count {
        for tile in damage.tiles {
          let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
          link(index, layers[index].coverage.place(column, row), tile, isOpaque)
        }
        continue
      }
      for row in box.rows.clamped(to: 0..<damage.rows) {
        for column in box.columns.clamped(to: 0..<damage.columns) {
          let tile = row * damage.columns + column
          if damage.hits(tile) {
            link(index, layers[index].coverage.place(column, row), tile, isOpaque)
          }
        }
      }
    }
  }

  /// Adds a layer to the list of a tile, if it is visible there.
  @inline(__always)
  private mutating func link(_ layer: Int, _ place: Int32, _ tile: Int, _ isOpaque: Bool) {
    guard place != Coverage.empty else { return }
    let hidesAll = place == Coverage.full && isOpaque
    links.append(Link(layer: Int32(layer), place: place, next: hidesAll ? -1 : heads[tile]))
    heads[tile] = Int32(links.count - 1)
  }

  /// Stacks the layers of a tile.
  mutating func stack(_ tile: Int, of all: [Layer], _ kernels: [Kernel], over background: Color) {
    coverage.removeAll(keepingCapacity: true)
    colors.removeAll(keepingCapacity: true)
    layers.removeAll(keepingCapacity: true)
    ground = background
    isOpaque = true
    hidesBackground = false
    var next = heads[tile]
    while next >= 0 {
      let link = links[Int(next)]
      next = link.next
      let layer = Int(link.layer)
      if link.place >= 0 {
        all[layer].coverage.copyTile(at: link.place, to: &coverage)
      } else if kernels[layer].isOpaque {
        ground = kernels[layer].color
        hidesBackground = true
        break
      } else {
        coverage.append(contentsOf: repeatElement(255, count: Coverage.tileArea))
      }
      isOpaque = isOpaque && kernels[layer].isOpaque
      layers.append(layer)
      colors.append(kernels[layer].color.lanes)
    }
    isOpaque = isOpaque && ground.alpha == 255
    colors.append(ground.lanes)
    coverage.append(contentsOf: repeatElement(255, count: Coverage.tileArea))
  }
}
