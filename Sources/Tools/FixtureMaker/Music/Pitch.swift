// SPDX-License-Identifier: MIT
import Synthesis

/// A key of the piano, by its MIDI number: 69 is the A of 440 Hz.
struct Pitch: Hashable {
  /// Half tones, 12 to the octave.
  var number: Int

  /// A key by its MIDI number.
  init(_ number: Int) { self.number = number }

  /// In hertz, in equal temperament.
  var frequency: Double { 440 * ExactMath.powerOfTwo(Double(number - 69) / 12) }
}

/// A chord as the score uses it.
struct Chord: Hashable {
  /// The note of the bass.
  var root: Pitch

  /// The keys of the strings, from low to high.
  var keys: [Pitch]

  /// The keys of the broken chord: those of the strings an octave higher, then the lowest again.
  var ladder: [Pitch] {
    keys.map { Pitch($0.number + 12) } + keys.prefix(2).map { Pitch($0.number + 24) }
  }

  private init(_ root: Int, _ keys: [Int]) {
    self.root = Pitch(root)
    self.keys = keys.map { Pitch($0) }
  }

  static let aMinor = Chord(33, [57, 60, 64, 71])
  static let fMajor = Chord(29, [57, 60, 65, 69])
  static let cMajor = Chord(36, [55, 60, 64, 67])
  static let gMajor = Chord(31, [55, 59, 62, 67])
  static let dMinor = Chord(38, [57, 62, 65, 69])
  static let eMinor = Chord(40, [55, 59, 64, 67])
  static let aMajor = Chord(33, [57, 61, 64, 71])
}
