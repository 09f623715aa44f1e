// SPDX-License-Identifier: MIT

/// Plays the notes of turning wheels, three seconds each, panned to the position of the wheel.
struct WheelPlayer: BlockPlayer {
  private var simulation: WheelSimulation
  private let sampleRate: Int
  /// From the left to the right edge of the picture of all wheels, in points.
  private let picture: ClosedRange<Double>
  /// The notes that are sounding, in the order in which they begin.
  private var notes: [Note] = []
  /// All notes that begin before this sample frame and are still sounding are in `notes`.
  private var reached = 0

  private struct Note {
    /// The number of the note's first sample frame.
    let start: Int
    let modes: [Vibraphone.Mode]
    let left: Double, right: Double
  }

  init(_ network: WheelNetwork, sampleRate: Int) {
    simulation = WheelSimulation(network)
    self.sampleRate = sampleRate
    let bounds = network.bounds
    picture = bounds.left...bounds.right
  }

  mutating func play(into block: inout SoundBlock, from sampleFrame: Int) {
    let length = Int(Vibraphone.duration * Double(sampleRate))
    if sampleFrame != reached {
      notes = []
      reached = max(0, sampleFrame - length)
    }
    begin(until: sampleFrame + SoundBlock.length)
    notes.removeAll { $0.start + length <= sampleFrame }
    for note in notes { add(note, length, to: &block, from: sampleFrame) }
  }

  /// Begins the notes of all steps up to a sample frame. Step k is at k/40 s.
  private mutating func begin(until end: Int) {
    func step(at frame: Int) -> Int { (frame * WheelSteps.rate + sampleRate - 1) / sampleRate }
    for note in simulation.notes(in: step(at: reached)..<step(at: end)) {
      let place =
        simulation.network.pan
        ? (note.x - picture.lowerBound) / (picture.upperBound - picture.lowerBound) : 0.5
      // Constant-power panning; in the middle each side has the full amplitude.
      let loudest = 2.0.squareRoot()
      notes.append(
        Note(
          start: note.step * sampleRate / WheelSteps.rate,
          modes: Vibraphone.modes(ofNote: note.frequency, sampleRate: Double(sampleRate)),
          left: loudest * ExactMath.cosine(turns: place / 4),
          right: loudest * ExactMath.sine(turns: place / 4)))
    }
    reached = end
  }

  private func add(_ note: Note, _ length: Int, to block: inout SoundBlock, from blockStart: Int) {
    let lanes = SoundBlock.Frames.scalarCount
    let first = max(0, note.start - blockStart) / lanes
    let last = min(SoundBlock.length, note.start + length - blockStart - 1 + lanes) / lanes
    var mono = SoundBlock.silence
    var sound = mono.mutableSpan
    for mode in note.modes {
      var run = mode.run(
        from: blockStart + first * lanes - note.start, sampleRate: Double(sampleRate))
      run.add(to: &sound, first..<last)
    }
    let (attack, release) = (
      Vibraphone.attack * Double(sampleRate), Vibraphone.release * Double(sampleRate)
    )
    for index in first..<last {
      let age = Double(blockStart + index * lanes - note.start)
      let rest = Double(length) - age
      if age < attack || rest - Double(lanes) < release {
        for lane in 0..<lanes {
          let (age, rest) = (age + Double(lane), rest - Double(lane))
          sound[index][lane] *= max(0, min(1, age / attack, rest / release))
        }
      }
    }
    mix(sound.span, note.left, into: &block.left, first..<last)
    mix(sound.span, note.right, into: &block.right, first..<last)
  }

  /// Adds a part of a sound to a channel with a gain.
  private func mix(
    _ sound: Span<SoundBlock.Frames>, _ gain: Double, into channel: inout [SoundBlock.Frames],
    _ range: Range<Int>
  ) {
    var channel = channel.mutableSpan
    for index in range { channel[index] += gain * sound[index] }
  }
}
