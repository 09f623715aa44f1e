// SPDX-License-Identifier: MIT
public import Platform

/// The kinds of sound files that are written.
public enum SoundKind: String, Sendable, Hashable, CaseIterable {
  case wav, flac, ogg, opus, aiff

  /// The kind by the extension of a name, in lower case.
  public init?(fileExtension: String) {
    guard let kind = SoundKind.allCases.first(where: { $0.extensions.contains(fileExtension) })
    else { return nil }
    self = kind
  }

  /// The extensions of its names, the usual one first.
  public var extensions: [String] {
    switch self {
    case .wav: ["wav", "wave"]
    case .flac: ["flac"]
    case .ogg: ["ogg", "oga"]
    case .opus: ["opus"]
    case .aiff: ["aiff", "aif"]
    }
  }

  /// What people call it.
  public var title: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    case .ogg: "Ogg Vorbis"
    case .opus: "Opus"
    case .aiff: "AIFF"
    }
  }

  /// The depths that it has, the usual one first; none where sound is coded with loss.
  public var depths: [SampleDepth] {
    switch self {
    case .wav, .aiff: [.float, .integer24, .integer16]
    case .flac: [.integer24, .integer16]
    case .ogg, .opus: []
    }
  }

  /// The only sample rates that it has, in Hz; `nil` if it has all up to 192 000.
  public var sampleRates: [Int]? {
    self == .opus ? [8_000, 12_000, 16_000, 24_000, 48_000] : nil
  }
}

/// How a sample is kept.
public enum SampleDepth: Int, Sendable, Hashable, CaseIterable {
  /// An integer of 16 bits.
  case integer16 = 16
  /// An integer of 24 bits.
  case integer24 = 24
  /// A floating-point number of 32 bits, which has room above full scale.
  case float = 32
}

/// What a sound file is to be.
public struct SoundFormat: Sendable, Hashable {
  /// The kind of file.
  public var kind: SoundKind
  /// How samples are kept; `nil` for those kinds that code them with loss.
  public var depth: SampleDepth?
  /// In Hz.
  public var sampleRate: Int
  /// Samples in a sample frame.
  public var channelCount: Int

  /// A format of its parts.
  public init(_ kind: SoundKind, _ depth: SampleDepth?, sampleRate: Int, channelCount: Int) {
    self.kind = kind
    self.depth = depth
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

/// Samples above full scale that integers cannot hold.
public struct Clipping: Sendable, Hashable {
  /// How many were held at full scale.
  public internal(set) var count = 0
  /// The largest of them, without its sign; full scale is 1.
  public internal(set) var peak: Float = 1

  /// A sample as an integer of some bits, held at full scale.
  mutating func integer(_ sample: Float, bits: Int) -> Int32 {
    if abs(sample) > 1 {
      count += 1
      peak = max(peak, abs(sample))
    }
    let scale = Double(1 << (bits - 1))
    let value = (Double(sample) * scale).rounded(.toNearestOrEven)
    return Int32(min(max(value, -scale), scale - 1))
  }
}

/// Why a sound file cannot be written.
public enum SoundError: Error, Hashable, Sendable {
  /// The system refuses or breaks off.
  case system(SystemError)
  /// The library that codes it refuses, for this reason.
  case refused(reason: String)
}
