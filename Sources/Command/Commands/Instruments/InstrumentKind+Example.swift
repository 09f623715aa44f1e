// SPDX-License-Identifier: MIT
public import Arguments
public import Synthesis

extension InstrumentKind: ArgumentValue {}

extension InstrumentKind {
  /// The text of an example file, as a starting point.
  var example: String {
    switch self {
    case .tones:
      """
      {
        "schema": "\(Instrument.schema)",
        "kind": "tones",
        "duration": 12,
        "tones": [
          {"frequency": 45, "velocity": 110},
          {"frequency": 57, "velocity": 90},
          {"frequency": 64, "velocity": 70},
          {"frequency": 72, "velocity": 50}
        ],
        "events": [
          {"time": 3, "tone": 3, "frequency": 71, "velocity": 60},
          {"time": 5, "tone": 1, "frequency": 55, "glide": 1.5},
          {"time": 6, "tone": 2, "frequency": 62, "glide": 1.5},
          {"time": 8, "tone": 0, "frequency": 43},
          {"time": 9, "tone": 0, "velocity": 0, "glide": 3},
          {"time": 9, "tone": 1, "velocity": 0, "glide": 3},
          {"time": 9, "tone": 2, "velocity": 0, "glide": 3},
          {"time": 9, "tone": 3, "velocity": 0, "glide": 3}
        ]
      }

      """
    case .wheels:
      """
      {
        "schema": "\(Instrument.schema)",
        "kind": "wheels",
        "duration": 24,
        "scale": [220, 261.626, 293.665, 329.628, 391.995, 440, 523.251, 587.330],
        "wheels": [
          {"x": 0, "y": 0, "radius": 100},
          {"x": 160, "y": 0, "radius": 60, "audio": true},
          {"x": 160, "y": 100, "radius": 40, "audio": true},
          {"x": -180, "y": 0, "radius": 80, "audio": true},
          {"x": -180, "y": -130, "radius": 50, "audio": true}
        ],
        "events": [
          {"time": 8, "add": {"x": 0, "y": 130, "radius": 30}},
          {"time": 10, "wheel": 5, "audio": true},
          {"time": 16, "wheel": 2, "x": 230, "y": 71}
        ]
      }

      """
    }
  }
}
