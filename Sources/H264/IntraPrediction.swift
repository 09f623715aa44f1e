// SPDX-License-Identifier: MIT

/// The samples around a macroblock that were decoded before it. It is made once, and then loaded.
struct Surroundings: Sendable {
  private(set) var hasLeft = false
  private(set) var hasAbove = false
  private(set) var hasAboveRight = false
  /// Whether the sample at the upper left is known.
  var hasCorner: Bool { hasLeft && hasAbove }

  /// The macroblock in rows of 32 samples, from the eighth one, under a row of the samples above;
  /// what is decoded of it is put in.
  private(set) var samples = [UInt8](repeating: 128, count: 544)

  /// The first sample of the macroblock.
  static let origin = 40

  /// Loads the surroundings of a macroblock of a plane so many macroblocks wide.
  mutating func load(_ luma: Plane, column: Int, row: Int, columns: Int) {
    (hasLeft, hasAbove) = (column > 0, row > 0)
    hasAboveRight = hasAbove && column + 1 < columns
    let (x, y) = (16 * column, 16 * row)
    if hasAbove {
      for index in 0..<(hasAboveRight ? 20 : 16) { samples[8 + index] = luma[x + index, y - 1] }
    }
    if hasLeft {
      for index in 0..<16 { samples[39 + 32 * index] = luma[x - 1, y + index] }
    }
    if hasCorner { samples[7] = luma[x - 1, y - 1] }
  }

  /// Puts in a decoded block of 4×4 samples.
  @inline(__always)
  mutating func set(_ block: SIMD16<UInt8>, _ column: Int, _ row: Int) {
    var span = samples.mutableSpan
    for line in 0..<4 {
      let place = Surroundings.origin &+ 32 &* (row &+ line) &+ column
      for index in 0..<4 { span[place &+ index] = block[4 &* line &+ index] }
    }
  }

  /// Copies the rows of the macroblock as it was put in.
  func copyDecoded(to rows: inout [SIMD16<UInt8>]) {
    let span = samples.span
    for row in 0..<16 { rows[row] = span.vector(at: Surroundings.origin + 32 * row) }
  }

  /// The sample above the macroblock in a column, -1 for the corner.
  @inline(__always)
  func above(_ column: Int) -> Int { Int(samples[8 + column]) }

  /// The sample at the left of the macroblock in a row, -1 for the corner.
  @inline(__always)
  func left(_ row: Int) -> Int { Int(samples[39 + 32 * row]) }

  /// The prediction of the whole macroblock that is nearest, its mode and its distance: 8.3.3.
  func nearest(to source: Rows) -> (block: LumaBlock, mode: Int, distance: Int) {
    var best = (block: LumaBlock(repeating: .zero), mode: 2, distance: Int.max)
    for mode in 0..<4 {
      guard let block = prediction(mode) else { continue }
      let distance = source.distance(to: block.span)
      if distance < best.distance { best = (block, mode, distance) }
      if distance == 0 { break }
    }
    return best
  }

  /// The prediction in a mode of Intra_16x16: vertical, horizontal, DC, plane.
  private func prediction(_ mode: Int) -> LumaBlock? {
    switch mode {
    case 0:
      guard hasAbove else { return nil }
      return LumaBlock(repeating: samples.span.vector(at: 8))
    case 1:
      guard hasLeft else { return nil }
      let samples = samples.span
      return LumaBlock { SIMD16(repeating: samples[39 + 32 * $0]) }
    case 2:
      var (top, side) = (0, 0)
      for index in 0..<16 { (top, side) = (top + above(index), side + left(index)) }
      let mean =
        switch (hasAbove, hasLeft) {
        case (true, true): (top + side + 16) >> 5
        case (true, false): (top + 8) >> 4
        case (false, true): (side + 8) >> 4
        case (false, false): 128
        }
      return LumaBlock(repeating: SIMD16(repeating: UInt8(mean)))
    default:
      guard hasCorner else { return nil }
      var (across, down) = (0, 0)
      for index in 1...8 {
        across += index * (above(7 + index) - above(7 - index))
        down += index * (left(7 + index) - left(7 - index))
      }
      let (b, c) = (Int16((5 * across + 32) >> 6), Int16((5 * down + 32) >> 6))
      let a = Int16(16 * (left(15) + above(15)) + 16)
      return LumaBlock {
        let first = Lanes(repeating: a &+ c &* Int16($0 - 7) &- 7 &* b)
        return ((first &+ Lanes.ramp &* b) &>> 5).samples
      }
    }
  }
}

extension Planes {
  /// The prediction of the chroma of a macroblock that is nearest, and its mode: 8.3.4.
  func nearestChroma(
    to source: Rows, column: Int, row: Int
  ) -> (blocks: ChromaBlocks, mode: Int) {
    var best = (blocks: ChromaBlocks(repeating: .zero), mode: 0, distance: Int.max)
    for mode in 0..<4 {
      if mode == 1 && column == 0 || mode == 2 && row == 0 || mode == 3 && (column == 0 || row == 0)
      {
        continue
      }
      let (low, high) = (blue.prediction(mode, column, row), red.prediction(mode, column, row))
      let blocks = ChromaBlocks { SIMD16(lowHalf: low[$0], highHalf: high[$0]) }
      let distance = source.distance(to: blocks.span)
      if distance < best.distance { best = (blocks, mode, distance) }
      if distance == 0 { break }
    }
    return (best.blocks, best.mode)
  }
}

extension Plane {
  /// Predicts the chroma of a macroblock in a mode: DC, horizontal, vertical, plane.
  fileprivate func prediction(_ mode: Int, _ column: Int, _ row: Int) -> InlineArray<
    8, SIMD8<UInt8>
  > {
    let (x, y) = (8 * column, 8 * row)
    var rows = InlineArray<8, SIMD8<UInt8>>(repeating: .zero)
    func above(_ index: Int) -> Int { Int(self[x + index, y - 1]) }
    func left(_ index: Int) -> Int { Int(self[x - 1, y + index]) }
    switch mode {
    case 0:
      for low in 0..<2 {
        let (near, far) = (mean(x, y, 0, low), mean(x, y, 1, low))
        let line = SIMD8(
          lowHalf: SIMD4(repeating: UInt8(near)), highHalf: SIMD4(repeating: UInt8(far)))
        for index in 0..<4 { rows[4 * low + index] = line }
      }
    case 1: for line in 0..<8 { rows[line] = SIMD8(repeating: UInt8(left(line))) }
    case 2: rows = InlineArray(repeating: samples.span.vector(at: (y - 1) * width + x))
    default:
      var (across, down) = (0, 0)
      for index in 1...4 {
        across += index * (above(3 + index) - above(3 - index))
        down += index * (left(3 + index) - left(3 - index))
      }
      let (b, c) = (Int16((34 * across + 32) >> 6), Int16((34 * down + 32) >> 6))
      let a = Int16(16 * (left(7) + above(7)) + 16)
      for line in 0..<8 {
        let first = Lanes(repeating: a &+ c &* Int16(line - 3) &- 3 &* b)
        rows[line] = ((first &+ Lanes.ramp &* b) &>> 5).samples.lowHalf
      }
    }
    return rows
  }

  /// The mean for a quarter of the chroma of a macroblock at a place; those off the diagonal take the
  /// nearer side.
  private func mean(_ x: Int, _ y: Int, _ right: Int, _ low: Int) -> Int {
    var (top, side) = (0, 0)
    for index in 0..<4 {
      if y > 0 { top += Int(self[x + 4 * right + index, y - 1]) }
      if x > 0 { side += Int(self[x - 1, y + 4 * low + index]) }
    }
    switch (y > 0, x > 0) {
    case (false, false): return 128
    case (true, true) where right == low: return (top + side + 4) >> 3
    case (true, true): return right == 1 ? (top + 2) >> 2 : (side + 2) >> 2
    case (true, false): return (top + 2) >> 2
    case (false, true): return (side + 2) >> 2
    }
  }
}

extension Lanes {
  /// 0 to 15.
  fileprivate static let ramp = Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
}

/// The samples around a block of 4×4 luma samples, from which it is predicted: 8.3.1.2.
struct Intra4x4 {
  private let hasLeft, hasAbove, hasCorner: Bool
  /// The samples from the lowest one at the left, by the corner, 4, to the last one of eight above, 12;
  /// from 16 each of them smoothed by its neighbours, where the ends are repeated; from 32 the means of
  /// each and the next one; 48: the mean of all sides.
  private(set) var values: InlineArray<49, UInt8>

  /// The surroundings of a block of a macroblock, counted in the order of decoding.
  init(
    _ block: Int, _ samples: Span<UInt8>, _ macroblock: (left: Bool, above: Bool, aboveRight: Bool)
  ) {
    let (column, row) = (BlockOrder.column(block), BlockOrder.row(block))
    let place = Surroundings.origin + 128 * row + 4 * column
    hasLeft = column > 0 || macroblock.left
    hasAbove = row > 0 || macroblock.above
    hasCorner = hasLeft && hasAbove
    // Blocks that are decoded later, or are in the macroblock at the right, are not known.
    let hasRight =
      row == 0
      ? column < 3 ? macroblock.above : macroblock.aboveRight
      : !(block == 3 || block == 11 || block & 5 == 5)
    var values = InlineArray<49, UInt8>(repeating: 128)
    for index in 0..<4 { values[index] = samples[place + 32 * (3 - index) - 1] }
    for index in 0..<(hasRight ? 9 : 5) { values[4 + index] = samples[place - 33 + index] }
    if !hasRight { for index in 9..<13 { values[index] = values[8] } }
    for index in 0..<13 {
      let (one, next) = (Int(values[index]), Int(values[min(index + 1, 12)]))
      let last = Int(values[max(index - 1, 0)])
      values[16 + index] = UInt8(truncatingIfNeeded: (last + 2 * one + next + 2) >> 2)
      values[32 + index] = UInt8(truncatingIfNeeded: (one + next + 1) >> 1)
    }
    self.values = values
    self.values[48] = mean
  }

  private var mean: UInt8 {
    var (top, side) = (0, 0)
    for index in 0..<4 { (top, side) = (top + Int(values[5 + index]), side + Int(values[index])) }
    return switch (hasAbove, hasLeft) {
    case (true, true): UInt8((top + side + 4) >> 3)
    case (true, false): UInt8((top + 2) >> 2)
    case (false, true): UInt8((side + 2) >> 2)
    case (false, false): 128
    }
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

  /// The prediction in a mode, row by row, from ``values`` at ``places``.
  @inline(__always)
  static func prediction(_ values: Span<UInt8>, _ places: Span<UInt8>, _ mode: Int) -> SIMD16<UInt8>
  {
    // All places are in the values.
    precondition(values.count == 49)
    let row: SIMD16<UInt8> = places.vector(at: 16 &* mode)
    var block = SIMD16<UInt8>.zero
    for index in 0..<16 { block[index] = unsafe values[unchecked: Int(row[index])] }
    return block
  }

  /// For each mode the places of its samples in ``values``.
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
