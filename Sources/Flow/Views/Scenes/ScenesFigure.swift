// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal

/// A figure that changes its colours, its size and its place from section to section of a song, and from shot to shot:
/// a film in scenes. All figures show the same ticks, so none of them begins again.
///
/// What a tick shows depends on the scenes and on the inner figure alone, so a part of a track has
/// the pictures of the whole.
public struct ScenesFigure<Inner: Figure>: Figure {
  /// The options of the inner figure's view.
  public typealias Options = Inner.Options
  /// The readings of the inner figure.
  public typealias Reading = Inner.Reading

  /// A figure before its first tick, the colour of its ground, and its heart.
  private struct Stage {
    let figure: Inner
    let ground: Color
    let heart: Heart
  }

  /// A stage of a scene, and how it is seen.
  private struct Part {
    let stage: Int
    let clip: Path?
    let hasGround: Bool
    let offset: Point
    let moment: Double?
    let hasTwin: Bool
  }

  /// The figures of a scene that is shown.
  private struct Shown {
    let scene: Int
    var figures: [Inner]

    /// Updates the figures that go on, in place: held by anything else, they would be copied whole.
    mutating func update(
      _ parts: [Part], _ update: (inout Inner) throws(SystemError) -> Void
    ) throws(SystemError) {
      for (index, part) in parts.enumerated() where part.moment == nil {
        try update(&figures[index])
      }
    }
  }

  private let scenes: [SongScene]
  private let tickCount: Int
  /// The figures of all scenes that differ, and which of them each scene has, the lowest first.
  private let stages: [Stage]
  private let parts: [[Part]]
  /// The change to each scene but the first.
  private let changes: [SceneChange]
  /// How the figure of each scene draws in before the next one.
  private let breaths: [Breath]
  private let endCard: EndCard?
  /// The title with which it begins, and the fullest turn behind it.
  private let opening: Opening?
  private let fullestTurn: Sketch?
  /// The scene that is shown.
  private var current: Shown
  /// The scene that replaces it, while both are shown.
  private var next: Shown?
  private var tick = 0

  /// The readings of the inner figure.
  public static func analysis(for options: Options, of request: AnalysisRequest) -> Analysis<
    Reading
  > {
    Inner.analysis(for: options, of: request)
  }

  /// Those of the inner figure.
  public static func traits(for options: Options) -> FigureTraits { Inner.traits(for: options) }

  /// A figure of a track in the scenes of the context.
  ///
  /// - Precondition: there are scenes.
  public init(
    options: Options, track: ReadingTrack<Reading>, context: ViewContext
  ) throws(FigureError) {
    (scenes, tickCount) = (context.scenes, track.count)
    let canvas = context.canvas(shortSideInPoints: 432)
    var stages: [Stage] = []
    var known: [SongScene.Stage: Int] = [:]
    var parts: [[Part]] = []
    for scene in scenes {
      var own: [Part] = []
      for (stage, part) in scene.stages(on: canvas) {
        let index = known[stage] ?? stages.count
        if index == stages.count {
          known[stage] = index
          let traits = Inner.traits(for: options.playing(setting: stage.setting))
          let staged = context.staged(stage, upTo: traits.largestMagnification)
          stages.append(
            Stage(
              figure: try Inner(options: options, track: track, context: staged),
              ground: staged.picture.background,
              heart: Heart(staged.composition.center, scale: staged.composition.scale)))
        }
        own.append(
          Part(
            stage: index, clip: part.clip, hasGround: part.hasGround, offset: part.offset,
            moment: part.moment, hasTwin: part.channel != nil))
      }
      parts.append(own)
    }
    (self.stages, self.parts) = (stages, parts)
    let rate = context.tickRate
    let beats = (context.structure?.beats ?? []).map {
      (tick: rate.event(atSecond: $0.time), isBar: $0.number == 1)
    }
    changes = zip(scenes, scenes.dropFirst()).map { SceneChange(from: $0, to: $1, beats, at: rate) }
    let bars = beats.filter(\.isBar).map(\.tick)
    breaths =
      zip(changes, scenes).map { change, scene in
        Breath(before: change, from: scene.firstTick, bars, at: rate)
      } + [Breath()]
    endCard = try EndCard(
      of: Inner.self, options, track, context, notBefore: changes.last?.ticks.upperBound ?? 0)
    opening = context.opening
    do { fullestTurn = opening == nil ? nil : try stages[0].figure.sketch(shownAfter: 0) } catch {
      throw .readings(error)
    }
    current = Shown(scene: 0, figures: parts[0].map { stages[$0.stage].figure })
  }

  /// The findings of the inner figure, and the end card.
  public var findings: Findings {
    var findings = stages[0].figure.findings
    findings.endCard = endCard.map { ($0.ticks.upperBound, $0.disc) }
    return findings
  }

  /// As the inner figure.
  public func firstTick(shownAfterTick index: Int) -> Int {
    // The end card shows nothing of what was before.
    if isCard(at: index) { return index }
    return stages[0].figure.firstTick(shownAfterTick: index)
  }

  /// Updates the figures of the scenes that are shown.
  public mutating func skip(to tick: Int) throws(SystemError) {
    try update(to: tick) { (figure) throws(SystemError) in try figure.skip(to: tick) }
  }

  /// Updates the figures of the scenes that are shown.
  public mutating func advance(to tick: Int) throws(SystemError) {
    try update(to: tick) { (figure) throws(SystemError) in try figure.advance(to: tick) }
  }

  private mutating func update(
    to tick: Int, _ update: (inout Inner) throws(SystemError) -> Void
  ) throws(SystemError) {
    self.tick = tick
    guard !isCard(at: tick) else { return }
    try setScenes(for: tick)
    try current.update(parts[current.scene], update)
    guard var coming = next.take() else { return }
    try coming.update(parts[coming.scene], update)
    next = coming
  }

  /// Whether the end card alone is shown at a tick.
  private func isCard(at tick: Int) -> Bool {
    endCard.map { tick >= $0.ticks.upperBound } ?? false
  }

  /// Chooses the scenes of a tick.
  private mutating func setScenes(for tick: Int) throws(SystemError) {
    let first = changes.firstIndex { tick < $0.ticks.upperBound } ?? changes.count
    if current.scene != first {
      if let next, next.scene == first {
        current = next
      } else {
        current = try shown(first, at: tick)
      }
    }
    let isChanging = first < changes.count && changes[first].ticks.contains(tick)
    if !isChanging {
      next = nil
    } else if next?.scene != first + 1 {
      next = try shown(first + 1, at: tick)
    }
  }

  /// The figures of a scene, which have seen the ticks before this one that they depend on.
  private func shown(_ scene: Int, at tick: Int) throws(SystemError) -> Shown {
    Shown(
      scene: scene,
      figures: try parts[scene].map { (part) throws(SystemError) in
        let figure = stages[part.stage].figure
        guard let moment = part.moment else { return try figure.fed(before: tick) }
        let end = min(Int(moment * Double(scenes[scene].firstTick)), tickCount - 1)
        var finished = try figure.fed(before: end)
        try finished.advance(to: end)
        return finished
      })
  }

  /// The scene, or two of them.
  public func draw(into scene: inout Scene) {
    if let endCard, tick >= endCard.ticks.lowerBound {
      return draw(endCard, into: &scene)
    }
    guard let next else { return draw(current, into: &scene) }
    draw(current, into: &scene)
    var upper = Scene(canvas: scene.canvas, background: scene.background)
    upper.moment = scene.moment
    draw(next, into: &upper)
    // What opens comes out of the heart of the old scene, which is that of its lowest figure.
    func heart(_ shown: Shown) -> Heart { stages[parts[shown.scene][0].stage].heart }
    scene.reveal(
      upper, by: changes[current.scene], atTick: tick, from: heart(current), to: heart(next))
  }

  /// The figures of all scenes, and the end card.
  public func drawAll(into scene: inout Scene) {
    for stage in stages { stage.figure.draw(into: &scene) }
    scene.items += endCard?.items ?? []
  }

  /// Draws the figures of a scene, the lowest first, with the words of the lowest one over all of them.
  private func draw(_ shown: Shown, into scene: inout Scene) {
    if let opening, scenes[shown.scene].isTitle { return draw(opening, shown, into: &scene) }
    var words: [Item] = []
    for (index, figure) in shown.figures.enumerated() {
      let part = parts[shown.scene][index]
      let stage = stages[part.stage]
      // Each draws into an empty scene.
      var own = Scene(canvas: scene.canvas, background: scene.background)
      own.moment = scene.moment
      figure.draw(into: &own)
      if index == 0 { scene.title = own.title }
      if shown.figures.count > 1 {
        // Those of the lowest one, or of the half in which their middle is.
        let half = part.clip.flatMap { Composition.Area(around: $0.points) }
        if index == 0 || half?.contains(Composition.Area(around: words.flatMap(\.places))) == true {
          words = own.items.filter(\.isWord)
        }
        own.items.removeAll(where: \.isWord)
      }
      if !figure.fillsSheet, let scale = breaths[shown.scene].scale(atTick: tick) {
        own.items = own.items.map {
          $0.isScaled ? $0.scaled(by: scale, about: stage.heart.center) : $0
        }
      }
      if part.offset != .origin {
        for index in own.items.indices where own.items[index].isScaled {
          own.items[index].origin.x += part.offset.x
          own.items[index].origin.y += part.offset.y
        }
      }
      // A ring of a hit spreads: it does not stand still, and not over a twin.
      if part.moment != nil || part.hasTwin {
        own.items.removeAll { $0.name == RadialTrack.nameOfRipples }
      }
      // A figure of a crowd makes room for the words.
      let center = stage.heart.center
      let place = Point(x: center.x + part.offset.x, y: center.y + part.offset.y)
      if part.moment != nil, let area = Composition.Area(around: words.flatMap(\.places)),
        area.distance(to: place) < 0.7 * stage.heart.reach
      {
        own.items = []
      }
      if part.hasGround { own.items.insert(.ground(stage.ground, scene.canvas), at: 0) }
      if let clip = part.clip {
        for index in own.items.indices { own.items[index].clip = clip }
      }
      scene.items += own.items
    }
    scene.items += words
  }

  /// The title, through which the figure is seen as it is, over its fullest turn.
  private func draw(_ opening: Opening, _ shown: Shown, into scene: inout Scene) {
    var own = Scene(canvas: scene.canvas, background: scene.background)
    shown.figures[0].draw(into: &own)
    scene.title = own.title
    var items = [Item.ground(stages[parts[shown.scene][0].stage].ground, scene.canvas)]
    if let fullestTurn {
      var whole = Scene(canvas: scene.canvas, background: scene.background)
      fullestTurn.figure.draw(into: &whole)
      items += whole.items.filter { fullestTurn.layers.contains($0.name) }
    }
    items += own.items.filter { !$0.isWord && $0.name != Item.nameOfMargin }
    scene.items.append(.ground(opening.ground, scene.canvas))
    scene.items += [opening.outline].compactMap(\.self)
    scene.items += items.map { item in
      var item = item
      (item.name, item.data, item.grows, item.clip) = ("opening", [], false, opening.window)
      item.paint = opening.standing(item.paint)
      return item
    }
  }

  /// The card, or as much of it as has come over the last scene, whose words it would cut.
  private func draw(_ card: EndCard, into scene: inout Scene) {
    if card.ticks.contains(tick) {
      draw(current, into: &scene)
      scene.items.removeAll(where: \.isWord)
    }
    scene.items += card.items(atTick: tick)
  }
}

extension Composition {
  /// The largest radius of a figure that is a disc, in points, before it is scaled.
  static let figureReach = 216.0
}
