// SPDX-License-Identifier: MIT

extension AddedColumns {
  /// The pitch of the first two channels, and its strength; both are 0 where there is none.
  static let pitch = AddedColumns(
    "pitch",
    [
      Column(
        "pitch_hz",
        "The pitch of the first two channels in Hz, as the plots' analyzer look names it; 0 "
          + "where there is none."),
      Column(
        "pitch_strength",
        "How clear it is, from 0 to 1: a pure tone about 0.33, a chord 0.2, noise less than 0.05."),
    ]
  ) { _ in
    Analysis<PitchReading>.pitch(channels: (0, 1))
      .map { [.number($0.frequency), .number($0.strength)] }
  }
}
