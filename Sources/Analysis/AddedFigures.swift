// SPDX-License-Identifier: MIT
public import Signal

/// Figures that can stand beside the levels of each tick.
public enum AddedFigures: String, Sendable, Hashable, CaseIterable {
  /// The tutorial's sound meter on the first channel; the floor before the first 0.1 s is over.
  case soundMeter = "sound-meter"

  /// The frequency of the tutorial's FFT tap on the first channel; 0 before the first 0.1 s is over.
  case fft

  /// The labels of the tutorial's frequency tracker on the first two channels; 200 Hz and 0 before
  /// the first 0.1 s is over.
  case tracker

  /// The pitch of the first two channels, and its strength; both are 0 where there is none.
  case pitch

  /// The names of the columns.
  public var columns: [String] {
    switch self {
    case .soundMeter: ["sound_meter_db"]
    case .fft: ["fft_frequency_hz"]
    case .tracker: ["tracker_hz", "tracker_amplitude"]
    case .pitch: ["pitch_hz", "pitch_strength"]
    }
  }

  /// The figures at each tick, one for each of the ``columns``; silence reads `floor`.
  public func analysis(floor: Decibels) -> Analysis<[Double]> {
    let plots = Analysis<TutorialPlotsReading>.tutorialPlots(channels: (0, 1))
    return switch self {
    case .soundMeter:
      Analysis<SoundMeterReading>.soundMeter(channel: 0, floor: floor).map { [$0.value] }
        .held(before: [floor.value])
    case .fft: plots.map { [$0.fftFrequency] }.held(before: [0])
    case .tracker:
      plots.map { [$0.trackerFrequency, $0.trackerAmplitude] }.held(before: [200, 0])
    case .pitch:
      Analysis<PitchReading>.pitch(channels: (0, 1)).map { [$0.frequency, $0.strength] }
    }
  }
}

extension Analysis where Reading == Tick {
  /// The levels and, in this order, added figures; silence reads `floor`.
  public func adding(_ added: [AddedFigures], floor: Decibels) -> Analysis<(Tick, [Double])> {
    added.reduce(map { ($0, []) }) { analysis, figures in
      analysis.joined(with: figures.analysis(floor: floor)).map { ($0.0, $0.1 + $1) }
    }
  }
}
