// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

@Suite struct SpectrumTests {
  private func spectra(
    _ samples: [Double], _ right: [Double]? = nil, sampleRate: Int = 8000
  ) throws -> [SpectrumReading] {
    let interleaved = zip(samples, right ?? samples).flatMap { [Float($0), Float($1)] }
    return try readings(
      .spectrum(channels: (0, 1)), interleaved: interleaved, channelCount: 2,
      sampleRate: sampleRate)
  }

  private func center(ofBand band: Int) -> Double {
    (SpectrumBands.edges[band] * SpectrumBands.edges[band + 1]).squareRoot()
  }

  @Test func `bands are sixths of an octave`() {
    #expect(SpectrumBands.edges.count == 61)
    #expect(abs(SpectrumBands.edges[34] - 1000) < 1e-9)
    #expect(abs(center(ofBand: 0) - 21.13) < 0.01)
    #expect(abs(center(ofBand: 59) - 18_836.5) < 0.1)
    for band in 0..<60 {
      #expect(abs(SpectrumBands.edges[band + 1] / SpectrumBands.edges[band] - 1.122018454) < 1e-8)
    }
  }

  @Test(arguments: [(40, 8000), (45, 11_025), (50, 22_050), (55, 44_100), (55, 48_000)])
  func `a full-scale sine reads 0 dB in its band`(band: Int, sampleRate: Int) throws {
    let frequency = center(ofBand: band)
    let count = sampleRate / 4
    func level(_ left: Double, _ right: Double) throws -> Float {
      let full = tone(frequency, sampleRate: sampleRate, count: count)
      let found = try spectra(
        full.map { $0 * left }, full.map { $0 * right }, sampleRate: sampleRate)
      // Those far away hear its beginning, no more.
      #expect(found[7].bars[band - 6] < -30 && found[7].bars[band + 4] < -30)
      return found[7].bars[band]
    }
    #expect(abs(try level(1, 1)) < 0.002)
    #expect(abs(try level(0.1, 0.1) + 20) < 0.002)
    #expect(abs(try level(1, 0) + 3.0103) < 0.002)
    #expect(abs(try level(-0.5, 0.5) + 6.0206) < 0.002)
  }

  @Test func `all bands together have the power of what is in them`() throws {
    var generator = SeededGenerator(seed: 7)
    print("seed 7")
    // Three sines of random places, each with the power 0.1.
    let places = (0..<3).map { _ in Double.random(in: 300...3000, using: &generator) }
    var samples = [Double](repeating: 0, count: 2000)
    for place in places {
      for (index, value) in tone(place, sampleRate: 8000, count: 2000).enumerated() {
        samples[index] += 0.2.squareRoot() * value
      }
    }
    let bars = try spectra(samples)[7].bars.map { Double($0) }
    let power = bars.reduce(0) { $0 + decibels(inverse: $1) }
    #expect(abs(power - 0.6) < 0.03)
  }

  /// 10^(level/10).
  private func decibels(inverse level: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    let exponent = level / 10 * 2.302585092994046 / 16
    for order in 1...20 {
      term *= exponent / Double(order)
      sum += term
    }
    for _ in 0..<4 { sum *= sum }
    return sum
  }

  @Test func `bands above half the sample rate and silence read the floor`() throws {
    var generator = SeededGenerator(seed: 8)
    let hiss = (0..<2000).map { _ in Double.random(in: -1...1, using: &generator) }
    let reading = try spectra(hiss)[7]
    // 4 kHz lies in band 46.
    #expect(reading.bars[47...].allSatisfy { $0 == -72 })
    #expect(reading.bars[20...46].allSatisfy { $0 > -60 })
    let silent = try spectra([Double](repeating: 0, count: 2000))
    #expect(silent.count == 15)
    #expect(silent.allSatisfy { ($0.bars + $0.caps).allSatisfy { $0 == -72 } })
  }

  @Test func `a block lies around the middle of its tick`() throws {
    // 1024 samples, and ticks of 133⅓: the middles are 1399, 1533, and 1666, where a click is.
    var samples = [Double](repeating: 0, count: 4000)
    samples[1666] = 1
    let found = try spectra(samples)
    for (tick, distance) in [(10, 267.0), (11, 133), (12, 0)] {
      let window = 0.5 + 0.5 * sine(ofTurns: 0.25 + distance / 1024)
      let level = found[tick].bars[40] - found[12].bars[40]
      #expect(abs(Double(level) - Decibels(amplitude: window).value) < 1e-4)
    }
    #expect(found[8].bars[40] == -72 && found[9].bars[40] > -72)
  }

  @Test func `a tick of 30 years has no 30 years of samples in memory`() throws {
    let hiss = [Float](repeating: 1, count: 20_000)
    let rate = try #require(Rate(1, over: 1_000_000_000))
    let spectra = try readings(.spectrum(channels: (0, 1)), interleaved: hiss, rate: rate)
    #expect(spectra.count == 1 && spectra.allSatisfy { $0.bars.allSatisfy { $0 == -72 } })
    #expect(try readings(.pitch(channels: (0, 1)), interleaved: hiss, rate: rate) == [.none])
  }

  @Test func `bars fall by 24 dB a second, caps stay for a second and fall by 20 dB in 1.7 s`()
    throws
  {
    let sampleRate = 8000
    let burst = tone(center(ofBand: 40), sampleRate: sampleRate, count: 2000)
    let found = try spectra(burst + [Double](repeating: 0, count: 32_000))
    let bars = found.map { Double($0.bars[40]) }
    let caps = found.map { Double($0.caps[40]) }
    let top = try #require(bars.max())
    let end = try #require(bars.lastIndex { $0 == top })
    #expect(abs(top) < 0.002)
    for tick in end..<found.count {
      let seconds = Double(tick - end) / 60
      #expect(bars[tick] >= top - 24 * seconds - 1e-4)
      #expect(abs(caps[tick] - max(top - 20 / 1.7 * max(seconds - 1, 0), -72)) < 1e-4)
      #expect(caps[tick] >= bars[tick])
    }
    // Blocks from tick 19 on begin after the burst.
    for tick in 20...150 { #expect(abs(bars[tick - 1] - bars[tick] - 0.4) < 1e-4) }
    #expect(bars.last == -72)
  }
}
