// SPDX-License-Identifier: MIT
internal import Drawing

/// Turns as annual rings: bands that are wide where the sound is loud.
struct WoodFigure: TrackFigure {
  private let grid: TurnGrid
  private let dial: TurnDial
  private(set) var items: [Item]

  init(_ grid: TurnGrid, _ ink: Color, _ place: Composition) {
    self.grid = grid
    dial = TurnDial(place)
    items = (0..<grid.turnCount).map { turn in
      Item.fill(Path(), ink).named("wood", turn: turn)
    }
  }

  mutating func show(_ cells: Range<Int>, head: Double?) {
    for turn in grid.turns(of: cells) {
      items[turn].shape = .fill(path(turn, cells.upperBound), .nonzero)
    }
  }

  /// A band, always with the same number of corners: those still to come are at its end.
  private func path(_ turn: Int, _ count: Int) -> Path {
    let shown = grid.cells(ofTurn: turn, upTo: count)
    let pitch = 190 / Double(grid.turnCount)
    let inner = 14 + pitch * Double(turn)
    var (rim, hole): ([Point], [Point]) = ([], [])
    for step in 0...grid.cellsPerTurn {
      let end = min(step, shown.count)
      let loudness = grid.mean(ofCell: shown.lowerBound + max(end - 1, 0))
      rim.append(dial.point(end, inner + pitch * (0.05 + 0.9 * loudness)))
      hole.append(dial.point(end, inner))
    }
    return .polygon(rim + hole.reversed())
  }
}
