// SPDX-License-Identifier: MIT
internal import Drawing

/// An image scaled to the pixels of a canvas.
///
/// When the image shrinks, each pixel is the mean of the area that it covers; when it grows, pixels
/// are interpolated between the four nearest. Both work on premultiplied colours, so that
/// transparent pixels do not bleed. Pixels on the image's edge are covered in part.
struct ScaledImage: Sendable {
  /// The pixels of the canvas that it touches.
  let columns, rows: Range<Int>

  /// The same, in a word.
  var box: CellBox { CellBox(columns: columns, rows: rows) }

  /// Their colours, row by row.
  let pixels: [Color]

  /// Scales a picture onto a canvas.
  init(_ image: PlacedImage, moved origin: Point, on canvas: Canvas) {
    let scale = canvas.pixelsPerPoint
    let horizontal = ScalingAxis(
      origin: Double(canvas.width) / 2 + (image.origin.x + origin.x) * scale,
      length: image.width * scale,
      sourceCount: image.bitmap.width, limit: canvas.width)
    let vertical = ScalingAxis(
      origin: Double(canvas.height) / 2 + (image.origin.y + origin.y) * scale,
      length: image.height * scale,
      sourceCount: image.bitmap.height, limit: canvas.height)
    columns = horizontal.targets
    rows = vertical.targets
    var pixels: [Color] = []
    var sourceRows = SourceRows(bitmap: image.bitmap, axis: horizontal)
    for row in vertical.targets {
      var sums = [SIMD4<Float>](repeating: .zero, count: horizontal.targets.count)
      for tap in vertical.taps(of: row) {
        sourceRows.load(tap.source)
        for index in sums.indices { sums[index] += sourceRows.scaled[index] * tap.weight }
      }
      pixels += sums.map(Color.init(premultiplied:))
    }
    self.pixels = pixels
  }

  /// The colour at a pixel of the canvas; `nil` outside the image.
  @inline(__always)
  func color(column: Int, row: Int) -> Color? {
    guard columns.contains(column), rows.contains(row) else { return nil }
    return pixels[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}

/// One source pixel's share in a target pixel.
private struct Tap {
  let source: Int
  let weight: Float
}

/// Which source pixels make up the target pixels along one axis.
private struct ScalingAxis {
  /// The target pixels that the image touches.
  let targets: Range<Int>

  private let origin: Double
  private let length: Double
  private let sourceCount: Int
  private let sourcePerTarget: Double

  init(origin: Double, length: Double, sourceCount: Int, limit: Int) {
    self.origin = origin
    self.length = length
    self.sourceCount = sourceCount
    sourcePerTarget = Double(sourceCount) / length
    targets = CellBox.cells(from: origin, to: origin + length, count: limit)
  }

  func taps(of target: Int) -> [Tap] {
    sourcePerTarget >= 1 ? areaTaps(of: target) : linearTaps(of: target)
  }

  /// Weights by the area that each source pixel has in the target pixel.
  private func areaTaps(of target: Int) -> [Tap] {
    let from = max((Double(target) - origin) * sourcePerTarget, 0)
    let to = min((Double(target + 1) - origin) * sourcePerTarget, Double(sourceCount))
    return CellBox.cells(from: from, to: to, count: sourceCount).map { source in
      let share = min(to, Double(source + 1)) - max(from, Double(source))
      return Tap(source: source, weight: Float(share / sourcePerTarget))
    }
  }

  /// Weights of the two source pixels next to the target pixel's centre, by distance.
  private func linearTaps(of target: Int) -> [Tap] {
    let covered =
      min(Double(target + 1), origin + length) - max(Double(target), origin)
    let place = (Double(target) + 0.5 - origin) * sourcePerTarget - 0.5
    let lower = place.rounded(.down)
    let share = Float(place - lower)
    let last = sourceCount - 1
    return [
      Tap(source: min(max(Int(lower), 0), last), weight: (1 - share) * Float(covered)),
      Tap(source: min(max(Int(lower) + 1, 0), last), weight: share * Float(covered)),
    ]
  }
}

/// The horizontally scaled rows of a bitmap; the last two are kept, since neighbours share them.
private struct SourceRows {
  private(set) var scaled: [SIMD4<Float>] = []

  private let bitmap: Bitmap
  private let taps: [[Tap]]
  private var loadedRow = -1
  private var previous: [SIMD4<Float>] = []
  private var previousRow = -1

  init(bitmap: Bitmap, axis: ScalingAxis) {
    self.bitmap = bitmap
    taps = axis.targets.map(axis.taps(of:))
  }

  mutating func load(_ row: Int) {
    if row == loadedRow { return }
    swap(&scaled, &previous)
    swap(&loadedRow, &previousRow)
    if row == loadedRow { return }
    loadedRow = row
    scaled = taps.map { taps in
      taps.reduce(into: .zero) { sum, tap in
        sum += premultiplied(column: tap.source, row: row) * tap.weight
      }
    }
  }

  private func premultiplied(column: Int, row: Int) -> SIMD4<Float> {
    let place = (row * bitmap.width + column) * 4
    let alpha = Float(bitmap.pixels[place + 3])
    let color = SIMD4(
      Float(bitmap.pixels[place]), Float(bitmap.pixels[place + 1]),
      Float(bitmap.pixels[place + 2]), 255)
    return color * (alpha / 255)
  }
}

extension Color {
  /// The straight colour of premultiplied channels, each 0 to 255.
  fileprivate init(premultiplied parts: SIMD4<Float>) {
    let alpha = parts.w
    guard alpha >= 0.5 else {
      self = .none
      return
    }
    let straight = (parts * (255 / alpha)).rounded(.toNearestOrAwayFromZero).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    self.init(
      red: UInt8(straight.x), green: UInt8(straight.y), blue: UInt8(straight.z),
      alpha: UInt8(min(alpha.rounded(.toNearestOrAwayFromZero), 255)))
  }
}
