// SPDX-License-Identifier: MIT

/// The nearest note to a pitch in equal temperament with A4 = 440 Hz.
package struct Note: Hashable {
  /// The letter, a sharp, and the octave in scientific pitch notation: `A♯4`.
  package let name: String

  /// The distance of the pitch above the note in cents, −50 to 49; half way between two notes it
  /// belongs to the upper one.
  let cents: Int

  private static let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]

  /// The note of a positive pitch in hertz.
  package init(hertz: Double) {
    // C4 is nine semitones below A4.
    let aboveC4 = FrequencyScale.cents(fromA4To: hertz) + 900
    let semitones = Note.quotient(aboveC4 + 50, 100)
    let octaves = Note.quotient(semitones, 12)
    cents = aboveC4 - semitones * 100
    name = "\(Note.names[semitones - octaves * 12])\(octaves + 4)"
  }

  /// The cents with their sign: `+0`, `-12`.
  var centsText: String { cents < 0 ? "\(cents)" : "+\(cents)" }

  /// The quotient, rounded down.
  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int {
    (dividend - (dividend % divisor + divisor) % divisor) / divisor
  }
}
