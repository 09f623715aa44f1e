// SPDX-License-Identifier: MIT
internal import Signal

extension AddedColumns {
  /// The place of the tick in a turn that is locked to the music of the first two channels.
  static let turn = AddedColumns(
    "turn",
    [
      Column(
        "turn",
        "How much of a turn of --turn lock, some whole number of bars of the music, has passed when "
          + "the tick begins, from 0 up to 1; 0 in all rows if no bars are found. All of the input "
          + "is read before the first row, so it is not for live sound.")
    ]
  ) { input in
    let petal = Ballistics.petal
    return Analysis(
      reach: { _, _ in Reach(ticksBefore: nil, framesAfter: .max) }
    ) { (stream) throws(MeteringError) in
      let format = stream.format
      let averages = Analysis<SIMD2<Double>>.levels(petal, floor: input.floor) {
        SIMD2(
          $0.level(ofChannel: format.channel(0), in: $2).average.value,
          $0.level(ofChannel: format.channel(1), in: $2).average.value)
      }
      return TurnAnalyzer(averages: try averages.samples(stream))
    }
  }
}

/// Keeps the averages of two channels until the end of the stream, and finds the turn in them as
/// pictures do: on a scale of their ``LevelRange``.
private struct TurnAnalyzer: Analyzer {
  private var analyzer: any Analyzer<SIMD2<Double>>
  private var averages: [SIMD2<Double>] = []

  init(averages: any Analyzer<SIMD2<Double>>) { analyzer = averages }

  mutating func consume(_ run: Span<Float>) -> Bool { analyzer.consume(run) }

  mutating func endTick(emit: ([ColumnValue]) -> Void) {
    var new: [SIMD2<Double>] = []
    analyzer.endTick { new.append($0) }
    averages += new
  }

  mutating func finish(emit: ([ColumnValue]) -> Void) {
    var new: [SIMD2<Double>] = []
    analyzer.finish { new.append($0) }
    averages += new
    let turn = turn
    for tick in averages.indices {
      let turns = turn.map { Double(tick) / $0 } ?? 0
      emit([.number(turns - turns.rounded(.down))])
    }
  }

  /// The length of the turn in ticks; `nil` if no bars are found.
  private var turn: Double? {
    var (left, right) = (LevelReadings(), LevelReadings())
    for average in averages {
      left.add(Decibels(average.x))
      right.add(Decibels(average.y))
    }
    guard let range = LevelRange(left, right), range.high > range.low else { return nil }
    let lock = TurnLock(count: averages.count) { tick in
      ((averages[tick] - range.low) / (range.high - range.low))
        .clamped(lowerBound: .zero, upperBound: .one).sum() / 2
    }
    return lock.score >= TurnLock.minScore ? lock.ticks : nil
  }
}
