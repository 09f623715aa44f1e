// SPDX-License-Identifier: MIT
public import Signal

/// Figures that the table of levels can have as extra columns.
public enum AddedFigures: String, Sendable, Hashable, CaseIterable {
  /// The tutorial's sound meter on the first channel; the floor during the first 0.1 s.
  case soundMeter = "sound-meter"

  /// The frequency of the tutorial's FFT tap on the first channel; 0 during the first 0.1 s.
  case fft

  /// The labels of the tutorial's frequency tracker on the first two channels; 200 Hz and 0 during
  /// the first 0.1 s.
  case tracker

  /// The pitch of the first two channels, and its strength; both are 0 where there is none.
  case pitch

  /// The frequencies of the notes that an instrument begins, which come from the instrument itself
  /// and not from its sound.
  case notes

  /// The names of the columns.
  public var columns: [String] { table.map(\.name) }

  /// The columns, each with a sentence about its content.
  public var table: [LevelTable.Column] {
    switch self {
    case .soundMeter:
      [
        .init(
          name: "sound_meter_db",
          meaning:
            "The needle of the gauge's tutorial look: 10 log10 of the RMS of the first channel "
            + "in the last whole 0.1 s, in dB; the floor before the first one has ended.")
      ]
    case .fft:
      [
        .init(
          name: "fft_frequency_hz",
          meaning:
            "The strongest frequency of the first channel in Hz, as the plots' tutorial look "
            + "shows it, once in 0.1 s; 0 before the first one has ended.")
      ]
    case .tracker:
      [
        .init(
          name: "tracker_hz",
          meaning:
            "The pitch of the first two channels in Hz, as the plots' tutorial look shows it, "
            + "once in 0.1 s; 200 before the first one has ended."),
        .init(
          name: "tracker_amplitude",
          meaning: "Its amplitude, of which 1 is full scale; 0 before the first 0.1 s has ended."),
      ]
    case .pitch:
      [
        .init(
          name: "pitch_hz",
          meaning:
            "The pitch of the first two channels in Hz, as the plots' analyzer look names it; 0 "
            + "where there is none."),
        .init(
          name: "pitch_strength",
          meaning:
            "How clear it is, from 0 to 1: a pure tone about 0.33, a chord 0.2, noise less than 0.05."
        ),
      ]
    case .notes:
      [
        .init(
          name: "notes",
          meaning:
            "The frequencies of the notes that begin in the tick, in Hz, with spaces between; only "
            + "for instruments.")
      ]
    }
  }

  /// The figures at each tick, one for each of the ``columns``; silence reads `floor`. `nil` for
  /// figures that are not measured.
  public func analysis(floor: Decibels) -> Analysis<[Double]>? {
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
    case .notes: nil
    }
  }
}

extension Analysis where Reading == Tick {
  /// The levels and the measured figures of `added`, in this order; silence reads `floor`.
  public func adding(_ added: [AddedFigures], floor: Decibels) -> Analysis<(Tick, [Double])> {
    added.compactMap { $0.analysis(floor: floor) }.reduce(map { ($0, []) }) { analysis, figures in
      analysis.joined(with: figures).map { ($0.0, $0.1 + $1) }
    }
  }
}

/// The value of an added column.
public enum AddedValue: Sendable, Hashable {
  /// A number.
  case number(Double)
  /// Any number of numbers.
  case list([Double])

  /// All numbers.
  var numbers: [Double] {
    switch self {
    case .number(let number): [number]
    case .list(let numbers): numbers
    }
  }
}
