// SPDX-License-Identifier: MIT

/// The samples above and at the left of a macroblock, which were decoded before it, and from which it is
/// predicted: sixteen of luma, or eight of Cb and eight of Cr.
///
/// - Source: ITU-T H.264, 8.3.3 and 8.3.4, but for the modes of planes, which save nothing in our pictures.
struct Edges {
  private let isChroma, hasAbove, hasLeft: Bool
  private var above = SIMD16<UInt8>.zero
  private var left = SIMD16<UInt8>.zero

  init(luma planes: Planes, _ column: Int, _ row: Int) {
    (isChroma, hasAbove, hasLeft) = (false, row > 0, column > 0)
    load(planes.luma, column, row, 16, at: 0)
  }

  init(chroma planes: Planes, _ column: Int, _ row: Int) {
    (isChroma, hasAbove, hasLeft) = (true, row > 0, column > 0)
    load(planes.blue, column, row, 8, at: 0)
    load(planes.red, column, row, 8, at: 8)
  }

  @inline(__always)
  private mutating func load(_ plane: Plane, _ column: Int, _ row: Int, _ size: Int, at lane: Int) {
    let (samples, width) = (plane.samples.span, plane.width)
    let place = size * (row * width + column)
    for index in 0..<size {
      if hasAbove { above[lane + index] = samples[place - width + index] }
      if hasLeft { left[lane + index] = samples[place - 1 + index * width] }
    }
  }

  /// The prediction that is nearest to a source, its mode and its distance.
  func nearest(to source: Rows) -> (block: LumaBlock, mode: Int, distance: Int) {
    var best = (block: LumaBlock(repeating: .zero), mode: 2, distance: Int.max)
    for mode in 0..<3 {
      // The modes of luma are vertical, horizontal and DC, those of chroma the other way round.
      guard let block = prediction(isChroma ? 2 - mode : mode) else { continue }
      let distance = source.distance(to: block.span)
      if distance < best.distance { best = (block, mode, distance) }
      if distance == 0 { break }
    }
    return best
  }

  /// The prediction in a mode of luma, of chroma eight rows; `nil` if samples are not there.
  private func prediction(_ mode: Int) -> LumaBlock? {
    switch mode {
    case 0: return hasAbove ? LumaBlock(repeating: above) : nil
    case 1:
      guard hasLeft else { return nil }
      return LumaBlock {
        isChroma
          ? SIMD16(
            lowHalf: SIMD8(repeating: left[$0 & 7]), highHalf: SIMD8(repeating: left[8 + $0 & 7]))
          : SIMD16(repeating: left[$0])
      }
    default:
      guard isChroma else {
        return LumaBlock(repeating: SIMD16(repeating: mean(0, 0, 16, onRight: 0, below: 0)))
      }
      let (upper, lower) = (means(below: 0), means(below: 1))
      return LumaBlock { $0 < 4 ? upper : lower }
    }
  }

  /// The means of the quarters of Cb and Cr in an upper or a lower row.
  private func means(below: Int) -> SIMD16<UInt8> {
    var line = SIMD16<UInt8>.zero
    for quarter in 0..<4 {
      let left = 4 * (quarter & 2) + 4 * below
      let mean = mean(4 * quarter, left, 4, onRight: quarter & 1, below: below)
      for index in 0..<4 { line[4 * quarter + index] = mean }
    }
    return line
  }

  /// The mean of `count` samples from those above and at the left; the upper right quarter takes those
  /// above, if it can, and the lower left one those at the left.
  @inline(__always)
  private func mean(_ x: Int, _ y: Int, _ count: Int, onRight: Int, below: Int) -> UInt8 {
    var (top, side) = (0, 0)
    for index in 0..<count {
      (top, side) = (top + Int(above[x + index]), side + Int(left[y + index]))
    }
    return sampleMean(
      hasAbove && (onRight >= below || !hasLeft) ? top : nil,
      hasLeft && (below >= onRight || !hasAbove) ? side : nil, count)
  }
}

/// The mean of `count` samples above and as many at the left, by their sums, rounded; 128 if none are there.
@inline(__always)
private func sampleMean(_ above: Int?, _ left: Int?, _ count: Int) -> UInt8 {
  switch (above, left) {
  case (let above?, let left?): UInt8((above + left + count) / (2 * count))
  case (let sum?, nil), (nil, let sum?): UInt8((sum + count / 2) / count)
  case (nil, nil): 128
  }
}

/// The samples around a block of 4×4 luma samples, from which it is predicted: 8.3.1.2.
struct Intra4x4 {
  private let hasLeft, hasAbove, hasCorner: Bool
  /// The samples from the lowest one at the left, by the corner, 4, to the last one of eight above, 12;
  /// then each of them smoothed by its neighbours, where the ends are repeated; then the means of each
  /// and the next one; then the mean of all sides.
  private let values: InlineArray<4, SIMD16<UInt8>>

  /// The surroundings of a block, counted in the order of decoding, of a macroblock of a plane.
  init(_ block: Int, _ plane: Plane, _ column: Int, _ row: Int) {
    let (samples, width, offset) = (plane.samples.span, plane.width, BlockOrder.place(block))
    let (x, y) = (16 * column + 4 * (offset & 3), 16 * row + (offset & 12))
    let place = y * width + x
    (hasLeft, hasAbove, hasCorner) = (x > 0, y > 0, x > 0 && y > 0)
    // Blocks that are decoded later, or are in the macroblock at the right, are not known.
    let hasRight =
      offset < 4
      ? row > 0 && x + 4 < width : !(block == 3 || block == 11 || block & 5 == 5)
    // From the second one on; the ends are repeated.
    var padded = InlineArray<20, UInt8>(repeating: 128)
    if hasLeft {
      for index in 0..<4 { padded[1 + index] = samples[place - 1 + width * (3 - index)] }
    }
    if hasCorner { padded[5] = samples[place - width - 1] }
    if hasAbove {
      for index in 0..<8 {
        padded[6 + index] = samples[place - width + (hasRight ? index : min(index, 3))]
      }
    }
    var (top, side) = (0, 0)
    for index in 0..<4 {
      (top, side) = (top + Int(padded[6 + index]), side + Int(padded[1 + index]))
    }
    (padded[0], padded[14]) = (padded[1], padded[13])
    let bytes = padded.span
    let (last, one, next): (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>) = (
      bytes.vector(at: 0), bytes.vector(at: 1), bytes.vector(at: 2)
    )
    let sums = last.widened &+ one.widened &* 2 &+ next.widened
    let mean = sampleMean(hasAbove ? top : nil, hasLeft ? side : nil, 4)
    values = [
      one, ((sums &+ 2) &>> 2).samples, one.averaged(with: next), SIMD16(repeating: mean),
    ]
  }

  /// Whether a mode needs samples that are not there.
  @inline(__always)
  func lacks(_ mode: Int) -> Bool {
    switch mode {
    case 0, 3, 7: !hasAbove
    case 1, 8: !hasLeft
    case 2: false
    default: !hasCorner
    }
  }

  /// The prediction in a mode, row by row, by ``places``.
  @inline(__always)
  func prediction(_ places: Span<UInt8>, _ mode: Int) -> SIMD16<UInt8> {
    let row: SIMD16<UInt8> = places.vector(at: 16 &* mode)
    let bytes = unsafe values.span.bytes
    var block = SIMD16<UInt8>.zero
    for index in 0..<16 {
      // All places are in the values.
      block[index] = unsafe bytes.unsafeLoad(
        fromUncheckedByteOffset: Int(row[index] & 63), as: UInt8.self)
    }
    return block
  }

  /// For each mode the places of its samples in the values.
  static let places: [UInt8] = (0..<9).flatMap { mode in
    (0..<16).map { UInt8(place(mode, $0 & 3, $0 >> 2)) }
  }

  private static func place(_ mode: Int, _ x: Int, _ y: Int) -> Int {
    let (smooth, mean) = (16, 32)
    switch mode {
    case 0: return 5 + x
    case 1: return 3 - y
    case 2: return 48
    case 3: return smooth + 6 + x + y
    case 4: return smooth + 4 + x - y
    case 5:
      let z = 2 * x - y
      if z >= 0 { return z & 1 == 0 ? mean + 4 + x - y / 2 : smooth + 4 + x - y / 2 }
      return smooth + (z == -1 ? 4 : 5 - y)
    case 6:
      let z = 2 * y - x
      if z >= 0 { return z & 1 == 0 ? mean + 3 - y + x / 2 : smooth + 4 - y + x / 2 }
      return smooth + (z == -1 ? 4 : 3 + x)
    case 7: return y & 1 == 0 ? mean + 5 + x + y / 2 : smooth + 6 + x + y / 2
    default:
      let z = x + 2 * y
      if z > 5 { return 0 }
      if z == 5 { return smooth }
      return z & 1 == 0 ? mean + 2 - y - x / 2 : smooth + 2 - y - x / 2
    }
  }
}
