// SPDX-License-Identifier: MIT

/// A container format for films.
public struct FilmContainer: Sendable, Hashable {
  /// Its name on the command line.
  public let name: String
  /// Its file extensions, the default first.
  public let fileExtensions: [String]
  /// ffmpeg's name for it, and options.
  let format: [String]
  /// Whether it can be written to a pipe, without seeking.
  public let isStream: Bool
  /// Its video codecs: the first that can do what is asked is the default.
  public let codecs: [FilmCodec]
  /// The default codec of transparent pictures; `nil` if it has none.
  let transparentCodec: FilmCodec?
  /// The default quality, if the codec has it.
  let defaultQuality: FilmQuality
  /// How it holds a cover; `nil` if players would not show it.
  let cover: FilmCover?
  /// Its sound codecs, the default first; none for a silent format.
  public let sounds: [SoundCodec]
  /// ffmpeg's names for the codecs that every player of the format supports, for copying.
  let copied: [String]
  /// Those that are copied only if the user asks for a copy.
  let copiedOnRequest: [String]

  /// A row.
  package init(
    _ name: String, _ fileExtensions: [String], _ format: String, isStream: Bool = false,
    _ codecs: [FilmCodec], transparent: FilmCodec?, quality: FilmQuality = .standard,
    _ sounds: [SoundCodec] = [], copied: [String] = [], onRequest: [String] = [],
    cover: FilmCover? = nil
  ) {
    (self.name, self.fileExtensions, self.isStream) = (name, fileExtensions, isStream)
    self.format = format.split(separator: " ").map(String.init)
    (self.codecs, transparentCodec, defaultQuality) = (codecs, transparent, quality)
    (self.sounds, self.copied, copiedOnRequest) = (sounds, copied, onRequest)
    self.cover = cover
  }

  /// Containers are equal if their names are.
  public static func == (one: FilmContainer, other: FilmContainer) -> Bool {
    one.name == other.name
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The container with a file extension, in lower case without the full stop.
  public init?(fileExtension: String) {
    guard let found = FilmContainer.all.first(where: { $0.fileExtensions.contains(fileExtension) })
    else { return nil }
    self = found
  }

  /// Whether sound in a codec, by ffmpeg's name, is copied into it.
  public func copies(_ codec: String, onRequest: Bool) -> Bool {
    copied.contains(codec) || onRequest && copiedOnRequest.contains(codec)
  }

  /// Whether it keeps the tags of its sound.
  var keepsTags: Bool { !sounds.isEmpty && self != .mpegts }

  /// Whether it holds chapters with names.
  var keepsChapters: Bool { [.mp4, .mov, .webm, .matroska].contains(self) }

  /// Whether it holds parts of films: the times of its frames are exact, where those of Matroska are
  /// whole milliseconds.
  var holdsParts: Bool { [.mp4, .nut, .mov].contains(self) }

  /// All containers, in the order of the help.
  public static let all: [FilmContainer] = [
    mp4, mov, webm, matroska, nut, mpegts, gif, apng, webp,
  ]

  /// The default container.
  public static let `default` = mp4
  /// The default container for an editor.
  public static let editing = mov

  /// MP4, for uploads.
  public static let mp4 = FilmContainer(
    "mp4", ["mp4", "m4v"], "mp4 -movflags +faststart",
    [.own, .x264, .x264Full, .x264RGB, .h265, .h265Full, .vp9, .vp9Full, .av1], transparent: nil,
    [.aac, .mp3, .alac, .flac, .opus], copied: ["aac"], onRequest: ["mp3"], cover: .stream)
  /// QuickTime, for editors.
  public static let mov = FilmContainer(
    "mov", ["mov"], "mov -movflags +faststart",
    [.own, .x264, .x264Full, .x264RGB, .h265, .h265Full, .prores, .qtrle, .png],
    transparent: .prores,
    [.pcm, .alac, .aac], copied: ["aac", "alac", "pcm_s16le", "pcm_s24le", "pcm_f32le"])
  /// WebM, for the web.
  public static let webm = FilmContainer(
    "webm", ["webm"], "webm", isStream: true, [.vp9, .vp9Full, .av1], transparent: .vp9,
    [.opus, .vorbis], copied: ["opus", "vorbis"])
  /// In Matroska, the delay that AAC and MP3 encoders add would put the sound out of sync.
  public static let matroska = FilmContainer(
    "matroska", ["mkv"], "matroska", isStream: true,
    [
      .own, .x264, .x264Full, .x264RGB, .h265, .h265Full, .vp9, .vp9Full, .av1, .prores, .ffv1,
      .png,
    ], transparent: .ffv1, quality: .lossless, [.flac, .pcm, .opus, .vorbis],
    copied: ["vorbis", "opus", "flac", "pcm_s16le", "pcm_s24le", "pcm_f32le"],
    cover: .attachment)
  private static let nut = FilmContainer(
    "nut", ["nut"], "nut", isStream: true,
    [.own, .x264, .x264Full, .x264RGB, .h265, .h265Full, .ffv1, .png], transparent: .ffv1,
    quality: .lossless, [.flac, .pcm, .opus, .vorbis], copied: ["vorbis"])
  private static let mpegts = FilmContainer(
    "mpegts", ["ts", "mts"], "mpegts", isStream: true,
    [.own, .x264, .x264Full, .x264RGB, .h265, .h265Full], transparent: nil, [.aac, .mp3])
  /// GIF.
  public static let gif = FilmContainer("gif", ["gif"], "gif", [.gif], transparent: .gif)
  private static let apng = FilmContainer(
    "apng", ["apng", "png"], "apng -plays 0", [.apng], transparent: .apng)
  private static let webp = FilmContainer(
    "webp", ["webp"], "webp -loop 0", [.webp], transparent: .webp)
}
