// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Drawing
internal import Platform
internal import Signal

/// The figure of a look that is a file: its layers, each of which draws the elements of its domain.
struct LookFigure: RunningFigure {
  var track: RadialTrack
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

  /// A layer, or those that are painted together for each turn.
  private enum Layer {
    case single(SingleLayer)
    case turn([TurnLayer])
    case past(PastLayer)
  }

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
      coverRadius: file.coverRadius(settings), hits: file.hasHits ? .kept : .none,
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

  var fillsSheet: Bool { file.fills }

  var tickCount: Int { turns?.tickCount ?? 1 }

  var newestLayers: Set<String> {
    layers.reduce(into: []) { names, layer in
      if case .turn(let parts) = layer { names.formUnion(parts.flatMap(\.names)) }
    }
  }

  func firstTick(shownAfterTick index: Int) -> Int {
    let first = track.firstTick(of: tickCount, shownAfterTick: index)
    let reaches = layers.map { layer in
      if case .past(let past) = layer { past.memory } else { 0 }
    }
    return min(first, max(index - (reaches.max() ?? 0), 0))
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
