// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

/// Blocks that end with their tick, for sound that is still arriving.
@Suite struct TrailingBlockTests {
  /// 800 sample frames in a tick, and 4096 in a block of the bands.
  private static let sampleRate = 48_000
  private static let edges: [Double] = [40, 200, 1000, 5000, 14_000]

  private func noise(_ seed: UInt64, _ count: Int) -> [Float] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &random) }
  }

  private func bands(_ placement: BlockPlacement) -> Analysis<[SIMD2<Float>]> {
    .bandSpectrum(edges: Self.edges, channels: (0, 0), placement: placement)
  }

  @Test(arguments: TestRun.seeds(1...3))
  func `they read what centred ones read of the sound delayed by half a block`(seed: UInt64) throws
  {
    let sound = noise(seed, 40_000)
    // A centred block is half a block, less half a tick, later.
    let delayed = [Float](repeating: 0, count: 4096 / 2 - 800 / 2) + sound
    let trailing = try readings(
      bands(.trailing), interleaved: sound, sampleRate: Self.sampleRate)
    let centred = try readings(
      bands(.centered), interleaved: delayed, sampleRate: Self.sampleRate)
    #expect(trailing.count == 50)
    #expect(trailing == Array(centred.prefix(50)), "seed \(seed)")
  }

  @Test func `they come with the end of their tick`() throws {
    var engine = try MeteringEngine(
      bands(.trailing), format: StreamFormat(sampleRate: Self.sampleRate, channelCount: 1),
      clock: TickClock(sampleRate: Self.sampleRate, rate: .sixty))
    var count = 0
    for tick in 1...20 {
      try engine.consume(AudioBlock(channelCount: 1, interleaved: noise(UInt64(tick), 800))) { _ in
        count += 1
      }
      #expect(count == tick)
    }
  }
}
