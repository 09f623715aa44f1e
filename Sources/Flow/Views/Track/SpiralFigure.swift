// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// A record that is cut while it plays: a ribbon from the rim inward, with a channel on each edge.
struct SpiralFigure: Figure {
  private var track: WholeTrack
  private let dial: TurnDial
  private let pitch: Double
  private let label: Color
  private var items: [Item]

  /// The number of items below the first piece of the ribbon: the line that is not cut yet.
  private static let piecesStart = 1

  init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let ink = context.palette?.ink ?? Color(rgb: 0xF3EFE4)
    self.track = try WholeTrack(
      options, track, context, ink: ink, minTurns: 6, maxTurns: 50)
    let (grid, place) = (self.track.grid, self.track.place)
    let (dial, pitch) = (TurnDial(place), 144 / (Double(grid.turnCount) + 0.5))
    (self.dial, self.pitch) = (dial, pitch)
    let pieceLength = grid.cellsPerTurn / SpiralFigure.piecesPerTurn
    let uncut = stride(from: 0, through: grid.cells.count, by: 2).map { cell in
      dial.point(cell, 206 - pitch / 2 - pitch * Double(cell) / Double(grid.cellsPerTurn))
    }
    var groove = Item.stroke(Path(uncut), width: max(0.35, 0.06 * pitch) * place.scale, ink)
    groove.opacity = 0.16
    items = [groove.named("uncut")]
    items += (0..<(grid.cells.count + pieceLength - 1) / pieceLength).map { piece in
      Item.fill(Path(), ink).named("ribbon", turn: piece / SpiralFigure.piecesPerTurn)
    }
    let label = RecordLabel(
      color: context.palette?.accent ?? Color(rgb: 0xE8442A), logo: context.image,
      logoWidth: options.logoWidth?.points)
    self.label = label.color
    let labelRadius = 58 - pitch / 2
    let cover = context.coverItem(radius: labelRadius * place.scale, center: place.center)
    items += label.items(radius: labelRadius, cover: cover, place)
    items.append(Item.fill(Path(), label.color).named("head"))
  }

  private static let piecesPerTurn = 4

  /// Cells in a piece of the ribbon.
  private var pieceLength: Int { track.grid.cellsPerTurn / SpiralFigure.piecesPerTurn }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["ribbon"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let (cells, head) = track.advance(to: tick)
    // A piece extends one cell into the next, so that there are no visible seams.
    let first = max(cells.lowerBound - 1, 0) / pieceLength
    let pieces = first..<(cells.upperBound + pieceLength - 1) / pieceLength
    for piece in cells.isEmpty ? 0..<0 : pieces {
      items[SpiralFigure.piecesStart + piece].shape = .fill(path(piece, cells.upperBound), .nonzero)
    }
    let turns = head ?? 0
    let steps = turns * Double(track.grid.cellsPerTurn)
    let direction = Angle.degrees(turns * 360 - 90).direction
    let radius = radius(steps)
    items[items.count - 1] = try track.bead(
      at: track.place.point(Point(x: direction.x * radius, y: direction.y * radius)), tick: tick,
      label)
  }

  func draw(into scene: inout Scene) { scene.items += items + track.words }

  /// The radius of the ribbon's centre line at a position in cells.
  private func radius(_ steps: Double) -> Double {
    206 - pitch / 2 - pitch * steps / Double(track.grid.cellsPerTurn)
  }

  /// A piece, always with the same number of corners: those still to come are at its end.
  private func path(_ piece: Int, _ count: Int) -> Path {
    let first = piece * pieceLength
    var (outer, inner): ([Point], [Point]) = ([], [])
    for step in first...first + pieceLength + 1 {
      let end = min(step, count)
      // The value of a cell is at its end; the value of the first one is at its start as well.
      let loudness = track.grid.cells[max(end - 1, 0)].average
      let middle = radius(Double(end))
      outer.append(dial.point(end, middle + pitch * (0.03 + 0.43 * loudness.x)))
      inner.append(dial.point(end, middle - pitch * (0.03 + 0.43 * loudness.y)))
    }
    return .polygon(outer + inner.reversed())
  }
}
