// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Rendering

/// The 256 colours of a GIF: exactly those of its frames if they are few enough, otherwise the best
/// approximation.
///
/// ffmpeg's own way, `palettegen` in the same run, would keep every frame in memory.
struct GIFPalette {
  /// 256 colours as red, green, blue, alpha. The last one is transparent, so that ffmpeg can write
  /// only what changes from frame to frame; anywhere else, its GIF encoder would take it for opaque.
  let bytes: [UInt8]

  /// ffmpeg's arguments for it as an input with a name.
  static func input(_ name: String) -> [String] {
    ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "16x16", "-i", name]
  }

  /// ffmpeg's filter for the frames and the palette.
  static let filter = "[0:v][1:v]" + use

  /// The filter with a palette made by ffmpeg.
  static let typedFilter = "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]" + use

  private static let use = "paletteuse=dither=none:diff_mode=rectangle"

  /// How many frames are sampled.
  private static let sampleCount = 48
  /// One colour is transparent, and one is reserved: ffmpeg adds one more.
  private static let maxColors = 254

  /// The palette from a sample of the frames.
  init(of prepared: ReadRun, feed: RawFormat) throws(FilmError) {
    var counts: [UInt32: Int] = [:]
    let frames = prepared.frames
    let size = feed == .rgba ? 4 : 3
    var renderer = RawFrameRenderer(feed)
    let step = max(1, frames.count / GIFPalette.sampleCount)
    // The last frame, and others at equal distances before it.
    for frame in stride(from: frames.upperBound - 1, through: frames.lowerBound, by: -step) {
      do {
        var cursor = SceneSequence.Cursor(prepared.scenes, from: frame)
        renderer.draw(try cursor.scene(ofFrame: frame))
      } catch { throw .pipeline(error) }
      GIFPalette.count(renderer.bytes.span, size, into: &counts)
    }
    var colors = counts.map { (color: $0.key, count: $0.value) }.sorted { $0.color < $1.color }
    if colors.count > GIFPalette.maxColors {
      colors = MedianCut.groups(of: colors, atMost: GIFPalette.maxColors)
        .compactMap { group in group.max { $0.count < $1.count } }
    }
    // The rest repeats the last colour.
    let rest = Array(repeating: colors.last?.color ?? 0, count: 255 - colors.count)
    let opaque = (colors.map(\.color) + rest).flatMap { color in
      [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255), 255]
    }
    bytes = opaque + [0, 0, 0, 0]
  }

  /// Counts the pixels of each colour, except those that are mostly transparent.
  private static func count(
    _ pixels: Span<UInt8>, _ size: Int, into counts: inout [UInt32: Int]
  ) {
    var (last, run): (UInt32, Int) = (0, 0)
    for place in stride(from: 0, to: pixels.count, by: size) {
      if size == 4, pixels[place + 3] < 128 { continue }
      let color =
        UInt32(pixels[place]) << 16 | UInt32(pixels[place + 1]) << 8 | UInt32(pixels[place + 2])
      if color == last {
        run += 1
      } else {
        if run > 0 { counts[last, default: 0] += run }
        (last, run) = (color, 1)
      }
    }
    if run > 0 { counts[last, default: 0] += run }
  }
}
