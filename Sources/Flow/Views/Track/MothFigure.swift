// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// The whole track in half a turn, mirrored: the left channel on the left, the right one on the
/// right.
struct MothFigure: Figure {
  private var track: WholeTrack
  private let dial: TurnDial
  private var items: [Item]
  private let ink: Color
  private var beads: [Item]

  /// The radius of silence.
  private static let inner = 16.0

  init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let ink = context.palette?.ink ?? Palette.paper.ink
    self.ink = ink
    beads = Array(repeating: .fill(Path(), ink), count: 2)
    self.track = try WholeTrack(
      options, track, context, ink: ink, maxTurns: nil)
    let (grid, place) = (self.track.grid, self.track.place)
    dial = TurnDial(place, steps: 2 * grid.cellsPerTurn, start: 0.5)
    var halo = Item.fill(Path(), context.palette?.ink2 ?? ink).named("halo")
    halo.opacity = context.palette == nil ? 0.26 : 0.45
    items = [halo, Item.fill(Path(), ink).named("body")]
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["halo", "body"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let cells = track.advance(to: tick).cells
    let step = max(track.shown - 1, 0)
    let values = track.grid.cells.isEmpty ? .zero : track.grid.cells[step].average
    beads = try [(step, 1), (2 * track.grid.cellsPerTurn - 1 - step, 0)].map {
      (step, side) throws(SystemError) in
      try track.bead(
        at: dial.point(step, MothFigure.inner + 190 * 0.66 * values[side]), tick: tick, ink)
    }
    guard !cells.isEmpty else { return }
    for (index, peakShare) in [0.34, 0].enumerated() {
      let wings = track.grid.cells[..<cells.upperBound].map {
        0.66 * $0.average + peakShare * $0.peak
      }
      items[index].shape = .fill(path(wings), .nonzero)
    }
  }

  func draw(into scene: inout Scene) { scene.items += items + beads + track.words }

  /// Both wings from values of 0 to 1, and the hole between them.
  private func path(_ wings: [SIMD2<Double>]) -> Path {
    let steps = 2 * track.grid.cellsPerTurn
    var path = Path.polygon(
      (0..<steps).map { step in
        let isRight = step < track.grid.cellsPerTurn
        let cell = isRight ? step : steps - 1 - step
        let value = cell < wings.count ? wings[cell][isRight ? 1 : 0] : 0
        return dial.point(step, MothFigure.inner + 190 * value)
      })
    path.add(.polygon((0..<steps).reversed().map { dial.point($0, MothFigure.inner) }))
    return path
  }
}
