// SPDX-License-Identifier: MIT

/// Successive samples of a sine that is steady or decays exponentially, eight at a time.
///
/// Each is computed from those eight and sixteen samples before it: y₀ = 2r⁸·cos 8ω·y₈ − r¹⁶·y₁₆.
struct SineRun {
  private var next: SoundBlock.Frames
  private var following: SoundBlock.Frames
  private let first: Double
  private let second: Double

  /// A run by its first two samples, its frequency in turns a sample, and its decay from one sample
  /// to the next.
  init(_ y0: Double, _ y1: Double, turns: Double, decay: Double = 1) {
    // 2cos a as 2 − 4sin²(a/2), which is precise for small angles.
    let (half, fourfold) = (ExactMath.sine(turns: turns / 2), ExactMath.sine(turns: 4 * turns))
    let single = decay * (2 - 4 * half * half)
    let square = decay * decay
    var (older, newer) = (y0, y1)
    func samples() -> SoundBlock.Frames {
      var frames = SoundBlock.Frames.zero
      for lane in frames.indices {
        frames[lane] = older
        (older, newer) = (newer, single * newer - square * older)
      }
      return frames
    }
    next = samples()
    following = samples()
    let eighth = square * square * (square * square)
    first = eighth * (2 - 4 * fourfold * fourfold)
    second = eighth * eighth
  }

  /// Adds the next samples to the given range of a channel.
  mutating func add(to channel: inout MutableSpan<SoundBlock.Frames>, _ range: Range<Int>) {
    var (next, following) = (next, following)
    for index in range {
      channel[index] += next
      (next, following) = (following, first * following - second * next)
    }
    (self.next, self.following) = (next, following)
  }
}
