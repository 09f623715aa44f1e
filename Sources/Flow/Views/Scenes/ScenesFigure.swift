// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform

/// A figure that changes its colours and its size from section to section of a song: a film in
/// scenes. A new scene opens out of the heart of the old one, or the old one closes into it; both
/// show the same ticks, so the figure does not begin again.
///
/// What a tick shows depends on the scenes and on the inner figure alone, so a part of a track has
/// the pictures of the whole.
public struct ScenesFigure<Inner: Figure>: Figure {
  /// The options of the inner figure's view.
  public typealias Options = Inner.Options
  /// The readings of the inner figure.
  public typealias Reading = Inner.Reading

  /// The figure of a scene, before its first tick, and the colour of its ground.
  private struct Stage {
    let figure: Inner
    let ground: Color
    let scale: Double
  }

  private let scenes: [SongScene]
  /// The figures of all scenes that differ, and which of them each scene has.
  private let stages: [Stage]
  private let stageOfScene: [Int]
  /// The change to each scene but the first.
  private let wipes: [Wipe]
  /// How the figure of each scene draws in before the next one.
  private let breaths: [Breath]
  private let endCard: EndCard?
  private let composition: Composition
  /// The scene that is shown, and its figure.
  private var current: (scene: Int, figure: Inner)
  /// The scene that replaces it, while both are shown.
  private var next: (scene: Int, figure: Inner)?
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
    scenes = context.scenes
    var stages: [Stage] = []
    var kinds: [SongScene.Kind] = []
    for scene in scenes where !kinds.contains(scene.kind) {
      let traits = Inner.traits(for: options.playing(setting: scene.setting))
      let own = context.staged(scene, upTo: traits.largestMagnification)
      kinds.append(scene.kind)
      stages.append(
        Stage(
          figure: try Inner(options: options, track: track, context: own),
          ground: own.picture.background, scale: own.composition.scale))
    }
    self.stages = stages
    stageOfScene = scenes.map { scene in kinds.firstIndex(of: scene.kind) ?? 0 }
    wipes = zip(scenes, scenes.dropFirst()).map { Wipe(from: $0, to: $1, at: context.tickRate) }
    let bars = (context.structure?.downbeats ?? []).map { context.tickRate.event(atSecond: $0) }
    let sketched: Int
    do { sketched = try stages[0].figure.sketch(shownAfter: 0)?.lastTick ?? 0 } catch {
      throw .readings(error)
    }
    breaths =
      zip(wipes, scenes).map { wipe, scene in
        Breath(
          before: wipe, from: max(scene.firstTick, sketched), bars, at: context.tickRate)
      } + [Breath()]
    endCard = try EndCard(
      after: Inner.self, Inner.traits(for: options), of: track, context,
      notBefore: wipes.last?.ticks.upperBound ?? 0)
    composition = context.composition
    current = (0, stages[0].figure)
  }

  /// The findings of the inner figure, and the end card.
  public var findings: Findings {
    var findings = stages[0].figure.findings
    findings.endCard = endCard.map { ($0.opening.upperBound, $0.disc) }
    return findings
  }

  /// As the inner figure.
  public func firstTick(shownAfterTick index: Int) -> Int {
    // The end card shows nothing of what was before.
    if let endCard, index >= endCard.opening.upperBound { return index }
    return stages[0].figure.firstTick(shownAfterTick: index)
  }

  /// The sketch of the first scene, until the second one comes.
  public func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    let last = wipes.first?.ticks.lowerBound ?? endCard?.opening.lowerBound ?? Int.max
    let end = last - 1
    guard ticks <= end, let sketch = try stages[0].figure.sketch(shownAfter: ticks) else {
      return nil
    }
    return Sketch(
      sketch.figure, layers: sketch.layers, lastTick: min(sketch.lastTick, end),
      firstTick: sketch.firstTick, tone: sketch.tone)
  }

  /// Updates the figures of the scenes that are shown.
  public mutating func skip(to tick: Int) throws(SystemError) {
    self.tick = tick
    guard !isCard(at: tick) else { return }
    try setStage(for: tick)
    try current.figure.skip(to: tick)
    try next?.figure.skip(to: tick)
  }

  /// Updates the figures of the scenes that are shown.
  public mutating func advance(to tick: Int) throws(SystemError) {
    self.tick = tick
    guard !isCard(at: tick) else { return }
    try setStage(for: tick)
    try current.figure.advance(to: tick)
    try next?.figure.advance(to: tick)
  }

  /// Whether the end card alone is shown at a tick.
  private func isCard(at tick: Int) -> Bool {
    endCard.map { tick >= $0.opening.upperBound } ?? false
  }

  /// Chooses the scenes of a tick.
  private mutating func setStage(for tick: Int) throws(SystemError) {
    let first = wipes.firstIndex { tick < $0.ticks.upperBound } ?? wipes.count
    if current.scene != first {
      if let next, next.scene == first {
        current = next
      } else {
        current = (first, try figure(of: first, at: tick))
      }
    }
    let isChanging = first < wipes.count && wipes[first].ticks.contains(tick)
    if !isChanging {
      next = nil
    } else if next?.scene != first + 1 {
      next = (first + 1, try figure(of: first + 1, at: tick))
    }
  }

  /// The figure of a scene, which has seen the ticks before this one that it depends on.
  private func figure(of scene: Int, at tick: Int) throws(SystemError) -> Inner {
    var figure = stages[stageOfScene[scene]].figure
    for earlier in figure.firstTick(shownAfterTick: tick)..<tick { try figure.skip(to: earlier) }
    return figure
  }

  /// The scene, or two of them.
  public func draw(into scene: inout Scene) {
    if let endCard, tick >= endCard.opening.lowerBound {
      return draw(endCard, into: &scene)
    }
    guard let next else { return draw(current, into: &scene) }
    let wipe = wipes[current.scene]
    let (below, above) = wipe.opens ? (current, next) : (next, current)
    draw(below, into: &scene)
    var upper = Scene(canvas: scene.canvas, background: scene.background)
    upper.moment = scene.moment
    above.figure.draw(into: &upper)
    let center = composition.center
    let radius = wipe.radius(atTick: tick, reach: scene.canvas.reach(from: center))
    let stage = stages[stageOfScene[above.scene]]
    let reach =
      above.figure.fillsSheet
      ? scene.canvas.reach(from: center) : Composition.figureReach * stage.scale
    scene.open(upper, on: stage.ground, center: center, radius: radius, reach: reach)
  }

  /// The figures of all scenes, and the end card.
  public func drawAll(into scene: inout Scene) {
    for stage in stages { stage.figure.draw(into: &scene) }
    scene.items += endCard?.scene.items ?? []
  }

  private func draw(_ stage: (scene: Int, figure: Inner), into scene: inout Scene) {
    let canvas = scene.canvas
    stage.figure.draw(into: &scene)
    if !stage.figure.fillsSheet, let scale = breaths[stage.scene].scale(atTick: tick) {
      scene.items = scene.items.map {
        $0.isScaled ? $0.scaled(by: scale, about: composition.center) : $0
      }
    }
    scene.items.insert(
      ScenesFigure.ground(stages[stageOfScene[stage.scene]].ground, canvas), at: 0)
  }

  /// The card, or as much of it as has opened over the last scene.
  private func draw(_ card: EndCard, into scene: inout Scene) {
    let ground = card.scene.background
    guard card.opening.contains(tick) else {
      scene.items.append(ScenesFigure.ground(ground, scene.canvas))
      scene.items += card.scene.items
      return
    }
    draw(current, into: &scene)
    let reach = scene.canvas.reach(from: composition.center)
    let radius = Wipe(opening: card.opening).radius(atTick: tick, reach: reach)
    scene.open(
      card.scene, on: ground, center: composition.center, radius: radius, reach: reach)
  }

  /// The ground of a scene; a page may show more than the sheet.
  private static func ground(_ color: Color, _ canvas: Canvas) -> Item {
    let (width, height) = (canvas.widthInPoints, canvas.heightInPoints)
    return Item.disjoint(
      .rectangle(x: -2 * width, y: -2 * height, width: 4 * width, height: 4 * height), color
    ).named("ground")
  }
}

extension Composition {
  /// The largest radius of a figure that is a disc, in points, before it is scaled.
  static let figureReach = 216.0
}

extension Scene {
  /// Shows another scene in a disc of a ground that has opened out of a centre: its figure, which reaches
  /// so far, is no larger than the disc. Words, and each letter that is a figure, have their place and size:
  /// they are this scene's until the edge of the disc is at their middle, and then the other one's.
  mutating func open(
    _ upper: Scene, on ground: Color, center: Point, radius: Double, reach: Double
  ) {
    let scale = min(1, radius / reach)
    // What may be larger than the disc is left out.
    let shown = upper.items.filter { $0.isScaled && $0.name != RadialTrack.nameOfRipples }
    var disc = Item.fill(.circle(center: .origin, radius: radius), ground)
    disc.origin = center
    let upperItems = [disc] + shown.map { $0.scaled(by: scale, about: center) }
    let below = items.filter { $0.isWord || $0.isLetter }
    items.removeAll { $0.isWord || $0.isLetter }
    items += upperItems.map { item in
      var item = item
      (item.name, item.data, item.grows) = ("wipe", [], false)
      return item
    }
    func isPassed(_ items: [Item]) -> Bool {
      guard let area = Composition.Area(around: items.flatMap(\.places)) else { return false }
      let (x, y) = (
        (area.left + area.right) / 2 - center.x, (area.top + area.bottom) / 2 - center.y
      )
      return x * x + y * y < radius * radius
    }
    items += below.filter { $0.isLetter && !isPassed([$0]) }
    items += upper.items.filter { $0.isLetter && isPassed([$0]) }
    let words = (old: below.filter(\.isWord), new: upper.items.filter(\.isWord))
    // Words that move are there once.
    items += isPassed(words.new) ? words.new : isPassed(words.old) ? [] : words.old
  }
}

extension Canvas {
  /// The distance from a point to the farthest corner, in points.
  func reach(from center: Point) -> Double {
    let (x, y) = (widthInPoints / 2 + abs(center.x), heightInPoints / 2 + abs(center.y))
    return (x * x + y * y).squareRoot()
  }
}
