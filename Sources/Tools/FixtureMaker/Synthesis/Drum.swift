// SPDX-License-Identifier: MIT

/// The drum kit: each drum is one clip, struck as often as the score says.
enum Drum: CaseIterable {
  case kick, snare, closedHat, openHat, highTom, lowTom

  /// One stroke at full force, its peak near full scale.
  func stroke() -> Clip {
    switch self {
    case .kick: skin(seconds: 0.4, from: 190, to: 46, halfLife: 0.07)
    case .highTom: skin(seconds: 0.45, from: 260, to: 150, halfLife: 0.08)
    case .lowTom: skin(seconds: 0.5, from: 170, to: 95, halfLife: 0.09)
    case .snare: snare()
    case .closedHat: hat(seconds: 0.07, halfLife: 0.009, seed: 11)
    case .openHat: hat(seconds: 0.18, halfLife: 0.025, seed: 12)
    }
  }

  /// Where the drum stands, from −1 at the left to 1 at the right.
  var position: Double {
    switch self {
    case .kick, .snare: 0
    case .closedHat: 1
    case .openHat: -1
    case .highTom: -0.8
    case .lowTom: 0.8
    }
  }

  private func skin(seconds: Double, from start: Double, to end: Double, halfLife: Double) -> Clip {
    var clip = Clip(seconds: seconds)
    Sweep(start: start, end: end, pitchHalfLife: 0.018, halfLife: halfLife)
      .add(to: &clip, amplitude: 1)
    Envelope(attack: 0.001, release: 0.05).apply(to: &clip)
    return clip
  }

  private func snare() -> Clip {
    var clip = Clip(seconds: 0.2)
    Sweep(start: 290, end: 178, pitchHalfLife: 0.008, halfLife: 0.03)
      .add(to: &clip, amplitude: 0.6)
    Noise(colour: .middle, halfLife: 0.026, seed: 7).add(to: &clip, amplitude: 1)
    Envelope(attack: 0.001, release: 0.04).apply(to: &clip)
    return clip
  }

  private func hat(seconds: Double, halfLife: Double, seed: UInt64) -> Clip {
    var clip = Clip(seconds: seconds)
    Noise(colour: .bright, halfLife: halfLife, seed: seed).add(to: &clip, amplitude: 1)
    Envelope(attack: 0.0005, release: 0.01).apply(to: &clip)
    return clip
  }
}
