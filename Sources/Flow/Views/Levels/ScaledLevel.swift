// SPDX-License-Identifier: MIT
internal import Signal

/// The loudness of a channel on a scale: from 0 at its quiet end to 1 at its loud end.
public struct ScaledLevel: Sendable, Hashable {
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
  public static let silent = ScaledLevel(peak: 0, average: 0)
}

/// The loudness of both sides of a picture.
public struct ScaledLevels: Sendable, Hashable {
  /// The loudness of the channel on the left.
  public var left: ScaledLevel
  /// The loudness of the channel on the right.
  public var right: ScaledLevel

  /// The loudness of both sides.
  public init(left: ScaledLevel, right: ScaledLevel) {
    self.left = left
    self.right = right
  }

  /// Silence.
  public static let silent = ScaledLevels(left: .silent, right: .silent)

  /// The mean of both sides.
  public var mean: ScaledLevel {
    ScaledLevel(
      peak: (left.peak + right.peak) / 2, average: (left.average + right.average) / 2)
  }

  /// One of the channels on both sides.
  func both(_ side: Side) -> ScaledLevels {
    let level = side == .left ? left : right
    return ScaledLevels(left: level, right: level)
  }
}

extension LevelScale {
  /// The position of a tick's levels on the scale.
  public func loudness(of levels: StereoLevels) -> ScaledLevels {
    func loudness(_ level: ChannelLevel, isLeft: Bool) -> ScaledLevel {
      // A meter without a scale has read only silence: it is at the quiet end.
      func loudness(_ level: Decibels, _ scale: MeterScale) -> Double {
        scale.span(isLeft: isLeft).map { 1 - min(max($0.distance(of: level), 0), 1) } ?? 0
      }
      return ScaledLevel(
        peak: loudness(level.peak, peak), average: loudness(level.average, average))
    }
    return ScaledLevels(
      left: loudness(levels.left, isLeft: true), right: loudness(levels.right, isLeft: false))
  }
}
