// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport

/// Meters samples of one channel for each array, in blocks of `blockLength` sample frames.
func ticks(
  of channels: [[Float]], ballistics: Ballistics = .tick, sampleRate: Int = 48_000,
  rate: Rate = .sixty, floor: Decibels = .silence, blockLength: Int = 4096
) throws(MeteringError) -> [Tick] {
  let frameCount = channels[0].count
  var interleaved: [Float] = []
  for frame in 0..<frameCount {
    for channel in channels { interleaved.append(channel[frame]) }
  }
  return try ticks(
    interleaved: interleaved, channelCount: channels.count, ballistics: ballistics,
    sampleRate: sampleRate, rate: rate, floor: floor, blockLengths: { blockLength })
}

/// Meters interleaved samples in blocks of lengths that are asked for one by one.
func ticks(
  interleaved: [Float], channelCount: Int, ballistics: Ballistics, sampleRate: Int = 48_000,
  rate: Rate = .sixty, floor: Decibels = .silence, blockLengths: () -> Int
) throws(MeteringError) -> [Tick] {
  try readings(
    .levels(ballistics, floor: floor), interleaved: interleaved, channelCount: channelCount,
    sampleRate: sampleRate, rate: rate, blockLengths: blockLengths)
}
