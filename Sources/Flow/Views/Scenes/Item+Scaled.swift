// SPDX-License-Identifier: MIT
internal import Drawing

extension Item {
  /// The item, larger or smaller by a factor about a centre.
  func scaled(by scale: Double, about center: Point) -> Item {
    var item = self
    item.origin = Point(
      x: center.x + (origin.x - center.x) * scale, y: center.y + (origin.y - center.y) * scale)
    func scaled(_ path: Path) -> Path {
      var larger = Path()
      larger.add(path, scale: scale)
      return larger
    }
    func scaled(_ point: Point) -> Point { Point(x: point.x * scale, y: point.y * scale) }
    switch shape {
    case .stroke(let path, let width): item.shape = .stroke(scaled(path), width: width * scale)
    case .fill(let path, let rule): item.shape = .fill(scaled(path), rule)
    case .image(let image):
      item.shape = .image(
        PlacedImage(
          bitmap: image.bitmap, png: image.png, origin: scaled(image.origin),
          width: image.width * scale, height: image.height * scale,
          visibleRadius: image.visibleRadius * scale))
    }
    switch paint {
    case .color: break
    case .linear(let start, let end, let stops):
      item.paint = .linear(from: scaled(start), to: scaled(end), stops)
    case .radial(let center, let radius, let stops):
      item.paint = .radial(center: scaled(center), radius: radius * scale, stops)
    }
    return item
  }

  /// Whether it is a part of a figure that a wipe, or a breath, makes smaller.
  var isScaled: Bool { !isWord && !isLetter && name != Item.nameOfMargin }

  /// The points of its path on the sheet, before any rotation; none of a picture.
  var places: [Point] {
    switch shape {
    case .stroke(let path, _), .fill(let path, _):
      path.points.map { Point(x: origin.x + $0.x, y: origin.y + $0.y) }
    case .image: []
    }
  }
}
