// SPDX-License-Identifier: MIT

/// The dials and the sound of every tone of a bank at any time.
///
/// Dials move at once, or linearly over the seconds of a glide; an event during a glide starts from
/// the present position. The sound follows without clicks:
/// - At the start all notes fade in over a ``ramp``.
/// - A new frequency without a glide is a new note: the old one fades out over a ramp at its own
///   frequency; then the new one begins at phase 0 and fades in. After silence the new note begins
///   at once.
/// - A new velocity without a glide, or with one shorter than a ramp, takes a ramp. The phase is
///   continuous, and also during a glide of the frequency.
public struct ToneTimeline: Sendable {
  /// How long a note takes to fade in or out, in seconds.
  public static let ramp = 0.005

  /// For each tone, its segments from one change to the next, in order of time from the start. The
  /// last segment has no end.
  public let segments: [[ToneSegment]]

  /// The timeline of a bank, computed in time proportional to its events.
  public init(_ bank: ToneBank) {
    var progress = bank.tones.map(ToneProgress.init)
    for event in bank.events { progress[event.tone].take(event) }
    segments = progress.map { $0.finished() }
  }

  /// The index of the segment that a tone is in.
  ///
  /// - Complexity: logarithmic in the number of segments.
  public func segmentIndex(ofTone tone: Int, at moment: Moment) -> Int {
    let segments = segments[tone]
    var (low, high) = (0, segments.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].start <= moment { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The segment that a tone is in.
  public func segment(ofTone tone: Int, at moment: Moment) -> ToneSegment {
    segments[tone][segmentIndex(ofTone: tone, at: moment)]
  }
}

/// A span of time in which both dials of a tone and its sound are constant or change linearly.
public struct ToneSegment: Sendable, Hashable {
  /// When it begins.
  public let start: Moment
  /// The dials at the start, and their speed in units a second.
  public let dials, dialSpeed: ToneBank.Tone
  /// The sound at the start, in the units of the dials, and its speed in units a second. It differs
  /// from the dials in ramps: the velocity follows the ramp, and a note that fades out keeps its
  /// frequency.
  public let sound, soundSpeed: ToneBank.Tone
  /// Whole turns from the beginning of the note to the start.
  public let wholeTurns: Double
  /// The phase at the start, in turns, 0..<1; 0 is where a sine begins to rise.
  public let phase: Double

  /// Whether a note begins at the start, even a silent one.
  public var isNew: Bool { wholeTurns == 0 && phase == 0 }

  /// The dials at a time of the segment.
  public func dials(at moment: Moment) -> ToneBank.Tone { value(dials, dialSpeed, at: moment) }

  /// The sound at a time of the segment: the MIDI note, fractional in glides, and the velocity,
  /// 0...127.
  public func sound(at moment: Moment) -> ToneBank.Tone { value(sound, soundSpeed, at: moment) }

  /// The frequency of the sound, in Hz.
  public func hertz(at moment: Moment) -> Double {
    ToneBank.hertz(ofNote: sound(at: moment).frequency)
  }

  /// The phase of the sound, in turns, 0..<1; exact to 1e-6 turns in all tones after ten hours.
  public func phase(at moment: Moment) -> Double { turns(at: moment).fraction }

  /// The turns since the beginning of the note.
  ///
  /// The whole turns are separate, to keep the fraction precise.
  public func turns(at moment: Moment) -> (whole: Double, fraction: Double) {
    let time = moment.since(start)
    let octaves = soundSpeed.frequency / 12 * time
    let hertz = ToneBank.hertz(ofNote: sound.frequency) * ToneSegment.meanPowerOfTwo(octaves)
    // 32 bits of the frequency times 20 bits of whole seconds: this product is exact.
    let high = (hertz * 0x1p18).rounded() * 0x1p-18
    let seconds = Double(moment.seconds - start.seconds)
    let product = high * seconds
    let whole = product.rounded(.down)
    let rest =
      (product - whole) + (hertz - high) * seconds + hertz * (moment.rest - start.rest) + phase
    let carry = rest.rounded(.down)
    // A fraction just below a whole number may be rounded up to it by the subtraction.
    let fraction = rest - carry
    let turns = wholeTurns + whole + carry
    return fraction < 1 ? (turns, fraction) : (turns + 1, 0)
  }

  private func value(
    _ start: ToneBank.Tone, _ speed: ToneBank.Tone, at moment: Moment
  ) -> ToneBank.Tone {
    let time = moment.since(self.start)
    return ToneBank.Tone(
      frequency: start.frequency + speed.frequency * time,
      velocity: start.velocity + speed.velocity * time)
  }

  /// The mean of 2^x for x from 0 to `exponent`, (2^x − 1)/(x ln 2).
  private static func meanPowerOfTwo(_ exponent: Double) -> Double {
    if exponent == 0 { return 1 }
    let power = exponent * 0.693_147_180_559_945_3
    if abs(power) > 0.5 { return (ExactMath.powerOfTwo(exponent) - 1) / power }
    // (e^y − 1)/y as a series, since the difference above loses precision.
    var sum = 1.0
    for divisor in (2...14).reversed() { sum = 1 + power / Double(divisor) * sum }
    return sum
  }
}

extension ToneBank {
  /// The frequency of a MIDI note in Hz: 440·2^((n−69)/12).
  public static func hertz(ofNote note: Double) -> Double {
    440 * ExactMath.powerOfTwo((note - 69) / 12)
  }
}
