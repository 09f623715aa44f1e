// SPDX-License-Identifier: MIT

/// A run of consecutive interleaved sample frames, in a buffer of fixed size that is reused for
/// each read.
///
/// It holds `frameCount × channelCount` samples; full scale is ±1.0.
public struct AudioBlock: Sendable {
  /// Samples in each sample frame.
  public let channelCount: Int

  /// The most sample frames that the block can hold.
  public let capacity: Int

  /// The sample frames in the block now, 0 to `capacity`.
  public private(set) var frameCount = 0

  private var samples: [Float]

  /// An empty block for up to `capacity` sample frames of `channelCount` samples.
  public init(channelCount: Int, capacity: Int) {
    precondition(channelCount > 0 && capacity > 0)
    self.channelCount = channelCount
    self.capacity = capacity
    samples = [Float](repeating: 0, count: capacity * channelCount)
  }

  /// A block that holds the given interleaved samples; their count is a multiple of
  /// `channelCount`.
  public init(channelCount: Int, interleaved samples: [Float]) {
    precondition(channelCount > 0 && samples.count.isMultiple(of: channelCount))
    self.channelCount = channelCount
    self.capacity = samples.count / channelCount
    self.frameCount = capacity
    self.samples = samples
  }

  /// Lends the `frameCount × channelCount` interleaved samples.
  public func withSamples<Result, Failure: Error>(
    _ body: (Span<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(samples.span.extracting(0..<frameCount * channelCount))
  }

  /// Lends the whole buffer for writing; `body` returns how many sample frames it wrote.
  ///
  /// The block is empty after an error.
  public mutating func fill<Failure: Error>(
    _ body: (inout MutableSpan<Float>) throws(Failure) -> Int
  ) throws(Failure) {
    frameCount = 0
    var storage = samples.mutableSpan
    let count = try body(&storage)
    precondition((0...capacity).contains(count))
    frameCount = count
  }

  /// The sample frames of a range, as far as the block has them.
  public func part(_ frames: Range<Int>) -> AudioBlock {
    let part = frames.clamped(to: 0..<frameCount)
    return AudioBlock(
      channelCount: channelCount,
      interleaved: Array(
        samples[part.lowerBound * channelCount..<part.upperBound * channelCount]))
  }

  /// The mix of all channels: their mean, each of the same weight, so that it cannot clip. It is summed
  /// in the order of the channels as `Double`, and rounded once.
  public func mixed() -> AudioBlock {
    guard channelCount > 1 else { return self }
    var mix = [Float](repeating: 0, count: frameCount)
    for frame in mix.indices {
      var sum = 0.0
      for channel in 0..<channelCount { sum += Double(samples[frame * channelCount + channel]) }
      mix[frame] = Float(sum / Double(channelCount))
    }
    return AudioBlock(channelCount: 1, interleaved: mix)
  }

  /// Puts the channels into another order: each becomes the one that `sources` names.
  ///
  /// - Precondition: there is one for each channel.
  public mutating func reorder(_ sources: [Int]) {
    precondition(sources.count == channelCount)
    var frame = [Float](repeating: 0, count: channelCount)
    for start in stride(from: 0, to: frameCount * channelCount, by: channelCount) {
      for channel in frame.indices { frame[channel] = samples[start + sources[channel]] }
      for channel in frame.indices { samples[start + channel] = frame[channel] }
    }
  }

  /// Whether any sample of a channel is not 0.
  public func hasSound(inChannel channel: Int) -> Bool {
    stride(from: channel, to: frameCount * channelCount, by: channelCount).contains {
      samples[$0] != 0
    }
  }

  /// Leaves only the first `count` sample frames.
  public mutating func truncate(to count: Int) {
    frameCount = min(frameCount, max(count, 0))
  }
}
