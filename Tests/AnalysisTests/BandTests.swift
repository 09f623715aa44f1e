// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

/// Levels of bands, and onsets.
@Suite struct BandTests {
  private static func columns(_ name: String) -> AddedColumns? {
    AddedColumns.named(name, in: AddedColumns.ofSound)
  }

  private func columns(_ name: String, _ samples: [Float]) throws -> [[Double]] {
    let added = try #require(BandTests.columns(name))
    let analysis = try #require(added.analysis(of: ColumnInput(floor: .silence)))
    return try readings(analysis, interleaved: samples).map { row in
      row.map { if case .number(let number) = $0 { number } else { .nan } }
    }
  }

  /// A second of a sine with the amplitude ½.
  private func sine(_ hertz: Int) -> [Float] {
    (0..<44_100).map { Float(0.5 * sin(2 * Double.pi * Double(hertz * $0) / 44_100)) }
  }

  @Test(arguments: [(80, 0), (1000, 1), (9000, 2)])
  func `a sine is in its own band, at its level`(hertz: Int, band: Int) throws {
    // −9.03 dBFS, in both of the first two channels; the filters need a moment.
    let levels = try columns("bands", sine(hertz)).dropFirst(15)
    for level in levels {
      #expect(abs(level[band] + 9.03) < 0.6, "\(level)")
      for other in 0..<3 where other != band { #expect(level[other] < level[band] - 20) }
    }
  }

  @Test func `bands have as many columns as asked for, with their edges`() throws {
    #expect(BandTests.columns("bands")?.columns.map(\.name).first == "bass_20_250_dbfs")
    let six = try #require(BandTests.columns("bands=6"))
    #expect(six.columns.count == 6)
    #expect(six.columns.map(\.name).last == "band_6325_20000_dbfs")
    for wrong in ["bands=0", "bands=61", "bands=", "bands=x", "bands=6=6", "beat=2", "band"] {
      #expect(BandTests.columns(wrong) == nil, "\(wrong)")
    }
  }

  @Test func `a turn is the loop of the music, and there is none in noise`() throws {
    func turns(_ samples: [Int16]) throws -> [Double] {
      let added = try #require(BandTests.columns("turn"))
      let analysis = try #require(added.analysis(of: ColumnInput(floor: .silence)))
      return try readings(
        analysis, interleaved: samples.map { Float($0) / 32_768 }, sampleRate: 6000
      ).map { if case .number(let number) = $0[0] { number } else { .nan } }
    }
    // A loop of 5 s: 300 ticks.
    let loop = Tone(noise: 2, sampleRate: 6000, channels: 1, sampleFrames: 30_000).samples
    let found = try turns((0..<6).flatMap { _ in loop })
    #expect(found.count == 1800)
    for (tick, turn) in found.enumerated() {
      #expect(abs((turn - Double(tick) / 300).remainder(dividingBy: 1)) < 0.003, "tick \(tick)")
    }
    #expect(found.allSatisfy { (0..<1).contains($0) })
    let noise = Tone(noise: 3, sampleRate: 6000, channels: 1, sampleFrames: 240_000).samples
    for quiet in [noise, Array(repeating: 0, count: 90_000)] {
      #expect(try turns(quiet).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: [8000, 11_025, 192_000])
  func `bands above half the sample rate are silent, and none is not a number`(rate: Int) throws {
    let noise = Tone(noise: 3, sampleRate: rate, channels: 1, sampleFrames: rate / 4)
    let added = try #require(BandTests.columns("bands=20"))
    let analysis = try #require(added.analysis(of: ColumnInput(floor: .silence)))
    let rows = try readings(
      analysis, interleaved: noise.samples.map { Float($0) / 32_768 }, sampleRate: rate)
    for row in rows {
      for case .number(let level) in row { #expect((-160...0).contains(level)) }
      if rate == 8000 { #expect(row.last == .number(-160)) }
    }
  }

  @Test func `each click is a beat in its own tick, and nothing else is`() throws {
    var samples = [Float](repeating: 0, count: 3 * 44_100)
    let ticks = [31, 60, 91, 120, 150]
    for tick in ticks {
      for index in 0..<600 {
        samples[tick * 735 + 20 + index] = index % 2 == 0 ? 0.7 : -0.5
      }
    }
    let beats = try columns("beat", samples).map { $0[0] }
    #expect(beats.indices.filter { beats[$0] > 0 } == ticks)
    #expect(beats.allSatisfy { (0...1).contains($0) })
    #expect(try columns("beat", [Float](repeating: 0, count: 44_100)).allSatisfy { $0 == [0] })
  }
}
