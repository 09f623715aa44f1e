// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// A whole track as the figures of the track view draw it: the cells of its turns, which appear one
/// after the other, and the words.
struct WholeTrack: Sendable {
  /// The cells.
  let grid: TurnGrid
  /// The position of the figure.
  let place: Composition
  /// The words.
  let words: [Item]
  /// The readings at the quiet end of the scale, the turn, and what a silent track looks like.
  let findings: Findings
  private let tickCount: Int
  private let pulse: Pulse
  /// How many cells are shown.
  private(set) var shown = 0
  /// How many of them the figure has drawn.
  private var drawn = 0

  /// A track in turns of the options' length, or twice as long and so on, so that there are at most
  /// `maxTurns`: as many as can be distinguished. If `nil`, it is a single turn that is half of the
  /// figure.
  ///
  /// Turns whose length was not chosen are halved until there are `minTurns`.
  ///
  /// `ink` is the colour of the words without a palette. Each tick is averaged over
  /// `window` seconds, if that is not 0. A `cycle` of the music is what turns are locked to, by default
  /// too, in place of its bars.
  init(
    _ options: TrackViewOptions, _ readings: ReadingTrack<StereoLevels>, _ context: ViewContext,
    ink: Color, minTurns: Int = 10, maxTurns: Int?, cellsPerTurn: Int = 360, cycle: TurnLock? = nil,
    window: Double = 0
  ) throws(FigureError) {
    let scale = try LevelScale(options.scale, track: readings, context: context)
    tickCount = readings.count
    var lockedTurn: LockedTurn?
    do throws(SystemError) {
      pulse = try Pulse(of: readings, context, strength: options.pulse)
      var loudness = TrackLevels(readings, scale, window: window)
      if let maxTurns {
        let base: Double
        let rate = context.tickRate
        let ticksInSecond = rate.perSecond
        var lock: TurnLock?
        switch options.turn ?? (cycle == nil ? options.usualTurn : .lock) {
        case .length(let length):
          base = length.seconds * ticksInSecond
        case .ticks(let ticks): base = Double(ticks.count)
        case .lock:
          let found =
            if let cycle { cycle } else {
              try Turn.locked(to: readings, on: scale, of: context.structure)
            }
          (base, lock) = (found.ticks, found)
        }
        let turn = TurnGrid.turn(
          base: base, ticks: tickCount, turns: (options.turn == nil ? minTurns : 1)...maxTurns,
          longEnough: 1.5 * ticksInSecond)
        lockedTurn = lock.map { LockedTurn($0.fit, ticks: turn, at: context.tickRate) }
        grid = try TurnGrid(&loudness, turn: turn, cellsPerTurn: cellsPerTurn)
      } else {
        var cells = try TurnGrid(&loudness, turn: Double(max(tickCount, 1)), cellsPerTurn: 720)
        cells.stretch()
        grid = cells
      }
    } catch { throw .readings(error) }
    place = context.composition
    let palette = context.palette
    words = place.lettering(
      in: WordColors(
        palette?.ink ?? ink, on: context.picture.background, plate: palette?.background),
      overFigure: true)
    findings = Findings(
      measures: scale.measures,
      silentFigure: tickCount > 0 && scale.isSilent ? "the figure shows no sound" : nil,
      lockedTurn: lockedTurn)
  }

  /// The finished figure, which is shown faintly while it grows.
  func sketch(
    _ figure: some Figure, _ layers: Set<String>, shownAfter ticks: Int
  ) throws(SystemError) -> Sketch? {
    guard ticks < tickCount else { return nil }
    var figure = figure
    try figure.advance(to: tickCount - 1)
    return Sketch(
      figure, layers: layers, lastTick: tickCount - 1, firstTick: nil,
      tone: .faint(0.16))
  }

  /// Whether the figure is finished after a tick.
  func isFinished(after tick: Int) -> Bool { tick + 1 >= tickCount }

  /// A bead at the newest point of the figure, which the bass makes larger; none at the end of the
  /// track.
  func bead(at point: Point, tick: Int, _ color: Color) throws(SystemError) -> Item {
    guard !isFinished(after: tick) else { return Item.fill(Path(), color).named("head") }
    let heart = try pulse.opening(atTick: tick)
    let disc = Path.circle(center: .origin, radius: (3 + 7 * heart) * place.scale)
    var item = Item.fill(disc, color).named("head")
    item.origin = point
    return item
  }

  /// Shows the cells that end with the next tick, which the figure does not draw yet.
  mutating func skip(to tick: Int) { shown = grid.count(endedByTick: tick, from: shown) }

  /// The cells that end with the next tick, and those that were skipped before it. `head` is the end of the tick in turns from the start;
  /// `nil` at the end of the track.
  mutating func advance(to tick: Int) -> (cells: Range<Int>, head: Double?) {
    skip(to: tick)
    defer { drawn = shown }
    return (drawn..<shown, tick + 1 < tickCount ? Double(tick + 1) / grid.turn : nil)
  }
}
