// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// Why a stream cannot be metered.
public enum MeteringError: Error, Hashable, Sendable {
  /// A sample is NaN or infinite. It is in the first such sample frame, counted from the start of
  /// the stream, and in the first such channel of it.
  case notANumber(channel: Int, atFrame: Int)

  /// The tick rate is higher than the sample rate, so some ticks would have no samples.
  case ticksWithoutSamples(sampleRate: Int, tickRate: Rate)

  /// The analysis needs more readings a second than there are sample frames.
  case rateTooLow(sampleRate: Int, needed: Rate)

  /// The analysis needs peak and average of each channel, which the meters do not have.
  case noChannelLevels(ballistics: String)

  /// It is not known how much each of `channelCount` channels counts for loudness. `given` factors, if any, are
  /// not one for each.
  case noChannelWeights(channelCount: Int, given: Int?)

  /// The input has readings that were made before, and what is asked for needs samples.
  case needsSamples
}

extension MeteringError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the input.
  public var description: String {
    switch self {
    case .notANumber(let channel, let frame):
      "the sample at sample frame \(frame), channel \(channel) is not a finite number"
    case .ticksWithoutSamples(let sampleRate, let tickRate):
      "\(tickRate) ticks a second are more than its \(sampleRate) sample frames"
    case .rateTooLow(let sampleRate, let needed):
      "has \(sampleRate) sample frames a second, and at least \(needed) are needed here"
    case .noChannelLevels(let ballistics):
      "the meters '\(ballistics)' do not have the peak and the average of each channel, which are "
        + "needed here"
    case .noChannelWeights(let channelCount, let given?):
      "has \(counted(channelCount, "channel")), and there are \(counted(given, "weight"))"
    case .noChannelWeights(let channelCount, nil):
      "has \(channelCount) channels, and loudness needs to know how much each of them counts"
    case .needsSamples: "has readings but no samples, which are needed here"
    }
  }
}
