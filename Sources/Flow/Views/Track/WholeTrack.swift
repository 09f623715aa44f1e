// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// How a whole track is cut into turns, and these into cells.
struct TrackForm: Sendable {
  /// How many turns there are: at least, if their length is not chosen, and at most. If there is one at most, it is the
  /// whole track.
  var turns = 10...24
  /// Cells in a turn.
  var cells = 360
  /// The length in seconds of the window that ticks are averaged over; 0 for none.
  var window = 0.0
  /// Whether the contrast of the track is stretched to the whole scale.
  var stretches = false
  /// Whether the end of each turn leads into the next one.
  var isSpiral = false

  /// Whether the whole track is one turn.
  var isOneTurn: Bool { turns.upperBound == 1 }
}

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
  private let readings: ReadingTrack<StereoLevels>
  private let scale: LevelScale
  private let tickCount: Int
  private let pulse: Pulse
  /// How many cells are shown.
  private(set) var shown = 0
  /// How many of them the figure has drawn.
  private var drawn = 0

  /// A track in turns of the options' length, or twice as long and so on, so that there are at most as many as the form
  /// has: as many as can be distinguished.
  ///
  /// Turns whose length was not chosen are halved until there are as many as it has at least.
  ///
  /// `ink` is the colour of the words without a palette. A `cycle` of the music is what turns are locked to, by default
  /// too, in place of its bars.
  init(
    _ options: TrackViewOptions, _ readings: ReadingTrack<StereoLevels>, _ context: ViewContext,
    ink: Color, _ form: TrackForm, cycle: TurnLock? = nil
  ) throws(FigureError) {
    let scale = try LevelScale(options.scale, track: readings, context: context)
    (self.readings, self.scale) = (readings, scale)
    tickCount = readings.count
    var lockedTurn: LockedTurn?
    do throws(SystemError) {
      pulse = try Pulse(of: readings, context, strength: options.pulse)
      var loudness = TrackLevels(readings, scale, window: form.window)
      var turn = Double(max(tickCount, 1))
      if !form.isOneTurn {
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
        let least = options.turn == nil ? form.turns.lowerBound : 1
        turn = TurnGrid.turn(
          base: base, ticks: tickCount, turns: least...form.turns.upperBound,
          longEnough: 1.5 * ticksInSecond)
        lockedTurn = lock.map { LockedTurn($0.fit, ticks: turn, at: context.tickRate) }
      }
      var grid = try TurnGrid(&loudness, turn: turn, cellsPerTurn: form.cells)
      if form.stretches { grid.stretch() }
      self.grid = grid
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

  /// The levels of a tick on the scale, how far the heart is open, and the level of the bass.
  func reading(
    ofTick tick: Int
  ) throws(SystemError) -> (levels: ScaledLevels, heart: Double, bass: Double) {
    let (heart, bass) = try pulse.openings(
      atTick: tick, loudness: { [scale] in scale.loudness(of: $0).mean.average })
    return (scale.loudness(of: try readings.reading(ofTick: tick)), heart, bass)
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

  /// The cells that end with the next tick, and those that were skipped before it. `head` is the end of the tick in
  /// turns from the start; `nil` at the end of the track.
  mutating func advance(to tick: Int) -> (cells: Range<Int>, head: Double?) {
    skip(to: tick)
    defer { drawn = shown }
    return (drawn..<shown, tick + 1 < tickCount ? Double(tick + 1) / grid.turn : nil)
  }
}
