// SPDX-License-Identifier: MIT

/// An instrument that plays pitches: a sum of partials under one envelope.
struct Instrument {
  /// The amplitude of each partial, from the fundamental on.
  var partials: [Double]

  /// The time in which the fundamental halves, in seconds; partial k takes a k-th of it.
  var halfLife: Double

  /// Rise and fall of a note; the fall is added to the length that the score asks for.
  var envelope: Envelope

  /// How far two voices of the same note stand apart, as a part of the frequency; 0 for one voice.
  var detuning = 0.0

  /// One note, of a length in seconds.
  func note(_ pitch: Pitch, seconds: Double) -> Clip {
    var clip = Clip(seconds: seconds + envelope.release)
    let voices = detuning == 0 ? [0.0] : [-detuning, detuning]
    for (voice, shift) in voices.enumerated() {
      for (index, amplitude) in partials.enumerated() {
        let rank = Double(index + 1)
        Oscillator(
          frequency: pitch.frequency * rank * (1 + shift),
          amplitude: amplitude / Double(voices.count),
          halfLife: halfLife / rank,
          phase: Double(voice) * 0.31 * rank
        ).add(to: &clip)
      }
    }
    envelope.apply(to: &clip)
    return clip
  }
}

extension Instrument {
  /// Soft strings that swell.
  static let pad = Instrument(
    partials: [0.5, 0.22, 0.1], halfLife: .infinity,
    envelope: Envelope(attack: 0.5, release: 0.45), detuning: 0.002)

  /// Strings that are plucked hard, for the chords that end a part.
  static let chord = Instrument(
    partials: [0.5, 0.3, 0.2, 0.1, 0.05], halfLife: 0.9,
    envelope: Envelope(attack: 0.008, release: 0.3), detuning: 0.0015)

  /// A round electric bass.
  static let bass = Instrument(
    partials: [0.7, 0.35, 0.16, 0.08, 0.03], halfLife: 0.35,
    envelope: Envelope(attack: 0.006, release: 0.05))

  /// A plucked string for the broken chords.
  static let pluck = Instrument(
    partials: [0.6, 0.3, 0.18, 0.08, 0.04], halfLife: 0.11,
    envelope: Envelope(attack: 0.002, release: 0.25))

  /// A flute-like voice for the tune.
  static let lead = Instrument(
    partials: [0.6, 0.16, 0.1, 0.03], halfLife: 1.2,
    envelope: Envelope(attack: 0.03, release: 0.12), detuning: 0.0012)
}
