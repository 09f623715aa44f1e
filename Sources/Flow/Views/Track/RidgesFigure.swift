// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// Turns as mountain ridges that hide those behind them; hidden parts of the lines are left out.
struct RidgesFigure: Figure {
  private var track: WholeTrack
  private let dial: TurnDial
  private let width: Double
  /// The radii of each turn at the ends of its cells.
  private let radii: [[Double]]
  /// The greatest radii of all previous turns.
  private var horizons: [[Double]] = []
  private var items: [Item]
  /// The ground of each ridge, lighter outside.
  private var grounds: [Item]
  private let ink: Color
  private var bead: Item

  init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let ink = context.palette?.ink ?? Color(rgb: 0xFFFFFF)
    self.track = try WholeTrack(
      options, track, context, ink: ink, minTurns: 14, maxTurns: 44, window: 0.15)
    let (grid, place) = (self.track.grid, self.track.place)
    self.ink = ink
    bead = .fill(Path(), ink)
    dial = TurnDial(place)
    let pitch = 144 / Double(max(grid.turnCount - 1, 1))
    let height = min(5 * pitch, 60)
    width = min(max(0.34 * pitch, 0.9), 1.8) * place.scale
    radii = (0..<grid.turnCount).map { turn in
      grid.cells(ofTurn: turn, upTo: grid.cells.count).map { cell in
        let loudness = grid.mean(ofCell: cell)
        return 26 + pitch * Double(turn) + height * loudness * loudness.squareRoot()
      }
    }
    var horizon = [Double](repeating: 0, count: grid.cellsPerTurn)
    for turn in radii {
      horizons.append(horizon)
      for (step, radius) in turn.enumerated() { horizon[step] = max(horizon[step], radius) }
    }
    let background = context.picture.background
    grounds = (0..<grid.turnCount).map { turn in
      let share = 0.06 + 0.1 * Double(turn) / Double(grid.turnCount)
      return Item.fill(Path(), background.mixed(with: ink, share)).named("slopes", turn: turn)
    }
    items = (0..<grid.turnCount).map { [width] turn in
      var ridge = Item.stroke(Path(), width: width, ink).named("ridges", turn: turn)
      ridge.grows = true
      return ridge
    }
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["slopes", "ridges"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let cells = track.advance(to: tick).cells
    for turn in track.grid.turns(of: cells) {
      let path = path(turn, cells.upperBound)
      items[turn].shape = .stroke(path, width: width)
      grounds[turn].shape = .fill(slope(turn, cells.upperBound), .nonzero)
      // A ridge with gaps does not only grow, and all are drawn in the same way.
      guard items[turn].grows, path.verbs.dropFirst().contains(.move) else { continue }
      for ridge in items.indices { items[ridge].grows = false }
    }
    let (turn, step) = max(track.shown - 1, 0)
      .quotientAndRemainder(dividingBy: track.grid.cellsPerTurn)
    let radius = radii[turn].isEmpty ? 0 : max(radii[turn][step], horizons[turn][step])
    bead = try track.bead(at: dial.point(step + 1, radius), tick: tick, ink)
  }

  func draw(into scene: inout Scene) {
    scene.items += grounds.reversed() + items + [bead] + track.words
  }

  /// What is below a turn, up to the highest ridge in front of it.
  private func slope(_ turn: Int, _ count: Int) -> Path {
    let shown = track.grid.cells(ofTurn: turn, upTo: count).count
    let points = (0..<shown).map { step in
      dial.point(step + 1, max(radii[turn][step], horizons[turn][step]))
    }
    return .polygon(shown < track.grid.cellsPerTurn ? points + [track.place.center] : points)
  }

  /// The visible part of a turn, which is closed when it is complete.
  private func path(_ turn: Int, _ count: Int) -> Path {
    let shown = track.grid.cells(ofTurn: turn, upTo: count).count
    let (radii, horizon) = (radii[turn], horizons[turn])
    var path = Path()
    var last: (point: Point, margin: Double)?
    for index in 0..<(shown == track.grid.cellsPerTurn ? shown + 1 : shown) {
      let step = index % track.grid.cellsPerTurn
      let point = dial.point(step + 1, radii[step])
      let margin = radii[step] - horizon[step]
      if let last, (last.margin < 0) != (margin < 0) {
        let share = last.margin / (last.margin - margin)
        let crossing = Point(
          x: last.point.x + (point.x - last.point.x) * share,
          y: last.point.y + (point.y - last.point.y) * share)
        if margin < 0 { path.line(to: crossing) } else { path.move(to: crossing) }
      }
      if margin >= 0 {
        if last == nil { path.move(to: point) } else { path.line(to: point) }
      }
      last = (point, margin)
    }
    return path
  }
}
