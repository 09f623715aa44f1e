// SPDX-License-Identifier: MIT
internal import Signal

/// The loudness of a channel on a scale: from 0 at its quiet end to 1 at its loud end.
public struct Loudness: Sendable, Hashable {
  /// The loudness of the peak meter.
  public var peak: Double
  /// The loudness of the average meter.
  public var average: Double

  /// The loudness of both meters.
  public init(peak: Double, average: Double) {
    self.peak = peak
    self.average = average
  }

  /// Silence.
  public static let silent = Loudness(peak: 0, average: 0)
}

/// The loudness of both sides of a picture.
public struct StereoLoudness: Sendable, Hashable {
  /// The loudness of the channel on the left.
  public var left: Loudness
  /// The loudness of the channel on the right.
  public var right: Loudness

  /// The loudness of both sides.
  public init(left: Loudness, right: Loudness) {
    self.left = left
    self.right = right
  }

  /// Silence.
  public static let silent = StereoLoudness(left: .silent, right: .silent)

  /// The mean of both sides.
  public var mean: Loudness {
    Loudness(
      peak: (left.peak + right.peak) / 2, average: (left.average + right.average) / 2)
  }
}

extension LevelScale {
  /// The position of a tick's levels on the scale.
  public func loudness(of levels: StereoLevels) -> StereoLoudness {
    func loudness(_ level: ChannelLevel, isLeft: Bool) -> Loudness {
      // A meter without a scale has read only silence: it is at the quiet end.
      func loudness(_ level: Decibels, _ scale: MeterScale) -> Double {
        scale.span(isLeft: isLeft).map { 1 - min(max($0.distance(of: level), 0), 1) } ?? 0
      }
      return Loudness(peak: loudness(level.peak, peak), average: loudness(level.average, average))
    }
    return StereoLoudness(
      left: loudness(levels.left, isLeft: true), right: loudness(levels.right, isLeft: false))
  }
}
