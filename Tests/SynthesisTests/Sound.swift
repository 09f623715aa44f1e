// SPDX-License-Identifier: MIT
import Foundation
import Synthesis
import TestSupport

/// One channel of what an instrument plays.
struct Sound {
  let sampleRate: Int
  let samples: [Double]

  /// Some sample frames of the left channel, or of the right one.
  init(
    _ parts: Instrument.Parts, _ range: Range<Int>, sampleRate: Int = 44_100, right: Bool = false
  ) {
    self.sampleRate = sampleRate
    let both = Sound.frames(parts, range, sampleRate: sampleRate)
    samples = stride(from: right ? 1 : 0, to: both.count, by: 2).map { Double(both[$0]) }
  }

  /// Samples that came from elsewhere.
  init(_ samples: [Double], sampleRate: Int = 44_100) {
    self.sampleRate = sampleRate
    self.samples = samples
  }

  /// Both channels in turn, asked for in pieces.
  static func frames(
    _ parts: Instrument.Parts, _ range: Range<Int>, sampleRate: Int = 44_100,
    pieces: (Int) -> Int = { $0 }
  ) -> [Float] {
    var generator = Instrument(parts).generator(sampleRate: sampleRate)
    var result: [Float] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let count = min(pieces(range.upperBound - start), range.upperBound - start)
      result += frames(&generator, start..<start + count)
      start += count
    }
    return result
  }

  /// Both channels in turn, from what may have played something else before.
  static func frames(_ generator: inout any SoundGenerator, _ range: Range<Int>) -> [Float] {
    var samples = [Float](repeating: .nan, count: 2 * range.count)
    var span = samples.mutableSpan
    generator.render(range, into: &span)
    return samples
  }

  /// The amplitude and the phase, in turns, of a sine of a frequency in Hz about a time in seconds,
  /// through a Hann window of a length in seconds.
  func sine(_ hertz: Double, at time: Double, length: Double) -> (amplitude: Double, phase: Double)
  {
    let count = Int(length * Double(sampleRate))
    let start = Int(time * Double(sampleRate)) - count / 2
    var (real, imaginary, weight) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let window = 1 - cos(2 * .pi * Double(index) / Double(count))
      let turns = (hertz * Double(start + index) / Double(sampleRate))
        .truncatingRemainder(dividingBy: 1)
      real += window * samples[start + index] * cos(2 * .pi * turns)
      imaginary -= window * samples[start + index] * sin(2 * .pi * turns)
      weight += window
    }
    return (
      2 * (real * real + imaginary * imaginary).squareRoot() / weight,
      atan2(imaginary, real) / (2 * .pi)
    )
  }

  /// The frequency, in Hz, of the sine next to a frequency, between two times in seconds.
  func frequency(near hertz: Double, _ first: Double, _ second: Double, length: Double) -> Double {
    let one = sine(hertz, at: first, length: length)
    let two = sine(hertz, at: second, length: length)
    let turns = two.phase - one.phase
    return hertz + (turns - turns.rounded()) / (second - first)
  }

  /// The largest difference of a sample from the one before it.
  var largestStep: Double {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
  }
}
