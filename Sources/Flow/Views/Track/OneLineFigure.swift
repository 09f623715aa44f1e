// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// The whole track as one stroke, for pen plotters: a spiral that swings wider where the sound is
/// loud.
struct OneLineFigure: Figure {
  private var track: WholeTrack
  private let width, swing: Double
  private var path = Path()
  /// How far the spiral has come, in cells, and its points so far.
  private var steps = 0.0
  private var count = 0
  private var items: [Item]
  private let ink: Color
  private var bead: Item
  private var isFinished = false

  static let parameters = [
    LookParameter("pen", .number(0.45), in: 0.05...5, unit: "pt", help: "width of the stroke"),
    LookParameter(
      "swing", .number(0.47), in: 0...0.47,
      help: "how far the loudest part swings, of the distance of two turns"),
  ]

  init(
    options: TrackViewOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let ink = context.palette?.ink ?? Color(rgb: 0x14265E)
    self.track = try WholeTrack(
      options, track, context, ink: ink, TrackForm(turns: 10...40))
    let place = self.track.place
    self.ink = ink
    bead = .fill(Path(), ink)
    width = options.number("pen") * place.scale
    swing = options.number("swing")
    items = [.stroke(Path(), width: width, ink).named("line")]
    items[0].grows = true
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["line"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let cells = track.advance(to: tick).cells
    let turns = Double(track.grid.turnCount) + 0.5
    // A few turns swing far, but must stay on the sheet, within 214.
    let rim = min(205, (214 + 14.1 / turns) / (1 + 0.47 / turns))
    let pitch = (rim - 30) / turns
    let stepsPerTurn = Double(track.grid.cellsPerTurn)
    items[0].shape = .stroke(Path(), width: width)
    while steps <= Double(cells.upperBound) {
      let middle = rim - pitch * steps / stepsPerTurn
      let swing = self.swing * pitch * loudness(steps) * (count.isMultiple(of: 2) ? -1 : 1)
      let direction = Angle.degrees(360 * steps / stepsPerTurn - 90).direction
      let point = track.place.point(
        Point(x: direction.x * (middle + swing), y: direction.y * (middle + swing)))
      if count == 0 { path.move(to: point) } else { path.line(to: point) }
      count += 1
      // Advance by 1.05 points of arc.
      steps += 1.05 / middle * stepsPerTurn / (2 * .pi)
    }
    items[0].shape = .stroke(path, width: width)
    isFinished = track.isFinished(after: tick)
    bead = try track.bead(at: path.points.last ?? track.place.center, tick: tick, ink)
  }

  func draw(into scene: inout Scene) {
    scene.items += items + (isFinished ? [] : [bead]) + track.words
  }

  /// The loudness at a position in cells; each cell has its own value at its end.
  private func loudness(_ steps: Double) -> Double {
    let cell = Int(steps)
    let next = track.grid.mean(ofCell: min(cell, track.grid.cells.count - 1))
    let last = track.grid.mean(ofCell: max(cell - 1, 0))
    return last + (next - last) * (steps - Double(cell))
  }
}
