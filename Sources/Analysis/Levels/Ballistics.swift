// SPDX-License-Identifier: MIT

/// How the needle of a meter moves: what its reading at the end of a tick is made of.
public enum Ballistics: Sendable, Hashable, CaseIterable {
  /// Each tick by itself: the greatest |x| and the root of the mean square of its own samples.
  ///
  /// A full-scale sine averages −3.01 dBFS.
  case tick

  /// The meters of AVAudioPlayer: blocks of 1024 sample frames, a peak that is held for 0.9 s and
  /// then falls by 24 dB/s, an average over about 32 samples that falls by at most 48.4 dB/s.
  ///
  /// A full-scale sine averages 0 dBFS. ``PlayerMeter`` has the details.
  case avaudioplayer

  /// Like ``tick``, but a meter falls at most so many dB a second, in a straight line. ``Petal``
  /// has the details.
  case petal(fall: Double = 20)

  /// How fast petals may fall, in dB a second.
  public static let falls = 0.001...1000.0

  /// All kinds, petals with their default fall.
  public static let allCases = [Ballistics.tick, .avaudioplayer, .petal()]

  /// The name of the kind on the command line.
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
