// SPDX-License-Identifier: MIT
internal import Analysis
internal import Platform

/// The cells of a whole track as elements.
struct TrackCells: Sendable {
  /// How the track is cut.
  let form: TrackForm
  /// Whether each turn is a half for each channel.
  let isMirror: Bool
  /// What each cell sounded like, with the rest of the readings at its last tick.
  private let moments: [LookMoment]

  /// Cells in a turn.
  var perTurn: Int { form.cells }
  /// How many cells there are.
  var count: Int { moments.count }
  /// The degrees of a turn, and from one cell to the next.
  var degrees: (turn: Double, step: Double) {
    let turn = isMirror ? 180.0 : 360.0
    return (turn, turn / Double(perTurn))
  }

  /// Where in a cell its point is: at the end; but in the middle in halves, which meet at both ends.
  private var pointInCell: Double { isMirror ? 0.5 : 1 }

  /// The place of a cell in its turn, in degrees clockwise from 12 o'clock.
  func degrees(ofCell cell: Int) -> Double {
    (Double(cell % perTurn) + pointInCell) * degrees.step
  }

  init(_ form: TrackForm, _ layout: FigureLayout, _ moments: [LookMoment]) {
    (self.form, self.moments, isMirror) = (form, moments, layout == .mirror)
  }

  /// The moment of a cell; silence for a track without any.
  func moment(ofCell cell: Int) -> LookMoment {
    moments.isEmpty ? .silent : moments[min(max(cell, 0), count - 1)]
  }

  /// The element of a cell, at its end; or at its start, before which there is none in the row.
  func element(ofCell cell: Int, _ channel: LookChannel, isStart: Bool = false) -> LookElement {
    let moment = moment(ofCell: cell)
    var element = LookElement(moment, channel)
    let other: LookChannel = channel == .mean ? .mean : channel == .left ? .right : .left
    element.other = other.part(of: moment.levels)
    let (turn, index) = cell.quotientAndRemainder(dividingBy: perTurn)
    (element.i, element.n, element.step) = (Double(index), Double(perTurn), degrees.step)
    element.at = element.i / element.n
    element.number = Double(cell)
    element.turn =
      form.isSpiral ? Double(isStart ? cell : cell + 1) / Double(perTurn) : Double(turn)
    return element
  }
}

/// The shares of seven bands in the cells of a whole track.
struct TrackShares {
  /// The shares of each cell: the mean of both channels, smoothed over five cells; and half of it stretched, so that
  /// each band has its own least and greatest share, if the contrast of the track is.
  private let cells: [[Double]]

  /// A reading at a place, in a cell; both channels have the same.
  func reading(at place: LookBand, inCell cell: Int) -> SIMD2<Float> {
    SIMD2<Float>(place.share(of: cells[cell].map { SIMD2(repeating: $0) }))
  }

  init(
    _ bands: BandShares, of grid: TurnGrid, stretches: Bool
  ) throws(SystemError) {
    var cells: [[Double]] = []
    for cell in grid.cells.indices {
      var sums = [Double](repeating: 0, count: BandGroups.shareCount)
      for tick in grid.ticks(ofCell: cell) {
        for (band, share) in try bands.shares(ofTick: tick).enumerated() {
          sums[band] += share.sum()
        }
      }
      cells.append(sums.map { [whole = sums.reduce(0, +)] in $0 / whole })
    }
    let smooth = cells.indices.map { cell in
      (0..<BandGroups.shareCount).map { band in
        zip(-2...2, [1.0, 3, 4, 3, 1]).reduce(0) { sum, next in
          sum + cells[min(max(cell + next.0, 0), cells.count - 1)][band] * next.1 / 12
        }
      }
    }
    self.cells = stretches ? TrackShares.stretched(smooth) : smooth
  }

  private static func stretched(_ cells: [[Double]]) -> [[Double]] {
    let ranges = (0..<BandGroups.shareCount).map { band in
      let values = cells.map { $0[band] }
      let least = values.min() ?? 0
      return (least: least, span: max((values.max() ?? 0) - least, 0.02))
    }
    return cells.map { own in
      let stretched = own.indices.map { 0.02 + (own[$0] - ranges[$0].least) / ranges[$0].span }
      let whole = stretched.reduce(0, +)
      return own.indices.map { 0.55 * own[$0] + 0.45 * stretched[$0] / whole }
    }
  }
}
