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
    return Analysis<Tick>.levels(petal, floor: input.floor).collected { ticks, stream, _ in
      let (left, right) = (stream.format.channel(0), stream.format.channel(1))
      let averages = ticks.map { tick in
        SIMD2(tick.levels[left].average.value, tick.levels[right].average.value)
      }
      let bar = input.structure?.steadyBar.map { $0 * stream.clock.rate.perSecond }
      let turn = turnInTicks(averages, bar: bar)
      return averages.indices.map { tick in
        let turns = turn.map { Double(tick) / $0 } ?? 0
        return [.number(turns - turns.rounded(.down))]
      }
    }
  }

  /// The length of the turn in ticks, found as pictures do: on a scale of the averages' ``LevelRange``;
  /// `nil` if no bars are found.
  private static func turnInTicks(_ averages: [SIMD2<Double>], bar: Double?) -> Double? {
    var (left, right) = (LevelReadings(), LevelReadings())
    for average in averages {
      left.add(Decibels(average.x))
      right.add(Decibels(average.y))
    }
    guard let range = LevelRange(left, right), range.high > range.low else { return nil }
    let lock = TurnLock(count: averages.count, bar: bar) { tick in
      ((averages[tick] - range.low) / (range.high - range.low))
        .clamped(lowerBound: .zero, upperBound: .one).sum() / 2
    }
    return lock.isOfBars ? lock.ticks : nil
  }
}
