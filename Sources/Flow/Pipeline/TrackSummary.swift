// SPDX-License-Identifier: MIT
public import Decoding
public import Hashing
public import Signal

/// What is known of a track after it was read to its end.
public struct TrackSummary: Sendable {
  /// The shape of the stream.
  public let format: StreamFormat
  /// The shape of what was metered: that of the stream, or of the mix of its channels.
  public let metered: StreamFormat
  /// The boundaries of the ticks.
  public let clock: TickClock
  /// Sample frames of the part.
  public internal(set) var sampleFrames: Int
  /// Ticks of the part, including a last, short one.
  public internal(set) var tickCount: Int
  /// The ticks before the part whose readings were handed out as well, so that its pictures are those
  /// of the whole track at the same times.
  public internal(set) var lead: Int
  /// The damage that ended the part early, if the request allows it.
  public let damage: PipelineError?
  /// The damage after the part that ended the metering early, if the request allows it.
  public let laterDamage: PipelineError?
  /// Both lengths, if the container declares fewer sample frames than it has.
  public let lengthConflict: LengthConflict?
  /// The sample rate in Hz that the file gives, if it is not a whole number.
  public internal(set) var fractionalRate: Double?
  /// The bytes at the end of samples without a header that are left out, since they are not a complete
  /// sample frame.
  public let incompleteBytes: Int
  /// The hash of all samples that were metered, as interleaved 32-bit floating-point numbers; it
  /// does not depend on the file format. If nothing is measured of a score, that of its text
  /// and of the part's beginning. `nil` unless requested.
  public let contentHash: ContentHash?
  /// The indices of the channels that have samples other than 0; `nil` if that was not looked for, as
  /// in a mix.
  public let soundingChannels: [Int]?
  /// What plays the samples, if the input has a score.
  public let score: (any Score)?
}
