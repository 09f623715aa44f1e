// SPDX-License-Identifier: MIT
public import Drawing

/// Draws scenes as pixels, one after the other, and keeps what has not changed between them.
///
/// The result is a function of the scene alone: where the new scene's paths begin with the
/// corners already drawn only the new ones are added, and otherwise everything is drawn again;
/// both give the same bytes (``StrokeLayer`` says why).
public struct RasterRenderer: Sendable {
  /// The picture of the last scene.
  public private(set) var pixmap: Pixmap

  private var scene: Scene
  private var compositor: Compositor
  private var layers: [StrokeLayer]
  private var blank: Pixmap
  private var rowHasInk: [Bool]
  private var changed: [Int] = []

  /// A renderer that has drawn the given scene.
  public init(_ scene: Scene) {
    self.scene = scene
    let canvas = scene.canvas
    compositor = Compositor(scene: scene)
    let strokes = scene.strokes
    layers = strokes.map { stroke in
      StrokeLayer(
        width: canvas.width, height: canvas.height,
        radius: stroke.width * canvas.pixelsPerPoint / 2)
    }
    blank = compositor.blank(canvas)
    pixmap = blank
    rowHasInk = [Bool](repeating: false, count: canvas.height)
    draw(from: strokes.map { _ in 0 })
  }

  /// Draws a scene that differs from the last one in the corners of its paths alone; gives `nil`,
  /// and draws nothing, if it differs in more.
  public mutating func renderContinuing(_ next: Scene) -> Pixmap? {
    guard next.hasSameSetup(as: scene) else { return nil }
    let (old, new) = (scene.strokes, next.strokes)
    let grows = zip(old, new).allSatisfy { $1.path.continues($0.path) }
    let drawn = old.map { grows ? $0.path.points.count : 0 }
    if !grows { wipe() }
    scene = next
    draw(from: drawn)
    return pixmap
  }

  /// Adds the corners of each path from the given number on.
  private mutating func draw(from drawn: [Int]) {
    let canvas = scene.canvas
    let center = SIMD2(Double(canvas.width) / 2, Double(canvas.height) / 2)
    changed.removeAll(keepingCapacity: true)
    for (index, stroke) in scene.strokes.enumerated() where stroke.width > 0 {
      for point in stroke.path.points[drawn[index]...] {
        let turned = stroke.rotation.rotating(point)
        let corner = center + SIMD2(turned.x, turned.y) * canvas.pixelsPerPoint
        layers[index].extend(to: corner, changed: &changed)
      }
    }
    compositor.paint(changed, of: layers, into: &pixmap)
    for pixel in changed { rowHasInk[pixel / canvas.width] = true }
  }

  /// Takes all strokes away.
  private mutating func wipe() {
    let rows = rowHasInk.indices.filter { rowHasInk[$0] }
    for index in layers.indices { layers[index].clear(rows: rows) }
    for row in rows {
      pixmap.copyRow(row, from: blank)
      rowHasInk[row] = false
    }
  }
}

extension Scene {
  /// Whether two scenes differ in nothing but how far their paths have come.
  func hasSameSetup(as other: Scene) -> Bool {
    let (mine, others) = (strokes, other.strokes)
    return canvas == other.canvas && background == other.background && image == other.image
      && mine.count == others.count
      && zip(mine, others).allSatisfy {
        $0.rotation == $1.rotation && $0.width == $1.width && $0.color == $1.color
      }
  }

  var strokes: [(path: Path, width: Double, rotation: Angle, color: Color)] {
    items.compactMap { item in
      guard case .stroke(let path, let width) = item.shape, case .color(let color) = item.paint
      else { return nil }
      return (path, width, item.rotation ?? .zero, color)
    }
  }

  var image: PlacedImage? {
    for item in items { if case .image(let image) = item.shape { return image } }
    return nil
  }
}
