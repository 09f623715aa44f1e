// SPDX-License-Identifier: MIT

/// A time since the start of an instrument in whole seconds and a fraction, as exact after hours as
/// at the start.
public struct Moment: Sendable, Hashable, Comparable {
  /// Whole seconds.
  public let seconds: Int
  /// The fraction of a second, 0..<1.
  public let rest: Double

  /// The start.
  public static let zero = Moment(0)

  /// A time in seconds.
  ///
  /// - Precondition: not negative, and below 2^53.
  public init(_ time: Double) {
    let whole = time.rounded(.down)
    seconds = Int(whole)
    rest = time - whole
  }

  /// The time of a sample frame; `sampleRate` in Hz.
  public init(sampleFrame: Int, sampleRate: Int) {
    seconds = sampleFrame / sampleRate
    rest = Double(sampleFrame % sampleRate) / Double(sampleRate)
  }

  private init(seconds: Int, rest: Double) {
    let whole = rest.rounded(.down)
    self.seconds = seconds + Int(whole)
    self.rest = rest - whole
  }

  /// The seconds from another moment to this one.
  public func since(_ other: Moment) -> Double {
    Double(seconds - other.seconds) + (rest - other.rest)
  }

  /// The moment some seconds later.
  static func + (moment: Moment, time: Double) -> Moment {
    let time = Moment(time)
    return Moment(seconds: moment.seconds + time.seconds, rest: moment.rest + time.rest)
  }

  /// Whether a moment is before another.
  public static func < (left: Moment, right: Moment) -> Bool {
    (left.seconds, left.rest) < (right.seconds, right.rest)
  }
}
