// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The pictures of films, against the frames that `render` draws.
@Suite(.enabled(if: InstalledTool.areInstalled(.ffmpeg, .ffprobe), "ffmpeg makes the films"))
struct FilmPictureTests {
  /// Half a second: 30 ticks.
  private let noise = Tone(noise: 31, sampleFrames: 22_050).wave

  /// The pixels of the frames that `render` writes of the same words.
  private func frames(_ words: [String], _ format: String, in folder: TemporaryFolder) throws
    -> [UInt8]
  {
    let style =
      words.contains { ["--look", "--view"].contains($0) }
      ? [] : ["--look", "strata", "--palette", "yellow"]
    // Films have the name of the file for a title, unless they are laid over others.
    let title =
      words.contains("--background") || words.contains("tutorial") ? [] : ["--title", "auto"]
    var command = Program.command(["render"] + words + style + title + ["-o", "frames"])
    command.folder = folder.path
    try Program.succeed(command)
    let first = folder.frameNames(in: "frames").first?.filter(\.isNumber) ?? "0"
    return try InstalledTool.ffmpeg.run(
      [
        "-v", "error", "-start_number", first, "-i", "frames/frame-%06d.png", "-f", "rawvideo",
        "-pix_fmt", format, "-",
      ], in: folder
    ).bytes
  }

  /// A name, options, and the pixels that are compared.
  private static let lossless: [(String, String, String)] = [
    ("a.mkv", "", "rgb24"),
    ("a.mkv", "--size 65x47", "rgb24"),
    ("a.mkv", "--codec ffv1", "rgb24"),
    ("a.mkv", "--background none", "rgba"),
    ("a.mp4", "--quality lossless", "rgb24"),
    ("a.nut", "", "rgb24"),
    ("a.mov", "--codec qtrle", "rgb24"),
    ("a.mov", "--codec png", "rgb24"),
    ("a.mov", "--codec qtrle --background none", "rgba"),
    ("a.webm", "--quality lossless", "rgb24"),
    ("a.mp4", "--codec h265 --quality lossless", "rgb24"),
    ("a.apng", "", "rgb24"),
    ("a.png", "--background none", "rgba"),
    ("a.mkv", "--frames 7-19", "rgb24"),
    ("a.nut", "--shard 2/3", "rgb24"),
    ("a.mkv", "-s 0.2 -d 0.2 --fps 24", "rgb24"),
    // ffmpeg took rates above 101 for the nearest usual one, and doubled a picture.
    ("a.mp4", "--quality lossless --fps 119", "rgb24"),
    ("a.mkv", "--view gauge", "rgb24"),
    ("a.mkv", "--view plots", "rgb24"),
    ("a.mkv", "--look tutorial --set stroke=red,lime,blue,black", "rgb24"),
  ]

  @Test(arguments: lossless)
  func `a film without loss has the pixels of each frame`(
    name: String, options: String, format: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let options = options.split(separator: " ").map(String.init)
      let size = options.contains("--size") ? [] : ["--size", "64x48"]
      let coding = ["--codec", "--quality"]
      let film = try MadeFilm(name, of: ["noise.wav"] + size + options, in: folder)
      let picture = options.indices.filter { place in
        !coding.contains(options[place]) && (place == 0 || !coding.contains(options[place - 1]))
      }.map { options[$0] }
      let pixels = try film.pictures(format)
      let expected = try frames(["noise.wav"] + size + picture, format, in: folder)
      #expect(!expected.isEmpty)
      #expect(pixels == expected, "\(pixels.count) bytes, not \(expected.count)")
    }
  }

  /// A name, options, what the pictures are, and the sound.
  private static let kinds: [(String, String, String, String)] = [
    ("a.mp4", "", "h264 yuv420p 60/1 30 \(video)", "aac"),
    ("a.mp4", "--fps 120000/1001", "h264 yuv420p 120000/1001 60 \(video)", "aac"),
    ("a.m4v", "--codec x264-444", "h264 yuv444p 60/1 30 \(video)", "aac"),
    ("a.mp4", "--size CANVAS", "h264 yuv420p 60/1 30 \(video)", ""),
    ("a.mp4", "--size canvas --sound auto", "h264 yuv420p 60/1 30 \(video)", "aac"),
    ("a.mp4", "--codec h265", "hevc yuv420p 60/1 30 \(video)", "aac"),
    ("a.mp4", "--codec av1 --sound mp3", "av1 yuv420p 60/1 30 \(video)", "mp3"),
    ("a.mov", "--fps 30000/1001", "h264 yuv420p 30000/1001 15 \(video)", "pcm_s16le"),
    ("a.mov", "--codec prores", "prores yuv444p12le 60/1 30 \(video)", "pcm_s16le"),
    (
      "a.mov", "--background none --sound alac", "prores yuva444p12le 60/1 30 \(video)", "alac"
    ),
    ("a.webm", "", "vp9 yuv420p 60/1 30 \(video)", "opus"),
    ("a.webm", "--codec av1 --sound vorbis", "av1 yuv420p 60/1 30 \(video)", "vorbis"),
    ("a.mkv", "", "h264 gbrp 60/1 30 \(pixels)", "pcm_s16le"),
    ("a.mkv", "--background none", "ffv1 bgra 60/1 30 \(pixels)", "pcm_s16le"),
    ("a.mkv", "--sound flac", "h264 gbrp 60/1 30 \(pixels)", "flac"),
    ("a.ts", "", "h264 yuv420p 60/1 30 \(video)", "aac"),
    ("a.gif", "", "gif bgra 50/1 25 unknown unknown unknown unknown", ""),
  ]
  private static let video = "tv bt709 bt709 bt709"
  private static let pixels = "pc gbr bt709 bt709"

  @Test(arguments: kinds)
  func `each kind of film is what its table says`(
    name: String, options: String, video: String, sound: String
  ) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let words = ["noise.wav", "--size", "64x64"] + options.split(separator: " ").map(String.init)
      let film = try MadeFilm(name, of: words, in: folder)
      let facts = try film.facts("v")
      let keys = [
        "codec_name", "pix_fmt", "r_frame_rate", "nb_read_frames", "color_range", "color_space",
        "color_transfer", "color_primaries",
      ]
      #expect(keys.map { facts[$0] ?? "unknown" }.joined(separator: " ") == video)
      #expect(try film.facts("a")["codec_name"] ?? "" == sound)
      #expect(folder.names() == [name, "noise.wav"].sorted())
    }
  }

  @Test func `VP9 and WebP keep what is transparent`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let words = ["noise.wav", "--size", "64x48", "--background", "none"]
      let webm = try MadeFilm("a.webm", of: words, in: folder)
      let tags = try InstalledTool.ffprobe.run(
        ["-v", "error", "-show_entries", "stream_tags=alpha_mode", "-of", "csv=p=0", webm.name],
        in: folder
      ).text
      #expect(tags.contains("1"))
      _ = try MadeFilm("a.webp", of: words, in: folder)
      let bytes = try folder.bytes("a.webp")
      // VP8X with the flags of animation and alpha.
      #expect(Array(bytes[12..<16]) == Array("VP8X".utf8))
      #expect(bytes[20] & 0b0001_0010 == 0b0001_0010)
    }
  }

  @Test(arguments: [
    ["--look", "line", "--set", "stroke=white", "--set", "pen=20"], ["--look", "bloom"],
  ])
  func `a GIF without ground is transparent where its frames are`(options: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let words = ["noise.wav", "--size", "64x48", "--fps", "25", "--background", "none"] + options
      let film = try MadeFilm("a.gif", of: words, in: folder)
      let pixels = try film.pictures("rgba")
      let expected = try frames(words, "rgba", in: folder)
      #expect(pixels.count == expected.count)
      let alphas = stride(from: 3, to: pixels.count, by: 4).map { (pixels[$0], expected[$0]) }
      #expect(alphas.allSatisfy { $0 == ($1 < 128 ? 0 : 255) })
      #expect(alphas.contains { $0.0 == 0 } && alphas.contains { $0.0 == 255 })
    }
  }

  @Test(arguments: [[], ["--look", "line", "--set", "stroke=red,lime,blue,black"]])
  func `a GIF of few colours has just these`(options: [String]) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let words = ["noise.wav", "--size", "64x48", "--fps", "25"] + options
      let film = try MadeFilm("a.gif", of: words, in: folder)
      let pixels = try film.pictures("rgb24")
      let expected = try frames(words, "rgb24", in: folder)
      #expect(pixels.count == expected.count)
      let differences = zip(pixels, expected).map { abs(Int($0) - Int($1)) }
      // What is only smooth edges of four colours has more than 256 of them.
      #expect(differences.max() ?? 0 <= (options.isEmpty ? 1 : 40))
      #expect(differences.count { $0 > 8 } < differences.count / 100)
    }
  }

  @Test(arguments: ["#336699", "#eeff00", "#ff0000", "#808080"], ["a.mp4", "a.webm", "a.mov"])
  func `the ground of a film is the background`(background: String, name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      let film = try MadeFilm(
        name, of: ["noise.wav", "--size", "63x47", "--background", background], in: folder)
      let planes = try film.pictures("yuv444p").suffix(64 * 48 * 3)
      for place in [0, 63, 47 * 64, 48 * 64 - 1] {
        let samples = (0..<3).map { Double(planes[planes.startIndex + place + $0 * 64 * 48]) }
        let color = FilmColorTests.rgb(samples)
        #expect(FilmColorTests.distance(color, background) <= 2, "\(place): \(color)")
      }
    }
  }

  @Test(.enabled(if: InstalledTool.areInstalled(.chromium)), arguments: ["a.mp4", "a.webm"])
  func `a browser shows the background as it is`(name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(noise, "noise.wav")
      _ = try MadeFilm(
        name, of: ["noise.wav", "--size", "320x180", "--background", "#eeff00"], in: folder)
      let page = "<body style=margin:0><video muted style=display:block src='\(name)#t=0.2'>"
      let path = try folder.write(page, "page.html")
      var browser = CommandRun(
        try InstalledTool.chromium.found,
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
          "--force-device-scale-factor=1", "--window-size=320,180", "--user-data-dir=profile",
          "--screenshot=\(folder.path("shot.png"))", "file://\(path)",
        ])
      browser.folder = folder.path
      browser.environment["HOME"] = folder.path
      try Program.succeed(browser)
      let pixels = try InstalledTool.ffmpeg.run(
        ["-v", "error", "-i", "shot.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], in: folder
      ).bytes
      // With the matrix of BT.601 it would be 241, 239; what is less than no blue is rounded up.
      #expect(abs(Int(pixels[0]) - 238) <= 2)
      #expect(abs(Int(pixels[1]) - 255) <= 2)
      #expect(pixels[2] <= 16)
    }
  }
}
