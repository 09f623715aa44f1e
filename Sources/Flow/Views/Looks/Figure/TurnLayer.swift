// SPDX-License-Identifier: MIT
internal import Drawing

/// A layer whose elements are the cells of a turn. What has changed at a tick is computed and moved, the rest
/// stays.
struct TurnLayer: Sendable {
  private let layer: LookLayer
  /// The code of each pass, the newest one first.
  private var codes: [LookCode]
  private let places: TurnPlaces
  private let length: Double
  /// Whether a line has a gap where a turn begins, since the end of a loop does not lead into its beginning.
  private let breaksAtStart: Bool
  /// The paints of gradients, by pass.
  private let gradients: [Paint]
  /// The items of each pass, the newest one first, and the values of all places of each shape and part, unless
  /// ticks were skipped.
  private var items: [[Item]]
  private var kept: [[LookValues]] = []
  /// Whether ticks were skipped since the items were made.
  private var isStale = true
  private var last = -1
  private var elements: [LookElement] = []
  private var now = LookNow(.silent)
  /// The directions of the points of a line in the whole circle that is turned by one angle, as most are.
  private var turned: (angle: Double, directions: [Point]) = (.nan, [])
  /// The pieces of a line, since few of them change in a tick.
  private static let pieceCount = 36

  init(
    _ layer: LookLayer, _ codes: [LookCode], _ places: TurnPlaces, name: String,
    gradients: [Paint], breaksAtStart: Bool, length: Double
  ) {
    (self.layer, self.codes, self.places) = (layer, codes, places)
    (self.gradients, self.breaksAtStart, self.length) = (gradients, breaksAtStart, length)
    items = codes.enumerated().map { pass, code in
      code.isHidden
        ? []
        : places.shapes.flatMap { shape -> [Item] in
          var item = Item.fill(Path(), .black)
          item.name = LookFigure.name(name + shape.suffix, pass: pass)
          let count =
            switch layer.mark {
            case .area: 1
            case .line: TurnLayer.pieceCount
            default: code.hasOnePaint ? 1 : places.count * shape.parts.count
            }
          return Array(repeating: item, count: count)
        }
    }
  }

  /// The names of its layers of the newest turn.
  var names: [String] { (items.first ?? []).map(\.name) }

  /// How many turns it shows.
  var passCount: Int { items.count }

  /// The items of a turn.
  func items(ofPass pass: Int) -> [Item] { pass < items.count ? items[pass] : [] }

  /// What was kept is to be made anew, since a tick was skipped.
  mutating func skip() { (isStale, kept) = (true, []) }

  /// A shape of a pass: where its items and its values begin.
  private struct Place {
    let shape: TurnPlaces.Shape
    let pass, item, value: Int
  }

  /// Updates to the newest tick.
  mutating func advance(_ turns: Turns, _ now: LookNow) {
    self.now = now
    if isStale {
      let count = places.shapes.reduce(0) { $0 + $1.parts.count } * places.count
      kept = items.map { Array(repeating: LookValues(), count: $0.isEmpty ? 0 : count) }
    }
    for pass in items.indices where !items[pass].isEmpty {
      var (item, value) = (0, 0)
      for shape in places.shapes {
        let place = Place(shape: shape, pass: pass, item: item, value: value)
        var changed = [[Int]]()
        for part in shape.parts.indices {
          let own = changedPlaces(turns, shape.parts[part].channels, pass)
          for index in own {
            kept[pass][value + part * places.count + index] = values(
              at: index, shape.parts[part].channels, turns, pass)
          }
          changed.append(own)
        }
        switch layer.mark {
        case .area: updateArea(place, turns, changed)
        case .line: updateLine(place, turns, changed)
        default: updateEach(place, turns, changed)
        }
        item += items[pass].count / places.shapes.count
        value += shape.parts.count * places.count
      }
    }
    (isStale, last) = (false, turns.head)
  }

  /// The places that have changed, in the order in which the turn passes them.
  private func changedPlaces(
    _ turns: Turns, _ channels: [LookChannel], _ pass: Int
  ) -> [Int] {
    guard !isStale, !codes[pass].followsNow, turns.head >= 0 else {
      return Array(0..<places.count)
    }
    var changed: [Int] = []
    for channel in channels {
      if codes[pass].followsNewest, last >= 0 {
        changed.append(places.place(ofCell: last, channel))
      }
      changed.append(places.place(ofCell: turns.head, channel))
      if codes[pass].followsOther {
        changed.append(places.place(ofCell: turns.head, channel == .left ? .right : .left))
      }
    }
    return changed
  }

  /// The values at a place, of all channels that meet there.
  private mutating func values(
    at place: Int, _ channels: [LookChannel], _ turns: Turns, _ pass: Int
  ) -> LookValues {
    places.fill(&elements, at: place, channels, of: turns, pass: pass)
    for index in elements.indices { elements[index].now = now }
    return codes[pass].values(joining: elements, layer.side)
  }

  /// The values at the newest place, which are those of a shape as a whole.
  private func newest(_ place: Place, _ turns: Turns) -> LookValues {
    let channel = place.shape.parts[0].channels[0]
    return kept[place.pass][place.value + places.place(ofCell: max(turns.head, 0), channel)]
  }

  // MARK: - Areas

  private mutating func updateArea(
    _ place: Place, _ turns: Turns, _ changed: [[Int]]
  ) {
    let (pass, index, shape) = (place.pass, place.item, place.shape)
    guard case .fill(var path, let rule) = items[pass][index].shape else { return }
    // Nothing else may hold the path, which would be copied.
    items[pass][index].shape = .fill(Path(), rule)
    if path.verbs.isEmpty { path = outline(of: shape) }
    for part in shape.parts.indices {
      let half = shape.parts[part].half
      for cell in changed[part] {
        if let half {
          moveHalf(&path, place, part, half, cell, turns)
        } else {
          let values = kept[pass][place.value + cell]
          path.movePoint(cell, to: places.directions[cell] * (values.to * length))
          path.movePoint(
            2 * places.count - 1 - cell, to: places.directions[cell] * (values.from * length))
        }
      }
    }
    let newest = newest(place, turns)
    items[pass][index].shape = .fill(path, rule)
    items[pass][index].opacity = newest.show != 0 ? newest.opacity : 0
    items[pass][index].paint = gradients.isEmpty ? .color(newest.color) : gradients[pass]
    items[pass][index].rotation = newest.rotation
  }

  /// An outline whose points are to be moved.
  private func outline(of shape: TurnPlaces.Shape) -> Path {
    func points(_ count: Int) -> [Point] { Array(repeating: .origin, count: count) }
    let count = places.count
    guard shape.parts[0].half != nil else {
      guard places.arc.isWhole else { return .polygon(points(2 * count)) }
      return Path(joining: [.polygon(points(count)), .polygon(points(count))])
    }
    if shape.parts.count == 2, places.arc.isWhole {
      return Path(joining: [.polygon(points(4 * count)), .polygon(points(2 * count + 2))])
    }
    return Path(joining: shape.parts.map { _ in .polygon(points(3 * count + 2)) })
  }

  /// Moves the points of a cell of a half and of the one after it, which slopes from its height.
  ///
  /// The first cell, and the oldest one just after the newest, begin at their own height, so that there is a
  /// radial edge at the newest tick.
  private func moveHalf(
    _ path: inout Path, _ place: Place, _ part: Int, _ half: Side, _ cell: Int,
    _ turns: Turns
  ) {
    let count = places.count
    let first = place.value + part * count
    let head = places.place(ofCell: turns.head, place.shape.parts[part].channels[0])
    let isJoined = place.shape.parts.count == 2 && places.arc.isWhole
    // The points of the chain of two for each cell, and of the line of silence, in the path.
    func chain(_ index: Int) -> Int {
      guard isJoined else { return part * (3 * count + 2) + 1 + index }
      return half == .right ? index : 4 * count - 1 - index
    }
    func inner(_ index: Int) -> Int {
      guard isJoined else { return part * (3 * count + 2) + 3 * count + 1 - index }
      return half == .left ? 4 * count + index : 6 * count + 1 - index
    }
    func height(_ cell: Int) -> Double { kept[place.pass][first + cell].to * length }
    let near = kept[place.pass][first + cell].from * length
    path.movePoint(inner(cell), to: places.edge(cell, half) * near)
    if cell == count - 1 { path.movePoint(inner(count), to: places.edge(count, half) * near) }
    if cell == 0, !isJoined {
      path.movePoint(part * (3 * count + 2), to: places.edge(0, half) * near)
    }
    let before = cell == 0 || cell == head + 1 ? cell : cell - 1
    path.movePoint(chain(2 * cell), to: places.edge(cell, half) * height(before))
    path.movePoint(chain(2 * cell + 1), to: places.edge(cell + 1, half) * height(cell))
    guard !isStale, cell < count - 1 else { return }
    // The cell after it begins anew if this one is the newest.
    let after = cell == head ? cell + 1 : cell
    path.movePoint(chain(2 * cell + 2), to: places.edge(cell + 1, half) * height(after))
  }

  // MARK: - Rays and dots

  private mutating func updateEach(
    _ place: Place, _ turns: Turns, _ changed: [[Int]]
  ) {
    let (pass, first, shape) = (place.pass, place.item, place.shape)
    let isOne = codes[pass].hasOnePaint
    var joined = Path()
    if isOne, case .fill(let path, _) = items[pass][first].shape {
      joined = path
      items[pass][first].shape = .fill(Path(), .nonzero)
    }
    // Discs have as many points as they need.
    let movesAll = isStale || layer.mark == .dot && isOne
    if movesAll { joined = Path() }
    for part in shape.parts.indices {
      let half = shape.parts[part].half
      for cell in movesAll ? Array(0..<places.count) : changed[part] {
        let index = part * places.count + cell
        let values = kept[pass][place.value + index]
        if !isOne {
          items[pass][first + index].shape = .fill(mark(values, cell, half), .nonzero)
          items[pass][first + index].paint = .color(values.color)
          items[pass][first + index].opacity = values.opacity
        } else if movesAll {
          joined.add(mark(values, cell, half))
        } else {
          for (corner, point) in ray(values, cell, half).enumerated() {
            joined.movePoint(4 * index + corner, to: point)
          }
        }
      }
    }
    let values = newest(place, turns)
    for index in first..<first + items[pass].count / places.shapes.count {
      items[pass][index].rotation = values.rotation
    }
    guard isOne else { return }
    items[pass][first].shape = .fill(joined, .nonzero)
    (items[pass][first].paint, items[pass][first].opacity) = (.color(values.color), values.opacity)
  }

  private func mark(_ values: LookValues, _ cell: Int, _ half: Side?) -> Path {
    guard layer.mark == .dot else { return .polygon(ray(values, cell, half)) }
    guard values.show != 0, values.size > 0 else { return Path() }
    let direction = places.direction(Double(cell) + 0.5, turnedBy: values.angle, half)
    return .circle(
      center: layer.center(values, direction, length), radius: values.size * length)
  }

  /// The corners of a ray.
  private func ray(_ values: LookValues, _ cell: Int, _ half: Side?) -> [Point] {
    let (count, arc) = (places.count, places.arc)
    let middle =
      half == nil
      ? arc.clock(Double(cell) + 0.5, of: count) : arc.clockInHalf(Double(cell) + 0.5, of: count)
    let degrees = middle + values.angle
    var ends = (
      Angle.clock(degrees - values.width / 2).direction,
      Angle.clock(degrees + values.width / 2).direction
    )
    if half == .left { ends = (ends.0.mirrored, ends.1.mirrored) }
    let far = values.to * length
    let near = values.show != 0 ? values.from * length : far
    return [ends.0 * near, ends.0 * far, ends.1 * far, ends.1 * near]
  }

  // MARK: - Lines

  private mutating func updateLine(
    _ place: Place, _ turns: Turns, _ changed: [[Int]]
  ) {
    let (count, pieces, pass) = (places.count, TurnLayer.pieceCount, place.pass)
    // A piece ends with the first point of the next one.
    var isStale = [Bool](repeating: false, count: pieces)
    for own in changed.joined() {
      for point in [own + count - 1, own, own + 1] {
        isStale[point % count * pieces / count] = true
      }
    }
    let newest = newest(place, turns)
    if newest.angle != turned.angle {
      let directions = (0..<count).map {
        places.direction(Double($0 + 1), turnedBy: newest.angle, nil)
      }
      turned = (newest.angle, directions)
    }
    let width = max(newest.width, 0.01) * length
    let opacity = newest.show != 0 ? newest.opacity : 0
    for piece in 0..<pieces {
      let index = place.item + piece
      if isStale[piece] {
        let begin = (piece * count + pieces - 1) / pieces
        let end = ((piece + 1) * count + pieces - 1) / pieces
        var path = Path()
        for part in place.shape.parts.indices where begin < end {
          addLine(to: &path, begin...end, place, part, turns)
        }
        items[pass][index].shape = .stroke(path, width: width)
      } else if case .stroke(let path, let old) = items[pass][index].shape, old != width {
        items[pass][index].shape = .stroke(path, width: width)
      }
      if items[pass][index].paint != .color(newest.color) {
        items[pass][index].paint = .color(newest.color)
      }
      items[pass][index].opacity = opacity
      items[pass][index].rotation = newest.rotation
    }
  }

  /// Adds the line through some places, without a part from the newest one to the oldest one.
  private func addLine(
    to path: inout Path, _ range: ClosedRange<Int>, _ place: Place, _ part: Int,
    _ turns: Turns
  ) {
    let (channels, half) = (place.shape.parts[part].channels, place.shape.parts[part].half)
    let count = places.count
    let heads = channels.map { places.place(ofCell: max(turns.head, 0), $0) }
    var isOpen = false
    for index in range {
      let own = index % count
      // A half ends at 6 o'clock.
      if half != nil, index == count { return }
      guard
        place.pass == 0
          || channels.allSatisfy({ turns.isShown(places.cell(at: own, $0), pass: place.pass) })
      else {
        isOpen = false
        continue
      }
      let values = kept[place.pass][place.value + part * count + own]
      let direction =
        half == nil && values.angle == turned.angle
        ? turned.directions[own]
        : places.direction(Double(own + 1), turnedBy: values.angle, half)
      let isSeam =
        heads.contains((own + count - 1) % count) || !places.arc.isWhole && own == 0
        || breaksAtStart && channels.contains { places.cell(at: own, $0) == 0 }
      if isOpen, !isSeam {
        path.line(to: direction * (values.to * length))
      } else {
        path.move(to: direction * (values.to * length))
      }
      isOpen = true
    }
  }
}
