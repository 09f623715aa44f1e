// SPDX-License-Identifier: MIT

/// Plays sine tones, with the same sound on both channels.
struct TonePlayer: BlockPlayer {
  private let timeline: ToneTimeline
  private let sampleRate: Int
  /// The amplitude of a velocity of 1.
  private let unit: Double

  private typealias Frames = SoundBlock.Frames

  init(_ bank: ToneBank, sampleRate: Int) {
    timeline = ToneTimeline(bank)
    self.sampleRate = sampleRate
    unit = 1 / (127 * Double(bank.tones.count))
  }

  mutating func play(into block: inout SoundBlock, from start: Int) {
    let end = start + SoundBlock.length
    for (tone, segments) in timeline.segments.enumerated() {
      var index = timeline.segmentIndex(ofTone: tone, at: moment(start))
      var first = start
      while first < end {
        let next = index + 1 < segments.count ? segments[index + 1].start : nil
        let last = next.map { min(frame($0), end) } ?? end
        if first < last {
          add(segments[index], until: next, first..<last, to: &block.left, from: start)
          first = last
        }
        index += 1
      }
    }
    block.right = block.left
  }

  private func moment(_ frame: Int) -> Moment {
    Moment(sampleFrame: frame, sampleRate: sampleRate)
  }

  /// The number of the first sample frame at or after a moment.
  private func frame(_ moment: Moment) -> Int {
    let frame =
      moment.seconds * sampleRate + Int((moment.rest * Double(sampleRate)).rounded(.up))
    // The product may be rounded up past it.
    return frame > 0 && self.moment(frame - 1) >= moment ? frame - 1 : frame
  }

  /// Adds the sample frames of a segment to a channel, which begins at frame `start`.
  private func add(
    _ segment: ToneSegment, until end: Moment?, _ range: Range<Int>, to channel: inout [Frames],
    from start: Int
  ) {
    let first = moment(range.lowerBound)
    let (rate, growth) = (Double(sampleRate), unit * segment.soundSpeed.velocity)
    let level = unit * segment.sound(at: first).velocity
    guard level != 0 || growth != 0 else { return }
    let phase = segment.phase(at: first)
    let turns = segment.hertz(at: first) / rate
    let offset = range.lowerBound - start
    guard segment.soundSpeed.frequency == 0 else {
      let octaves = segment.soundSpeed.frequency / (12 * rate)
      var glide = Glide(
        phase: phase, turns: turns, octaves: octaves, fadeStart: fadeStart(of: segment, until: end))
      for age in 0..<range.count {
        let (index, lane) = (offset + age).quotientAndRemainder(dividingBy: Frames.scalarCount)
        let sample = glide.next()
        channel[index][lane] += (level + growth * Double(age) / rate) * sample
      }
      return
    }
    guard turns < 0.5 else { return }
    let lane = offset % Frames.scalarCount
    let vectors = offset / Frames.scalarCount..<(offset + range.count - 1) / Frames.scalarCount + 1
    let begin = phase - Double(lane) * turns
    var run = SineRun(
      ExactMath.sine(turns: begin), ExactMath.sine(turns: begin + turns), turns: turns)
    var mono = SoundBlock.silence
    var sound = mono.mutableSpan
    run.add(to: &sound, vectors)
    var ages = Frames(0, 1, 2, 3, 4, 5, 6, 7) - Double(lane)
    for index in vectors {
      let gain = level + ages * (growth / rate)
      let isOutside = (ages .< 0) .| (ages .>= Double(range.count))
      channel[index] += sound[index] * gain.replacing(with: 0, where: isOutside)
      ages += Double(Frames.scalarCount)
    }
  }

  /// The frequency, in turns a sample, above which a glide fades; it is silent at half the sample
  /// rate. The fade takes a ramp, or less if the glide begins or ends within one.
  private func fadeStart(of glide: ToneSegment, until end: Moment?) -> Double {
    func turns(_ moment: Moment) -> Double { glide.hertz(at: moment) / Double(sampleRate) }
    let (first, last) = (turns(glide.start), turns(end ?? glide.start))
    guard max(first, last) >= 0.5 else { return 0.5 }
    let octaves = abs(glide.soundSpeed.frequency) / 12 * ToneTimeline.ramp
    return max(min(first, last), 0.5 * ExactMath.powerOfTwo(-octaves))
  }
}

/// Successive samples of a sine whose frequency grows by a constant factor from one to the next.
private struct Glide {
  private var phase: Double
  /// The phase step to the next sample in turns, and the factor by which it grows.
  private var step: Double
  private let factor: Double
  /// The frequency in turns a sample from which on it fades; it is silent at 0.5.
  private let fadeStart: Double

  /// A glide by its phase and frequency (turns a sample) at the first sample, and the change of the
  /// frequency from one sample to the next, in octaves.
  init(phase: Double, turns: Double, octaves: Double, fadeStart: Double) {
    self.phase = phase
    self.fadeStart = fadeStart
    factor = ExactMath.powerOfTwo(octaves)
    // The mean frequency until the next sample: (2^x − 1)/(x ln 2), as a series for small x.
    let power = octaves * 0.693_147_180_559_945_3
    step = turns * (abs(power) < 1e-4 ? 1 + power / 2 * (1 + power / 3) : (factor - 1) / power)
  }

  /// The next sample; silent where the frequency is above half the sample rate.
  mutating func next() -> Double {
    defer {
      phase += step
      step *= factor
    }
    guard step < 0.5 else { return 0 }
    let sample = ExactMath.sine(turns: phase)
    return step > fadeStart ? (0.5 - step) / (0.5 - fadeStart) * sample : sample
  }
}
