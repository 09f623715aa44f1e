// SPDX-License-Identifier: MIT
internal import Drawing

/// A layer whose elements are the cells of a whole track. A cell is computed when it ends, and stays; a row, which is
/// a turn or a piece of a spiral, is drawn anew when it has a new cell.
struct TrackLayer: Sendable {
  /// Points of a row: its start, and the ends of its cells.
  private struct Row {
    let cells: Range<Int>
    var items: [Item] = []
  }

  private let layer: LookLayer
  private var code: LookCode
  private let cells: TrackCells
  private let shapes: [TurnPlaces.Shape]
  private let length: Double
  private let name: String
  private let gradient: Paint?
  /// Whether what is still to come is shown too.
  let isAhead: Bool
  private var rows: [Row]
  /// The values at the ends of the cells so far, of each part of the shapes, and at the starts of rows.
  private var ends: [[LookValues]]
  private var starts: [[LookValues]]
  /// How many cells are drawn.
  private var shown = 0
  /// The directions of the start of a turn, of its cells, and of its end.
  private let directions: [Point]

  /// Pieces of a turn of a spiral, since few of them change at a tick.
  private static let piecesPerTurn = 4

  init(
    _ layer: LookLayer, _ code: LookCode, _ cells: TrackCells, turnCount: Int,
    _ context: LookContext, name: String, gradient: Paint?, isAhead: Bool
  ) {
    (self.layer, self.code, self.cells) = (layer, code, cells)
    (self.name, self.gradient, self.isAhead) = (name, gradient, isAhead)
    length = context.length
    shapes =
      code.isHidden ? [] : TurnPlaces.shapes(layer.side, context.layout, mean: context.mean)
    let parts = shapes.flatMap(\.parts).count
    (ends, starts) = (
      Array(repeating: [], count: parts), Array(repeating: [], count: parts)
    )
    let places = (0..<cells.perTurn).map { cells.degrees(ofCell: $0) }
    directions = ([0] + places + [cells.degrees.turn]).map { Angle.clock($0).direction }
    let perTurn = cells.perTurn
    let all = cells.form.isSpiral ? max(cells.count, 1) : turnCount * perTurn
    // What is all there at once never changes.
    let piece = isAhead ? all : max(perTurn / TrackLayer.piecesPerTurn, 1)
    let size = cells.form.isSpiral ? piece : perTurn
    rows = stride(from: 0, to: all, by: size).map { Row(cells: $0..<$0 + size) }
    for row in rows.indices { draw(row) }
    if isAhead { advance(to: cells.count) }
  }

  /// The names of its items.
  var names: [String] { shapes.map { name + $0.suffix } }

  /// How many rows it has.
  var rowCount: Int { rows.count }

  /// The items of a row.
  func items(ofRow row: Int) -> [Item] { row < rows.count ? rows[row].items : [] }

  /// Shows the first `count` cells.
  mutating func advance(to count: Int) {
    guard count > shown else { return }
    let first = shown
    shown = count
    for (part, channels) in shapes.flatMap(\.parts).map(\.channels).enumerated() {
      for row in rows.indices {
        let own = rows[row].cells.clamped(to: first..<count)
        // A row has a start of its own, unless it goes on where the one before ends.
        if own.lowerBound == rows[row].cells.lowerBound, !own.isEmpty,
          row == 0 || !cells.form.isSpiral
        {
          starts[part].append(values(ofCell: own.lowerBound, channels, isStart: true))
        }
        for cell in own { ends[part].append(values(ofCell: cell, channels)) }
      }
    }
    // The piece of a spiral before the first new cell reaches into it.
    let begin = cells.form.isSpiral ? first - 1 : first
    for row in rows.indices
    where rows[row].cells.lowerBound < count && rows[row].cells.upperBound > begin {
      draw(row)
    }
  }

  private mutating func values(
    ofCell cell: Int, _ channels: [LookChannel], isStart: Bool = false
  ) -> LookValues {
    code.values(
      joining: channels.map { cells.element(ofCell: cell, $0, isStart: isStart) }, layer.side)
  }

  /// The values at a point of a row: its start, and then the ends of its cells.
  private func values(_ part: Int, _ row: Int, _ point: Int) -> LookValues {
    let cell = rows[row].cells.lowerBound + point - 1
    guard point == 0 else { return ends[part][cell] }
    return cells.form.isSpiral && row > 0 ? ends[part][cell] : starts[part][row]
  }

  private func direction(_ row: Int, _ point: Int, _ half: Side?) -> Point {
    let place = (rows[row].cells.lowerBound + point) % cells.perTurn
    // The end of a turn is not the start of the next one.
    let direction = directions[place == 0 && point > 0 ? cells.perTurn : place]
    return half == .left ? direction.mirrored : direction
  }

  // MARK: - Drawing

  private mutating func draw(_ row: Int) {
    var (items, part) = (LookItems(joins: !layer.mark.isJoined), 0)
    for shape in shapes {
      var joined: Item?
      for (index, half) in shape.parts.map(\.half).enumerated() {
        let own = part + index
        if layer.mark.isJoined {
          let item = joinedItem(own, row, half)
          joined = joined.map { $0.joined(with: item) } ?? item
        } else {
          for item in eachItem(own, row, half) { items.add(marked(item, shape, row)) }
        }
      }
      if let joined { items.append(marked(joined, shape, row)) }
      part += shape.parts.count
    }
    rows[row].items = items.items
  }

  private func marked(_ item: Item, _ shape: TurnPlaces.Shape, _ row: Int) -> Item {
    let turn = rows[row].cells.lowerBound / cells.perTurn
    var item = item.named(name + shape.suffix, turn: cells.form.isOneTurn ? nil : turn)
    if let gradient { item.paint = gradient }
    return item
  }

  /// How many cells of a row are shown.
  private func count(_ row: Int) -> Int { rows[row].cells.clamped(to: 0..<shown).count }

  /// The area or the line of a row.
  private func joinedItem(_ part: Int, _ row: Int, _ half: Side?) -> Item {
    let count = count(row)
    guard count > 0 else {
      return layer.mark == .area ? .fill(Path(), .black) : .stroke(Path(), width: 1, .black)
    }
    let newest = values(part, row, count)
    var item: Item
    if layer.mark == .area {
      item = .fill(area(part, row, half), newest.color)
    } else {
      let points = (0...count).map {
        direction(row, $0, half) * (values(part, row, $0).to * length)
      }
      item = .stroke(Path(points), width: max(newest.width, 0.01) * length, newest.color)
      item.grows = true
    }
    item.opacity = newest.show != 0 ? newest.opacity : 0
    item.rotation = newest.rotation
    return item
  }

  /// The surface of a row, always with the same number of corners: those still to come are at its end.
  private func area(_ part: Int, _ row: Int, _ half: Side?) -> Path {
    let (size, shown) = (rows[row].cells.count, count(row))
    // A piece of a spiral extends one cell into the next, so that there are no visible seams.
    let isSpiral = cells.form.isSpiral
    let last = isSpiral && rows[row].cells.upperBound < self.shown ? shown + 1 : shown
    var (outer, inner): ([Point], [Point]) = ([], [])
    for point in 0...(isSpiral ? size + 1 : size) {
      let end = min(point, last)
      let (direction, values) = (direction(row, end, half), values(part, row, end))
      outer.append(direction * (values.to * length))
      if !code.isFromCenter { inner.append(direction * (values.from * length)) }
    }
    if half != nil, let end = directions.last {
      let (direction, values) = (half == .left ? end.mirrored : end, values(part, row, last))
      let isWhole = last == size
      outer.append(isWhole ? direction * (values.to * length) : outer[size])
      if !code.isFromCenter {
        inner.append(isWhole ? direction * (values.from * length) : inner[size])
      }
    }
    return .polygon(outer + (code.isFromCenter ? [.origin] : inner.reversed()))
  }

  /// The rays or dots of a row.
  private func eachItem(_ part: Int, _ row: Int, _ half: Side?) -> [Item] {
    let step = cells.degrees.step
    return (0..<count(row)).map { index in
      let own = values(part, row, index + 1)
      let place = Double((rows[row].cells.lowerBound + index) % cells.perTurn)
      func direction(_ degrees: Double) -> Point {
        let direction = Angle.clock(degrees).direction
        return half == .left ? direction.mirrored : direction
      }
      var item: Item
      if layer.mark == .dot {
        let center = layer.center(
          own, direction(cells.degrees(ofCell: rows[row].cells.lowerBound + index) + own.angle),
          length)
        var path = Path()
        if own.show != 0, own.size > 0 { path.addSmallDisc(center, own.size, length) }
        item = .fill(path, own.color)
      } else {
        let middle = direction((place + 0.5) * step + own.angle)
        item = .fill(layer.ray(own, middle, length), own.color)
      }
      (item.opacity, item.rotation) = (own.opacity, own.rotation)
      return item
    }
  }
}

extension Item {
  /// The item with the path of another one too.
  fileprivate func joined(with other: Item) -> Item {
    var item = self
    switch (shape, other.shape) {
    case (.fill(let one, let rule), .fill(let two, _)):
      item.shape = .fill(Path(joining: [one, two]), rule)
    case (.stroke(let one, let width), .stroke(let two, _)):
      item.shape = .stroke(Path(joining: [one, two]), width: width)
      item.grows = false
    default: break
    }
    return item
  }
}
