// SPDX-License-Identifier: MIT

/// How a note comes and goes: a straight rise, a plateau and a straight fall to zero.
///
/// The decay in between is the oscillators' own.
struct Envelope {
  /// The length of the rise, in seconds.
  var attack: Double

  /// The length of the fall, in seconds; it ends with the clip.
  var release: Double

  /// Shapes a clip from its first sample, which becomes 0, to its last.
  func apply(to clip: inout Clip) {
    let count = clip.samples.count
    let rise = min(max(Clip.frames(attack), 1), count)
    let fall = min(max(Clip.frames(release), 1), count)
    for index in 0..<rise { clip.samples[index] *= Double(index) / Double(rise) }
    for index in 0..<fall { clip.samples[count - 1 - index] *= Double(index) / Double(fall) }
  }
}
