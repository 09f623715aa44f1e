// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// Turns as annual rings: bands that are wide where the sound is loud.
struct WoodFigure: Figure {
  private var track: WholeTrack
  private let dial: TurnDial
  private var items: [Item]
  private let ink: Color
  private var bead: Item

  init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let ink = context.palette?.ink ?? Color(rgb: 0x3B2417)
    self.track = try WholeTrack(
      options, track, context, ink: ink, minTurns: 14, maxTurns: 56, window: 0.15)
    let (grid, place) = (self.track.grid, self.track.place)
    self.ink = ink
    bead = .fill(Path(), ink)
    dial = TurnDial(place)
    items = (0..<grid.turnCount).map { turn in
      Item.fill(Path(), ink).named("wood", turn: turn)
    }
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["wood"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let cells = track.advance(to: tick).cells
    for turn in track.grid.turns(of: cells) {
      items[turn].shape = .fill(path(turn, cells.upperBound), .nonzero)
    }
    let (turn, step) = max(track.shown - 1, 0)
      .quotientAndRemainder(dividingBy: track.grid.cellsPerTurn)
    let pitch = 190 / Double(track.grid.turnCount)
    bead = try track.bead(
      at: dial.point(step + 1, 14 + pitch * (Double(turn) + 0.5)), tick: tick, ink)
  }

  func draw(into scene: inout Scene) { scene.items += items + [bead] + track.words }

  /// A band, always with the same number of corners: those still to come are at its end.
  private func path(_ turn: Int, _ count: Int) -> Path {
    let shown = track.grid.cells(ofTurn: turn, upTo: count)
    let pitch = 190 / Double(track.grid.turnCount)
    let inner = 14 + pitch * Double(turn)
    var (rim, hole): ([Point], [Point]) = ([], [])
    let isLast = shown.upperBound == track.grid.cells.count
    for step in 0...track.grid.cellsPerTurn {
      let end = min(step, shown.count)
      let loudness = track.grid.mean(ofCell: shown.lowerBound + max(end - 1, 0))
      // The open end of the last ring runs out in 6 degrees.
      let width =
        isLast ? min(Double(shown.count - end) * 360 / Double(track.grid.cellsPerTurn) / 6, 1) : 1
      rim.append(dial.point(end, inner + pitch * (0.05 + 0.9 * loudness) * width))
      hole.append(dial.point(end, inner))
    }
    return .polygon(rim + hole.reversed())
  }
}
