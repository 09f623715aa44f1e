// SPDX-License-Identifier: MIT
internal import Signal

extension AddedColumns {
  /// The onsets of the first two channels.
  static let beat = AddedColumns(
    "beat",
    [
      Column(
        "beat",
        "How strong the onset in the tick is, such as that of a drum, from 0 to 1; 0 where nothing "
          + "begins.")
    ]
  ) { _ in
    Analysis { stream in
      BeatAnalyzer(
        BandFilter(edges: [30, 150, 600, 2400, 16_000], channels: (0, 1), stream.format),
        tickRate: stream.clock.rate)
    }
  }
}

/// Finds onsets: ticks in which the bands rise by more than they did in the second before.
///
/// The rise of a tick is the mean over the bands of how many dB each is above its highest level of
/// the last 50 ms, as far as that is above −60 dBFS; 30 dB are a strength of 1. A rise is an onset if
/// it is at least 3 dB and twice the mean of the last second, and if none was in the last 100 ms.
///
/// - Source: the spectral flux of Dixon, *Onset detection revisited*, DAFx 2006, in a causal form.
private struct BeatAnalyzer: Analyzer {
  private var filter: BandFilter
  private let second, recent, pause: Int
  /// The levels of the last 50 ms, the oldest tick first.
  private var levels: [[Double]] = []
  /// The rises of the last second, the oldest first.
  private var rises: [Double] = []
  private var ticksSinceOnset = Int.max / 2

  private static let softest = -60.0

  init(_ filter: BandFilter, tickRate: Rate) {
    self.filter = filter
    let rate = tickRate.perSecond
    second = max(Int(rate.rounded()), 1)
    recent = max(Int((0.05 * rate).rounded()), 1)
    pause = Int((0.1 * rate).rounded())
  }

  mutating func consume(_ run: Span<Float>) -> Bool { filter.add(run) }

  mutating func endTick(emit: ([ColumnValue]) -> Void) {
    let floor = Decibels(BeatAnalyzer.softest)
    let now = filter.meanPowers().map { Decibels(meanSquare: $0.sum() / 2, floor: floor).value }
    var rise = 0.0
    for band in now.indices {
      let before = levels.map { $0[band] }.max() ?? floor.value
      rise += max(now[band] - before, 0) / Double(now.count)
    }
    let mean = rises.isEmpty ? 0 : rises.reduce(0, +) / Double(rises.count)
    ticksSinceOnset += 1
    let isOnset = rise >= 3 && rise >= 2 * mean && ticksSinceOnset > pause
    if isOnset { ticksSinceOnset = 0 }
    emit([.number(isOnset ? min(rise / 30, 1) : 0)])
    levels.append(now)
    rises.append(rise)
    if levels.count > recent { levels.removeFirst() }
    if rises.count > second { rises.removeFirst() }
  }

  mutating func finish(emit: ([ColumnValue]) -> Void) {}
}
