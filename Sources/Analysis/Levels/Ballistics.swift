// SPDX-License-Identifier: MIT

/// How meters move: what their reading at the end of a tick is made of.
public enum Ballistics: Sendable, Hashable, CaseIterable {
  /// Each tick by itself: the greatest |x| and the root of the mean square of its own samples.
  ///
  /// A full-scale sine averages −3.01 dBFS.
  case tick

  /// The meters of AVAudioPlayer: blocks of 1024 sample frames, a peak that is held for 0.9 s and
  /// then falls by 24 dB/s, an average over some 32 samples that falls by at most 48.4 dB/s.
  ///
  /// A full-scale sine averages 0 dBFS. ``PlayerMeter`` has the details.
  case avaudioplayer

  /// As ``tick``, but a meter falls in a straight line, by so many dB a second at most; ``Petal`` has
  /// the details.
  case petal(fall: Double = 20)

  /// How fast petals may fall, in dB a second.
  public static let falls = 0.001...1000.0

  /// All kinds; petals with their usual fall.
  public static let allCases = [Ballistics.tick, .avaudioplayer, .petal()]

  /// The word for the kind.
  public var name: String {
    switch self {
    case .tick: "tick"
    case .avaudioplayer: "avaudioplayer"
    case .petal: "petal"
    }
  }

  /// How fast petals fall, in dB a second; `nil` for other kinds.
  public var fall: Double? { if case .petal(let fall) = self { fall } else { nil } }
}
