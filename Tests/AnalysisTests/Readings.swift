// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport

/// The readings of interleaved samples in blocks of lengths that are asked for one by one.
func readings<Reading: Sendable>(
  _ analysis: Analysis<Reading>, interleaved: [Float], channelCount: Int = 1,
  sampleRate: Int = 44_100, rate: Rate = .sixty, blockLengths: () -> Int = { 4096 }
) throws(MeteringError) -> [Reading] {
  var engine = try MeteringEngine(
    analysis, format: StreamFormat(sampleRate: sampleRate, channelCount: channelCount),
    clock: TickClock(sampleRate: sampleRate, rate: rate))
  var result: [Reading] = []
  var start = 0
  while start < interleaved.count {
    let end = min(interleaved.count, start + blockLengths() * channelCount)
    let block = AudioBlock(
      channelCount: channelCount, interleaved: Array(interleaved[start..<end]))
    try engine.consume(block) { result.append($0) }
    start = end
  }
  engine.finish { result.append($0) }
  return result
}

/// A sum of partials 1, 2, … of a tone, with an amplitude for each.
func tone(
  _ frequency: Double, amplitudes: [Double] = [1], sampleRate: Int = 44_100, count: Int
) -> [Double] {
  (0..<count).map { index in
    var sum = 0.0
    for (partial, amplitude) in amplitudes.enumerated() {
      let turns = frequency * Double(partial + 1) * Double(index) / Double(sampleRate)
      sum += amplitude * sine(ofTurns: turns)
    }
    return sum
  }
}

/// The sine of an angle in turns, by its series.
func sine(ofTurns turns: Double) -> Double {
  let angle = (turns - turns.rounded()) * 2 * .pi
  var (term, sum) = (angle, angle)
  for order in 1...14 {
    term *= -angle * angle / Double(2 * order * (2 * order + 1))
    sum += term
  }
  return sum
}
