// SPDX-License-Identifier: MIT
internal import Drawing

extension Item {
  /// The mirror image of a fill or a stroke about the vertical axis through its own origin, without
  /// data; a picture stays as it is.
  var mirrored: Item {
    var item = self
    item.data = []
    item.rotation = rotation.map { .degrees(-$0.degrees) }
    switch shape {
    case .stroke(let path, let width): item.shape = .stroke(path.mirrored, width: width)
    case .fill(let path, let rule): item.shape = .fill(path.mirrored, rule)
    case .image: break
    }
    switch paint {
    case .color: break
    case .linear(let start, let end, let stops):
      item.paint = .linear(from: start.mirrored, to: end.mirrored, stops)
    case .radial(let center, let radius, let stops):
      item.paint = .radial(center: center.mirrored, radius: radius, stops)
    }
    return item
  }
}
