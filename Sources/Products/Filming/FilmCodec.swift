// SPDX-License-Identifier: MIT
internal import H264
package import Rendering

/// How well a film keeps its pictures, and how much time and space that takes.
public enum FilmQuality: String, Sendable, Hashable, CaseIterable {
  /// Fast.
  case draft
  /// Good enough for an upload.
  case standard
  /// Hard to tell from the frames.
  case high
  /// Each pixel as it was drawn.
  case lossless
}

/// A way to code pictures, with its arguments for ffmpeg.
public struct FilmCodec: Sendable, Hashable {
  /// Its name on the command line.
  public let name: String
  /// Its full name.
  public let title: String
  /// ffmpeg's name of its encoder; its own name if the program codes the pictures itself.
  public let encoder: String
  let variants: [FilmQuality: Variant]
  /// The chroma subsampling of the qualities without a pixel format.
  let chroma: Chroma
  /// The fewest pixels of a side that ffmpeg encodes without an error.
  public let minSide: Int

  /// The settings of one quality.
  package struct Variant: Sendable {
    /// The encoder's options.
    let words: [String]
    /// The pixel format of opaque pictures; `nil` for that of the frames that are sent.
    var pixels: String?
    /// The pixel format of transparent pictures; `nil` if the codec has no transparency.
    var transparentPixels: String?
    /// How the program codes opaque pictures in 4:2:0 itself; `nil` if it cannot.
    var own: OwnCoding?
    /// Bytes for a frame of 1920 by 1080 pixels, and milliseconds on one processor: measured with
    /// figures of the radial view.
    let cost: (bytes: Double, milliseconds: Double)

    package init(
      _ words: String, pixels: String? = nil, transparent: String? = nil, bytes: Double,
      milliseconds: Double, own: OwnCoding? = nil
    ) {
      self.own = own
      self.words = words.split(separator: " ").map(String.init)
      (self.pixels, transparentPixels) = (pixels, transparent)
      cost = (bytes, milliseconds)
    }
  }

  /// A row.
  package init(
    _ name: String, _ title: String, _ encoder: String, chroma: Chroma = .subsampled,
    minSide: Int = 1, _ lossy: [FilmQuality: Variant] = [:], lossless: Variant? = nil
  ) {
    (self.name, self.title, self.encoder) = (name, title, encoder)
    (self.chroma, self.minSide) = (chroma, minSide)
    var variants = lossy
    variants[.lossless] = lossless
    self.variants = variants
  }

  /// Its qualities, the lowest first.
  public var qualities: [FilmQuality] { FilmQuality.allCases.filter { variants[$0] != nil } }

  /// Codecs are equal if their names are.
  public static func == (one: FilmCodec, other: FilmCodec) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Whether it keeps transparency at a quality.
  func isTransparent(_ quality: FilmQuality) -> Bool {
    variants[quality]?.transparentPixels != nil
  }

  /// All codecs, in the order of the help.
  public static let all: [FilmCodec] = [
    own, x264, x264Full, x264RGB, h265, h265Full, vp9, vp9Full, av1, prores, qtrle, ffv1, png, gif,
    apng, webp,
  ]

  /// H.264 by the program itself, from the blocks that change: the same bytes on every machine.
  public static let own = FilmCodec("own", "H.264", "own", h264)
  /// H.264 through ffmpeg: somewhat smaller films, much slower.
  public static let x264 = FilmCodec("x264", "H.264", "libx264", h264)
  static let x264Full = FilmCodec("x264-444", "H.264", "libx264", chroma: .full, h264)

  private static let h264: [FilmQuality: Variant] = [
    .draft: Variant(
      "-preset ultrafast -crf 23", bytes: 1000, milliseconds: 7,
      own: OwnCoding(
        parameter: 20, slack: 10, error: 1.6, bytes: 11_000, milliseconds: 3, x264: 1.6)),
    .standard: Variant(
      "-preset veryfast -crf 12", bytes: 1100, milliseconds: 12,
      own: OwnCoding(
        parameter: 15, slack: 10, error: 0.635, bytes: 17_500, milliseconds: 3, x264: 0.6)),
    .high: Variant(
      "-preset medium -crf 8", bytes: 1400, milliseconds: 21,
      own: OwnCoding(
        parameter: 10, slack: 10, error: 0.253, bytes: 28_000, milliseconds: 3, x264: 0.6)),
  ]

  static let x264RGB = FilmCodec(
    "x264-rgb", "H.264 in RGB", "libx264rgb",
    [
      .draft: Variant("-preset ultrafast -crf 23", pixels: "rgb24", bytes: 1400, milliseconds: 14),
      .standard: Variant(
        "-preset veryfast -crf 12", pixels: "rgb24", bytes: 1500, milliseconds: 22),
      .high: Variant("-preset medium -crf 8", pixels: "rgb24", bytes: 2000, milliseconds: 40),
    ],
    lossless: Variant("-preset veryfast -qp 0", pixels: "rgb24", bytes: 10_000, milliseconds: 22))

  static let h265 = FilmCodec(
    "h265", "H.265", "libx265", minSide: 16, lossyH265,
    lossless: Variant(
      "-preset veryfast -x265-params lossless=1", pixels: "gbrp", bytes: 12_000, milliseconds: 100))
  static let h265Full = FilmCodec(
    "h265-444", "H.265", "libx265", chroma: .full, minSide: 16, lossyH265)

  private static let lossyH265: [FilmQuality: Variant] = [
    .draft: Variant("-preset ultrafast -crf 26", bytes: 800, milliseconds: 20),
    .standard: Variant("-preset veryfast -crf 14", bytes: 1000, milliseconds: 35),
    .high: Variant("-preset medium -crf 10", bytes: 1300, milliseconds: 80),
  ]

  static let vp9 = FilmCodec(
    "vp9", "VP9", "libvpx-vp9", lossyVP9(transparent: "yuva420p"),
    lossless: Variant(
      "-lossless 1 -row-mt 1 -cpu-used 5", pixels: "gbrp", bytes: 12_000, milliseconds: 90))
  static let vp9Full = FilmCodec(
    "vp9-444", "VP9", "libvpx-vp9", chroma: .full, lossyVP9(transparent: nil))

  private static func lossyVP9(transparent: String?) -> [FilmQuality: Variant] {
    [
      .draft: Variant(
        "-crf 34 -b:v 0 -row-mt 1 -deadline realtime -cpu-used 8", transparent: transparent,
        bytes: 800, milliseconds: 15),
      .standard: Variant(
        "-crf 24 -b:v 0 -row-mt 1 -cpu-used 5", transparent: transparent, bytes: 1000,
        milliseconds: 35),
      .high: Variant(
        "-crf 12 -b:v 0 -row-mt 1 -cpu-used 2", transparent: transparent, bytes: 1500,
        milliseconds: 120),
    ]
  }

  static let av1 = FilmCodec(
    "av1", "AV1", "libsvtav1", minSide: 64,
    [
      .draft: Variant("-preset 12 -crf 40", bytes: 700, milliseconds: 20),
      .standard: Variant("-preset 10 -crf 30", bytes: 900, milliseconds: 35),
      .high: Variant("-preset 6 -crf 18", bytes: 1300, milliseconds: 150),
    ])

  static let prores = FilmCodec(
    "prores", "ProRes 4444", "prores_ks",
    [
      .draft: prores("4444 -qscale:v 16", 90_000), .standard: prores("4444", 133_000),
      .high: prores("4444xq", 200_000),
    ])

  private static func prores(_ profile: String, _ bytes: Double) -> Variant {
    Variant(
      "-profile:v \(profile) -alpha_bits 16 -vendor apl0", pixels: "yuv444p10le",
      transparent: "yuva444p10le", bytes: bytes, milliseconds: 200)
  }

  static let qtrle = FilmCodec(
    "qtrle", "QuickTime Animation", "qtrle",
    lossless: Variant(
      "", pixels: "rgb24", transparent: "argb", bytes: 32_000, milliseconds: 25))
  static let ffv1 = FilmCodec(
    "ffv1", "FFV1", "ffv1", minSide: 3,
    lossless: Variant(
      "-level 3 -slices 4 -slicecrc 1", pixels: "bgr0", transparent: "bgra", bytes: 31_000,
      milliseconds: 80))
  static let png = FilmCodec(
    "png", "PNG pictures", "png",
    lossless: Variant("", pixels: "rgb24", transparent: "rgba", bytes: 60_000, milliseconds: 60))
  static let gif = FilmCodec(
    "gif", "GIF", "gif",
    lossless: Variant("", pixels: "pal8", transparent: "pal8", bytes: 15_000, milliseconds: 50))
  static let apng = FilmCodec(
    "apng", "animated PNG", "apng",
    lossless: Variant("", pixels: "rgb24", transparent: "rgba", bytes: 20_000, milliseconds: 70))
  static let webp = FilmCodec(
    "webp", "animated WebP", "libwebp_anim",
    lossless: Variant(
      "-lossless 1", pixels: "bgra", transparent: "bgra", bytes: 13_500, milliseconds: 150))
}

/// How the program codes pictures itself.
package struct OwnCoding: Sendable {
  /// How well they are kept.
  let quality: PictureQuality
  /// Bytes for a frame of 1920 by 1080 pixels, and milliseconds on one processor: measured with the
  /// looks of the radial view.
  let cost: (bytes: Double, milliseconds: Double)

  /// How many bytes x264 takes for each of ours at the same quality.
  let shareOfX264: Double

  package init(
    parameter: Int, slack: Int, error: Double, bytes: Double, milliseconds: Double,
    x264 share: Double
  ) {
    quality = PictureQuality(parameter: parameter, slack: slack, error: error)
    cost = (bytes, milliseconds)
    shareOfX264 = share
  }
}
