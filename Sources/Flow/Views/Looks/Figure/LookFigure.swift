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
  private var turns: Turns?
  private var layers: [Layer] = []
  /// Where the figures of twins are, and how many of the layers are those of the left one.
  private let twins: LookTwins?
  private var leftCount = 0
  private var camera: LookCamera?
  /// The readings of the newest tick.
  private var moment = LookMoment.silent
  private let levels: ReadingTrack<BandLevels>
  /// What moments have beside the levels.
  private var readings: LookReadings
  private let view: ViewContext

  /// A layer, or those that are painted together for each turn or row.
  ///
  /// What changes is taken out first: what stands in two places is copied, with all its paths.
  private enum Layer {
    case single(SingleLayer)
    case turn([TurnLayer])
    case rows(RowsLayer)

    private static let nothing = Layer.turn([])

    /// Shows the newest tick.
    mutating func advance(_ moment: LookMoment, _ turns: Turns?) {
      switch self {
      case .single(var single):
        self = .nothing
        single.advance(moment, turns)
        self = .single(single)
      case .turn(var parts):
        guard let turns else { return }
        self = .nothing
        for part in parts.indices { parts[part].advance(turns, LookNow(moment)) }
        self = .turn(parts)
      case .rows: break
      }
    }

    /// Sees a tick that is not shown.
    mutating func skip() {
      guard case .turn(var parts) = self else { return }
      self = .nothing
      for part in parts.indices { parts[part].skip() }
      self = .turn(parts)
    }

    /// Lets rows see a tick, or what was before the first one.
    mutating func changeRows(_ change: (inout RowsLayer) -> Void) {
      guard case .rows(var rows) = self else { return }
      self = .nothing
      change(&rows)
      self = .rows(rows)
    }
  }

  static func traits(for options: RadialOptions) -> FigureTraits {
    let files = options.files
    return FigureTraits(
      options.groupsOfBands.name, drawsLive: !files.contains(where: \.needsSong),
      followsBars: files.contains(where: \.followsBars),
      largestMagnification: files.contains(where: \.movesAllOver)
        ? 1 : SongScene.largestMagnification,
      shots: files.contains(where: \.fills)
        ? []
        : files.contains { $0.has(.bands) }
          ? [.wide]
          : files.contains(where: \.movesAllOver)
            ? Shot.calm : Shot.allCases.filter { $0 != .crowd || options.hasShortTurns })
  }

  static func analysis(
    for options: RadialOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> { options.groupsOfBands.analysis(request) }

  init(
    options: RadialOptions, track levels: ReadingTrack<BandLevels>, context view: ViewContext
  ) throws(FigureError) {
    let groups = options.groupsOfBands
    let options = options.playing(setting: view.setting)
    guard let file = options.look.file else { preconditionFailure("a look of a file") }
    (self.file, self.levels, self.view) = (file, levels, view)
    let layout = options.layout ?? options.layouts[0]
    var settings = LookSettings(
      file, layout, options.set, view, loopCount: levels.loopCount)
    if let excess = file.excess(settings) {
      throw .usage(.contradiction("--look \(file.name): \(excess)", of: ["look"]))
    }
    // What is sketched, and the words, have the colours that the user has set.
    let chosen = options.chosenColor
    let isOverlay = settings.run[.overlay] == 1 && view.palette == nil
    let twins = layout == .twin ? LookTwins(view) : nil
    self.twins = twins
    let share = twins.map { $0.scale / view.composition.scale } ?? 1
    let track = try RadialTrack(
      options, levels.beginnings(StereoLevels.self), view,
      chosen == nil ? settings.colors.palette : nil,
      ink: chosen ?? (isOverlay ? Color(rgb: 0xFFFFFF) : nil),
      coverRadius: file.coverRadius(settings) * share, coverCenters: twins?.centers ?? [.origin],
      findsHits: file.hasHits, fillsSheet: file.fills)
    self.track = track
    let context = LookContext(
      settings: settings, layout: twins == nil ? layout : .whole, arc: FigureArc(options),
      length: track.length * share,
      rate: view.tickRate, loopCount: levels.loopCount,
      disc: file.fills
        ? view.canvas(shortSideInPoints: 432).reach(from: view.composition.center) + 1 : .infinity)
    self.context = context
    settings.places = file.places(settings)
    let readings = try LookReadings(
      file, levels, groups, falls: file.falls(settings), settings, view)
    self.readings = readings
    let passes = file.groups.map {
      $0.domain.kind == .turn
        ? Int(file.constant(.older, $0.domain.constants[.older], settings)) + 1 : 0
    }
    let most = passes.max() ?? 0
    let needsTurn = most > 0 || file.groups.contains { $0.domain.kind == .head }
    let turns = needsTurn ? track.turns(passCount: max(most, 1)) : nil
    self.turns = turns
    for channel: LookChannel in twins == nil ? [.mean] : [.left, .right] {
      leftCount = layers.count
      var own = context
      own.mean = channel
      for (group, passCount) in zip(file.groups, passes) {
        add(group, passCount, turns?.cellCount ?? 1, settings, own)
      }
    }
    // Before the first tick there is silence.
    for index in layers.indices {
      layers[index].changeRows { $0.begin(moment, readings, track.hits) }
      layers[index].advance(moment, turns)
      layers[index].skip()
    }
    camera = LookCamera(file, settings)
  }

  /// Adds the layers of a group, with all their copies.
  private mutating func add(
    _ group: LookGroup, _ passCount: Int, _ cellCount: Int, _ settings: LookSettings,
    _ context: LookContext
  ) {
    let (domain, length, file, readings) = (group.domain, context.length, file, readings)
    var turnLayers: [TurnLayer] = []
    var rows: [RowsPart] = []
    var made: [Layer] = []
    let layout = twins == nil ? context.layout : .twin
    file.eachCopy(of: group, in: layout, settings) { layer, settings, name in
      switch domain.kind {
      case .once, .head:
        made.append(
          .single(
            SingleLayer(
              layer, LookCode(layer, of: file, settings), domain.kind, context,
              cells: cellCount, name: name,
              gradient: file.paint(layer.gradient, settings, length: length))))
      case .bands, .count, .past:
        rows.append(
          RowsPart(layer, domain, file, settings, readings, context, name: name))
        guard group.layers.count == 1 else { return }
        // Each copy has the numbers of its own domain.
        made.append(.rows(RowsLayer(rows, domain, file, settings, context)))
        rows = []
      case .track: break
      case .turn:
        let columns = Int(file.constant(.columns, of: domain, settings))
        let places = TurnPlaces(
          layer.side, columns: columns, cells: cellCount, context)
        guard !places.shapes.isEmpty else { return }
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
    layers += made
    if !turnLayers.isEmpty { layers.append(.turn(turnLayers)) }
    if !rows.isEmpty { layers.append(.rows(RowsLayer(rows, domain, file, settings, context))) }
  }

  /// The name of a turn's layer, without a number for the newest turn.
  static func name(_ name: String, pass: Int) -> String { pass == 0 ? name : "\(name)-\(pass)" }

  var fillsSheet: Bool { file.fills }

  var findings: Findings { track.findings }

  /// The names of the layers of the newest turn, which can be sketched.
  private var newestLayers: Set<String> {
    layers.reduce(into: []) { names, layer in
      if case .turn(let parts) = layer { names.formUnion(parts.flatMap(\.names)) }
    }
  }

  func firstTick(shownAfterTick index: Int) -> Int {
    // What has come to its end stays.
    let last = min(index, (track.end ?? .max) - 1)
    let first = min(
      track.firstTick(of: turns?.tickCount ?? 1, shownAfterTick: index),
      file.groups.contains { $0.domain.kind == .bands } ? last : index)
    let reaches = layers.map { layer in
      if case .rows(let rows) = layer { rows.memory } else { 0 }
    }
    return max(first - (reaches.max() ?? 0) - readings.memory, 0)
  }

  /// The fullest turn of the track, cell by cell until the figure has drawn over it.
  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    guard !newestLayers.isEmpty, let lastTick = track.lastTickOfSketch, ticks <= lastTick else {
      return nil
    }
    var figure = self
    figure.track.isSketch = true
    for tick in 0..<track.ticksInTurn - 1 { try figure.skip(to: tick) }
    try figure.advance(to: track.ticksInTurn - 1)
    return Sketch(
      figure, layers: newestLayers, lastTick: lastTick, firstTick: track.ticksInTurn,
      tone: track.sketchTone)
  }

  mutating func skip(to tick: Int) throws(SystemError) {
    try feed(tick)
    feedRows(tick)
    for index in layers.indices { layers[index].skip() }
  }

  private mutating func feedRows(_ tick: Int) {
    let isOver = tick >= track.end ?? .max
    for index in layers.indices {
      layers[index].changeRows { $0.feed(tick, moment, readings, track.hits, isOver: isOver) }
    }
  }

  /// Reads the next tick, and keeps it in the turn.
  private mutating func feed(_ tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    if let newest = track.newest { moment.levels = track.scale.loudness(of: newest) }
    (moment.heart, moment.bass) = (track.heart, track.bass)
    moment.time = view.time(afterTick: tick % (levels.loopCount ?? .max) - 1, of: levels.clock)
    if let only = view.channel { moment.levels = moment.levels.both(only) }
    try readings.advance(to: tick, at: track.place(ofTick: tick), &moment)
    guard turns != nil else { return }
    var kept = moment
    if let loudness { kept.levels = view.channel.map(loudness.both) ?? loudness }
    turns?.advance(to: tick, loudness == nil ? nil : kept)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    try feed(tick)
    feedRows(tick)
    for index in layers.indices { layers[index].advance(moment, turns) }
    camera?.advance(moment)
  }

  func draw(into scene: inout Scene) {
    add(layers[..<leftCount], to: &scene)
    let left = scene.items.indices
    if twins != nil { for index in left { scene.items[index] = scene.items[index].mirrored } }
    add(layers[leftCount...], to: &scene)
    let all = scene.items.indices
    let title = file.summary.isEmpty ? file.name : file.summary
    scene.title = title.prefix(1).uppercased() + title.dropFirst()
    track.complete(&scene)
    for (center, items) in zip(twins?.centers ?? [], [left, left.upperBound..<all.upperBound]) {
      for index in items {
        scene.items[index].origin.x += center.x
        scene.items[index].origin.y += center.y
      }
    }
    camera?.move(&scene, about: view.composition.center, length: context.length)
  }

  /// Adds what layers show.
  private func add(_ layers: ArraySlice<Layer>, to scene: inout Scene) {
    for layer in layers {
      switch layer {
      case .single(let single):
        for (channel, item) in zip(single.channels, single.items) {
          var item = item
          // What stands at the newest tick has its levels for readers of an SVG, seen or not.
          if single.isHead, let side = channel.side { item.data = track.data(of: side) }
          scene.items.append(item)
        }
      case .rows(let rows): scene.items += rows.items
      case .turn(let parts):
        let most = parts.map(\.passCount).max() ?? 0
        for pass in (0..<most).reversed() {
          for part in parts { scene.items += part.items(ofPass: pass) }
        }
      }
    }
  }
}
