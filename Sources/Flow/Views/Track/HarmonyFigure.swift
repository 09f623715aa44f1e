// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The chords of a track in the colours of the circle of fifths, in turns as long as their cycle, so
/// that a sequence that returns lines up.
struct HarmonyFigure: Figure {
  /// Cells of one chord in one turn.
  private struct Run {
    let cells: Range<Int>
    let item: Int
  }

  private var track: WholeTrack
  private let dial: TurnDial
  private let rim, pitch: Double
  private let ink: Color
  private let runs: [Run]
  private var items: [Item]
  private let center: [Item]
  private var bead: Item

  private static let cellsPerTurn = 192
  /// Directions a cell: a run reaches a quarter of a cell under the next one, against seams.
  private static let stepsInCell = 4

  static let parameters = [
    LookParameter(
      "rim", .number(52), in: 50...150, unit: "pt", help: "radius at which the chords begin")
  ]

  static func traits(for options: TrackViewOptions) -> FigureTraits {
    FigureTraits("pitch classes")
  }

  static func analysis(
    for options: TrackViewOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> {
    .levels(of: request, with: .chroma(channels: request.channels))
  }

  init(
    options: TrackViewOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    let ink = context.palette?.ink ?? Palette.paper.ink
    self.ink = ink
    let rate = context.tickRate
    let chords: Chords
    do {
      chords = try Chords(
        count: readings.count,
        ticksInSecond: rate.perSecond
      ) { tick throws(SystemError) in
        let bands = try readings.reading(ofTick: tick).bands
        return bands.indices.reduce(into: SIMD16<Double>.zero) { $0[$1] = Double(bands[$1].sum()) }
      }
    } catch { throw .readings(error) }
    track = try WholeTrack(
      options, readings.beginnings(StereoLevels.self), context, ink: ink,
      TrackForm(turns: 5...26, cells: HarmonyFigure.cellsPerTurn), cycle: chords.cycle)
    let (grid, place) = (track.grid, track.place)
    dial = TurnDial(place, steps: HarmonyFigure.cellsPerTurn * HarmonyFigure.stepsInCell)
    rim = options.number("rim")
    pitch = (206 - rim) / (Double(grid.turnCount) + 1)
    let ground = context.picture.background
    let isDark = context.palette == nil && ground.alpha < 255 || ground.luminance < 0.18

    let tints = ChordTints(context.palette, isDark: isDark)

    var (runs, items): ([Run], [Item]) = ([], [])
    var shares = [Double](repeating: 0, count: 12)
    var last: Chord?
    for cell in grid.cells.indices {
      let chord = chords.chord(ofTicks: grid.ticks(ofCell: cell))
      shares[HarmonyFigure.place(of: chord)] += 1 / Double(grid.cells.count)
      if chord == last, cell % HarmonyFigure.cellsPerTurn != 0 {
        let run = runs.removeLast()
        runs.append(Run(cells: run.cells.lowerBound..<cell + 1, item: run.item))
      } else {
        runs.append(Run(cells: cell..<cell + 1, item: items.count))
        items.append(
          Item.fill(Path(), tints.color(of: chord))
            .named("chords", turn: cell / HarmonyFigure.cellsPerTurn))
      }
      last = chord
    }
    (self.runs, self.items) = (runs, items)
    let cover = context.coverItem(radius: 46 * place.scale, center: place.center)
    center = cover.map { [$0] } ?? HarmonyFigure.key(shares, tints, place)
    bead = .fill(Path(), ink)
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, ["chords"], shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let (cells, head) = track.advance(to: tick)
    let shown = cells.upperBound
    // The run before reaches under the first new cell.
    for run in runs where !cells.isEmpty && run.cells.upperBound >= cells.lowerBound {
      if run.cells.lowerBound >= shown { break }
      items[run.item].shape = .fill(path(run.cells, shown), .nonzero)
    }
    let turns = head ?? 0
    let direction = Angle.degrees(turns * 360 - 90).direction
    let radius = rim + pitch * turns
    bead = try track.bead(
      at: track.place.point(Point(x: direction.x * radius, y: direction.y * radius)), tick: tick,
      ink)
  }

  func draw(into scene: inout Scene) { scene.items += items + center + [bead] + track.words }

  /// The ribbon of a run, of which the cells from `shown` on are still to come.
  private func path(_ run: Range<Int>, _ shown: Int) -> Path {
    let per = HarmonyFigure.stepsInCell
    var (outer, inner): ([Point], [Point]) = ([], [])
    func add(_ step: Int, _ height: Double) {
      let base =
        rim + pitch * Double(step) / Double(per * HarmonyFigure.cellsPerTurn)
      outer.append(dial.point(step, base + height))
      inner.append(dial.point(step, base))
    }
    for cell in run.lowerBound..<min(run.upperBound, shown) {
      let height = height(ofCell: cell)
      add(per * cell, height)
      add(per * (cell + 1), height)
    }
    if run.upperBound < shown {
      let least = min(height(ofCell: run.upperBound - 1), height(ofCell: run.upperBound))
      add(per * run.upperBound, least)
      add(per * run.upperBound + 1, least)
    }
    return .polygon(outer + inner.reversed())
  }

  /// The height of a cell; two neighbours have one, for steps that are not too fine.
  private func height(ofCell cell: Int) -> Double {
    let first = cell & ~1
    let second = min(first + 1, track.grid.cells.count - 1)
    let loudness = (track.grid.mean(ofCell: first) + track.grid.mean(ofCell: second)) / 2
    return pitch * (0.1 + 0.86 * loudness)
  }

  /// Where the chord is on the circle of fifths, clockwise from C: a minor chord is where the major
  /// one is that shares its scale.
  fileprivate static func place(of chord: Chord) -> Int {
    7 * (chord.root + (chord.isMinor ? 3 : 0)) % 12
  }

  /// The circle of fifths, C at 12 o'clock: a disc for each scale, as large as the track uses it.
  private static func key(_ shares: [Double], _ tints: ChordTints, _ place: Composition) -> [Item] {
    shares.enumerated().map { index, share in
      let direction = Angle.degrees(30 * Double(index) - 90).direction
      let point = place.point(Point(x: 30 * direction.x, y: 30 * direction.y))
      let disc = Path.circle(
        center: point, radius: (1.6 + 9 * share.squareRoot()) * place.scale)
      return Item.fill(disc, tints.color(place: index)).named("key")
    }
  }
}

/// The colours of chords: the circle of fifths is a circle of hues, as light and as colourful as the
/// palette is.
private struct ChordTints {
  private let lightness, chroma: Double

  init(_ palette: Palette?, isDark: Bool) {
    guard let palette else {
      (lightness, chroma) = (isDark ? 0.76 : 0.68, 0.135)
      return
    }
    let colors = ([palette.ink2, palette.accent] + palette.ramp[1...4]).map { Oklab($0) }
    let count = Double(colors.count)
    let (light, colourful) = (
      colors.reduce(0) { $0 + $1.lightness } / count, colors.reduce(0) { $0 + $1.chroma } / count
    )
    lightness = isDark ? min(max(light, 0.68), 0.86) : min(max(light, 0.5), 0.7)
    chroma = min(max(colourful, 0.07), 0.17)
  }

  /// Minor chords are darker.
  func color(of chord: Chord) -> Color {
    color(place: HarmonyFigure.place(of: chord), darker: chord.isMinor ? 0.14 : 0)
  }

  /// The colour of a place on the circle of fifths.
  func color(place: Int, darker: Double = 0) -> Color {
    let hue = Angle.degrees(20 + 30 * Double(place)).direction
    return Oklab(lightness: lightness - darker, a: chroma * hue.x, b: chroma * hue.y).color
  }
}
