// SPDX-License-Identifier: MIT
internal import Signal

extension AddedColumns {
  /// The tutorial's sound meter on the first channel; the floor during the first 0.1 s.
  static let soundMeter = AddedColumns(
    "sound-meter",
    [
      Column(
        "sound_meter_db",
        "The needle of the gauge's tutorial look: 10 log10 of the RMS of the first channel "
          + "in the last whole 0.1 s, in dB; the floor before the first one has ended.")
    ]
  ) { input in
    Analysis<SoundMeterReading>.soundMeter(channel: 0, floor: input.floor)
      .map { [.number($0.value)] }.held(before: [.number(input.floor.value)])
  }

  /// The frequency of the tutorial's FFT tap on the first channel; 0 during the first 0.1 s.
  static let fft = AddedColumns(
    "fft",
    [
      Column(
        "fft_frequency_hz",
        "The strongest frequency of the first channel in Hz, as the plots' tutorial look "
          + "shows it, once in 0.1 s; 0 before the first one has ended.")
    ]
  ) { _ in
    Analysis<TutorialPlotsReading>.tutorialPlots(channels: (0, 1))
      .map { [.number($0.fftFrequency)] }.held(before: [.number(0)])
  }

  /// The labels of the tutorial's frequency tracker on the first two channels; 200 Hz and 0 during
  /// the first 0.1 s.
  static let tracker = AddedColumns(
    "tracker",
    [
      Column(
        "tracker_hz",
        "The pitch of the first two channels in Hz, as the plots' tutorial look shows it, "
          + "once in 0.1 s; 200 before the first one has ended."),
      Column(
        "tracker_amplitude",
        "Its amplitude, of which 1 is full scale; 0 before the first 0.1 s has ended."),
    ]
  ) { _ in
    Analysis<TutorialPlotsReading>.tutorialPlots(channels: (0, 1))
      .map { [.number($0.trackerFrequency), .number($0.trackerAmplitude)] }
      .held(before: [.number(200), .number(0)])
  }
}
