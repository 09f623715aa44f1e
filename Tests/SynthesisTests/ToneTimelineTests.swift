// SPDX-License-Identifier: MIT
import Synthesis
import TestSupport
import Testing

@Suite struct ToneTimelineTests {
  private typealias Tone = ToneBank.Tone
  private typealias Event = ToneBank.Event

  private func timeline(_ tone: Tone, _ events: [Event]) -> ToneTimeline {
    ToneTimeline(ToneBank(tones: [tone], events: events))
  }

  /// How far two phases are apart on the circle, in turns.
  private func distance(_ one: Double, _ other: Double) -> Double {
    let difference = abs(one - other)
    return min(difference, 1 - difference)
  }

  /// 440·2^((n−69)/12)·t for t = 36 000 s and 12 345 sample frames of 1/44 100 s, by decimal
  /// arithmetic of 60 digits.
  private static let turns: [(whole: Double, fraction: Double)] = [
    (294_331, 0.049_630_693), (1_763_993, 0.178_424_837), (11_200_658, 0.508_385_254),
    (71_119_748, 0.395_789_265), (451_582_253, 0.676_758_185),
  ]

  @Test(arguments: zip([0, 31, 63, 95, 127], turns))
  func `the phase is exact to a millionth of a turn after ten hours`(
    note: Int, expected: (whole: Double, fraction: Double)
  ) {
    let timeline = timeline(Tone(frequency: Double(note), velocity: 127), [])
    let moment = Moment(sampleFrame: 36_000 * 44_100 + 12_345, sampleRate: 44_100)
    let turns = timeline.segment(ofTone: 0, at: moment).turns(at: moment)
    #expect(turns.whole == expected.whole)
    #expect(distance(turns.fraction, expected.fraction) < 1e-6)
  }

  @Test func `a glide of ten hours has turned as often as the integral says`() {
    let timeline = timeline(
      Tone(frequency: 60, velocity: 127),
      [Event(time: 0.25, tone: 0, frequency: 72, glide: 36_000)])
    let moment = Moment(30_000.125)
    let turns = timeline.segment(ofTone: 0, at: moment).turns(at: moment)
    #expect(turns.whole == 10_623_111)
    #expect(distance(turns.fraction, 0.824_783_799_5) < 1e-6)
  }

  @Test func `a new note begins at phase 0 when the old one is gone`() {
    let timeline = timeline(
      Tone(frequency: 69, velocity: 100),
      [Event(time: 2, tone: 0, frequency: 81, velocity: 50)])
    func sound(_ time: Double) -> Tone {
      timeline.segment(ofTone: 0, at: Moment(time)).sound(at: Moment(time))
    }
    #expect(sound(0) == Tone(frequency: 69, velocity: 0))
    #expect(sound(1) == Tone(frequency: 69, velocity: 100))
    #expect(sound(2) == Tone(frequency: 69, velocity: 100))
    #expect(sound(2.0025).frequency == 69)
    #expect(abs(sound(2.0025).velocity - 50) < 1e-9)
    #expect(sound(2.0051).frequency == 81)
    #expect(abs(sound(2.0075).velocity - 25) < 1e-9)
    #expect(sound(2.0101) == Tone(frequency: 81, velocity: 50))
    let begin = timeline.segments[0].first { $0.sound.frequency == 81 }
    #expect(begin?.phase == 0)
    #expect(begin?.start == Moment(sampleFrame: 401, sampleRate: 200))
    #expect(begin?.isNew == true)
    // The dials turn at once.
    let segment = timeline.segment(ofTone: 0, at: Moment(2))
    #expect(segment.dials(at: Moment(2)) == Tone(frequency: 81, velocity: 50))
  }

  @Test func `a note after silence begins at once, and velocity 0 is silent`() {
    let timeline = timeline(
      Tone(frequency: 60, velocity: 0),
      [
        Event(time: 1, tone: 0, frequency: 64, velocity: 127),
        Event(time: 2, tone: 0, velocity: 0),
      ])
    let starts = timeline.segments[0].map(\.start)
    #expect(starts == [0, 1, 200, 201, 400, 401].map { Moment(sampleFrame: $0, sampleRate: 200) })
    #expect(timeline.segments[0].map(\.sound.velocity) == [0, 0, 0, 127, 127, 0])
    #expect(timeline.segments[0][2].phase == 0)
  }

  @Test func `an event during a glide starts from where the dials are`() {
    let timeline = timeline(
      Tone(frequency: 40, velocity: 100),
      [
        Event(time: 1, tone: 0, frequency: 60, velocity: 60, glide: 4),
        Event(time: 2, tone: 0, frequency: 50, glide: 1),
        Event(time: 3.5, tone: 0, velocity: 127, glide: 0.5),
      ])
    func dials(_ time: Double) -> Tone {
      timeline.segment(ofTone: 0, at: Moment(time)).dials(at: Moment(time))
    }
    #expect(dials(1.5) == Tone(frequency: 42.5, velocity: 95))
    #expect(dials(2.5) == Tone(frequency: 47.5, velocity: 85))
    #expect(dials(3.5) == Tone(frequency: 50, velocity: 75))
    #expect(dials(3.75) == Tone(frequency: 50, velocity: 101))
    #expect(dials(5) == Tone(frequency: 50, velocity: 127))
    let segment = timeline.segment(ofTone: 0, at: Moment(1.5))
    #expect(abs(segment.hertz(at: Moment(1.5)) - 95.209_021_711) < 1e-9)
  }

  @Test(arguments: 1...8)
  func `no ramp is steeper than 5 ms, and the phase runs on where the note sounds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let times = (0..<60).map { _ in Double.random(in: 0...0.5, using: &random) }
    let events = times.map { time in
      Event(
        time: time, tone: 0,
        frequency: Bool.random(using: &random) ? Int.random(in: 0...127, using: &random) : nil,
        velocity: Bool.random(using: &random) ? Int.random(in: 0...127, using: &random) : nil,
        glide: [0, 0, 1e-20, 0.001, 0.02, 0.1].randomElement(using: &random)!)
    }
    let segments = timeline(Tone(frequency: 60, velocity: 100), events).segments[0]
    #expect(segments.first?.start == .zero)
    for (segment, next) in zip(segments, segments.dropFirst()) {
      #expect(segment.start < next.start, "seed \(seed)")
      let end = segment.sound(at: next.start)
      #expect(abs(segment.soundSpeed.velocity) <= 127 / ToneTimeline.ramp * 1.000_001)
      #expect(abs(end.velocity - next.sound.velocity) < 1e-9, "seed \(seed)")
      if !next.isNew || end.velocity > 1e-9 {
        #expect(abs(end.frequency - next.sound.frequency) < 1e-9, "seed \(seed)")
        #expect(distance(segment.phase(at: next.start), next.phase) < 1e-12, "seed \(seed)")
      }
      // The phase is the integral of the frequency.
      let steps = 300
      let time = next.start.since(segment.start)
      var turns = segment.phase
      for step in 0..<steps {
        let note =
          segment.sound.frequency
          + segment.soundSpeed.frequency * time * (Double(step) + 0.5) / Double(steps)
        turns += ToneBank.hertz(ofNote: note) * time / Double(steps)
      }
      let found = segment.turns(at: next.start)
      let whole = found.whole - segment.wholeTurns
      #expect(abs(whole + found.fraction - turns) < 1e-4 * (1 + turns), "seed \(seed)")
    }
    let last = segments.last
    #expect(last?.dialSpeed == Tone(frequency: 0, velocity: 0))
    #expect(last?.sound == last?.dials)
  }

  @Test func `a segment is found among many`() {
    let events = (1...1000).map {
      Event(time: Double($0), tone: 0, velocity: $0 % 128, glide: 0.5)
    }
    let timeline = timeline(Tone(frequency: 60, velocity: 0), events)
    for time in [0, 0.5, 1, 1.25, 1.5, 700.3, 1000, 1000.5, 1e6] {
      let index = timeline.segmentIndex(ofTone: 0, at: Moment(time))
      let expected = timeline.segments[0].lastIndex { $0.start <= Moment(time) }
      #expect(index == expected)
    }
  }
}
