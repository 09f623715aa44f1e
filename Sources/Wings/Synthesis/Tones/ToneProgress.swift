// SPDX-License-Identifier: MIT

/// The state of a tone while its timeline is built, event by event.
struct ToneProgress {
  private var segments: [ToneSegment] = []
  /// The dials.
  private var note, velocity: Motion
  /// The loudness of the sound, in the units of the velocity.
  private var level: Motion
  /// The note that fades out, and when it ends.
  private var leaving: (note: Double, end: Moment)?

  /// A number that is constant, or changes linearly from one moment to another.
  private struct Motion {
    var start = Moment.zero
    /// When the change ends; `nil` if the number is constant.
    var end: Moment?
    var from, to: Double

    /// A constant.
    init(_ value: Double) { (from, to) = (value, value) }

    /// A change, or a constant if the time is too short to matter.
    init(from: Double, to: Double, start: Moment, time: Double) {
      (self.from, self.to, self.start) = (from, to, start)
      let end = start + time
      self.end = end > start ? end : nil
    }

    /// The change a second.
    var speed: Double { end.map { (to - from) / $0.since(start) } ?? 0 }

    func value(at moment: Moment) -> Double {
      guard let end, moment < end else { return to }
      return from + speed * moment.since(start)
    }

    mutating func rest(at moment: Moment) {
      if let end, end <= moment { self = Motion(to) }
    }
  }

  /// A tone at the start, which fades in.
  init(_ tone: ToneBank.Tone) {
    note = Motion(tone.frequency)
    velocity = Motion(tone.velocity)
    level = Motion(0)
    begin(at: .zero)
  }

  /// Moves the dials.
  mutating func take(_ event: ToneBank.Event) {
    let moment = Moment(event.time)
    run(to: moment)
    func turned(_ dial: Motion, to value: Int?) -> Motion {
      guard let value else { return dial }
      return event.glide > 0
        ? Motion(
          from: dial.value(at: moment), to: Double(value), start: moment, time: event.glide)
        : Motion(Double(value))
    }
    let last = note.value(at: moment)
    note = turned(note, to: event.frequency)
    velocity = turned(velocity, to: event.velocity)
    let isNew = note.value(at: moment) != last
    if leaving != nil {
      // When the note has faded out, the new note takes the dials of that moment.
      add(at: moment)
    } else if isNew {
      let loudness = level.value(at: moment)
      guard loudness > 0 else { return begin(at: moment) }
      level = Motion(from: loudness, to: 0, start: moment, time: ToneTimeline.ramp)
      leaving = (last, moment + ToneTimeline.ramp)
      add(at: moment)
    } else {
      if let value = event.velocity {
        level = Motion(
          from: level.value(at: moment), to: Double(value), start: moment,
          time: max(event.glide, ToneTimeline.ramp))
      }
      add(at: moment)
    }
  }

  /// The segments, after the last event.
  consuming func finished() -> [ToneSegment] {
    run(to: nil)
    return segments
  }

  /// Completes all changes that end before a moment, or all of them.
  private mutating func run(to limit: Moment?) {
    while let next = [leaving?.end, note.end, velocity.end, level.end].compactMap(\.self).min(),
      limit.map({ next <= $0 }) ?? true
    {
      note.rest(at: next)
      velocity.rest(at: next)
      if let end = leaving?.end, end <= next {
        leaving = nil
        begin(at: next)
      } else {
        // After a ramp the sound follows the velocity dial.
        if let end = level.end, end <= next { level = velocity }
        add(at: next)
      }
    }
  }

  /// Begins a note.
  private mutating func begin(at moment: Moment) {
    level = Motion(
      from: 0, to: velocity.value(at: moment + ToneTimeline.ramp), start: moment,
      time: ToneTimeline.ramp)
    add(at: moment, isNew: true)
  }

  private mutating func add(at moment: Moment, isNew: Bool = false) {
    let turns = isNew ? nil : segments.last?.turns(at: moment)
    if segments.last?.start == moment { segments.removeLast() }
    segments.append(
      ToneSegment(
        start: moment,
        dials: ToneBank.Tone(
          frequency: note.value(at: moment), velocity: velocity.value(at: moment)),
        dialSpeed: ToneBank.Tone(frequency: note.speed, velocity: velocity.speed),
        sound: ToneBank.Tone(
          frequency: leaving?.note ?? note.value(at: moment), velocity: level.value(at: moment)),
        soundSpeed: ToneBank.Tone(
          frequency: leaving == nil ? note.speed : 0, velocity: level.speed),
        wholeTurns: turns?.whole ?? 0, phase: turns?.fraction ?? 0))
  }
}
