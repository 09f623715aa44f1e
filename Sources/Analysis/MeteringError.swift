// SPDX-License-Identifier: MIT
public import Signal

/// Why a stream cannot be metered.
public enum MeteringError: Error, Hashable, Sendable {
  /// A sample is NaN or infinite; `atFrame` counts sample frames from the start of the stream.
  ///
  /// It is the first such sample frame, and the first such channel in it.
  case notANumber(channel: Int, atFrame: Int)

  /// There are more ticks a second than sample frames, so that some ticks would cover none.
  case ticksWithoutSamples(sampleRate: Int, tickRate: Rate)

  /// The analysis reads the stream more often in a second than there are sample frames.
  case rateTooLow(sampleRate: Int, needed: Rate)
}

extension MeteringError: CustomStringConvertible {
  /// What is wrong, to stand after the name of the input.
  public var description: String {
    switch self {
    case .notANumber(let channel, let frame):
      "the sample at sample frame \(frame), channel \(channel) is not a finite number"
    case .ticksWithoutSamples(let sampleRate, let tickRate):
      "\(tickRate) ticks a second are more than its \(sampleRate) sample frames"
    case .rateTooLow(let sampleRate, let needed):
      "has \(sampleRate) sample frames a second, and this look needs at least \(needed)"
    }
  }
}
