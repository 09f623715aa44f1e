// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Rendering

/// The 256 colours of a GIF: as many as its frames have, if these are few enough, and else those
/// that stand for them best.
///
/// ffmpeg's own way keeps every frame in memory until it knows them all.
struct GIFPalette {
  /// 256 colours as red, green, blue, alpha; one of them is transparent, which lets ffmpeg write only
  /// what changes from frame to frame.
  let bytes: [UInt8]

  /// What ffmpeg is to do with the frames and the palette.
  static let filter = "paletteuse=dither=none:diff_mode=rectangle"

  /// The same without a palette of ours.
  static let typedFilter =
    "split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]" + filter

  /// Frames that are looked at.
  private static let sampleCount = 48
  /// One is transparent, and one is left free: ffmpeg adds one more.
  private static let mostColors = 254

  /// The palette of frames that are looked at here and there.
  init(of prepared: PreparedRender, feed: RawFormat) throws(FilmError) {
    var counts: [UInt32: Int] = [:]
    let frames = prepared.frames
    let size = feed == .rgba ? 4 : 3
    var renderer = RawFrameRenderer(feed)
    let step = max(1, frames.count / GIFPalette.sampleCount)
    // The last one, and others at equal distances from it.
    for frame in stride(from: frames.upperBound - 1, through: frames.lowerBound, by: -step) {
      do {
        var cursor = SceneSequence.Cursor(prepared.scenes, from: frame)
        renderer.draw(try cursor.scene(ofFrame: frame))
      } catch { throw .pipeline(error) }
      GIFPalette.count(renderer.bytes.span, size, into: &counts)
    }
    var colors = counts.map { (color: $0.key, count: $0.value) }.sorted { $0.color < $1.color }
    if colors.count > GIFPalette.mostColors { colors = GIFPalette.reduced(colors) }
    var bytes: [UInt8] = [0, 0, 0, 0]
    for (color, _) in colors {
      bytes += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255), 255]
    }
    // What is left over repeats the last colour.
    while bytes.count < 1024 { bytes += bytes.count > 4 ? bytes.suffix(4) : [0, 0, 0, 255] }
    self.bytes = bytes
  }

  /// Counts the pixels of each colour, but for those that are more transparent than not.
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

  /// Cuts the colours into boxes, always the box with the longest side there, in the middle of that
  /// side; the most frequent colour of each box stands for it.
  ///
  /// - Source: Heckbert, *Color Image Quantization for Frame Buffer Display*, SIGGRAPH 1982.
  private static func reduced(_ colors: [Counted]) -> [Counted] {
    var boxes = [Box(colors)]
    while boxes.count < mostColors,
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
    /// The bits to the right of the part in which the colours differ most.
    private let shift: UInt32
    /// By how much.
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
