// SPDX-License-Identifier: MIT
internal import Drawing

/// Converts the pixels of pixmaps of one size and format to a raw format.
struct PixelConverter: Sendable {
  private let format: RawFormat
  private let canvas: Canvas
  /// Width and height of the frame, which 4:2:0 rounds up to even numbers.
  private let size: (width: Int, height: Int)
  private let bytesPerPixel: Int
  /// The colours of an indexed pixmap.
  private let palette: [PixelLanes]
  private let ground: PixelLanes

  init(_ format: RawFormat, from pixmap: Pixmap.Format, of scene: Scene) {
    self.format = format
    canvas = scene.canvas
    size = format.size(of: scene.canvas)
    bytesPerPixel = pixmap.bytesPerPixel
    if case .indexed(let colors) = pixmap {
      palette = colors.map { PixelLanes($0.parts) }
    } else {
      palette = []
    }
    ground = palette.first ?? PixelLanes(scene.background.parts)
  }

  private var pixelCount: Int { size.width * size.height }

  /// The frame of an empty pixmap.
  var blank: [UInt8] {
    switch format {
    case .rgb24, .rgba:
      let parts = (0..<(format == .rgba ? 4 : 3)).map { UInt8(ground[$0]) }
      return (0..<pixelCount).flatMap { _ in parts }
    case .planar:
      let chroma = (ground * 8).chroma
      let rest = (format.byteCount(of: canvas) - pixelCount) / 2
      return [UInt8](repeating: ground.luma, count: pixelCount)
        + [UInt8](repeating: chroma.u, count: rest) + [UInt8](repeating: chroma.v, count: rest)
    }
  }

  /// Converts the damaged pixels of some tiles, whole rows of damaged ones, into a frame.
  func update(
    _ frame: inout [UInt8], from pixmap: Pixmap, _ damage: Damage, _ tiles: Range<Int>
  ) {
    var target = frame.mutableSpan
    let source = pixmap.bytes.span
    for index in tiles {
      let tile = damage.tiles[index]
      let (row, column) = tile.quotientAndRemainder(dividingBy: damage.columns)
      let left = column * Coverage.tileWidth
      let inside = UInt32.max >> UInt32(max(Coverage.tileWidth - (canvas.width - left), 0))
      for line in stride(from: 0, to: Coverage.tileHeight, by: 2) {
        let y = row * Coverage.tileHeight + line
        guard y < canvas.height else { break }
        let place = tile * Coverage.tileHeight + line
        let upper = damage.masks[place] & inside
        let lower = y + 1 < canvas.height ? damage.masks[place + 1] & inside : 0
        update(&target, source, upper, left, y)
        update(&target, source, lower, left, y + 1)
        if format == .planar(.subsampled), upper | lower != 0 {
          updateChroma(&target, source, upper | lower, left, y)
        }
      }
    }
  }

  /// Copies a row of tiles of a frame to another one.
  func copy(rowOfTiles row: Int, of frame: [UInt8], to other: inout [UInt8]) {
    let lines = row * Coverage.tileHeight..<min((row + 1) * Coverage.tileHeight, size.height)
    func copy(_ lines: Range<Int>, _ stride: Int, from start: Int) {
      let bytes = start + lines.lowerBound * stride..<start + lines.upperBound * stride
      other.replaceSubrange(bytes, with: frame[bytes])
    }
    switch format {
    case .rgb24: copy(lines, 3 * size.width, from: 0)
    case .rgba: copy(lines, 4 * size.width, from: 0)
    case .planar(let chroma):
      copy(lines, size.width, from: 0)
      let step = chroma == .full ? 1 : 2
      let half = lines.lowerBound / step..<lines.upperBound / step
      let area = pixelCount / (step * step)
      for plane in 0..<2 { copy(half, size.width / step, from: pixelCount + plane * area) }
    }
  }

  /// Converts the pixels of a row whose bits are set; for 4:2:0, only the luma.
  @inline(__always)
  private func update(
    _ target: inout MutableSpan<UInt8>, _ source: Span<UInt8>, _ bits: UInt32, _ left: Int, _ y: Int
  ) {
    var bits = bits
    while bits != 0 {
      let part = bits.trailingZeroBitCount & 24
      let some = bits &>> UInt32(part) & 255
      bits &= ~(255 &<< UInt32(part))
      let x = left + part
      // Those that have not changed get what they have.
      if bytesPerPixel == 3, x + 8 <= canvas.width, updateEight(&target, source, x, y) { continue }
      for x in SetBits(UInt64(some), x) { update(&target, color(source, x, y), x, y) }
    }
  }

  /// Converts eight pixels of three bytes, if the format has a fast way.
  @inline(__always)
  private func updateEight(
    _ target: inout MutableSpan<UInt8>, _ source: Span<UInt8>, _ x: Int, _ y: Int
  ) -> Bool {
    let pixels = EightPixels(source, at: y * (1 + canvas.width * 3) + 1 + x * 3)
    let place = y * size.width + x
    switch format {
    case .rgb24: target.set(pixels, at: place * 3)
    case .planar(.subsampled):
      var lumas: UInt64 = 0
      if pixels.areEqual {
        lumas = 0x0101_0101_0101_0101 &* UInt64(PixelLanes(rgb: pixels[0]).luma)
      } else {
        for index in 0..<8 {
          lumas |= UInt64(PixelLanes(rgb: pixels[index]).luma) << UInt64(8 * index)
        }
      }
      target.set(lumas, at: place)
    default: return false
    }
    return true
  }

  /// Converts a pixel; for 4:2:0, only the luma.
  @inline(__always)
  private func update(_ target: inout MutableSpan<UInt8>, _ color: PixelLanes, _ x: Int, _ y: Int) {
    let place = y * size.width + x
    switch format {
    case .planar(let chroma):
      target[place] = color.luma
      guard chroma == .full else { break }
      (target[place + pixelCount], target[place + 2 * pixelCount]) = (color * 8).chroma
    case .rgb24:
      for part in 0..<3 { target[place * 3 + part] = UInt8(color[part]) }
    case .rgba:
      for part in 0..<4 { target[place * 4 + part] = UInt8(color[part]) }
    }
  }

  /// Converts the chroma samples of two rows that depend on a pixel whose bit is set: pixels in
  /// even columns affect the sample there, those in odd columns both samples beside them.
  @inline(__always)
  private func updateChroma(
    _ target: inout MutableSpan<UInt8>, _ source: Span<UInt8>, _ bits: UInt32, _ left: Int, _ y: Int
  ) {
    let odd = UInt64(bits & 0xAAAA_AAAA)
    let even = UInt64(bits & 0x5555_5555)
    var samples = even | odd << 1 | odd >> 1
    while samples != 0 {
      let part = samples.trailingZeroBitCount & 56
      let some = samples &>> UInt64(part) & 255
      samples &= ~(255 &<< UInt64(part))
      let x = left + part
      if bytesPerPixel == 3, x > 0, x + 8 <= canvas.width, y + 1 < canvas.height {
        updateFour(&target, source, x, y)
      } else {
        for x in SetBits(some, x) where x < size.width { updateChroma(&target, source, x, y) }
      }
    }
  }

  /// Converts four chroma samples, which depend on eight pixels of two rows and on those to their left.
  @inline(__always)
  private func updateFour(
    _ target: inout MutableSpan<UInt8>, _ source: Span<UInt8>, _ x: Int, _ y: Int
  ) {
    let row = 1 + canvas.width * 3
    let place = y * row + 1 + x * 3
    let (upper, lower) = (EightPixels(source, at: place), EightPixels(source, at: place + row))
    // The upper bytes of the words before.
    let before = (source.word(at: place - 8) >> 40, source.word(at: place + row - 8) >> 40)
    let sample = pixelCount + (y * size.width / 2 + x) / 2
    var (us, vs): (UInt32, UInt32) = (0, 0)
    if upper.areEqual, lower == upper, before == (upper[0], upper[0]) {
      let (u, v) = (PixelLanes(rgb: upper[0]) * 8).chroma
      (us, vs) = (0x0101_0101 &* UInt32(u), 0x0101_0101 &* UInt32(v))
    } else {
      var left = PixelLanes(rgb: before.0) + PixelLanes(rgb: before.1)
      for index in 0..<4 {
        let middle = PixelLanes(rgb: upper[2 * index]) + PixelLanes(rgb: lower[2 * index])
        let right = PixelLanes(rgb: upper[2 * index + 1]) + PixelLanes(rgb: lower[2 * index + 1])
        let (u, v) = (left + middle * 2 + right).chroma
        us |= UInt32(u) << UInt32(8 * index)
        vs |= UInt32(v) << UInt32(8 * index)
        left = right
      }
    }
    target.set(us, at: sample)
    target.set(vs, at: sample + pixelCount / 4)
  }

  /// Converts the chroma sample of two rows in an even column.
  @inline(__always)
  private func updateChroma(
    _ target: inout MutableSpan<UInt8>, _ source: Span<UInt8>, _ x: Int, _ y: Int
  ) {
    var sum = PixelLanes()
    for row in y...y + 1 {
      sum =
        sum + color(source, max(x - 1, 0), row) + color(source, x, row) * 2
        + color(source, x + 1, row)
    }
    let place = pixelCount + (y * size.width / 2 + x) / 2
    (target[place], target[place + pixelCount / 4]) = sum.chroma
  }

  /// The colour of a pixel; the background beyond the canvas.
  @inline(__always)
  func color(_ source: Span<UInt8>, _ x: Int, _ y: Int) -> PixelLanes {
    guard x < canvas.width, y < canvas.height else { return ground }
    let place = y * (1 + canvas.width * bytesPerPixel) + 1 + x * bytesPerPixel
    if bytesPerPixel == 1 { return palette[Int(source[place])] }
    return PixelLanes(
      source[place], source[place + 1], source[place + 2],
      bytesPerPixel == 4 ? source[place + 3] : 255)
  }
}

extension PixelLanes {
  /// Y of one colour, 16 to 235: 16 + 219·y for y = 0.2126·r + 0.7152·g + 0.0722·b, as a fraction
  /// of whole numbers, which is rounded once, halves up.
  ///
  /// - Source: ITU-R BT.709-6, items 3.2 and 3.4; the same for ``chroma``.
  @inline(__always)
  fileprivate var luma: UInt8 {
    let sum = 1063 &* self[0] &+ 3576 &* self[1] &+ 361 &* self[2]
    return UInt8(truncatingIfNeeded: (16 * 425_000 + 212_500 &+ 73 &* sum) / 425_000)
  }

  /// U and V of the mean of colours that add up to eight, 16 to 240: 128 + 224·(b − y)/1.8556 and
  /// 128 + 224·(r − y)/1.5748.
  @inline(__always)
  fileprivate var chroma: (u: UInt8, v: UInt8) {
    let (red, green, blue) = (self[0], self[1], self[2])
    // Differences may wrap; the sums are positive.
    let u = 4639 &* blue &- 1063 &* red &- 3576 &* green
    let v = 3937 &* red &- 3576 &* green &- 361 &* blue
    return (
      UInt8(truncatingIfNeeded: (257 * 1_182_945 &+ 28 &* u) / (2 * 1_182_945)),
      UInt8(truncatingIfNeeded: (257 * 1_003_935 &+ 28 &* v) / (2 * 1_003_935))
    )
  }
}
