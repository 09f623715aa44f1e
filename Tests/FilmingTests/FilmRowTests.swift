// SPDX-License-Identifier: MIT
import Filming
import Rendering
import Signal
import TestSupport
import Testing

/// The tables of containers and codecs.
@Suite struct FilmRowTests {
  private static let h26x = "own x264 x264-444 x264-rgb h265 h265-444"

  @Test(arguments: [
    ("mp4", "mp4 m4v", false, "\(h26x) vp9 vp9-444 av1", "aac mp3 alac flac opus"),
    ("mov", "mov", false, "\(h26x) prores qtrle png", "pcm alac aac"),
    ("webm", "webm", true, "vp9 vp9-444 av1", "opus vorbis"),
    ("matroska", "mkv", true, "\(h26x) vp9 vp9-444 av1 prores ffv1 png", "flac pcm opus vorbis"),
    ("nut", "nut", true, "\(h26x) ffv1 png", "flac pcm opus vorbis"),
    ("mpegts", "ts mts", true, h26x, "aac mp3"), ("gif", "gif", false, "gif", ""),
    ("apng", "apng png", false, "apng", ""), ("webp", "webp", false, "webp", ""),
  ])
  func `a container has its names, its codecs and its sounds`(
    name: String, extensions: String, isStream: Bool, codecs: String, sounds: String
  ) {
    let container = FilmContainer.named(name)
    #expect(container.fileExtensions.joined(separator: " ") == extensions)
    #expect(container.isStream == isStream)
    #expect(container.codecs.map(\.name).joined(separator: " ") == codecs)
    #expect(container.sounds.map(\.name).joined(separator: " ") == sounds)
    for fileExtension in container.fileExtensions {
      #expect(FilmContainer(fileExtension: fileExtension) == container)
    }
  }

  @Test func `names and extensions belong to one row, and rows refer to rows of the tables`() {
    let containers = FilmContainer.all
    let extensions = containers.flatMap(\.fileExtensions)
    #expect(Set(containers.map(\.name)).count == containers.count)
    #expect(Set(extensions).count == extensions.count)
    #expect(Set(FilmCodec.all.map(\.name)).count == FilmCodec.all.count)
    #expect(Set(SoundCodec.all.map(\.name)).count == SoundCodec.all.count)
    #expect(Set(containers.flatMap(\.codecs)) == Set(FilmCodec.all))
    #expect(Set(containers.flatMap(\.sounds)) == Set(SoundCodec.all))
    for name in ["", "avi", "MP4", ".mp4", "mp4 "] {
      #expect(FilmContainer(fileExtension: name) == nil)
    }
    #expect(containers.contains(.default) && containers.contains(.editing))
  }

  @Test(arguments: [
    ("own", "draft standard high", "own"), ("x264", "draft standard high", "libx264"),
    ("x264-444", "draft standard high", "libx264"),
    ("x264-rgb", "draft standard high lossless", "libx264rgb"),
    ("h265", "draft standard high lossless", "libx265"),
    ("h265-444", "draft standard high", "libx265"),
    ("vp9", "draft standard high lossless", "libvpx-vp9"),
    ("vp9-444", "draft standard high", "libvpx-vp9"),
    ("av1", "draft standard high", "libsvtav1"), ("prores", "draft standard high", "prores_ks"),
    ("qtrle", "lossless", "qtrle"), ("ffv1", "lossless", "ffv1"), ("png", "lossless", "png"),
    ("gif", "lossless", "gif"), ("apng", "lossless", "apng"), ("webp", "lossless", "libwebp_anim"),
  ])
  func `a codec has its qualities from the lowest, and its encoder`(
    name: String, qualities: String, encoder: String
  ) {
    let codec = FilmCodec.named(name)
    #expect(codec.qualities.map(\.rawValue).joined(separator: " ") == qualities)
    #expect(codec.encoder == encoder)
  }

  @Test(
    arguments: [
      ("mp4", "own", FilmQuality.standard, RawFormat.planar(.subsampled), nil, nil),
      ("mov", "own", .standard, .planar(.subsampled), "prores", .standard),
      ("webm", "vp9", .standard, .planar(.subsampled), "vp9", .standard),
      ("matroska", "x264-rgb", .lossless, .rgb24, "ffv1", .lossless),
      ("nut", "x264-rgb", .lossless, .rgb24, "ffv1", .lossless),
      ("mpegts", "own", .standard, .planar(.subsampled), nil, nil),
      ("gif", "gif", .lossless, .rgb24, "gif", .lossless),
      ("apng", "apng", .lossless, .rgb24, "apng", .lossless),
      ("webp", "webp", .lossless, .rgb24, "webp", .lossless),
    ] as [(String, String, FilmQuality, RawFormat, String?, FilmQuality?)])
  func `a container alone says the rest`(
    name: String, codec: String, quality: FilmQuality, feed: RawFormat, transparent: String?,
    transparentQuality: FilmQuality?
  ) throws {
    let recipe = try FilmRecipe(FilmRequest(name))
    #expect(recipe.codec.name == codec && recipe.quality == quality && recipe.feed == feed)
    let clear = try? FilmRecipe(FilmRequest(name, isTransparent: true))
    #expect(clear?.codec.name == transparent && clear?.quality == transparentQuality)
    #expect(clear == nil || clear?.feed == .rgba)
  }

  @Test(arguments: [
    (FilmRequest("mp4"), true), (FilmRequest("mp4", "x264-444"), false),
    (FilmRequest("mp4", nil, .lossless), false), (FilmRequest("webm", isTransparent: true), true),
    (FilmRequest("mov", "prores"), false), (FilmRequest("mov", isTransparent: true), false),
    (FilmRequest("gif"), false), (FilmRequest("matroska"), false),
    (FilmRequest("webm", "vp9-444"), false),
  ])
  func `subsampled chroma blurs colour`(request: FilmRequest, isBlurred: Bool) throws {
    #expect(try FilmRecipe(request).blursColor == isBlurred)
  }

  @Test func `a film costs as many times more as it has pixels`() throws {
    for container in FilmContainer.all {
      for request in FilmRequest.all(of: container) {
        guard let recipe = try? FilmRecipe(request) else { continue }
        let one = recipe.cost(ofFrames: 1, pixels: 1920 * 1080)
        #expect(one.bytes > 0 && one.seconds > 0)
        let many = recipe.cost(ofFrames: 8, pixels: 960 * 540)
        #expect(many.bytes == 2 * one.bytes && many.seconds == 2 * one.seconds)
        #expect(recipe.cost(ofFrames: 0, pixels: 99).bytes == 0)
      }
    }
    // A higher quality takes more bytes.
    for codec in FilmCodec.all {
      let container = try #require(FilmContainer.all.first { $0.codecs.contains(codec) })
      let costs = try codec.qualities.map { quality in
        try FilmRecipe(FilmRequest(container.name, codec.name, quality))
          .cost(ofFrames: 1000, pixels: 1_000_000)
      }
      for (low, high) in zip(costs, costs.dropFirst()) { #expect(low.bytes < high.bytes) }
    }
  }

  @Test(
    arguments: [
      ("mp4", nil, 2, 32_000), ("mp4", "flac", 3, 300_000), ("mp4", "none", 2, 0),
      ("gif", nil, 2, 0),
      ("mov", nil, 1, 150_000),
    ] as [(String, String?, Int, Int)])
  func `sound takes its bytes for each channel`(
    container: String, sound: String?, channels: Int, bytes: Int
  ) throws {
    let recipe = try FilmRecipe(FilmRequest(container, sound: sound))
    #expect(recipe.soundBytes(channels: channels) == bytes)
  }

  @Test(
    arguments: [
      ("mp4", nil, 8), ("mp4", "mp3", 2), ("mov", nil, 8), ("mov", "pcm", 1024), ("gif", nil, 0),
    ] as [(String, String?, Int)])
  func `sound has at most the channels of its codec`(
    container: String, sound: String?, most: Int
  ) throws {
    #expect(try FilmRecipe(FilmRequest(container, sound: sound)).maxChannels == most)
  }

  @Test(arguments: [
    ("mp4", "aac", true, true), ("mp4", "mp3", false, true), ("mp4", "opus", false, false),
    ("mov", "pcm_s24le", true, true), ("mov", "mp3", false, false), ("webm", "opus", true, true),
    ("webm", "aac", false, false), ("matroska", "flac", true, true),
    ("matroska", "aac", false, false), ("matroska", "mp3", false, false),
    ("nut", "vorbis", true, true), ("nut", "opus", false, false), ("mpegts", "aac", false, false),
    ("gif", "aac", false, false),
  ])
  func `sound is copied where every player plays it, or if it was asked for`(
    container: String, codec: String, isCopied: Bool, isOnRequest: Bool
  ) {
    #expect(FilmContainer.named(container).copies(codec, onRequest: false) == isCopied)
    #expect(FilmContainer.named(container).copies(codec, onRequest: true) == isOnRequest)
  }
}

/// A container, a codec and a sound that are nothing but rows.
@Suite struct OwnRowTests {
  private static let codec = FilmCodec(
    "sketch", "Sketches", "libsketch", chroma: .full, minSide: 9,
    [.draft: .init("-lines 2", bytes: 10, milliseconds: 1)],
    lossless: .init(
      "-lines 9 -exact 1", pixels: "gbrp", transparent: "gbrap", bytes: 90, milliseconds: 2))
  private static let palette = FilmCodec(
    "tiles", "Tiles", "tiles", [.high: .init("", pixels: "pal8", bytes: 1, milliseconds: 1)])
  private static let hum = SoundCodec(
    "hum", "libhum", "-low 1", bitRate: (10, 15), most: 4, bytes: 7, layouts: "quad"
  ) { $0 == 44_100 }
  private static let container = FilmContainer(
    "album", ["alb", "album"], "album -pages 7", isStream: true, [codec, palette],
    transparent: codec, quality: .lossless, [hum], copied: ["aac"], onRequest: ["mp3"],
    cover: .stream)

  private func recipe(_ adjust: (inout FilmRequest) -> Void = { _ in }) throws -> FilmRecipe {
    var request = FilmRequest(Self.container)
    adjust(&request)
    return try FilmRecipe(request)
  }

  @Test func `a row makes recipes and refusals`() throws {
    let usual = try recipe()
    #expect(usual.codec == Self.codec && usual.quality == .lossless && usual.feed == .rgb24)
    #expect(usual.soundCodec == Self.hum && usual.maxChannels == 4)
    #expect(usual.soundBytes(channels: 3) == 21)
    #expect(usual.cost(ofFrames: 2, pixels: 1920 * 1080) == (180, 0.004))
    #expect(try recipe { $0.isTransparent = true }.feed == .rgba)
    let draft = try recipe { $0.quality = .draft }
    #expect(draft.feed == .planar(.full) && !draft.blursColor)
    #expect(throws: FilmError.refused(.notTransparent("sketch"))) {
      try recipe { ($0.quality, $0.isTransparent) = (.draft, true) }
    }
    #expect(throws: FilmError.refused(.quality(of: Self.codec))) {
      try recipe { $0.quality = .standard }
    }
    #expect(try recipe { $0.quality = .high }.codec == Self.palette)
    #expect(throws: FilmError.refused(.codec(.x264, in: Self.container))) {
      try recipe { $0.codec = .x264 }
    }
    #expect(throws: FilmError.refused(.part(Self.container))) { try recipe { $0.isPart = true } }
    #expect(Self.container.copies("mp3", onRequest: true))
    #expect(Self.container != FilmContainer.default)
    #expect(!FilmContainer.all.contains(Self.container))
  }

  @Test func `a row makes the lines of ffmpeg`() throws {
    let track = try ShortTrack.usual.get()
    let sound = "-map_metadata -1"
    let coding = "-c:v libsketch -lines 9 -exact 1 -pix_fmt gbrp -color_primaries bt709"
    let hum = "-c:a libhum -low 1 -b:a 40k \(sound)"
    let film = track.film(try recipe())
    let words = FFmpegLine.run(film).joined(separator: " ")
    #expect(words.contains(" -s 65x47 -r 60 -i pipe:3 -f f32le -ar 44100 -ac 4 "))
    #expect(words.contains(" -channel_layout quad -i pipe:4 -map 0:v \(coding)"), "\(words)")
    #expect(words.hasSuffix("-map 1:a \(hum) -f album -pages 7 -y file:/a"), "\(words)")
    let typed = FFmpegLine.typed(film, files: "%d.png").joined(separator: " ")
    #expect(typed.contains(" -vf trim=end_frame=6 \(coding)"), "\(typed)")
    #expect(
      typed.hasSuffix("-map 1:a:0 -af pan=quad|c0=c0|c1=c1 \(hum) -pages 7 a"), "\(typed)")
    let tiles = track.film(try recipe { $0.codec = Self.palette })
    let filter = "paletteuse=dither=none:diff_mode=rectangle"
    #expect(FFmpegLine.run(tiles).values(of: "-filter_complex") == ["[0:v][1:v]" + filter])
    #expect(FFmpegLine.typed(tiles).values(of: "-filter_complex")[0].hasSuffix(filter))
  }
}
