// SPDX-License-Identifier: MIT

/// How meters move: what their reading at the end of a tick is made of.
public enum Ballistics: String, Sendable, Hashable, CaseIterable {
  /// Each tick by itself: the greatest |x| and the root of the mean square of its own samples.
  ///
  /// A full-scale sine averages −3.01 dBFS.
  case tick

  /// The meters of AVAudioPlayer: blocks of 1024 sample frames, a peak that is held for 0.9 s and
  /// then falls by 24 dB/s, an average over some 32 samples that falls by at most 48.4 dB/s.
  ///
  /// A full-scale sine averages 0 dBFS. ``PlayerMeter`` has the details.
  case avaudioplayer
}
