// SPDX-License-Identifier: MIT

/// A kind of file that a film is kept in.
public struct FilmContainer: Sendable, Hashable {
  /// The word that chooses it.
  public let name: String
  /// How names of such files end, the usual one first.
  public let fileExtensions: [String]
  /// What ffmpeg is told of it: its name there, and options.
  let format: [String]
  /// Whether it can be written into a pipe, from its beginning to its end.
  public let isStream: Bool
  /// What its pictures can be coded in, the usual one first.
  public let codecs: [FilmCodec]
  /// The usual one for pictures that something shines through; `nil` if there is none.
  let transparentCodec: FilmCodec?
  /// The usual quality, where the codec has it.
  let usualQuality: FilmQuality
  /// What its sound can be coded in, the usual one first; none for what is silent.
  public let sounds: [SoundCodec]
  /// ffmpeg's names for sound that every player of it takes as it is.
  let copied: [String]

  private init(
    _ name: String, _ fileExtensions: [String], _ format: String, isStream: Bool = false,
    _ codecs: [FilmCodec], transparent: FilmCodec?, quality: FilmQuality = .standard,
    _ sounds: [SoundCodec] = [], copied: [String] = []
  ) {
    (self.name, self.fileExtensions, self.isStream) = (name, fileExtensions, isStream)
    self.format = format.split(separator: " ").map(String.init)
    (self.codecs, transparentCodec, usualQuality) = (codecs, transparent, quality)
    (self.sounds, self.copied) = (sounds, copied)
  }

  /// The same kind has the same name.
  public static func == (one: FilmContainer, other: FilmContainer) -> Bool {
    one.name == other.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The kind of a file by the end of its name, in lower case without the full stop.
  public init?(fileExtension: String) {
    guard let found = FilmContainer.all.first(where: { $0.fileExtensions.contains(fileExtension) })
    else { return nil }
    self = found
  }

  /// Whether sound in a codec, as ffmpeg calls it, can be put into it as it is.
  public func copies(_ codec: String) -> Bool { copied.contains(codec) }

  /// All of them, in the order of help.
  public static let all: [FilmContainer] = [
    mp4, mov, webm, matroska, nut, mpegts, gif, apng, webp,
  ]

  /// The kind of a film that nobody has said more of.
  public static let usual = mp4
  /// The kind of a film that goes on to an editor.
  public static let editing = mov

  private static let mp4 = FilmContainer(
    "mp4", ["mp4", "m4v"], "mp4 -movflags +faststart",
    [.h264, .h264RGB, .h265, .vp9, .av1], transparent: nil,
    [.aac, .mp3, .alac, .flac, .opus], copied: ["aac", "mp3"])
  private static let mov = FilmContainer(
    "mov", ["mov"], "mov -movflags +faststart",
    [.h264, .h264RGB, .h265, .prores, .qtrle, .png], transparent: .prores,
    [.pcm, .alac, .aac], copied: ["aac", "alac", "pcm_s16le", "pcm_s24le", "pcm_f32le"])
  private static let webm = FilmContainer(
    "webm", ["webm"], "webm", isStream: true, [.vp9, .av1], transparent: .vp9, [.opus, .vorbis],
    copied: ["opus", "vorbis"])
  /// In Matroska, AAC and MP3 lie beside the pictures by what their encoders put before the sound.
  static let matroska = FilmContainer(
    "matroska", ["mkv"], "matroska", isStream: true,
    [.h264, .h264RGB, .h265, .vp9, .av1, .prores, .ffv1, .png], transparent: .ffv1,
    quality: .lossless, [.flac, .pcm, .opus, .vorbis],
    copied: ["vorbis", "opus", "flac", "pcm_s16le", "pcm_s24le", "pcm_f32le"])
  private static let nut = FilmContainer(
    "nut", ["nut"], "nut", isStream: true, [.h264, .h264RGB, .h265, .ffv1, .png],
    transparent: .ffv1, quality: .lossless, [.flac, .pcm, .opus, .vorbis], copied: ["vorbis"])
  private static let mpegts = FilmContainer(
    "mpegts", ["ts", "mts"], "mpegts", isStream: true, [.h264, .h265], transparent: nil,
    [.aac, .mp3])
  static let gif = FilmContainer("gif", ["gif"], "gif", [.gif], transparent: .gif)
  private static let apng = FilmContainer(
    "apng", ["apng", "png"], "apng -plays 0", [.apng], transparent: .apng)
  private static let webp = FilmContainer(
    "webp", ["webp"], "webp -loop 0", [.webp], transparent: .webp)
}
