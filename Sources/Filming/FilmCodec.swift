// SPDX-License-Identifier: MIT
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

/// A video codec, with its arguments for ffmpeg.
public struct FilmCodec: Sendable, Hashable {
  /// Its name on the command line.
  public let name: String
  /// Its full name.
  public let title: String
  let variants: [FilmQuality: Variant]
  /// The chroma subsamplings that it encodes; empty if it encodes pixels.
  let chromas: [Chroma]
  /// The fewest pixels of a side that ffmpeg encodes without an error.
  public let minSide: Int

  /// The settings of one quality.
  package struct Variant: Sendable {
    /// The name of the encoder.
    let encoder: String
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
      _ encoder: String, _ words: String, pixels: String? = nil, transparent: String? = nil,
      bytes: Double, milliseconds: Double, own: OwnCoding? = nil
    ) {
      self.own = own
      self.encoder = encoder
      self.words = words.split(separator: " ").map(String.init)
      (self.pixels, transparentPixels) = (pixels, transparent)
      cost = (bytes, milliseconds)
    }
  }

  /// A row.
  package init(
    _ name: String, _ title: String, chromas: [Chroma] = [], minSide: Int = 1,
    _ variants: [FilmQuality: Variant]
  ) {
    (self.name, self.title, self.chromas, self.variants) = (name, title, chromas, variants)
    self.minSide = minSide
  }

  /// A codec that is lossless by design.
  private init(_ name: String, _ title: String, minSide: Int = 1, _ variant: Variant) {
    self.init(name, title, minSide: minSide, [.lossless: variant])
  }

  /// Its qualities, the lowest first.
  public var qualities: [FilmQuality] { FilmQuality.allCases.filter { variants[$0] != nil } }

  /// Codecs are equal if their names are.
  public static func == (one: FilmCodec, other: FilmCodec) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// ffmpeg's names of its encoders.
  public var encoders: Set<String> { Set(variants.values.map(\.encoder)) }

  /// Whether it keeps transparency at a quality.
  func isTransparent(_ quality: FilmQuality) -> Bool {
    variants[quality]?.transparentPixels != nil
  }

  /// All codecs, in the order of the help.
  public static let all: [FilmCodec] = [
    h264, h264RGB, h265, vp9, av1, prores, qtrle, ffv1, png, gif, apng, webp,
  ]

  private static let losslessH264 = Variant(
    "libx264rgb", "-preset veryfast -qp 0", pixels: "rgb24", bytes: 10_000, milliseconds: 22)

  /// H.264.
  public static let h264 = FilmCodec(
    "h264", "H.264", chromas: [.subsampled, .full],
    [
      .draft: Variant(
        "libx264", "-preset ultrafast -crf 23", bytes: 1000, milliseconds: 7,
        own: OwnCoding(parameter: 20, slack: 10, bytes: 11_000, milliseconds: 3, x264: 1.6)),
      .standard: Variant(
        "libx264", "-preset veryfast -crf 12", bytes: 1100, milliseconds: 12,
        own: OwnCoding(parameter: 15, slack: 10, bytes: 17_500, milliseconds: 3, x264: 0.55)),
      .high: Variant(
        "libx264", "-preset medium -crf 8", bytes: 1400, milliseconds: 21,
        own: OwnCoding(parameter: 10, slack: 10, bytes: 28_000, milliseconds: 3, x264: 0.55)),
      .lossless: losslessH264,
    ])

  static let h264RGB = FilmCodec(
    "h264-rgb", "H.264 in RGB",
    [
      .draft: Variant(
        "libx264rgb", "-preset ultrafast -crf 23", pixels: "rgb24", bytes: 1400, milliseconds: 14),
      .standard: Variant(
        "libx264rgb", "-preset veryfast -crf 12", pixels: "rgb24", bytes: 1500, milliseconds: 22),
      .high: Variant(
        "libx264rgb", "-preset medium -crf 8", pixels: "rgb24", bytes: 2000, milliseconds: 40),
      .lossless: losslessH264,
    ])

  /// H.265.
  public static let h265 = FilmCodec(
    "h265", "H.265", chromas: [.subsampled, .full], minSide: 16,
    [
      .draft: Variant("libx265", "-preset ultrafast -crf 26", bytes: 800, milliseconds: 20),
      .standard: Variant("libx265", "-preset veryfast -crf 14", bytes: 1000, milliseconds: 35),
      .high: Variant("libx265", "-preset medium -crf 10", bytes: 1300, milliseconds: 80),
      .lossless: Variant(
        "libx265", "-preset veryfast -x265-params lossless=1", pixels: "gbrp", bytes: 12_000,
        milliseconds: 100),
    ])

  static let vp9 = FilmCodec(
    "vp9", "VP9", chromas: [.subsampled, .full],
    [
      .draft: vp9("-crf 34 -b:v 0 -row-mt 1 -deadline realtime -cpu-used 8", 800, 15),
      .standard: vp9("-crf 24 -b:v 0 -row-mt 1 -cpu-used 5", 1000, 35),
      .high: vp9("-crf 12 -b:v 0 -row-mt 1 -cpu-used 2", 1500, 120),
      .lossless: Variant(
        "libvpx-vp9", "-lossless 1 -row-mt 1 -cpu-used 5", pixels: "gbrp", bytes: 12_000,
        milliseconds: 90),
    ])

  private static func vp9(_ words: String, _ bytes: Double, _ milliseconds: Double) -> Variant {
    Variant(
      "libvpx-vp9", words, transparent: "yuva420p", bytes: bytes, milliseconds: milliseconds)
  }

  static let av1 = FilmCodec(
    "av1", "AV1", chromas: [.subsampled], minSide: 64,
    [
      .draft: Variant("libsvtav1", "-preset 12 -crf 40", bytes: 700, milliseconds: 20),
      .standard: Variant("libsvtav1", "-preset 10 -crf 30", bytes: 900, milliseconds: 35),
      .high: Variant("libsvtav1", "-preset 6 -crf 18", bytes: 1300, milliseconds: 150),
    ])

  static let prores = FilmCodec(
    "prores", "ProRes 4444",
    [
      .draft: prores("4444 -qscale:v 16", 90_000), .standard: prores("4444", 133_000),
      .high: prores("4444xq", 200_000),
    ])

  private static func prores(_ profile: String, _ bytes: Double) -> Variant {
    Variant(
      "prores_ks", "-profile:v \(profile) -alpha_bits 16 -vendor apl0", pixels: "yuv444p10le",
      transparent: "yuva444p10le", bytes: bytes, milliseconds: 200)
  }

  static let qtrle = FilmCodec(
    "qtrle", "QuickTime Animation",
    Variant(
      "qtrle", "", pixels: "rgb24", transparent: "argb", bytes: 32_000, milliseconds: 25))
  static let ffv1 = FilmCodec(
    "ffv1", "FFV1", minSide: 3,
    Variant(
      "ffv1", "-level 3 -slices 4 -slicecrc 1", pixels: "bgr0", transparent: "bgra", bytes: 31_000,
      milliseconds: 80))
  static let png = FilmCodec(
    "png", "PNG pictures",
    Variant("png", "", pixels: "rgb24", transparent: "rgba", bytes: 60_000, milliseconds: 60))
  static let gif = FilmCodec(
    "gif", "GIF",
    Variant("gif", "", pixels: "pal8", transparent: "pal8", bytes: 15_000, milliseconds: 50))
  static let apng = FilmCodec(
    "apng", "animated PNG",
    Variant("apng", "", pixels: "rgb24", transparent: "rgba", bytes: 20_000, milliseconds: 70))
  static let webp = FilmCodec(
    "webp", "animated WebP",
    Variant(
      "libwebp_anim", "-lossless 1", pixels: "bgra", transparent: "bgra", bytes: 13_500,
      milliseconds: 150))
}
