// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// The whole track in one turn, with seven bands of frequencies as layers: the bass inside, the treble
/// outside.
struct StrataPosterFigure: Figure {
  private static let edges = [30, 74, 180, 442, 1085, 2661, 6525, 16_000]
  private static let bandCount = edges.count - 1

  private var track: WholeTrack
  private let dial: TurnDial
  private let rim: Double
  private let colors: [Color]
  private let accent: Color
  /// The radius of each layer at each cell.
  private let radii: [[Double]]
  private var layers: [Item]
  private let center: [Item]
  private var bead: Item

  static func traits(for options: TrackViewOptions) -> FigureTraits {
    FigureTraits("seven bands that fall by 240 dB/s")
  }

  static func analysis(
    for options: TrackViewOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> {
    .levels(
      of: request, with: .bandAmplitudes(edges: edges, channels: request.channels, fall: 240))
  }

  init(
    options: TrackViewOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .press
    (colors, accent) = (palette.ramp, palette.accent)
    track = try WholeTrack(
      options, readings.beginnings(StereoLevels.self), context, ink: palette.ink,
      maxTurns: nil)
    let (grid, place) = (track.grid, track.place)
    dial = TurnDial(place, steps: grid.cellsPerTurn)
    let cover = context.coverItem(radius: 66 * place.scale, center: place.center)
    center = cover.map { [$0] } ?? []
    let rim = cover == nil ? 30.0 : 70
    self.rim = rim
    let shares: [[Double]]
    do { shares = try StrataPosterFigure.shares(readings, grid) } catch { throw .readings(error) }
    var heights = grid.cells.indices.map { _ in rim }
    radii = (0..<StrataPosterFigure.bandCount).map { band in
      for cell in heights.indices {
        // The softest part is not a hole.
        heights[cell] += (206 - rim) * (0.18 + 0.82 * grid.mean(ofCell: cell)) * shares[cell][band]
      }
      return heights
    }
    bead = .fill(Path(), accent)
    layers = (0..<StrataPosterFigure.bandCount).map {
      Item.fill(Path(), palette.ramp[$0]).named("band-\($0 + 1)")
    }
  }

  /// The share of each band in each cell: the mean of both channels, smoothed over five cells, and half
  /// of it stretched so that each band has its own least and greatest share.
  private static func shares(
    _ readings: ReadingTrack<BandLevels>, _ grid: TurnGrid
  ) throws(SystemError) -> [[Double]] {
    let bands = try BandShares(readings, of: 0..<bandCount)
    var cells: [[Double]] = []
    for cell in grid.cells.indices {
      var sums = [Double](repeating: 0, count: bandCount)
      for tick in grid.ticks(ofCell: cell) {
        for (band, share) in try bands.shares(ofTick: tick).enumerated() {
          sums[band] += share.sum()
        }
      }
      cells.append(sums.map { [whole = sums.reduce(0, +)] in $0 / whole })
    }
    let smooth = cells.indices.map { cell in
      (0..<bandCount).map { band in
        zip(-2...2, [1.0, 3, 4, 3, 1]).reduce(0) { sum, next in
          sum + cells[min(max(cell + next.0, 0), cells.count - 1)][band] * next.1 / 12
        }
      }
    }
    let ranges = (0..<bandCount).map { band in
      let values = smooth.map { $0[band] }
      let least = values.min() ?? 0
      return (least: least, span: max((values.max() ?? 0) - least, 0.02))
    }
    return smooth.map { own in
      let stretched = own.indices.map { 0.02 + (own[$0] - ranges[$0].least) / ranges[$0].span }
      let whole = stretched.reduce(0, +)
      return own.indices.map { 0.55 * own[$0] + 0.45 * stretched[$0] / whole }
    }
  }

  var findings: Findings { track.findings }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try track.sketch(self, Set(layers.compactMap(\.name)), shownAfter: ticks)
  }

  mutating func skip(to tick: Int) { track.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let cells = track.advance(to: tick).cells
    let step = max(track.shown - 1, 0)
    let top = radii[radii.count - 1]
    bead = try track.bead(
      at: dial.point(step, top.isEmpty ? rim : top[step]), tick: tick, accent)
    guard !cells.isEmpty else { return }
    for band in layers.indices {
      layers[band].shape = .fill(path(radii[band].prefix(cells.upperBound)), .nonzero)
    }
  }

  func draw(into scene: inout Scene) {
    scene.items += layers.reversed() + center + [bead] + track.words
  }

  /// A layer from the rim outward; cells that are still to come have none.
  private func path(_ shown: ArraySlice<Double>) -> Path {
    let steps = 0..<track.grid.cellsPerTurn
    var path = Path.polygon(steps.map { dial.point($0, $0 < shown.count ? shown[$0] : rim) })
    path.add(.polygon(steps.reversed().map { dial.point($0, rim) }))
    return path
  }
}
