// SPDX-License-Identifier: MIT
// Stage 0, Signal: the types that every stage shares: blocks, ticks, levels, exact time. Imports no
// stage.

/// The shape of an audio stream: how many channels for which speakers, how many sample frames a
/// second.
public struct StreamFormat: Sendable, Hashable {
  /// Sample frames a second, in Hz; positive.
  public let sampleRate: Int

  /// Samples in each sample frame; positive.
  public let channelCount: Int

  /// The speaker of each channel, in the order of WAV; none if they are not known.
  public let speakers: Speakers

  /// A format of a positive sample rate and a positive number of channels, for the usual speakers if
  /// they are not given.
  ///
  /// - Precondition: both are positive; decoders refuse files with other values. There is a speaker
  ///   for each channel, or none.
  public init(sampleRate: Int, channelCount: Int, speakers: Speakers? = nil) {
    let speakers = speakers ?? .usual(channelCount)
    precondition(sampleRate > 0 && channelCount > 0)
    precondition(speakers.count == channelCount || speakers.count == 0)
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.speakers = speakers
  }

  /// The format of the mix of all channels, which is one channel; see ``AudioBlock/mixed()``.
  public var mixed: StreamFormat { StreamFormat(sampleRate: sampleRate, channelCount: 1) }

  /// The channel of a name, from 0; `nil` if there is none.
  public func channel(_ name: ChannelName) -> Int? {
    switch name {
    case .number(let number): number < channelCount ? number : nil
    case .speaker(let speaker): speakers.channel(of: speaker)
    }
  }

  /// The channels of a pair, from 0.
  ///
  /// - Throws: the name that no channel has.
  public func channels(_ pair: ChannelPair) throws(ChannelName) -> (left: Int, right: Int) {
    guard let left = channel(pair.left) else { throw pair.left }
    guard let right = channel(pair.right) else { throw pair.right }
    return (left, right)
  }

  /// The index of channel `number`, from 0; that of the last channel if the stream has fewer.
  public func channel(_ number: Int) -> Int { min(number, channelCount - 1) }
}
