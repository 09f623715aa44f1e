// SPDX-License-Identifier: MIT

/// What gives the samples of an instrument, two channels, from any place on.
///
/// The samples are a pure function of their place: how they are asked for changes no bit of them.
public protocol SoundGenerator: Sendable {
  /// Writes some sample frames, left and right in turn, to the beginning of `samples`.
  ///
  /// - Precondition: the numbers of the sample frames are not negative, and there is room.
  mutating func render(_ sampleFrames: Range<Int>, into samples: inout MutableSpan<Float>)
}

/// Nothing to hear.
struct Silence: SoundGenerator {
  func render(_ sampleFrames: Range<Int>, into samples: inout MutableSpan<Float>) {
    for index in 0..<2 * sampleFrames.count { samples[index] = 0 }
  }
}

extension Instrument {
  /// The channels of every instrument.
  public static let channelCount = 2

  /// What plays it at a sample rate in Hz.
  public func generator(sampleRate: Int) -> any SoundGenerator {
    switch parts {
    case .tones: Silence()
    case .wheels: Silence()
    }
  }
}
