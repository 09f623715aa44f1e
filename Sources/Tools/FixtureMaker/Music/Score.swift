// SPDX-License-Identifier: MIT

/// A piece of music as data: what to play in each bar.
///
/// A bar has sixteen steps. A pattern has one character for each: `.` rests, and the others are
/// explained where they are used.
struct Score {
  /// Beats a minute; a bar has four.
  var tempo: Double

  /// The bars, in order.
  var bars: [Bar]

  /// From here the music stops dead until the end of its bar: bar and step, from 0.
  var pause: (bar: Int, step: Int)?

  /// How many of the lowest bits of the samples are zero, in soft and in loud parts: noise at
  /// −101 dBFS and 6 dB more for each, and losslessly packed files a bit a sample smaller.
  var zeroBits: ClosedRange<Int>

  /// Whether every other sample is left out, for a file of half the size: 22 050 Hz.
  var isHalved = false

  /// Sample frames a second.
  var sampleRate: Int { isHalved ? Clip.sampleRate / 2 : Clip.sampleRate }

  /// The length of a sixteenth, in seconds.
  var step: Double { 15 / tempo }

  /// The length of a bar, in seconds.
  var barLength: Double { 16 * step }

  /// The length of the piece, in seconds.
  var length: Double { barLength * Double(bars.count) }
}

/// What is played in four beats.
struct Bar {
  /// The harmony.
  var chord: Chord

  /// The gain of the strings at the beginning and at the end of the bar.
  var pad: (from: Double, to: Double) = (0, 0)

  /// The gain of a chord that is struck on the first beat and held for the bar.
  var hit = 0.0

  /// Strokes: `X` strong, `x` normal, `-` soft; digits 1 to 9 are ninths of strong.
  var drums: [Drum: String] = [:]

  /// `r` the root, `o` its octave, `f` its fifth.
  var bass = "................"

  /// Digits: steps of the chord's ladder.
  var arpeggio = "................"

  /// Where each note of the arpeggio stands: `L`, `R` or, in the middle, `C`.
  var sides = "LLLLLLLLRRRRRRRR"

  /// The tune.
  var tune: [Note] = []
}

/// One note of the tune.
struct Note {
  /// The step on which it begins, and its length in steps.
  var step: Int, length: Int

  /// The key.
  var pitch: Pitch

  /// A note at a step, of a length in steps, by the number of its key.
  init(_ step: Int, _ length: Int, _ key: Int) {
    (self.step, self.length, pitch) = (step, length, Pitch(key))
  }
}
