// SPDX-License-Identifier: MIT
public import Drawing

/// Draws scenes as pixels, one after another, and reuses what has not changed between them.
///
/// The picture depends only on the scene, not on the scenes before. Each item has a layer of
/// coverage that depends only on that item: also where a line has grown and only its new end was
/// drawn. Each pixel whose coverage or paint has changed in one layer is repainted from all layers.
public struct RasterRenderer: Sendable {
  /// The picture of the last scene.
  public private(set) var pixmap: Pixmap

  /// The kind of the scenes.
  var kind: SceneKind { tools.kind }

  /// The size of the picture.
  var canvas: Canvas { tools.canvas }

  /// The pixels that may differ from those of the scene before, or from the blank canvas.
  var damage: Damage { tools.damage }

  private var background: Color
  private var tools: RasterTools
  private var compositor: Compositor
  private var layers: [Layer] = []

  /// A renderer that has drawn the given scene.
  public init(_ scene: Scene) { self.init(scene, .all) }

  /// A renderer that has drawn some rows of the given scene, and draws these of others.
  init(_ scene: Scene, _ share: RowShare) {
    background = scene.background
    tools = RasterTools(scene, share)
    compositor = Compositor(
      tools.kind, over: background, tileCount: tools.damage.columns * tools.damage.rows)
    pixmap = compositor.blank(scene.canvas)
    draw(scene.items)
  }

  /// About how many bytes of memory a renderer needs for a scene: the pixels, a byte of bookkeeping
  /// for each, the coverage of its items, and the sums of areas for figures that do not overlap.
  ///
  /// Few items have edges all over the canvas, so the coverage of at most four whole canvases
  /// counts.
  static func memory(for scene: Scene) -> Int {
    let canvas = scene.canvas
    let imagePixels = scene.items.reduce(0) { count, item in
      guard case .image(let image) = item.shape else { return count }
      return count
        + Int(min(image.width * canvas.pixelsPerPoint, Double(canvas.width)))
        * Int(min(image.height * canvas.pixelsPerPoint, Double(canvas.height)))
    }
    let hasSums = scene.items.contains { item in
      if case .fill(_, .disjoint) = item.shape { true } else { false }
    }
    return canvas.width * canvas.height
      * (bytesPerPixel(of: scene) + 1 + min(scene.items.count, 4) + (hasSums ? 4 : 0))
      + 12 * imagePixels
  }

  /// The bytes of a pixel in a scene's pixmap.
  static func bytesPerPixel(of scene: Scene) -> Int {
    if SceneKind(scene).onlyColor != nil { return 1 }
    return scene.background.alpha == 255 ? 3 : 4
  }

  /// Draws another scene with the same canvas, background and kind; for any other it draws nothing
  /// and returns `nil`.
  public mutating func renderContinuing(_ next: Scene) -> Pixmap? {
    renderContinuing(next) { _, _, _ in } ? pixmap : nil
  }

  /// The same, and returns whether it has drawn. `painted` is called with damaged tiles, by their
  /// indices in the damage, as soon as all of their row are painted and while they are in a cache.
  mutating func renderContinuing(
    _ next: Scene, painted: (_ pixmap: Pixmap, _ damage: Damage, _ tiles: Range<Int>) -> Void
  ) -> Bool {
    guard next.canvas == tools.canvas, next.background == background,
      SceneKind(next) == tools.kind
    else { return false }
    draw(next.items, painted: painted)
    return true
  }

  private mutating func draw(
    _ items: [Item],
    painted: (_ pixmap: Pixmap, _ damage: Damage, _ tiles: Range<Int>) -> Void = { _, _, _ in }
  ) {
    tools.damage.removeAll()
    match(items)
    for index in items.indices { layers[index].update(to: items[index], &tools) }
    tools.damage.sortTiles()
    guard !tools.damage.tiles.isEmpty else { return }
    compositor.list(tools.damage, of: layers)
    var first = 0
    while first < tools.damage.tiles.count {
      let end = tools.damage.endOfRow(from: first)
      compositor.paint(first..<end, of: tools.damage, of: layers, into: &pixmap)
      painted(pixmap, tools.damage, first..<end)
      first = end
    }
  }

  /// Makes as many layers as there are items. Layers are inserted or removed below the unchanged
  /// items at the top, so that an item that comes or goes does not disturb those above it.
  private mutating func match(_ items: [Item]) {
    let more = items.count - layers.count
    guard more != 0 else { return }
    let common = min(items.count, layers.count)
    // By indices, since layers are large and would be copied.
    let below = (0..<common).first { items[$0] != layers[$0].item } ?? common
    let above =
      (0..<common - below).first {
        items[items.count - 1 - $0] != layers[layers.count - 1 - $0].item
      } ?? common - below
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
