// SPDX-License-Identifier: MIT

/// Sound made up for a test: 16-bit samples, and the bytes of a WAV file of them.
public struct Tone: Sendable {
  /// Sample frames a second.
  public let sampleRate: Int
  /// Channels.
  public let channels: Int
  /// The samples of all channels in turn.
  public var samples: [Int16]

  /// Sound of these samples.
  public init(sampleRate: Int, channels: Int, samples: [Int16]) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.samples = samples
  }

  /// Noise of a loudness that wanders from tick to tick, the same for the same seed.
  public init(noise seed: UInt64, sampleRate: Int = 44_100, channels: Int = 2, sampleFrames: Int) {
    var generator = SeededGenerator(seed: seed)
    var loudness = [Double](repeating: 0, count: channels)
    var samples: [Int16] = []
    for frame in 0..<sampleFrames {
      if frame % (sampleRate / 60) == 0 {
        for channel in 0..<channels { loudness[channel] = .random(in: 0.01...1, using: &generator) }
      }
      for channel in 0..<channels {
        samples.append(Int16(loudness[channel] * .random(in: -32_000...32_000, using: &generator)))
      }
    }
    self.init(sampleRate: sampleRate, channels: channels, samples: samples)
  }

  /// The end of the GUIDs of plain samples.
  private static let guide: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]

  /// A part of it, in sample frames.
  public subscript(frames: Range<Int>) -> Tone {
    Tone(
      sampleRate: sampleRate, channels: channels,
      samples: Array(samples[frames.lowerBound * channels..<frames.upperBound * channels]))
  }

  /// The bytes of a WAV file.
  public var wave: [UInt8] { wave(mask: nil) }

  /// The bytes of a WAV file that names the speakers of its channels by a mask.
  public func wave(mask: Int?) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = samples.count * 2
    let extra =
      mask.map { little(22, 2) + little(16, 2) + little($0, 4) + little(1, 2) + Tone.guide } ?? []
    var bytes = Array("RIFF".utf8) + little(36 + extra.count + size, 4) + Array("WAVEfmt ".utf8)
    bytes +=
      little(16 + extra.count, 4) + little(mask == nil ? 1 : 0xFFFE, 2) + little(channels, 2)
      + little(sampleRate, 4)
    bytes += little(sampleRate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2)
    bytes += extra + Array("data".utf8) + little(size, 4)
    for sample in samples { bytes += little(Int(sample), 2) }
    return bytes
  }
}
