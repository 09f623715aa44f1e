// SPDX-License-Identifier: MIT
public import Decoding
internal import Platform
internal import Signal

/// A few seconds of a track in memory, so that many pictures of them need not decode them again.
///
/// As an input it is those seconds alone, with the name and the tags of the track.
public struct KeptSound: Sendable {
  let format: StreamFormat
  let tags: AudioTags
  /// Interleaved.
  let samples: [Float]

  /// No more samples are kept: 64 MiB.
  private static let most = 1 << 24

  /// Reads the seconds that end at a sample frame of a part: `end` finds it from the length of the part
  /// in sample frames and the sample rate in Hz. `nil` if the length is not known in advance, if the end
  /// is not in the part, or if the input is not sound.
  ///
  /// - Throws: ``PipelineError``.
  public init?(
    _ request: TrackRequest, seconds: Double,
    endingAt end: ((sampleFrames: Int, sampleRate: Int)) -> Int
  ) throws(PipelineError) {
    var request = request
    request.readsTags = true
    let whole = try Track(request)
    let format = whole.format
    guard request.canReadTwice, case .samples = whole.content,
      let length = whole.expectedSampleFrames
    else { return nil }
    let end = end((length, format.sampleRate))
    let wanted = min(Int(seconds * Double(format.sampleRate)), KeptSound.most / format.channelCount)
    guard wanted > 0, end >= 1, end <= length else { return nil }
    let count = min(wanted, end)
    request.start = request.start.advanced(
      by: TimePosition(sampleFrame: end - count, sampleRate: format.sampleRate))
    request.duration = nil
    var part = try Track(request)
    var samples: [Float] = []
    samples.reserveCapacity(count * format.channelCount)
    try part.readSamples(from: 0) { block throws(PipelineError) in
      block.withSamples { all in for index in all.indices { samples.append(all[index]) } }
      return samples.count < count * format.channelCount
    }
    guard samples.count >= count * format.channelCount else { return nil }
    samples.removeLast(samples.count - count * format.channelCount)
    (self.format, self.samples, tags) = (format, samples, whole.tags)
  }
}

extension InputKind {
  /// The kept sound in place of the input.
  public static func kept(_ sound: KeptSound) -> InputKind {
    InputKind(matches: { _, _ in true }) { _ in KeptInput(sound) }
  }
}

/// Kept sound as an input.
private struct KeptInput: Input {
  let sound: KeptSound
  private var position = 0

  init(_ sound: KeptSound) { self.sound = sound }

  var format: StreamFormat { sound.format }

  var expectedFrameCount: Int? { sound.samples.count / format.channelCount }

  func tags(ofFile path: String?) -> AudioTags { sound.tags }

  mutating func read(into block: inout AudioBlock) {
    let channels = format.channelCount
    let count = min(block.capacity, sound.samples.count / channels - position)
    let first = position * channels
    block.fill { storage in
      for index in 0..<count * channels { storage[index] = sound.samples[first + index] }
      return count
    }
    position += count
  }
}
