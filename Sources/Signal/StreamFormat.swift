// SPDX-License-Identifier: MIT
// Stage 0, Signal: the types that every stage shares: blocks, ticks, levels, exact time. Imports no
// stage.

/// The shape of an audio stream: how many channels, how many sample frames a second.
public struct StreamFormat: Sendable, Hashable {
  /// Sample frames a second, in Hz; positive.
  public let sampleRate: Int

  /// Samples in each sample frame; positive.
  public let channelCount: Int

  /// A format of a positive sample rate and a positive number of channels.
  ///
  /// - Precondition: both are positive; decoders refuse files with other values.
  public init(sampleRate: Int, channelCount: Int) {
    precondition(sampleRate > 0 && channelCount > 0)
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// The format of the mix of all channels, which is one channel; see ``AudioBlock/mixed()``.
  public var mixed: StreamFormat { StreamFormat(sampleRate: sampleRate, channelCount: 1) }

  /// The index of channel `number`, from 0; that of the last channel if the stream has fewer.
  public func channel(_ number: Int) -> Int { min(number, channelCount - 1) }
}
