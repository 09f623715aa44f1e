// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing
internal import Platform
internal import Signal

/// The figure of a look that is a file: its layers, each of which draws the elements of its domain.
struct LookFigure: Figure {
  private var track: RadialTrack
  private let file: LookFile
  private let context: LookContext
  /// The ticks of the newest turns, if a layer shows them.
  private var turns: Turns<LookMoment>?
  private var layers: [Layer] = []
  private var camera: LookCode?
  private var cameraValues: [LookFile.Camera: Double] = [:]
  /// The readings of the newest tick.
  private var moment = LookMoment.silent
  private let readings: ReadingTrack<StereoLevels>
  private let view: ViewContext

  /// What all layers have in common.
  struct LookContext {
    let settings: LookSettings
    let layout: FigureLayout
    let arc: FigureArc
    /// A factor of lengths.
    let length: Double
    let rate: Rate
    let loopCount: Int?
  }

  /// Layers that are painted together for each row of their domain.
  private enum Layer {
    case single(SingleLayer)
    case turn([TurnLayer])
    case past(PastLayer)
  }

  static let drawsLive = true

  init(
    options: RadialOptions, track readings: ReadingTrack<StereoLevels>, context view: ViewContext
  ) throws(FigureError) {
    guard let file = options.look.file else { preconditionFailure("a look of a file") }
    (self.file, self.readings, self.view) = (file, readings, view)
    let settings = LookSettings(options, file, view)
    if let excess = file.excess(settings) {
      throw .usage(.contradiction("--look \(file.name): \(excess)", of: ["look"]))
    }
    // What is sketched, and the words, have the colours that the user has set.
    let chosen = options.chosenColor
    let isOverlay = settings.run[.overlay] == 1
    let track = try RadialTrack(
      options, readings, view, chosen == nil ? settings.colors.palette : nil,
      ink: chosen ?? (isOverlay ? Color(rgb: 0xFFFFFF) : nil),
      coverRadius: file.constant(file.cover, settings), hits: file.hasHits ? .kept : .none,
      fillsSheet: file.fills)
    self.track = track
    let layout = options.layout ?? options.layouts[0]
    let context = LookContext(
      settings: settings, layout: layout, arc: FigureArc(options), length: track.length,
      rate: view.tickRate, loopCount: readings.loopCount)
    self.context = context
    let passes = file.groups.map {
      $0.domain.kind == .turn
        ? Int(file.constant(.older, $0.domain.constants[.older], settings)) + 1 : 0
    }
    let most = passes.max() ?? 0
    let needsTurn = most > 0 || file.groups.contains { $0.domain.kind == .head }
    let turns = needsTurn ? track.turns(of: LookMoment.silent, passCount: max(most, 1)) : nil
    self.turns = turns
    for (group, passCount) in zip(file.groups, passes) {
      add(group, passCount, turns?.cellCount ?? 1)
    }
    // Before the first tick there is silence.
    for index in layers.indices {
      if case .past(var past) = layers[index] {
        past.follow(track.hits, 0, moment)
        layers[index] = .past(past)
      }
      advance(&layers[index])
    }
    if !file.camera.isEmpty {
      var layer = LookLayer(name: "", mark: .dot, side: .mean)
      let keys: [LookFile.Camera: LookKey] = [.scale: .size, .turn: .angle, .x: .x, .y: .y]
      for (part, key) in keys {
        layer.channels[key] = file.camera[part] ?? .number(part == .scale ? 1 : 0)
      }
      camera = LookCode(layer, of: file, settings)
    }
  }

  /// Adds the layers of a group, with all their copies.
  private mutating func add(_ group: LookGroup, _ passCount: Int, _ cellCount: Int) {
    let (settings, length) = (context.settings, context.length)
    var turnLayers: [TurnLayer] = []
    for layer in group.layers where layer.only?.contains(context.layout) ?? true {
      let times = Int(file.constant(.times, layer.times, settings))
      for copy in 0..<times {
        var settings = settings
        settings.run[.k] = Double(copy)
        let name = times == 1 ? layer.name : "\(layer.name)-\(copy + 1)"
        switch group.domain.kind {
        case .once, .head:
          layers.append(
            .single(
              SingleLayer(
                layer, LookCode(layer, of: file, settings), group.domain.kind, context,
                cells: cellCount, name: name)))
        case .past:
          layers.append(
            .past(
              PastLayer(
                layer, LookCode(layer, of: file, settings), group.domain, file, context, name: name)
            ))
        case .turn:
          let columns = Int(
            file.constant(.columns, group.domain.constants[.columns], settings))
          let places = TurnPlaces(
            layer.side, columns: columns, cells: cellCount, context.layout, context.arc)
          guard !places.shapes.isEmpty else { continue }
          let codes = (0..<passCount).map { pass in
            var own = settings
            own.run[.older] = Double(pass)
            return LookCode(layer, of: file, own)
          }
          let gradients = layer.gradient.map {
            file.paints($0, passes: passCount, settings, length: length)
          }
          turnLayers.append(
            TurnLayer(
              layer, codes, places, name: name,
              gradients: gradients ?? [], breaksAtStart: context.loopCount != nil,
              length: length))
        }
      }
    }
    if !turnLayers.isEmpty { layers.append(.turn(turnLayers)) }
  }

  /// The name of a turn's layer, without a number for the newest turn.
  static func name(_ name: String, pass: Int) -> String { pass == 0 ? name : "\(name)-\(pass)" }

  var findings: Findings { track.findings }
  var fillsSheet: Bool { file.fills }

  func firstTick(shownAfterTick index: Int) -> Int {
    let first = track.firstTick(of: turns?.tickCount ?? 1, shownAfterTick: index)
    let reaches = layers.map { layer in
      if case .past(let past) = layer { past.memory } else { 0 }
    }
    return min(first, max(index - (reaches.max() ?? 0), 0))
  }

  /// The fullest turn of the track, cell by cell until the figure has drawn over it.
  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    var names: Set<String> = []
    for case .turn(let layers) in layers { names.formUnion(layers.flatMap(\.names)) }
    guard !names.isEmpty, let lastTick = track.lastTickOfSketch, ticks <= lastTick else {
      return nil
    }
    var figure = self
    figure.track.isSketch = true
    for tick in 0..<track.ticksInTurn - 1 { try figure.skip(to: tick) }
    try figure.advance(to: track.ticksInTurn - 1)
    return Sketch(
      figure, layers: names, lastTick: lastTick, firstTick: track.ticksInTurn,
      tone: track.sketchTone)
  }

  mutating func skip(to tick: Int) throws(SystemError) {
    try feed(tick)
    for index in layers.indices {
      switch layers[index] {
      case .single: break
      case .turn(var parts):
        for part in parts.indices { parts[part].skip() }
        layers[index] = .turn(parts)
      case .past(var past):
        past.feed(tick, moment, track.hits)
        layers[index] = .past(past)
      }
    }
  }

  /// Reads the next tick, and keeps it in the turn.
  private mutating func feed(_ tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    if let newest = track.newest { moment.levels = track.scale.loudness(of: newest) }
    (moment.heart, moment.bass) = (track.heart, track.bass)
    moment.time = view.time(afterTick: tick % (readings.loopCount ?? .max), of: readings.clock)
    guard turns != nil else { return }
    var kept = moment
    if let loudness { kept.levels = loudness }
    turns?.advance(to: tick, loudness == nil ? nil : kept)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    try feed(tick)
    for index in layers.indices {
      if case .past(var past) = layers[index] {
        past.feed(tick, moment, track.hits)
        layers[index] = .past(past)
      }
      advance(&layers[index])
    }
    if let values = camera?.values(joining: [LookElement(moment, .mean)], .mean) {
      cameraValues = [
        .scale: min(max(values.size, 0.1), 10), .turn: values.angle, .x: values.x, .y: values.y,
      ]
    }
  }

  /// Draws the layers at the newest tick.
  private func advance(_ layer: inout Layer) {
    switch layer {
    case .single(var single):
      single.advance(moment, turns)
      layer = .single(single)
    case .turn(var parts):
      // Nothing else may hold the paths, which would be copied.
      layer = .turn([])
      guard let turns else { break }
      for part in parts.indices { parts[part].advance(turns) }
      layer = .turn(parts)
    case .past: break
    }
  }

  func draw(into scene: inout Scene) {
    for layer in layers {
      switch layer {
      case .single(let single):
        for (channel, item) in zip(single.channels, single.items) {
          var item = item
          // What stands at the newest tick has its levels for readers of an SVG, seen or not.
          if single.isHead, let side = channel.side { item.data = track.data(of: side) }
          scene.items.append(item)
        }
      case .past(let past): scene.items += past.items
      case .turn(let parts):
        let most = parts.map(\.passCount).max() ?? 0
        for pass in (0..<most).reversed() {
          for part in parts { scene.items += part.items(ofPass: pass) }
        }
      }
    }
    let title = file.summary.isEmpty ? file.name : file.summary
    track.complete(&scene, title: title.prefix(1).uppercased() + title.dropFirst())
    moveByCamera(&scene)
  }

  /// Turns, scales and moves the figure as a whole; words, cover and logo stay.
  private func moveByCamera(_ scene: inout Scene) {
    guard let scale = cameraValues[.scale], let turn = cameraValues[.turn],
      let x = cameraValues[.x], let y = cameraValues[.y]
    else { return }
    let center = view.composition.center
    for index in scene.items.indices where scene.items[index].isScaled {
      if scene.items[index].name == "cover" || scene.items[index].name == "logo" { continue }
      var item = scene.items[index]
      if scale != 1 { item = item.scaled(by: scale, about: center) }
      if turn != 0 { item.rotation = .degrees((item.rotation?.degrees ?? 0) + turn) }
      item.origin = Point(
        x: item.origin.x + x * context.length, y: item.origin.y + y * context.length)
      scene.items[index] = item
    }
  }
}

extension LookFile {
  /// Whether a layer depends on the turn.
  var hasTurns: Bool { groups.contains { [.turn, .head].contains($0.domain.kind) } }

  /// Whether a layer shows hits.
  var hasHits: Bool { groups.contains { $0.domain.event == .hit } }
}

extension LookSettings {
  /// What is known of a run: the parameters that are set, and the names of the run.
  init(_ options: RadialOptions, _ file: LookFile, _ view: ViewContext) {
    let palette = view.palette ?? file.palette
    let ground = view.picture.background
    let canvas = view.canvas(shortSideInPoints: 432)
    let (center, length) = (view.composition.center, view.composition.scale)
    let layout = options.layout ?? options.layouts[0]
    let lengths = [
      LookName.sheet: canvas.reach(from: center), .across: canvas.widthInPoints / 2,
      .below: canvas.heightInPoints / 2,
    ].mapValues { $0 / length }
    func number(_ isSo: Bool) -> Double { isSo ? 1 : 0 }
    self.init(
      parameters: [:],
      run: lengths.merging([

        .mirror: number(layout == .mirror),
        .own: number(palette == file.palette), .dark: number(ground.isDark),
        .overlay: number(view.palette == nil && ground.alpha < 255),
        .scene: Double(view.setting), .cover: 0, .logo: number(view.image != nil),
      ]) { $1 }, colors: LookColors(palette: palette, ground: ground))
    let set = options.set
    for parameter in file.parameters {
      switch set[parameter.name] ?? parameter.usual {
      case .number(let number): parameters[parameter.name] = [number]
      case .colors(let texts):
        parameters[parameter.name] = texts.map { text in
          if let color = Color(parsing: text) { return color.packed }
          let formula = try? LookParser.expression(text, .color, with: LookVocabulary())
          return formula.map { file.constant($0, self) } ?? 0
        }
      }
    }
    if view.cover != nil { run[.cover] = file.constant(file.cover, self) }
  }
}

/// A layer of one element, or of one for each channel, at the newest tick.
struct SingleLayer: Sendable {
  private let layer: LookLayer
  private var code: LookCode
  private let kind: LookDomain.Kind
  private let context: LookFigure.LookContext
  private let places: TurnPlaces
  private let name: String
  /// The channels of the items.
  let channels: [LookChannel]
  /// Whether it is at the newest place of the turn.
  var isHead: Bool { kind == .head }
  private(set) var items: [Item] = []
  private var elements: [LookElement] = []

  init(
    _ layer: LookLayer, _ code: LookCode, _ kind: LookDomain.Kind,
    _ context: LookFigure.LookContext, cells: Int, name: String
  ) {
    (self.layer, self.code, self.kind, self.context) = (layer, code, kind, context)
    self.name = name
    // One element has no place in the turn.
    let cells = kind == .head ? cells : 1
    places = TurnPlaces(layer.side, columns: cells, cells: cells, context.layout, context.arc)
    channels = code.isHidden && kind != .head ? [] : layer.channels(in: kind, context.layout)
  }

  /// Updates to the newest tick.
  mutating func advance(_ moment: LookMoment, _ turns: Turns<LookMoment>?) {
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

  private func item(_ values: LookValues, _ direction: Point, _ channel: LookChannel) -> Item {
    var item = layer.item(values, direction, context)
    item.name = name + (layer.side == .each ? channel.suffix : "")
    return item
  }
}

extension LookLayer {
  /// The channels that it draws one by one where elements are not joined.
  func channels(in kind: LookDomain.Kind, _ layout: FigureLayout) -> [LookChannel] {
    switch side {
    case .left: [.left]
    case .right: [.right]
    case .each: [.left, .right]
    case .mean: [.mean]
    case .louder: kind == .head && layout != .whole ? [.left, .right] : [.mean]
    case .softer: []
    }
  }

  /// A disc or a ring.
  func item(
    _ values: LookValues, _ direction: Point, _ context: LookFigure.LookContext
  ) -> Item {
    let length = context.length
    var item: Item
    if mark == .dot {
      let isShown = values.show != 0 && values.size > 0
      item = .fill(
        isShown
          ? .circle(center: center(values, direction, length), radius: values.size * length)
          : Path(), values.color)
    } else {
      item = .disjoint(
        values.show != 0 ? ring(values, context) : Path(), values.color)
    }
    item.opacity = values.opacity
    item.rotation = values.rotation
    return item
  }

  /// A ring, or an arc of one; on a part of the circle as far as the figure goes.
  private func ring(_ values: LookValues, _ context: LookFigure.LookContext) -> Path {
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

/// A layer whose elements began at ticks that are not long ago.
struct PastLayer: Sendable {
  /// An element that is alive.
  private struct Birth {
    let tick: Int
    let moment: LookMoment
    let number, strength: Double
  }

  private let layer: LookLayer
  private var code: LookCode
  private let domain: LookDomain
  private let context: LookFigure.LookContext
  private let name: String
  private let channels: [LookChannel]
  /// The ticks of a life, how many of those an element is shown, and the ticks between two of them.
  private let life, shown, spacing: Int
  private let most: Int
  private var births: [Birth] = []
  /// The readings of the last ticks, the newest first.
  private var moments: [LookMoment] = []
  private var tick = 0

  init(
    _ layer: LookLayer, _ code: LookCode, _ domain: LookDomain, _ file: LookFile,
    _ context: LookFigure.LookContext, name: String
  ) {
    (self.layer, self.code, self.domain, self.context) = (layer, code, domain, context)
    // What spreads from hits ends at the edge of a wipe.
    self.name = domain.event == .hit ? RadialTrack.nameOfRipples : name
    channels = layer.channels(in: .past, context.layout)
    func constant(_ key: LookKey) -> Double {
      file.constant(key, domain.constants[key], context.settings)
    }
    // Rings of hits are known for as long as they live by themselves.
    let seconds = domain.event == nil ? constant(.for) : min(constant(.for), Ripples.seconds)
    life = max(context.rate.count(seconds: seconds), 1)
    shown = Int(Double(life) * constant(.until))
    spacing = max(context.rate.count(seconds: constant(.every)), 1)
    most = Int(constant(.last))
  }

  /// The ticks that what is shown depends on.
  var memory: Int { shown + 1 }

  /// Updates to the next tick.
  mutating func feed(_ tick: Int, _ moment: LookMoment, _ hits: [Ripples.Hit]?) {
    self.tick = tick
    follow(hits, tick, moment)
    guard domain.event == nil else { return }
    // In a loop all rounds have the same elements.
    let place = context.loopCount.map { tick % $0 } ?? tick
    if place.isMultiple(of: spacing) {
      births.insert(
        Birth(tick: tick, moment: moment, number: Double(place / spacing), strength: 1), at: 0)
    }
    while let last = births.last, tick - last.tick >= shown { births.removeLast() }
    if births.count > most { births.removeLast(births.count - most) }
  }

  /// Updates to the hits of a tick, if it shows hits, and if any are looked for.
  mutating func follow(_ hits: [Ripples.Hit]?, _ tick: Int, _ moment: LookMoment) {
    guard domain.event == .hit, let hits else { return }
    // A hit is known two ticks later.
    moments = [moment] + moments.prefix(Ripples.after)
    births = hits.map { hit in
      let birth = tick - hit.age
      let known = births.first { $0.tick == birth && $0.strength == hit.strength }?.moment
      let place = context.loopCount.map { (birth + $0) % $0 } ?? birth
      return Birth(
        tick: birth, moment: known ?? moments[min(hit.age, moments.count - 1)],
        number: Double(place), strength: hit.strength)
    }
    // Always as many, so that the items of a scene stay; those that are gone are not seen.
    while births.count < Ripples.most {
      births.append(
        Birth(tick: tick - shown, moment: .silent, number: 0, strength: Ripples.least))
    }
    if births.count > most { births.removeLast(births.count - most) }
  }

  /// The items, in the order of the domain.
  var items: [Item] {
    var code = code
    var elements: [LookElement] = []
    for birth in births {
      for channel in channels {
        var element = LookElement(birth.moment, channel)
        element.age = Double(tick - birth.tick) / Double(life)
        (element.number, element.strength) = (birth.number, birth.strength)
        elements.append(element)
      }
    }
    var items: [Item] = []
    items.reserveCapacity(elements.count)
    for first in stride(from: 0, to: elements.count, by: Lanes.scalarCount) {
      let count = min(elements.count - first, Lanes.scalarCount)
      code.evaluate(elements, from: first)
      for lane in 0..<count {
        let values = code.values(ofLane: lane)
        var item = layer.item(values, Angle.clock(values.angle).direction, context)
        if elements[first + lane].age >= Double(shown) / Double(life) { item.opacity = 0 }
        item.name = name
        items.append(item)
      }
    }
    if domain.first == .oldest { items.reverse() }
    return domain.event == nil ? PastLayer.joined(items) : items
  }

  /// The items, of which neighbours that look alike are one: what is opaque may overlap.
  private static func joined(_ items: [Item]) -> [Item] {
    var joined: [Item] = []
    for item in items {
      guard case .fill(let path, let rule) = item.shape, let last = joined.indices.last,
        case .fill(var all, _) = joined[last].shape, joined[last].paint == item.paint,
        joined[last].rotation == item.rotation, item.opacity == 1, joined[last].opacity == 1
      else {
        joined.append(item)
        continue
      }
      joined[last].shape = .fill(Path(), .nonzero)
      all.add(path)
      joined[last].shape = .fill(all, rule)
    }
    return joined
  }
}
