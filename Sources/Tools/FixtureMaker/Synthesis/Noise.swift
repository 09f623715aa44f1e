// SPDX-License-Identifier: MIT
import Synthesis

/// Noise that dies away by halves: the wires of a snare, the metal of a hi-hat.
struct Noise {
  /// What is left of the noise's spectrum.
  enum Colour {
    /// The highs, by the difference of differences: a hi-hat.
    case bright
    /// The middle, between two running means: a snare.
    case middle
  }

  /// What is left of the spectrum.
  var colour: Colour

  /// The time in which the amplitude halves, in seconds.
  var halfLife: Double

  /// The number that the noise follows from.
  var seed: UInt64

  /// Adds the noise to a clip, from its beginning to its end.
  func add(to clip: inout Clip, amplitude: Double) {
    let decay = ExactMath.powerOfTwo(-1 / (halfLife * Double(Clip.sampleRate)))
    var (state, level, filter) = (seed, amplitude, Filter())
    for index in clip.samples.indices {
      clip.samples[index] += level * filter.step(Noise.next(&state), colour)
      level *= decay
    }
  }

  /// The memory of the filter that colours white noise.
  private struct Filter {
    /// The two inputs before this one (bright), or two running means of them (middle).
    var first = 0.0, second = 0.0

    mutating func step(_ white: Double, _ colour: Colour) -> Double {
      switch colour {
      case .bright:
        defer { (first, second) = (white, first) }
        return (white - 2 * first + second) / 4
      case .middle:
        first += 0.2 * (white - first)
        second += 0.03 * (first - second)
        return first - second
      }
    }
  }

  /// The next value in −1..<1, from the upper bits of a linear congruential generator.
  ///
  /// - Source: Knuth's constants for MMIX.
  private static func next(_ state: inout UInt64) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(Int64(bitPattern: state) >> 32) / 2_147_483_648
  }
}
