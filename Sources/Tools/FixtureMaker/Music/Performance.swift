// SPDX-License-Identifier: MIT

/// Plays a score: the only place that knows both the notes and the instruments.
package struct Performance {
  private let score: Score
  private let strokes: [Drum: Clip]
  private var dry: Mixer
  private var echoed: Mixer

  /// The demo track: left and right alternating, loudest sample at −1 dBFS.
  package static func demo() -> FLACFile { file(of: .demo) }

  /// The short track of the tests, in the same form.
  package static func short() -> FLACFile { file(of: .short) }

  private static func file(of score: Score) -> FLACFile {
    var performance = Performance(of: score)
    return FLACFile(samples: performance.play(), sampleRate: score.sampleRate)
  }

  private init(of score: Score) {
    self.score = score
    strokes = Dictionary(uniqueKeysWithValues: Drum.allCases.map { ($0, $0.stroke()) })
    dry = Mixer(seconds: score.length)
    echoed = Mixer(seconds: score.length)
  }

  private mutating func play() -> [Int16] {
    for (index, bar) in score.bars.enumerated() {
      let start = Double(index) * score.barLength
      playDrums(of: bar, at: start)
      playBass(of: bar, at: start)
      playArpeggio(of: bar, at: start)
      playChords(of: bar, at: start)
      for note in bar.tune {
        let clip = Instrument.lead.note(note.pitch, seconds: Double(note.length) * score.step)
        echoed.add(clip, at: start + time(note.step), gain: 0.34, position: 0.3)
      }
    }
    echoed.addEcho(after: 3 * score.step, feedback: 0.3)
    dry.add(echoed)
    if let (bar, step) = score.pause {
      let pause = Double(bar) * score.barLength + time(step)
      dry.fade(
        from: pause, to: pause + score.step, silentUntil: Double(bar + 1) * score.barLength)
    }
    dry.fade(from: score.length - 1.6, to: score.length - 0.02, silentUntil: score.length)
    if score.isHalved { dry = dry.halved() }
    return dry.mastered(drive: 0.9, peak: -1, zeroBits: score.zeroBits)
  }

  private func time(_ step: Int) -> Double { Double(step) * score.step }

  private mutating func playDrums(of bar: Bar, at start: Double) {
    for drum in Drum.allCases {
      guard let pattern = bar.drums[drum], let clip = strokes[drum] else { continue }
      for (step, mark) in pattern.enumerated() where mark != "." {
        dry.add(
          clip, at: start + time(step), gain: Performance.force(mark) * Performance.gain(drum),
          position: drum.position)
      }
    }
  }

  private mutating func playBass(of bar: Bar, at start: Double) {
    for (step, mark) in bar.bass.enumerated() where mark != "." {
      let interval = mark == "o" ? 12 : mark == "f" ? 7 : 0
      let note = Instrument.bass.note(
        Pitch(bar.chord.root.number + interval), seconds: 1.7 * score.step)
      dry.add(note, at: start + time(step), gain: 0.55, position: 0)
    }
  }

  private mutating func playArpeggio(of bar: Bar, at start: Double) {
    for (step, (mark, side)) in zip(bar.arpeggio, bar.sides).enumerated() {
      guard let rung = mark.wholeNumberValue else { continue }
      let note = Instrument.pluck.note(bar.chord.ladder[rung], seconds: 1.5 * score.step)
      let position = side == "L" ? -0.85 : side == "R" ? 0.85 : 0
      echoed.add(note, at: start + time(step), gain: 0.4, position: position)
    }
  }

  /// Strings, each key at a place of its own, and the chord on the first beat.
  private mutating func playChords(of bar: Bar, at start: Double) {
    for (index, key) in bar.chord.keys.enumerated() {
      let position = 1.2 * Double(index) / Double(bar.chord.keys.count - 1) - 0.6
      if bar.pad.to > 0 {
        var note = Instrument.pad.note(key, seconds: score.barLength)
        note.ramp(from: bar.pad.from, to: bar.pad.to)
        dry.add(note, at: start, gain: 0.2, position: position)
      }
      if bar.hit > 0 {
        let note = Instrument.chord.note(key, seconds: score.barLength)
        dry.add(note, at: start, gain: 0.24 * bar.hit, position: position)
      }
    }
  }

  /// How strong the stroke of a mark is, 1 at the most.
  private static func force(_ mark: Character) -> Double {
    if let ninths = mark.wholeNumberValue { return Double(ninths) / 9 }
    return mark == "X" ? 1 : mark == "x" ? 0.7 : 0.35
  }

  /// How loud a drum stands in the mix.
  private static func gain(_ drum: Drum) -> Double {
    switch drum {
    case .kick: 1.1
    case .snare: 0.75
    case .closedHat: 0.16
    case .openHat: 0.18
    case .highTom, .lowTom: 0.8
    }
  }
}
