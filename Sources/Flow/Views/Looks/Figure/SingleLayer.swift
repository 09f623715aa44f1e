// SPDX-License-Identifier: MIT
internal import Drawing

/// A layer of one element, or of one for each channel, at the newest tick.
struct SingleLayer: Sendable {
  private let layer: LookLayer
  private var code: LookCode
  private let kind: LookDomain.Kind
  private let context: LookContext
  private let places: TurnPlaces
  private let name: String
  private let gradient: Paint?
  /// The channels of the items.
  let channels: [LookChannel]
  /// Whether it is at the newest place of the turn.
  var isHead: Bool { kind == .head }
  private(set) var items: [Item] = []
  private var elements: [LookElement] = []

  init(
    _ layer: LookLayer, _ code: LookCode, _ kind: LookDomain.Kind,
    _ context: LookContext, cells: Int, name: String, gradient: Paint?
  ) {
    (self.layer, self.code, self.kind, self.context) = (layer, code, kind, context)
    (self.name, self.gradient) = (name, gradient)
    // One element has no place in the turn.
    let cells = kind == .head ? cells : 1
    places = TurnPlaces(layer.side, columns: cells, cells: cells, context)
    channels = code.isHidden && kind != .head ? [] : layer.channels(in: kind, context)
  }

  /// Updates to the newest tick.
  mutating func advance(_ moment: LookMoment, _ turns: Turns?) {
    items = channels.map { channel in
      var element = LookElement(moment, channel)
      var direction = Point(x: 0, y: -1)
      if kind == .head, let turns {
        let head = turns.head
        let half = context.layout == .mirror ? channel.side ?? .right : nil
        let place = head < 0 ? -1 : places.place(ofCell: head, channel)
        element.other = (channel == .left ? moment.levels.right : moment.levels.left)
        if head >= 0 {
          places.fill(&elements, at: place, [channel], of: turns, pass: 0)
          element = elements.last ?? element
          element.now = LookNow(moment)
        }
        element.isNewest = true
        let values = code.values(joining: [element], .mean)
        direction =
          values.angle == 0 && half == nil && head >= 0
          ? places.directions[place]
          : places.direction(Double(place + 1), turnedBy: values.angle, half)
        return item(values, direction, channel)
      }
      let values = code.values(joining: [element], .mean)
      direction = Angle.clock(values.angle).direction
      return item(values, direction, channel)
    }
  }

  /// Updates to an element at a place, in degrees clockwise from 12 o'clock; or to none.
  mutating func advance(to element: LookElement?, degrees: Double) {
    items = channels.map { channel in
      guard var own = element else { return item(LookValues(), .origin, channel) }
      own.channel = channel
      let values = code.values(joining: [own], .mean)
      let direction = Angle.clock(degrees + values.angle).direction
      let isLeft = context.layout == .mirror && channel == .left
      return item(values, isLeft ? direction.mirrored : direction, channel)
    }
  }

  private func item(_ values: LookValues, _ direction: Point, _ channel: LookChannel) -> Item {
    var item = layer.item(values, direction, context)
    item.name = name + (layer.side == .each ? channel.suffix : "")
    if let gradient { item.paint = gradient }
    return item
  }
}

extension LookLayer {
  /// The channels that it draws one by one where elements are not joined.
  func channels(
    in kind: LookDomain.Kind, _ context: LookContext
  ) -> [LookChannel] {
    switch side {
    case .left: [.left]
    case .right: [.right]
    case .each: context.mean == .mean ? [.left, .right] : [context.mean]
    case .mean: [context.mean]
    case .louder:
      [.head, .count].contains(kind) && context.layout != .whole
        ? [.left, .right] : [context.mean]
    case .softer: []
    }
  }

  /// A disc, a ray or a ring.
  func item(
    _ values: LookValues, _ direction: Point, _ context: LookContext
  ) -> Item {
    let length = context.length
    var item: Item
    if mark == .ray {
      item = .fill(ray(values, direction, length), values.color)
    } else if mark == .dot {
      let isShown = values.show != 0 && values.size > 0
      item = .fill(
        isShown
          ? .circle(center: center(values, direction, length), radius: values.size * length)
          : Path(), values.color)
    } else {
      let path = values.show != 0 ? ring(values, context) : Path()
      // Arcs one after the other overlap.
      item = abs(values.sweep) < 360 ? .fill(path, values.color) : .disjoint(path, values.color)
    }
    item.opacity = values.opacity
    item.rotation = values.rotation
    return item
  }

  /// A ray about a direction.
  func ray(_ values: LookValues, _ direction: Point, _ length: Double) -> Path {
    let half = Angle.degrees(values.width / 2).direction
    let ends = [-half.y, half.y].map { sine in
      Point(
        x: direction.x * half.x - direction.y * sine,
        y: direction.y * half.x + direction.x * sine)
    }
    let far = values.to * length
    let near = values.show != 0 ? values.from * length : far
    return .polygon([ends[0] * near, ends[0] * far, ends[1] * far, ends[1] * near])
  }

  /// A ring, or an arc of one; on a part of the circle as far as the figure goes.
  private func ring(_ values: LookValues, _ context: LookContext) -> Path {
    let length = context.length
    let inner = max(min(values.from, values.to), 0) * length
    let outer = max(values.from, values.to, 0) * length
    let center = Point(x: values.x * length, y: values.y * length)
    guard outer > 0 else { return Path() }
    guard abs(values.sweep) >= 360 else {
      // All the same way round, so that those that overlap make one surface.
      return .ringSector(
        center: center, inner: inner, outer: outer,
        start: .clock(values.angle + min(values.sweep, 0)), sweep: .degrees(abs(values.sweep)))
    }
    if channels[.x] == nil, channels[.y] == nil, let path = context.arc.sector(inner, outer) {
      return path
    }
    var path = Path.circle(center: center, radius: outer)
    guard inner > 0 else { return path }
    // The other way round, since it is a hole.
    path.arc(center: center, radius: inner, start: .zero, sweep: .degrees(-360))
    path.close()
    return path
  }
}
