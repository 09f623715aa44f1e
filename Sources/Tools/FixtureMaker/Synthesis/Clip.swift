// SPDX-License-Identifier: MIT

/// A stretch of one channel's samples, full scale 1, on its way to the mix.
struct Clip {
  /// Sample frames a second of everything that is synthesised.
  static let sampleRate = 44_100

  /// The samples, in order of time.
  var samples: [Double]

  /// Silence of a length.
  init(seconds: Double) {
    samples = [Double](repeating: 0, count: Clip.frames(seconds))
  }

  /// The number of sample frames that fit into a time.
  static func frames(_ seconds: Double) -> Int { Int(seconds * Double(sampleRate)) }

  /// The loudest sample, as an amplitude.
  var peak: Double { samples.reduce(0) { max($0, abs($1)) } }

  /// Adds the samples of another clip that starts at the same time; what sticks out is dropped.
  mutating func add(_ other: Clip, gain: Double = 1) {
    for index in 0..<min(samples.count, other.samples.count) {
      samples[index] += gain * other.samples[index]
    }
  }

  /// Multiplies by a gain that goes straight from one value to another over the whole clip.
  mutating func ramp(from start: Double, to end: Double) {
    let count = Double(samples.count)
    var index = 0
    while index < samples.count {
      samples[index] *= start + (end - start) * Double(index) / count
      index += 1
    }
  }
}
