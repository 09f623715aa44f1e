// SPDX-License-Identifier: MIT
public import Signal

extension Analysis where Reading == AnalyzerReading {
  /// Spectrum, levels and pitch of two channels. The last channel stands in for a missing one.
  public static func analyzer(
    channels: (left: Int, right: Int), ballistics: Ballistics, floor: Decibels,
    placement: BlockPlacement = .centered
  ) -> Analysis {
    Analysis<SpectrumReading>.spectrum(channels: channels, placement: placement)
      .joined(with: .pitch(channels: channels, placement: placement))
      .joined(with: .levels(ballistics, floor: floor))
      .map { readings, tick in
        let last = tick.levels.count - 1
        return AnalyzerReading(
          spectrum: readings.0, left: tick.levels[min(channels.left, last)],
          right: tick.levels[min(channels.right, last)], pitch: readings.1)
      }
  }
}
