// SPDX-License-Identifier: MIT
import Analysis
import Pipeline
import Signal
import TestSupport
import Testing
import Views

/// How near the scale of sound that is still arriving is to that of the whole track.
@Suite struct AdaptiveScaleTests {
  /// The highest peak of both sides at each tick.
  private func peaks(_ input: String) throws -> [[Double]] {
    var request = TrackRequest(input: Repository.fixture(input))
    request.duration = TimePosition(parsing: "100")
    var track = try Track(request)
    var peaks: [[Double]] = []
    let analysis = Ballistics.petal.levels(floor: .silence)
    let sides = track.format.channelCount == 1 ? [0, 0] : [0, 2]
    _ = try track.read(analysis, progress: { _ in true }) { levels in
      peaks.append(sides.map { levels[$0].value })
    }
    return peaks
  }

  private func place(_ level: Double, in range: LevelRange) -> Double {
    min(max((level - range.low) / max(range.high - range.low, 6), 0), 1)
  }

  @Test(arguments: ["demo.flac", "Audio/demo.flac", "Instruments/wheels.json"])
  func `after ten seconds it is within a tenth of the scale of the whole`(input: String) throws {
    let peaks = try peaks(input)
    var builder = LevelRangeBuilder()
    for level in peaks.joined() { builder.include(Decibels(level)) }
    let whole = try #require(builder.range)
    var adaptive = AdaptiveRange(LevelRange(low: -16, high: -1), tickRate: .sixty)
    var (sum, count) = (0.0, 0.0)
    for (tick, sides) in peaks.enumerated() {
      adaptive.include(sides)
      guard tick >= 600 else { continue }
      for level in sides where level > LevelRange.gate {
        sum += abs(place(level, in: whole) - place(level, in: adaptive.range))
        count += 1
      }
    }
    #expect(count > 600)
    #expect(sum / count <= 0.1, "\(sum / count), \(adaptive.range), \(whole)")
  }

  @Test func `its curve for the demo track is known`() throws {
    var adaptive = AdaptiveRange(LevelRange(low: -16, high: -1), tickRate: .sixty)
    var curve: [(low: Double, high: Double)] = []
    for (tick, sides) in try peaks("demo.flac").enumerated() {
      adaptive.include(sides)
      if [60, 300, 600, 1800, 3600, 5400].contains(tick) {
        curve.append((adaptive.range.low, adaptive.range.high))
      }
    }
    // The ends after 1, 5, 10, 30, 60 and 90 s, in dBFS.
    let known: [(low: Double, high: Double)] = [
      (-19.31, -3.04), (-23.47, -6.35), (-23.99, -5.00),
      (-21.85, -2.80), (-18.39, -2.19), (-16.49, -1.98),
    ]
    try #require(curve.count == known.count)
    for (ends, expected) in zip(curve, known) {
      #expect(abs(ends.low - expected.low) <= 0.01 && abs(ends.high - expected.high) <= 0.01)
    }
  }
}
