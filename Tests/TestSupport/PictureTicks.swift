// SPDX-License-Identifier: MIT
public import Signal

/// Made-up readings of two channels for pictures.
public enum PictureTicks {
  /// Both meters of both sides.
  public static func tick(
    _ index: Int, peaks: (Double, Double), averages: (Double, Double)
  ) -> Tick {
    Tick(
      index: index,
      levels: [
        ChannelLevel(peak: Decibels(peaks.0), average: Decibels(averages.0)),
        ChannelLevel(peak: Decibels(peaks.1), average: Decibels(averages.1)),
      ])
  }

  /// Levels that rise at once and fall slowly, as those of music do; the same for the same seed.
  public static func music(count: Int, seed: UInt64) -> [Tick] {
    var random = SeededGenerator(seed: seed)
    var levels = [-8.0, -10, -20, -22]
    return (0..<count).map { index in
      for meter in levels.indices {
        let isAverage = meter >= 2
        if Int.random(in: 0..<12, using: &random) == 0 {
          levels[meter] = .random(in: isAverage ? -18 ... -8 : -6...0, using: &random)
        } else {
          levels[meter] = max(levels[meter] - .random(in: 0...0.6, using: &random), -50)
        }
      }
      return tick(index, peaks: (levels[0], levels[1]), averages: (levels[2], levels[3]))
    }
  }

  /// Levels without any order: silence, clipping, and what no file holds among them.
  public static func extremes(count: Int, seed: UInt64) -> [Tick] {
    var random = SeededGenerator(seed: seed)
    func level() -> Double {
      let odd: [Double] = [
        -160, 0, -0.0, 6.02, 770, -1000, 1000, 1e-9, -1e-9, .leastNonzeroMagnitude,
        -.leastNonzeroMagnitude,
      ]
      return switch Int.random(in: 0..<3, using: &random) {
      case 0: random.pick(odd)
      case 1: .random(in: -160...12, using: &random)
      default: .random(in: -40...0, using: &random)
      }
    }
    return (0..<count).map { index in
      tick(index, peaks: (level(), level()), averages: (level(), level()))
    }
  }
}
