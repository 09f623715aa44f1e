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

  /// The same with a palette made by ffmpeg.
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
    if colors.count > GIFPalette.maxColors { colors = GIFPalette.reduced(colors) }
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

  private typealias Counted = (color: UInt32, count: Int)

  /// Median cut: repeatedly splits the box with the longest side in the middle of that side. The
  /// most frequent colour of each box represents it.
  ///
  /// - Source: Heckbert, *Color Image Quantization for Frame Buffer Display*, SIGGRAPH 1982.
  private static func reduced(_ colors: [Counted]) -> [Counted] {
    var boxes = [Box(colors)]
    while boxes.count < maxColors,
      let place = boxes.indices.max(by: { boxes[$0].length < boxes[$1].length }),
      boxes[place].length > 0
    {
      let (one, other) = boxes[place].halves
      boxes[place] = one
      boxes.append(other)
    }
    return boxes.compactMap { box in box.colors.max { $0.count < $1.count } }
  }

  private struct Box {
    let colors: [Counted]
    /// The shift of the channel in which the colours of the box differ most.
    private let shift: UInt32
    /// The difference in that channel.
    let length: UInt32
    private let middle: UInt32

    init(_ colors: [Counted]) {
      self.colors = colors
      var widest = (shift: UInt32(0), low: UInt32(0), high: UInt32(0))
      for shift: UInt32 in [0, 8, 16] {
        let parts = colors.map { $0.color >> shift & 255 }
        let (low, high) = (parts.min() ?? 0, parts.max() ?? 0)
        if high - low > widest.high - widest.low { widest = (shift, low, high) }
      }
      (shift, length) = (widest.shift, widest.high - widest.low)
      middle = (widest.low + widest.high) / 2
    }

    var halves: (Box, Box) {
      let isLow = colors.map { $0.color >> shift & 255 <= middle }
      return (
        Box(zip(colors, isLow).filter(\.1).map(\.0)),
        Box(zip(colors, isLow).filter { !$0.1 }.map(\.0))
      )
    }
  }
}
