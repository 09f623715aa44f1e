// SPDX-License-Identifier: MIT
internal import Drawing

/// Items, of which neighbours that look alike are one: what is opaque may overlap.
struct LookItems {
  private(set) var items: [Item] = []
  /// Whether neighbours are joined.
  let joins: Bool

  init(joins: Bool) { self.joins = joins }

  /// Adds a shape in a colour, to the item before if that looks alike.
  mutating func add(_ values: LookValues, _ name: String, _ shape: (inout Path) -> Void) {
    guard joins, let last = items.indices.last, items[last].paint == .color(values.color),
      items[last].rotation == values.rotation, items[last].name == name, values.opacity == 1,
      items[last].opacity == 1, case .fill(var path, .disjoint) = items[last].shape
    else {
      var path = Path()
      shape(&path)
      var item = Item.disjoint(path, values.color).named(name)
      (item.opacity, item.rotation) = (values.opacity, values.rotation)
      return items.append(item)
    }
    // Nothing else may hold the path, which would be copied.
    items[last].shape = .fill(Path(), .disjoint)
    shape(&path)
    items[last].shape = .fill(path, .disjoint)
  }

  /// Adds an item, or its path to the one before.
  mutating func add(_ item: Item) {
    guard joins, case .fill(let path, let rule) = item.shape, let last = items.indices.last,
      case .fill(var all, rule) = items[last].shape, items[last].paint == item.paint,
      items[last].rotation == item.rotation, items[last].name == item.name, item.opacity == 1,
      items[last].opacity == 1
    else { return items.append(item) }
    // Nothing else may hold the path, which would be copied.
    items[last].shape = .fill(Path(), rule)
    all.add(path)
    items[last].shape = .fill(all, rule)
  }

  /// Adds an item that is not joined with its neighbours.
  mutating func append(_ item: Item) { items.append(item) }

  /// Leaves out of the last item what an area within an edge round the centre covers for certain, if it has the same
  /// name and rotation.
  mutating func cutLast(_ edge: [Point], named name: String, _ rotation: Angle?) {
    guard let last = items.indices.last, items[last].name == name,
      items[last].rotation == rotation, case .fill(var path, .disjoint) = items[last].shape
    else { return }
    items[last].shape = .fill(Path(), .disjoint)
    // The other way round, since it is a hole: where both had one edge, the ground would shine through.
    path.add(.polygon(edge.reversed()), scale: 0.97)
    items[last].shape = .fill(path, .disjoint)
  }
}
