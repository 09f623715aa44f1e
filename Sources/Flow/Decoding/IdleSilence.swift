// SPDX-License-Identifier: MIT
internal import Platform

/// Silence in the place of samples that a pipe does not bring, at the pace of the monotonic clock.
struct IdleSilence {
  private let sampleRate: Int
  /// When the first missing sample was due; `nil` while samples come.
  private var begin: ContinuousClock.Instant?
  /// The sample frames of silence since then.
  private var given = 0

  /// Milliseconds without a sample until the silence begins, and between its pieces.
  private static let (patience, pause): (Int32, Int32) = (100, 5)

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Waits until the descriptor with this number can be read, and returns 0; or returns how many
  /// sample frames of silence are due before that, at most a second of them.
  mutating func framesDue(before number: Int32) throws(SystemError) -> Int {
    let begin = begin ?? .now
    while true {
      let milliseconds = self.begin == nil ? IdleSilence.patience : IdleSilence.pause
      guard
        try !FileDescriptor.waitForAny([(number, .reading)], milliseconds: milliseconds)[0]
      else {
        (self.begin, given) = (nil, 0)
        return 0
      }
      self.begin = begin
      let due = Int(begin.duration(to: .now) / .seconds(1) * Double(sampleRate)) - given
      guard due > 0 else { continue }
      given += due
      return min(due, sampleRate)
    }
  }
}
