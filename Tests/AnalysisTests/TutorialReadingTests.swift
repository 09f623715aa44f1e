// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

/// The sound meter and the plots of the other tutorials.
@Suite struct TutorialReadingTests {
  private func plots(_ samples: [Double]) throws -> [TutorialPlotsReading] {
    try readings(.tutorialPlots(channels: (0, 1)), interleaved: samples.map { Float($0) })
  }

  @Test(arguments: [1, 10, 100, 511], [1.0, 0.1])
  func `a sine on a line of the FFT has 25 a² there`(line: Int, amplitude: Double) throws {
    let frequency = Double(line) * 44_100 / 1024
    let reading = try plots(tone(frequency, amplitudes: [amplitude], count: 4410))[0]
    #expect(reading.fft.count == 512)
    for (index, value) in reading.fft.enumerated() {
      let expected = index == line ? 25 * amplitude * amplitude : 0
      #expect(abs(Double(value) - expected) < 1e-5)
    }
    #expect(abs(reading.fftFrequency - frequency) < 1e-9)
    #expect(abs(Double(reading.rms) - amplitude * 0.5.squareRoot()) < 1e-6)
  }

  @Test func `0 Hz and half the sample rate share the first value`() throws {
    let steady = try plots([Double](repeating: 0.5, count: 4410))[0]
    #expect(steady.fft[0] == 25 && steady.fftFrequency == 0 && steady.rms == 0.5)
    let both = try plots((0..<4410).map { $0.isMultiple(of: 2) ? 0.75 : -0.25 })[0]
    #expect(both.fft[0] == 100 * (0.25 * 0.25 + 0.5 * 0.5))
  }

  @Test func `only the last 1024 samples of 0.1 s count, and silence follows the stream`() throws {
    var samples = [Double](repeating: 0, count: 4410 + 3386 + 256)
    for index in 0..<3386 { samples[index] = 1 }
    for index in 4410..<samples.count { samples[index] = 0.5 }
    let found = try plots(samples)
    #expect(found.map(\.rms) == [0, 0.25])
    #expect(found.map(\.fftFrequency) == [0, 0])
    #expect(found[0].fft.allSatisfy { $0 == 0 })
  }

  @Test func `the FFT is of the left channel, and the tracker of both`() throws {
    let (left, right) = (tone(1000, count: 22_050), [Double](repeating: 0, count: 22_050))
    let interleaved = zip(left, right).flatMap { [Float($0), Float($1)] }
    let straight = try readings(
      .tutorialPlots(channels: (0, 1)), interleaved: interleaved, channelCount: 2)
    let crossed = try readings(
      .tutorialPlots(channels: (1, 0)), interleaved: interleaved, channelCount: 2)
    let mono = try plots(left)
    #expect(straight.map(\.fft) == mono.map(\.fft) && straight.map(\.rms) == mono.map(\.rms))
    #expect(crossed.allSatisfy { $0.rms == 0 && $0.fftFrequency == 0 })
    #expect(straight.map(\.trackerAmplitude) != mono.map(\.trackerAmplitude))
  }

  @Test(arguments: [48_000, 22_050, 96_000, 11_025])
  func `other sample rates read as 44 100 Hz does`(sampleRate: Int) throws {
    let reference = try plots(tone(440, count: 13_230))
    let samples = tone(440, sampleRate: sampleRate, count: sampleRate * 3 / 10)
    let found = try readings(
      .tutorialPlots(channels: (0, 1)), interleaved: samples.map { Float($0) },
      sampleRate: sampleRate)
    #expect(found.count == (sampleRate * 3 / 10 * 10 + sampleRate - 1) / sampleRate)
    for (one, two) in zip(found, reference).prefix(2) {
      #expect(abs(one.trackerFrequency - two.trackerFrequency) < 0.001)
      #expect(abs(one.trackerAmplitude - two.trackerAmplitude) < 0.0001)
      #expect(one.fftFrequency == two.fftFrequency)
      #expect(abs(one.rms - two.rms) < 1e-4)
    }
  }

  @Test func `the tracker's amplitude of very loud samples can be written`() throws {
    let found = try plots(tone(440, amplitudes: [1e30], count: 8820))
    #expect(found.map(\.trackerAmplitude) == [99_999_999, 99_999_999])
  }

  @Test func `the sound meter reads half of the level of each 0.1 s`() throws {
    let levels = [1.0, 0.5, 0, 1e-12, 0.1]
    let samples = levels.flatMap { [Float](repeating: Float($0), count: 800) } + [Float(1)]
    let found = try readings(
      .soundMeter(channel: 0, floor: .silence), interleaved: samples, sampleRate: 8000)
    let expected = [0, -3.0103, -160, -120, -10, 0]
    #expect(found.count == 6)
    for (reading, level) in zip(found, expected) { #expect(abs(reading.value - level) < 1e-5) }
    let high = try readings(
      .soundMeter(channel: 3, floor: Decibels(-60)), interleaved: samples, sampleRate: 8000)
    #expect(high.map(\.value).min() == -60)
  }

  @Test(arguments: [(1, 1), (24, 1), (30_000, 1001), (10, 1), (60, 1), (240, 1), (7, 3)])
  func `a held reading is the last one that is complete`(numerator: Int, denominator: Int) throws {
    // A rate whose spans do not end on sample frames: floor(k·803.1).
    let sampleRate = 8031
    let ends = (0...40).map { $0 * sampleRate / 10 }
    let samples = (0..<40).flatMap { span in
      [Float](repeating: Float(span + 1), count: ends[span + 1] - ends[span])
    }
    let rate = try #require(Rate(numerator, over: denominator))
    let meter = Analysis<SoundMeterReading>.soundMeter(channel: 0, floor: .silence)
    let spans = try readings(meter, interleaved: samples, sampleRate: sampleRate)
    #expect(spans.count == 40)
    let found = try readings(
      meter.held(before: SoundMeterReading(-7)), interleaved: samples, sampleRate: sampleRate,
      rate: rate)
    let clock = TickClock(sampleRate: sampleRate, rate: rate)
    #expect(found.count == clock.tickCount(sampleFrames: samples.count))
    for (tick, reading) in found.enumerated() {
      let complete = min((tick + 1) * denominator * 10 / numerator, 40)
      #expect(reading == (complete == 0 ? SoundMeterReading(-7) : spans[complete - 1]))
    }
  }

  @Test func `held readings that come late are waited for`() throws {
    // At another sample rate than 44 100 Hz the plots wait for samples after the 0.1 s.
    let samples = (1...5).flatMap { [Float](repeating: Float($0) / 8, count: 800) }
    let found = try readings(
      Analysis<TutorialPlotsReading>.tutorialPlots(channels: (0, 1)).map(\.rms).held(before: 0),
      interleaved: samples, sampleRate: 8000, rate: try #require(Rate(240)))
    #expect(found.count == 120)
    for (tick, rms) in found.enumerated() {
      #expect(abs(rms - Float((tick + 1) / 24) / 8) < 0.01)
    }
  }

  @Test func `readings come back from their bytes`() throws {
    func again<Reading: PackedReading>(_ reading: Reading) -> Reading {
      var bytes: [UInt8] = []
      reading.pack(into: &bytes)
      return Reading(unpacking: bytes.span)
    }
    for plot in try plots(tone(440, count: 8820)) { #expect(again(plot) == plot) }
    #expect(again(SoundMeterReading(-0.1)) == SoundMeterReading(-0.1))
    let pitch = PitchReading(frequency: 440.1, strength: 0.3)
    #expect(again(pitch) == pitch)
    let bars = (0..<60).map { Float($0) * 1.3 - 72 }
    func level(_ value: Double) -> ChannelLevel {
      ChannelLevel(peak: Decibels(value), average: Decibels(2 * value))
    }
    let reading = AnalyzerReading(
      spectrum: SpectrumReading(bars: bars, caps: bars.map { $0 + 0.004 }), left: level(-6.5),
      right: level(-80), pitch: pitch)
    let unpacked = again(reading)
    #expect(unpacked.left == reading.left && unpacked.right == reading.right)
    #expect(unpacked.pitch == pitch)
    for (one, two) in zip(
      unpacked.spectrum.bars + unpacked.spectrum.caps, bars + reading.spectrum.caps)
    {
      #expect(abs(one - two) < 0.00501)
    }
    #expect(again(unpacked) == unpacked)
  }
}
