// SPDX-License-Identifier: MIT
internal import Platform

/// A whole track in turns of equal length, each divided into cells.
struct TurnGrid: Sendable {
  /// The loudness of the ticks in a cell: 0 to 1, the left channel first.
  struct Cell: Sendable, Hashable {
    /// The mean of the average meters.
    var average = SIMD2<Double>.zero
    /// The maximum of the peak meters.
    var peak = SIMD2<Double>.zero
  }

  /// Cells in a turn.
  let cellsPerTurn: Int
  /// Turns in the track, at least one; the last may be incomplete.
  let turnCount: Int
  /// Ticks in a turn; may be fractional.
  let turn: Double
  /// The cells of the track, in order.
  private(set) var cells: [Cell] = []
  /// The last tick of each cell.
  private var lastTicks: [Int] = []

  /// Reads all ticks of a track. Each cell has at least one; if turns have fewer ticks than cells,
  /// neighbouring cells share ticks.
  ///
  /// - Throws: if the track cannot be read.
  init(
    _ loudness: inout TrackLevels, turn: Double, cellsPerTurn: Int = 360
  ) throws(SystemError) {
    self.turn = turn
    self.cellsPerTurn = cellsPerTurn
    func firstTick(_ cell: Int) -> Int { Int(Double(cell) * turn / Double(cellsPerTurn)) }
    while case let first = firstTick(cells.count), first < loudness.tickCount {
      let end = min(max(firstTick(cells.count + 1), first + 1), loudness.tickCount)
      var cell = Cell()
      for tick in first..<end {
        let levels = try loudness.levels(ofTick: tick)
        cell.average += levels.average
        cell.peak = pointwiseMax(cell.peak, levels.peak)
      }
      cell.average /= Double(end - first)
      cells.append(cell)
      lastTicks.append(end - 1)
    }
    turnCount = max((cells.count + cellsPerTurn - 1) / cellsPerTurn, 1)
  }

  /// The length of turns in ticks: the base, doubled until the track has at most as many turns as
  /// `turns` says, or halved until it has as many as that, or turns are not longer than
  /// `longEnough`. A track shorter than the base begins as one turn.
  static func turn(
    base: Double, ticks: Int, turns: ClosedRange<Int>, longEnough: Double
  ) -> Double {
    let ticks = Double(max(ticks, 1))
    var turn = min(base, ticks)
    var count: Double { (ticks / turn).rounded(.up) }
    while count > Double(turns.upperBound) { turn *= 2 }
    while count < Double(turns.lowerBound), turn > longEnough,
      (ticks / (turn / 2)).rounded(.up) <= Double(turns.upperBound)
    {
      turn /= 2
    }
    return turn
  }

  /// How many cells have ended at the end of a tick, of which `known` are known to have.
  func count(endedByTick tick: Int, from known: Int) -> Int {
    var count = known
    while count < cells.count, lastTicks[count] <= tick { count += 1 }
    return count
  }

  /// The ticks of a cell.
  func ticks(ofCell cell: Int) -> Range<Int> {
    let end = lastTicks[cell] + 1
    return min(Int(Double(cell) * turn / Double(cellsPerTurn)), end - 1)..<end
  }

  /// The mean of both channels' averages in a cell.
  func mean(ofCell cell: Int) -> Double { cells[cell].average.sum() / 2 }

  /// Stretches the contrast of the cells: from the 3rd to the 99.5th percentile of both channels to
  /// the whole scale.
  mutating func stretch() {
    stretch(\.average)
    stretch(\.peak)
  }

  private mutating func stretch(_ meter: WritableKeyPath<Cell, SIMD2<Double>>) {
    let sorted = cells.flatMap { [$0[keyPath: meter].x, $0[keyPath: meter].y] }.sorted()
    guard let last = sorted.indices.last else { return }
    let low = sorted[last * 3 / 100]
    // Nearly constant values are not stretched.
    let span = max(sorted[last * 995 / 1000] - low, 0.1)
    for index in cells.indices {
      cells[index][keyPath: meter] = ((cells[index][keyPath: meter] - low) / span)
        .clamped(lowerBound: .zero, upperBound: .one)
    }
  }
}
