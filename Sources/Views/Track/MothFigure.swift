// SPDX-License-Identifier: MIT
internal import Drawing

/// The whole track in half a turn, mirrored: the left channel on the left, the right one on the
/// right.
struct MothFigure: TrackFigure {
  private let grid: TurnGrid
  private let dial: TurnDial
  private(set) var items: [Item]

  /// The radius of silence.
  private static let inner = 16.0

  /// - Precondition: the track is at most one turn of the grid.
  init(_ grid: TurnGrid, _ ink: Color, _ place: Composition) {
    self.grid = grid
    dial = TurnDial(place, steps: 2 * grid.cellsPerTurn, start: 0.5)
    var halo = Item.fill(Path(), ink).named("halo")
    halo.opacity = 0.26
    items = [halo, Item.fill(Path(), ink).named("body")]
  }

  mutating func show(_ cells: Range<Int>, head: Double?) {
    guard !cells.isEmpty else { return }
    for (index, peakShare) in [0.34, 0].enumerated() {
      let wings = grid.cells[..<cells.upperBound].map { 0.66 * $0.average + peakShare * $0.peak }
      items[index].shape = .fill(path(wings), .nonzero)
    }
  }

  /// Both wings from values of 0 to 1, and the hole between them.
  private func path(_ wings: [SIMD2<Double>]) -> Path {
    let steps = 2 * grid.cellsPerTurn
    var path = Path.polygon(
      (0..<steps).map { step in
        let isRight = step < grid.cellsPerTurn
        let cell = isRight ? step : steps - 1 - step
        let value = cell < wings.count ? wings[cell][isRight ? 1 : 0] : 0
        return dial.point(step, MothFigure.inner + 190 * value)
      })
    path.add(.polygon((0..<steps).reversed().map { dial.point($0, MothFigure.inner) }))
    return path
  }
}
