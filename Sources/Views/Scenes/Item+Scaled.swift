// SPDX-License-Identifier: MIT
package import Drawing

extension Item {
  /// The item, larger or smaller by a factor about a centre.
  package func scaled(by scale: Double, about center: Point) -> Item {
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

  /// The least distance of its points from a position; `nil` for a picture.
  func distance(from center: Point) -> Double? {
    let path: Path
    switch shape {
    case .stroke(let stroked, _): path = stroked
    case .fill(let filled, _): path = filled
    case .image: return nil
    }
    return path.points.map { point in
      let (x, y) = (origin.x + point.x - center.x, origin.y + point.y - center.y)
      return (x * x + y * y).squareRoot()
    }.min()
  }
}
