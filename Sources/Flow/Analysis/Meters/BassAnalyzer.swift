// SPDX-License-Identifier: MIT
public import Signal

/// How strong the bass of two channels is: the mean power of both from 40 to 150 Hz in each tick. It
/// rises at once and falls by 60 dB/s.
private struct BassAnalyzer: Analyzer {
  private var filter: BandFilter
  private let floor: Decibels
  private var petal: Petal

  init(_ filter: BandFilter, floor: Decibels, tickRate: Rate) {
    (self.filter, self.floor) = (filter, floor)
    petal = Petal(fall: 60, tickRate: tickRate)
  }

  mutating func consume(_ run: Span<Float>) -> Bool { filter.add(run) }

  mutating func endTick(emit: (Decibels) -> Void) {
    let power = filter.meanPowers()[0].sum() / 2
    emit(petal.advance(to: [Decibels(meanSquare: power, floor: floor)])[0])
  }

  mutating func finish(emit: (Decibels) -> Void) {}
}

extension Analysis where Reading == Decibels {
  /// How strong the bass of two channels is, in dBFS.
  public static func bass(channels: (left: Int, right: Int), floor: Decibels) -> Analysis {
    Analysis { stream in
      BassAnalyzer(
        BandFilter(edges: [40, 150], channels: channels, stream.format), floor: floor,
        tickRate: stream.clock.rate)
    }
  }
}
