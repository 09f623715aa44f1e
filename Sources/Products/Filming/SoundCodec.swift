// SPDX-License-Identifier: MIT
package import Signal

/// A sound codec, with its arguments for ffmpeg.
public struct SoundCodec: Sendable, Hashable {
  /// Its name on the command line.
  public let name: String
  /// ffmpeg's name of its encoder.
  public let encoder: String
  private let words: [String]
  /// The bit rate for each channel, and the minimum for all, in kbit/s at a sample rate of 44 100 Hz or
  /// more; `nil` if it has no such setting.
  private var bitRate: (channel: Int, least: Int)?
  /// The greatest number of channels; with more, the two that are drawn are encoded.
  let maxChannels: Int
  /// The supported sample rates, in Hz; others are converted to 48000.
  private let takes: @Sendable (Int) -> Bool
  /// The approximate number of bytes a second for one channel.
  let bytesPerSecond: Int
  /// The layouts of its channels that decoders tell by themselves; `nil` for any.
  ///
  /// - Source: what ffmpeg 5.1 decodes of what it encodes. Of seven channels of AAC it knows the usual
  ///   layout by their number; of 2.1 and 3.0(back) it makes the right channel quieter.
  package let layouts: [Speakers]?

  /// A row.
  package init(
    _ name: String, _ encoder: String, _ words: String = "",
    bitRate: (channel: Int, least: Int)? = nil, most: Int = 8, bytes: Int,
    layouts: String? = nil, rates: @escaping @Sendable (Int) -> Bool
  ) {
    (self.name, self.encoder, self.bitRate, maxChannels) = (name, encoder, bitRate, most)
    self.words = words.split(separator: " ").map(String.init)
    (takes, bytesPerSecond) = (rates, bytes)
    self.layouts = layouts.map([Speakers].init(named:))
  }

  /// Codecs are equal if their names are.
  public static func == (one: SoundCodec, other: SoundCodec) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// ffmpeg's arguments to encode sound with this many channels at a sample rate.
  func words(channels: Int, sampleRate: Int) -> [String] {
    let outputRate = takes(sampleRate) ? sampleRate : 48_000
    let rate = bitRate.map {
      ["-b:a", "\(bits(max($0.least, $0.channel * channels), outputRate))k"]
    }
    // Without it, ffmpeg puts five and seven channels into another order.
    let family = self == .opus && [5, 7].contains(channels) ? ["-mapping_family", "1"] : []
    return ["-c:a", encoder] + words + (rate ?? []) + family
      + (outputRate == sampleRate ? [] : ["-ar", "\(outputRate)"])
  }

  /// A bit rate at 44 100 Hz for a sample rate: fewer samples need fewer bits. Encoders know multiples of
  /// 8 kbit/s.
  private func bits(_ rate: Int, _ sampleRate: Int) -> Int {
    sampleRate >= 44_100 ? rate : Int((Double(rate * sampleRate) / 44_100 / 8).rounded()) * 8
  }

  /// All codecs, in the order of the help.
  public static let all: [SoundCodec] = [aac, mp3, alac, flac, opus, vorbis, pcm]

  private static let defaultRates: Set = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
  ]

  /// The layouts that FLAC, Vorbis and Opus define, one for each number of channels.
  package static let usualLayouts = "mono stereo 3.0 quad 5.0 5.1 6.1 7.1"

  static let usual = [Speakers](named: usualLayouts)

  static let aac = SoundCodec(
    "aac", "aac", bitRate: (128, 256), bytes: 16_000,
    layouts: "4.0 quad(side) 6.0(front) " + usualLayouts
  ) {
    defaultRates.contains($0) || [7350, 64_000, 88_200, 96_000].contains($0)
  }
  static let mp3 = SoundCodec(
    "mp3", "libmp3lame", bitRate: (128, 256), most: 2, bytes: 16_000,
    layouts: "mono stereo"
  ) {
    // Those that MP4 supports.
    defaultRates.contains($0) && $0 >= 16_000
  }
  static let alac = SoundCodec(
    "alac", "alac", "-sample_fmt s32p", bytes: 110_000,
    layouts: "mono stereo 3.0 4.0 5.0 5.1 6.1(back) 7.1(wide)"
  ) { $0 <= 384_000 }
  static let flac = SoundCodec(
    "flac", "flac", "-sample_fmt s32", bytes: 100_000,
    layouts: usualLayouts + " quad(side) 5.0(side) 5.1(side) 6.1(back) 6.1(front) 7.0 7.0(front) "
      + "7.1(wide) 7.1(wide-side) octagonal"
  ) {
    $0 <= 65_535 || $0 <= 655_350 && $0 % 10 == 0
  }
  static let opus = SoundCodec(
    "opus", "libopus", bitRate: (80, 160), bytes: 10_000, layouts: usualLayouts
  ) {
    [8000, 12_000, 16_000, 24_000, 48_000].contains($0)
  }
  static let vorbis = SoundCodec(
    "vorbis", "libvorbis", "-q:a 6", bytes: 12_000, layouts: usualLayouts
  ) {
    (8000...192_000).contains($0)
  }
  static let pcm = SoundCodec("pcm", "pcm_s24le", most: 1024, bytes: 150_000) { _ in true }
}

/// The sound of a film.
public enum SoundChoice: Sendable, Hashable {
  /// A copy of the input's packets if they are exactly the sound that is drawn and the container
  /// supports them; otherwise encoded.
  case auto
  /// A copy of the input's packets, or an error.
  case copy
  /// Encoded.
  case coded(SoundCodec)
  /// None.
  case none
}
