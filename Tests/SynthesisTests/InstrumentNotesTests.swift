// SPDX-License-Identifier: MIT
import Synthesis
import Testing

@Suite struct InstrumentNotesTests {
  @Test func `tones begin notes at 0, and where they are heard again or change at once`() {
    typealias Event = ToneBank.Event
    let bank = ToneBank(
      tones: [(69, 100), (57, 0), (81, 5)].map {
        ToneBank.Tone(frequency: Double($0.0), velocity: Double($0.1))
      },
      events: [
        Event(time: 1, tone: 1, velocity: 64), Event(time: 2, tone: 0, frequency: 57),
        Event(time: 2, tone: 2, velocity: 90), Event(time: 3, tone: 2, frequency: 57, glide: 1),
        Event(time: 4, tone: 0, velocity: 0), Event(time: 5, tone: 0, frequency: 69),
        Event(time: 6, tone: 0, frequency: 81, velocity: 1, glide: 2),
        Event(time: 7, tone: 1, frequency: 57),
      ])
    var notes = InstrumentNotes(Instrument(.tones(bank)), sampleRate: 8000)
    let found = (0..<9).map { second in
      notes.frequencies(begunIn: 8000 * second..<8000 * (second + 1)).map { $0.rounded() }
    }
    #expect(found == [[440, 880], [220], [220], [], [], [], [440], [], []])
    #expect(notes.frequencies(begunIn: 7999..<8000) == [])
    #expect(notes.frequencies(begunIn: 8000..<8001).count == 1)
  }

  @Test func `wheels begin notes in the sample frame of their step`() {
    let network = WheelNetwork(wheels: [.init(x: 0, y: 0, audio: true)])
    var notes = InstrumentNotes(Instrument(.wheels(network)), sampleRate: 44_100)
    // Step 1 is at frame 1102.5, step 252 at 277 830.
    for (frame, count) in [(1101, 0), (1102, 1), (1103, 0), (277_829, 0), (277_830, 1)] {
      #expect(notes.frequencies(begunIn: frame..<frame + 1).count == count, "frame \(frame)")
    }
    #expect(notes.frequencies(begunIn: 1103..<277_830).isEmpty)
  }
}
