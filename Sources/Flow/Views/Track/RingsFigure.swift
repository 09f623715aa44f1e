// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// Turns as sheets of cut paper, each on top of the next one.
struct RingsFigure: Figure {
  private var track: WholeTrack
  private let dial: TurnDial
  private var items: [Item]
  private let accent: Color
  private var bead: Item

  init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .dusk
    self.track = try WholeTrack(
      options, track, context, ink: palette.ink, maxTurns: 24)
    let (grid, place) = (self.track.grid, self.track.place)
    accent = palette.ink
    bead = .fill(Path(), accent)
    dial = TurnDial(place)
    let last = max(grid.turnCount - 1, 1)
    items = (0..<grid.turnCount).reversed().map { turn in
      Item.fill(Path(), palette.color(at: Double(turn) / Double(last)))
        .named("rings", turn: turn)
    }
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["rings"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let cells = track.advance(to: tick).cells
    for turn in track.grid.turns(of: cells) {
      items[track.grid.turnCount - 1 - turn].shape = .fill(path(turn, cells.upperBound), .nonzero)
    }
    let cell = max(track.shown - 1, 0)
    let (turn, step) = cell.quotientAndRemainder(dividingBy: track.grid.cellsPerTurn)
    let point = dial.point(step + 1, radius(turn, track.grid.mean(ofCell: cell)))
    bead = try track.bead(at: point, tick: tick, accent)
  }

  func draw(into scene: inout Scene) { scene.items += items + [bead] + track.words }

  /// A sheet; its part that is still to come is hidden under the sheet above it.
  private func path(_ turn: Int, _ count: Int) -> Path {
    let shown = track.grid.cells(ofTurn: turn, upTo: count)
    let hidden = turn == 0 ? 0 : radius(turn - 1, 0) - 1
    return .polygon(
      (0..<track.grid.cellsPerTurn).map { step in
        let cell = shown.lowerBound + step
        let radius = shown.contains(cell) ? radius(turn, track.grid.mean(ofCell: cell)) : hidden
        return dial.point(step + 1, radius)
      })
  }

  private func radius(_ turn: Int, _ loudness: Double) -> Double {
    let count = Double(track.grid.turnCount)
    return 14 + 150 * (Double(turn) + 0.6) / count
      + (30 + 22 * Double(turn + 1) / count) * loudness
  }
}
