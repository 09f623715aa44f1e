// SPDX-License-Identifier: MIT
internal import Signal

/// The notes of an instrument, by the sample frame in which they begin.
///
/// Each step of a wheel simulation may begin notes. A tone begins one at time 0 if it is audible,
/// later with each event that makes it audible again, and with each that changes its frequency
/// without a glide.
public struct InstrumentNotes: Sendable {
  private var notes: Notes
  private let sampleRate: Int

  private enum Notes: Sendable {
    /// Notes of tones in order of time.
    case tones([(sampleFrame: Int, frequency: Double)])
    case wheels(WheelSimulation)
  }

  /// The notes of an instrument that plays at a sample rate in Hz.
  public init(_ instrument: Instrument, sampleRate: Int) {
    self.sampleRate = sampleRate
    notes =
      switch instrument.parts {
      case .tones(let bank): .tones(InstrumentNotes.notes(bank, sampleRate))
      case .wheels(let network): .wheels(WheelSimulation(network))
      }
  }

  /// The frequencies in Hz of the notes that begin within a range of sample frames, in order.
  public mutating func frequencies(begunIn sampleFrames: Range<Int>) -> [Double] {
    switch notes {
    case .tones(let notes):
      let first = notes.endOfPrefix { $0.sampleFrame < sampleFrames.lowerBound }
      return notes[first...].prefix { $0.sampleFrame < sampleFrames.upperBound }.map(\.frequency)
    case .wheels(var simulation):
      let notes = simulation.notes(
        in: firstStep(at: sampleFrames.lowerBound)..<firstStep(at: sampleFrames.upperBound))
      self.notes = .wheels(simulation)
      return notes.map(\.frequency)
    }
  }

  /// The first step at or after a sample frame.
  private func firstStep(at sampleFrame: Int) -> Int {
    (sampleFrame * WheelSteps.rate + sampleRate - 1) / sampleRate
  }

  private static func notes(
    _ bank: ToneBank, _ sampleRate: Int
  ) -> [(sampleFrame: Int, frequency: Double)] {
    var dials = bank.tones
    var notes = dials.filter { $0.velocity > 0 }.map {
      (sampleFrame: 0, frequency: ToneBank.hertz(ofNote: $0.frequency))
    }
    for event in bank.events {
      let before = dials[event.tone]
      dials[event.tone] = ToneBank.Tone(
        frequency: event.frequency.map(Double.init) ?? before.frequency,
        velocity: event.velocity.map(Double.init) ?? before.velocity)
      let after = dials[event.tone]
      let isOther = event.glide == 0 && after.frequency != before.frequency
      guard after.velocity > 0, before.velocity == 0 || isOther else { continue }
      // A glide begins at the old dial setting.
      let note = event.glide == 0 ? after.frequency : before.frequency
      notes.append(
        (sampleFrame(at: event.time, sampleRate), ToneBank.hertz(ofNote: note)))
    }
    return notes
  }

  /// The last sample frame at or before a time in seconds.
  private static func sampleFrame(at time: Double, _ sampleRate: Int) -> Int {
    var frame = Int(time * Double(sampleRate))
    // The product may be rounded up past a frame; the division decides.
    if Double(frame) / Double(sampleRate) > time { frame -= 1 }
    if Double(frame + 1) / Double(sampleRate) <= time { frame += 1 }
    return frame
  }
}
