// SPDX-License-Identifier: MIT
internal import Signal

/// How loud a channel is on a scale: 0 at its quiet end to 1 at its loud end.
public struct Loudness: Sendable, Hashable {
  /// Of the peak meter.
  public var peak: Double
  /// Of the average meter.
  public var average: Double

  /// The loudness of both meters.
  public init(peak: Double, average: Double) {
    self.peak = peak
    self.average = average
  }

  /// Silence.
  public static let silent = Loudness(peak: 0, average: 0)
}

/// How loud both sides of a picture are.
public struct StereoLoudness: Sendable, Hashable {
  /// Of the channel on the left.
  public var left: Loudness
  /// Of the channel on the right.
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
  /// Where the levels of a tick lie on the scale.
  public func loudness(of levels: StereoLevels) -> StereoLoudness {
    func loudness(_ level: Decibels, _ quietest: Double?) -> Double {
      // A meter that reads nothing but silence is at the quiet end.
      guard let quietest else { return 0 }
      let distance = max(0, -level.value)
      return distance == 0 ? 1 : 1 - min(distance / quietest, 1)
    }
    return StereoLoudness(
      left: Loudness(
        peak: loudness(levels.left.peak, peak.left),
        average: loudness(levels.left.average, average.left)),
      right: Loudness(
        peak: loudness(levels.right.peak, peak.right),
        average: loudness(levels.right.average, average.right)))
  }
}
