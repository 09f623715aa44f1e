// SPDX-License-Identifier: MIT
internal import Drawing

/// A layer, or one of its copies, that draws the rows of a domain.
struct RowsPart: Sendable {
  private let layer: LookLayer
  private var code: LookCode
  private let domain: LookDomain
  private let context: LookContext
  private let name: String
  private let gradient: Paint?
  /// How many elements a channel has.
  private let count: Int
  /// How far each band usually is open.
  private let usual: [Double]
  private let channels: [LookChannel]
  private let places: BandPlaces
  private let curves: [BandCurve]
  private var values: [LookValues] = []

  /// A layer whose copy has the numbers of `settings`.
  init(
    _ layer: LookLayer, _ domain: LookDomain, _ file: LookFile, _ settings: LookSettings,
    _ readings: LookReadings, _ context: LookContext, name: String
  ) {
    (self.layer, self.domain, self.context) = (layer, domain, context)
    code = LookCode(layer, of: file, settings)
    // What spreads from hits ends at the edge of a wipe.
    self.name = domain.event == .hit ? RadialTrack.nameOfRipples : name
    gradient = file.paint(layer.gradient, settings, length: context.length)
    usual = readings.usual
    let hasBands = domain.hasBands(layer.mark)
    let bands = max(hasBands ? readings.bandCount : 1, 1)
    count = domain.kind == .count ? Int(file.constant(.n, of: domain, settings)) : bands
    channels = layer.channels(in: domain.kind, context)
    let places = BandPlaces(
      layer.side, bands: bands, context, isFlat: layer.channels[.x] != nil)
    self.places = places
    curves = hasBands ? places.shapes.map { BandCurve($0, layer.curve, step: places.step) } : []
  }

  /// Adds what a row shows: of a tick whose bands are open so far, in which all elements are like one.
  mutating func add(
    _ levels: [SIMD2<Double>], to items: inout LookItems, like row: LookElement, isGone: Bool
  ) {
    // Joined items stay, seen or not.
    guard code.begin(row) || layer.mark.isJoined || !items.joins else { return }
    guard !domain.hasBands(layer.mark) else { return addBands(levels, to: &items, like: row) }
    let (channels, count) = (channels, count)
    let (isCount, sides) = (domain.kind == .count, channels.count)
    let step = (context.layout == .mirror ? 180 : 360) / Double(count)
    let places = Double(levels.count - 1) / Double(max(count - 1, 1))
    evaluate(count * sides, like: row) { index, own in
      own.channel = channels[index % sides]
      guard isCount else { return }
      own.level = own.channel.part(
        of: LookReadings.reading(at: Double(index / sides) * places, of: levels))
      own.setPlace(index / sides, of: count, step: step)
    }
    for (index, own) in values.enumerated() {
      let channel = channels[index % sides]
      let isLeft = isCount && channel == .left
      let turned = isLeft && context.layout == .pair ? 180.0 : 0
      add(
        own, degrees: own.angle + turned, isMirrored: isLeft && context.layout == .mirror,
        layer.side == .each ? channel.suffix : "", isGone: isGone, to: &items)
    }
  }

  private mutating func addBands(
    _ levels: [SIMD2<Double>], to items: inout LookItems, like row: LookElement
  ) {
    let (usual, count, step) = (usual, count, places.step)
    for (shape, curve) in zip(places.shapes, curves) {
      evaluate(shape.bands.count, like: row) { index, own in
        let (channel, band) = shape.bands[index]
        own.channel = channel
        own.level = channel.part(of: levels[min(band, levels.count - 1)])
        own.usual = usual[min(band, usual.count - 1)]
        own.setPlace(band, of: count, step: step)
      }
      if layer.mark.isJoined {
        addJoined(shape, curve, age: row.age, to: &items)
      } else {
        for (own, middle) in zip(values, shape.middles) {
          add(
            own, degrees: middle + own.angle, isMirrored: false, shape.suffix, isGone: false,
            to: &items)
        }
      }
    }
  }

  /// Computes the values of elements that are like one, at the places that `place` gives them.
  private mutating func evaluate(
    _ count: Int, like row: LookElement, _ place: (Int, inout LookElement) -> Void
  ) {
    var own = row
    values.removeAll(keepingCapacity: true)
    for first in stride(from: 0, to: count, by: Lanes.scalarCount) {
      let lanes = min(count - first, Lanes.scalarCount)
      for lane in 0..<lanes {
        place(first + lane, &own)
        code.set(lane, own)
      }
      code.evaluateOfRow()
      for lane in 0..<lanes { values.append(code.values(ofLane: lane)) }
    }
  }

  // MARK: - One by one

  private func add(
    _ values: LookValues, degrees: Double, isMirrored: Bool, _ suffix: String, isGone: Bool,
    to items: inout LookItems
  ) {
    let direction = Angle.clock(isMirrored ? -degrees : degrees).direction
    if domain.kind == .count, layer.mark == .dot {
      guard values.show != 0, values.size > 0 else { return }
      let center = layer.center(values, direction, context.length)
      return items.add(values, name + suffix) {
        $0.addSmallDisc(center, values.size, context.length)
      }
    }
    var item = layer.item(values, direction, context)
    item.name = name + suffix
    if let gradient { item.paint = gradient }
    if isGone { item.opacity = 0 }
    items.add(item)
  }

  // MARK: - Joined

  private func addJoined(
    _ shape: BandPlaces.Shape, _ curve: BandCurve, age: Double, to items: inout LookItems
  ) {
    let (length, first) = (context.length, values[0])
    var item: Item
    if layer.mark == .line {
      var points = line(curve, age)
      if shape.isClosed, layer.channels[.x] == nil { points += points.prefix(1) }
      item = .stroke(
        Path(first.show != 0 ? points : []), width: max(first.width, 0.01) * length, first.color)
    } else {
      let isPlain =
        first.show != 0 && first.opacity == 1 && first.color.alpha == 255 && gradient == nil
      item = .disjoint(Path(), first.color)
      if first.show == 0 {
        item.opacity = 0
      } else if layer.channels[.x] != nil {
        item.shape = .fill(slope(below: line(curve, age)), .nonzero)
      } else {
        let edge = line(curve, age)
        // What this one covers for certain of the one before need not be painted.
        if isPlain, shape.isClosed, !values.contains(where: { $0.from != 0 }) {
          items.cutLast(edge, named: name + shape.suffix, first.rotation)
        }
        item.shape = ring(to: edge, curve, shape, age)
      }
      if let gradient { item.paint = gradient }
    }
    item.opacity = first.show != 0 ? first.opacity : 0
    // A part of the circle has its place.
    item.rotation = context.arc.isWhole ? first.rotation : nil
    item.name = name + shape.suffix
    items.append(item)
  }

  /// The line through the elements, or the outer edge of their area, in points.
  private func line(_ curve: BandCurve, _ age: Double) -> [Point] {
    let length = context.length
    guard layer.channels[.x] == nil else {
      return context.cut(
        curve.points(values.map { Point(x: $0.x * length, y: $0.y * length) }))
    }
    let isFromRadius = layer.curve == .petal && layer.channels[.base] == nil
    return curve.points(
      values.map { $0.to * length },
      base: values.map { (isFromRadius ? $0.from : $0.base) * length },
      valleys: values.map(\.valley), age: age)
  }

  /// The area between an edge and the radii where it begins.
  private func ring(
    to edge: [Point], _ curve: BandCurve, _ shape: BandPlaces.Shape, _ age: Double
  ) -> Item.Shape {
    let (length, from) = (context.length, values.map { $0.from * context.length })
    var path = Path(edge)
    guard from.contains(where: { $0 > 0 }) else {
      if !shape.isClosed { path.line(to: .origin) }
      path.close()
      return .fill(path, .disjoint)
    }
    if layer.curve == .petal {
      if shape.isClosed { path.close() }
      // The other way round, since it is a hole.
      let end = shape.middles[shape.middles.count - 1] + places.step / 2
      path.arc(
        center: .origin, radius: from[0], start: shape.isClosed ? .zero : .clock(end),
        sweep: .degrees(-places.step * Double(shape.middles.count)))
      path.close()
      return .fill(path, .disjoint)
    }
    let inner = curve.points(
      from, base: from.map { _ in 0 }, valleys: values.map(\.valley), age: age)
    let isOutward = zip(values, from).allSatisfy { $0.to * length >= $1 }
    guard shape.isClosed else { return .fill(.polygon(edge + inner.reversed()), .evenOdd) }
    path.close()
    path.add(.polygon(inner.reversed()))
    return .fill(path, isOutward ? .disjoint : .evenOdd)
  }

  /// The area between a line and a height below it, within the disc that holds the picture.
  private func slope(below line: [Point]) -> Path {
    guard let first = line.first, let last = line.last, line.count > 1 else { return Path() }
    let base = values[0].base * context.length
    return .polygon(
      line + context.edge(from: last, to: base) + context.edge(from: first, to: base).reversed())
  }
}

extension LookContext {
  /// Half of the width of the disc that holds the picture, at a height.
  private func chord(_ y: Double) -> Double { max(disc * disc - y * y, 0).squareRoot() }

  /// The part of a line within the disc that holds the picture, with its points on the edge.
  func cut(_ line: [Point]) -> [Point] {
    func isInside(_ point: Point) -> Bool { abs(point.x) < chord(point.y) }
    let inside = line.filter(isInside)
    guard inside.count < line.count, let first = inside.first, let last = inside.last else {
      return inside
    }
    func end(_ point: Point) -> [Point] {
      [Point(x: point.x < 0 ? -chord(point.y) : chord(point.y), y: point.y)]
    }
    return (isInside(line[0]) ? [] : end(first)) + inside
      + (isInside(line[line.count - 1]) ? [] : end(last))
  }

  /// The points from the end of a line down to a height: straight, or along the edge of the disc.
  func edge(from end: Point, to height: Double) -> [Point] {
    let isOnEdge = abs(abs(end.x) - chord(end.y)) < 1e-9
    guard isOnEdge else { return [Point(x: end.x, y: height)] }
    let (pieces, bottom) = (12, min(height, disc))
    return (1...pieces).map { piece in
      let y = end.y + (bottom - end.y) * Double(piece) / Double(pieces)
      return Point(x: end.x < 0 ? -chord(y) : chord(y), y: y)
    }
  }
}

extension Path {
  /// Adds a disc as a polygon with its area, of as many corners as its radius needs; in points of a figure whose
  /// lengths have a factor, about a centre on the sheet.
  mutating func addSmallDisc(_ center: Point, _ radius: Double, _ length: Double) {
    var isFirst = true
    for corner in Path.polygons[min(Int(radius / 2), Path.polygons.count - 1)] {
      let place = Point(
        x: center.x + corner.x * radius * length, y: center.y + corner.y * radius * length)
      if isFirst { move(to: place) } else { line(to: place) }
      isFirst = false
    }
    close()
  }

  /// Polygons with the area of a disc of radius 1, for discs of less than 2 points, of 4, and so on.
  private static let polygons = [8, 12, 16, 20, 24, 32].map { count in
    let step = 2 * Double.pi / Double(count)
    let radius = (step / Angle.degrees(360 / Double(count)).direction.y).squareRoot()
    return (0..<count).map { corner in
      Angle.degrees(360 * Double(corner) / Double(count)).direction * radius
    }
  }
}
