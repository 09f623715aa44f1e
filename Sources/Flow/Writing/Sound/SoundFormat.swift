// SPDX-License-Identifier: MIT
public import Platform

/// The file formats for sound.
public enum SoundKind: String, Sendable, Hashable, CaseIterable {
  /// WAV, or RF64 beyond 4 GiB.
  case wav
  /// FLAC, which keeps whole numbers without loss.
  case flac
  /// Vorbis in Ogg, with loss.
  case ogg
  /// Opus in Ogg, with loss.
  case opus
  /// AIFF.
  case aiff

  /// The format with a file extension, in lower case.
  public init?(fileExtension: String) {
    guard let kind = SoundKind.allCases.first(where: { $0.extensions.contains(fileExtension) })
    else { return nil }
    self = kind
  }

  /// Its file extensions, the default first.
  public var extensions: [String] {
    switch self {
    case .wav: ["wav", "wave"]
    case .flac: ["flac"]
    case .ogg: ["ogg", "oga"]
    case .opus: ["opus"]
    case .aiff: ["aiff", "aif"]
    }
  }

  /// Its common name.
  public var title: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    case .ogg: "Ogg Vorbis"
    case .opus: "Opus"
    case .aiff: "AIFF"
    }
  }

  /// Its sample depths, the default first; none for lossy formats.
  public var depths: [SampleDepth] {
    switch self {
    case .wav, .aiff: [.float, .integer24, .integer16]
    case .flac: [.integer24, .integer16]
    case .ogg, .opus: []
    }
  }

  /// Its only sample rates, in Hz; `nil` if it has all up to 192 000.
  public var sampleRates: [Int]? {
    self == .opus ? [8_000, 12_000, 16_000, 24_000, 48_000] : nil
  }
}

/// How a sample is stored.
public enum SampleDepth: Int, Sendable, Hashable, CaseIterable {
  /// An integer of 16 bits.
  case integer16 = 16
  /// An integer of 24 bits.
  case integer24 = 24
  /// A floating-point number of 32 bits, which can exceed full scale.
  case float = 32
}

/// The format of a sound file.
public struct SoundFormat: Sendable, Hashable {
  /// The file format.
  public var kind: SoundKind
  /// The sample depth; `nil` for lossy formats.
  public var depth: SampleDepth?
  /// The sample rate in Hz.
  public var sampleRate: Int
  /// Samples in a sample frame.
  public var channelCount: Int
  /// The mask of WAV for the speakers of the channels; 0 if they are not known.
  public var speakerMask: Int

  /// A format of its parts, for the usual speakers of one or two channels if they are not given.
  public init(
    _ kind: SoundKind, _ depth: SampleDepth?, sampleRate: Int, channelCount: Int,
    speakerMask: Int? = nil
  ) {
    self.speakerMask = speakerMask ?? SoundFormat.plainMasks[channelCount] ?? 0
    self.kind = kind
    self.depth = depth
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

extension SoundFormat {
  /// The masks that a header without one means, by the number of channels.
  private static let plainMasks = [1: 0x4, 2: 0x3]

  /// Whether the header has to name the speakers.
  var namesSpeakers: Bool {
    speakerMask != 0 && speakerMask != SoundFormat.plainMasks[channelCount]
  }
}

/// Samples above full scale that integers cannot hold.
public struct Clipping: Sendable, Hashable {
  /// How many samples were clipped to full scale.
  public internal(set) var count = 0
  /// The largest of them, as a magnitude; full scale is 1.
  public internal(set) var peak: Float = 1

  /// A sample as an integer with this many bits, clipped to full scale.
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
  /// The system reports an error.
  case system(SystemError)
  /// The encoder library refuses, for this reason.
  case refused(reason: String)
}
