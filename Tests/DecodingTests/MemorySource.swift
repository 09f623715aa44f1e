// SPDX-License-Identifier: MIT
import Decoding
import Signal

/// Samples that are in memory already.
struct MemorySource: AudioSource, Sendable {
  /// The shape of the samples.
  let format: StreamFormat

  private let samples: [Float]
  private var position = 0

  /// A source of interleaved samples; their count is a multiple of the format's channels.
  init(format: StreamFormat, interleaved samples: [Float]) {
    precondition(samples.count.isMultiple(of: format.channelCount))
    self.format = format
    self.samples = samples
  }

  /// All the sample frames, those already read included.
  var expectedFrameCount: Int? { samples.count / format.channelCount }

  /// Gives the next sample frames; never throws.
  mutating func read(into block: inout AudioBlock) {
    precondition(block.channelCount == format.channelCount)
    let channels = format.channelCount
    let count = min(block.capacity, samples.count / channels - position)
    let first = position * channels
    block.fill { storage in
      for index in 0..<count * channels { storage[index] = samples[first + index] }
      return count
    }
    position += count
  }
}
