// SPDX-License-Identifier: MIT

/// The levels of the blocks of a macroblock.
struct BlockLevels: Sendable {
  /// Columns of four blocks each as ``FourBlocks`` has them, by 64 · row of blocks + 16 · column.
  var numbers = [Int16](repeating: 0, count: 256)
  /// For each block, counted from the left and from the top, the numbers in the zigzag scan of the
  /// coefficients that are not 0.
  var masks = [UInt16](repeating: 0, count: 16)
  /// For each block the sum of its levels without their signs.
  var sums = [UInt16](repeating: 0, count: 16)

  /// Sets what is known of a block.
  @inline(__always)
  mutating func set(_ mask: UInt16, _ sum: UInt16, at place: Int) {
    masks[place] = mask
    sums[place] = sum
  }

  /// Takes the levels of a row of blocks away.
  @inline(__always)
  mutating func clear(_ row: Int) {
    var masks = masks.mutableSpan
    for column in 0..<4 { masks[4 &* row &+ column] = 0 }
  }

  /// Whether a row of blocks has no levels.
  @inline(__always)
  func isEmpty(_ row: Int) -> Bool {
    let masks = masks.span
    return masks[4 &* row] | masks[4 &* row &+ 1] | masks[4 &* row &+ 2] | masks[4 &* row &+ 3] == 0
  }

  /// A level of a block, counted from the left and from the top, by its number in the zigzag scan.
  @inline(__always)
  func level(_ block: Int, _ number: Int) -> Int {
    let place = Int(BlockOrder.zigzag.span[number])
    return Int(numbers.span[(block & 12 | place & 3) << 4 | (block & 3) << 2 | place >> 2])
  }

  /// About how many bits a block takes: a straight line through the lengths of real blocks.
  @inline(__always)
  func bits(_ block: Int) -> Int {
    BlockLevels.bits(mask: masks.span[block], sum: Int(sums.span[block]))
  }

  /// About how many bits a block of levels takes.
  @inline(__always)
  static func bits(mask: UInt16, sum: Int) -> Int {
    guard mask != 0 else { return 1 }
    let last = 16 - mask.leadingZeroBitCount
    let count = mask.nonzeroBitCount
    // Great levels take few bits more than these.
    return max((14 * count + 7 * min(sum, 12 * count) + 32 * last - 40) >> 4, 2)
  }
}

/// The quantisation at one QP.
///
/// - Source: ITU-T H.264, 8.5.9 to 8.5.12; the forward factors are those that undo the scaling.
final class Quantizer: Sendable {
  /// 0 to ``PictureQuality/worst``.
  let parameter: Int
  /// The sum of absolute differences of a macroblock up to which it is not searched for motion: a
  /// sixteenth of a step for each sample.
  let smallDistance: Int
  /// The sum of absolute differences of a block up to which all its levels are 0.
  let smallestDistance: Int
  /// The factors of the forward direction times 2¹⁶, by column and lane as in ``FourBlocks``.
  private let factors: InlineArray<4, SIMD16<UInt16>>
  /// What is added to a coefficient before, for intra and for other blocks.
  private let intraBias, interBias: InlineArray<4, SIMD16<UInt16>>
  /// The factors back: LevelScale(m, i, j) << (QP / 6).
  private let scales: InlineArray<4, Lanes>
  /// The bits of coefficients in a mask.
  private let bits: InlineArray<4, SIMD16<UInt16>>
  /// LevelScale(m, 0, 0).
  private let scale: Int
  private let forward: Int

  private static let levelScales = [
    [10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23],
  ]
  private static let forwardFactors = [
    [13107, 5243, 8066], [11916, 4660, 7490], [10082, 4194, 6554], [9362, 3647, 5825],
    [8192, 3355, 5243], [7282, 2893, 4559],
  ]

  /// The class of a place: both row and column even, both odd, or not.
  private static func kind(_ column: Int, _ row: Int) -> Int {
    switch (column & 1, row & 1) {
    case (0, 0): 0
    case (1, 1): 1
    default: 2
    }
  }

  /// The quantisation at a QP.
  init(_ parameter: Int) {
    self.parameter = parameter
    let (period, rest) = parameter.quotientAndRemainder(dividingBy: 6)
    smallDistance = Quantizer.levelScales[rest][0] << period
    (scale, forward) = (Quantizer.levelScales[rest][0], Quantizer.forwardFactors[rest][0])
    var factors = InlineArray<4, SIMD16<UInt16>>(repeating: .zero)
    var (intra, inter, bits) = (factors, factors, factors)
    var scales = InlineArray<4, Lanes>(repeating: .zero)
    for column in 0..<4 {
      for lane in 0..<16 {
        let kind = Quantizer.kind(column, lane & 3)
        let factor = (2 * Quantizer.forwardFactors[rest][kind] + (1 << period) / 2) >> period
        factors[column][lane] = UInt16(factor)
        // A rounding of a third of a step in intra blocks, a quarter in others.
        intra[column][lane] = UInt16(65536 / (3 * factor))
        inter[column][lane] = UInt16(65536 / (4 * factor))
        scales[column][lane] = Int16(
          truncatingIfNeeded: Quantizer.levelScales[rest][kind] << period)
        bits[column][lane] = 1 << UInt16(BlockOrder.scan[4 * (lane & 3) + column])
      }
    }
    (self.factors, intraBias, interBias) = (factors, intra, inter)
    (self.scales, self.bits) = (scales, bits)
    // A difference counts once, four or two times in a coefficient.
    smallestDistance =
      (0..<3).map { kind in
        let factor = Int(factors[[0, 1, 1][kind]][[0, 1, 0][kind]])
        return (65535 / factor - 65536 / (3 * factor)) / [1, 4, 2][kind]
      }.min() ?? 0
  }

  /// Puts the levels of four transformed blocks into a row of blocks, and gives whether any is not 0.
  @inline(__always)
  func quantize(
    _ blocks: FourBlocks, row: Int, of levels: inout BlockLevels, isIntra: Bool
  ) -> Bool {
    let (lines, mask, sum) = quantized(blocks, isIntra)
    guard mask != .zero else {
      levels.clear(row)
      return false
    }
    var masks = levels.masks.mutableSpan
    for column in 0..<4 {
      let first = 4 &* column
      masks[4 &* row &+ column] =
        mask[first] | mask[first &+ 1] | mask[first &+ 2] | mask[first &+ 3]
    }
    var sums = levels.sums.mutableSpan
    for column in 0..<4 {
      let first = 4 &* column
      sums[4 &* row &+ column] =
        sum[first] &+ sum[first &+ 1] &+ sum[first &+ 2] &+ sum[first &+ 3]
    }
    var stored = levels.numbers.mutableSpan
    stored.set(lines.0, at: 64 &* row)
    stored.set(lines.1, at: 64 &* row &+ 16)
    stored.set(lines.2, at: 64 &* row &+ 32)
    stored.set(lines.3, at: 64 &* row &+ 48)
    return true
  }

  /// The levels of four blocks, column by column; lane by lane the bits and the amounts of those of a row.
  @inline(__always)
  private func quantized(
    _ blocks: FourBlocks, _ isIntra: Bool
  ) -> (
    lines: (Lanes, Lanes, Lanes, Lanes), mask: SIMD16<UInt16>, sum: SIMD16<UInt16>
  ) {
    var (mask, sum) = (SIMD16<UInt16>.zero, SIMD16<UInt16>.zero)
    let lines = (
      quantize(blocks.lines.0, 0, isIntra, &mask, &sum),
      quantize(blocks.lines.1, 1, isIntra, &mask, &sum),
      quantize(blocks.lines.2, 2, isIntra, &mask, &sum),
      quantize(blocks.lines.3, 3, isIntra, &mask, &sum)
    )
    return (lines, mask, sum)
  }

  /// The levels of a column, whose bits and amounts are added.
  @inline(__always)
  private func quantize(
    _ numbers: Lanes, _ column: Int, _ isIntra: Bool, _ mask: inout SIMD16<UInt16>,
    _ sum: inout SIMD16<UInt16>
  ) -> Lanes {
    let sign = numbers &>> 15
    let bias = isIntra ? intraBias.span[column] : interBias.span[column]
    let magnitude = SIMD16<UInt16>(bits: (numbers ^ sign) &- sign) &+ bias
    let level = Lanes(bits: magnitude.upperProducts(factors.span[column]))
    // A level is at most 2¹⁴, so the sign of its negative says whether it is 0.
    mask |= SIMD16<UInt16>(bits: (Lanes.zero &- level) &>> 15) & bits.span[column]
    sum &+= SIMD16<UInt16>(bits: level)
    return (level ^ sign) &- sign
  }

  /// Puts the levels of the block at the left into a place, and gives its coefficients; `nil` if all are
  /// 0.
  @inline(__always)
  func quantize(one blocks: FourBlocks, _ place: Int, of levels: inout BlockLevels) -> FourBlocks? {
    let (lines, mask, sum) = quantized(blocks, true)
    let all = mask[0] | mask[1] | mask[2] | mask[3]
    levels.set(all, sum[0] &+ sum[1] &+ sum[2] &+ sum[3], at: place)
    guard all != 0 else { return nil }
    var stored = levels.numbers.mutableSpan
    let first = (place & 12) &<< 4 | (place & 3) &<< 2
    for index in 0..<4 {
      stored[first &+ index] = lines.0[index]
      stored[first &+ 16 &+ index] = lines.1[index]
      stored[first &+ 32 &+ index] = lines.2[index]
      stored[first &+ 48 &+ index] = lines.3[index]
    }
    var result = FourBlocks()
    let scales = scales.span
    result.lines = (
      lines.0 &* scales[0], lines.1 &* scales[1], lines.2 &* scales[2], lines.3 &* scales[3]
    )
    return result
  }

  /// The coefficients of a row of blocks.
  @inline(__always)
  func numbers(of levels: BlockLevels, row: Int) -> FourBlocks {
    let (numbers, scales) = (levels.numbers.span, scales.span)
    var blocks = FourBlocks()
    blocks.lines = (
      numbers.lanes(at: 64 &* row) &* scales[0], numbers.lanes(at: 64 &* row &+ 16) &* scales[1],
      numbers.lanes(at: 64 &* row &+ 32) &* scales[2],
      numbers.lanes(at: 64 &* row &+ 48) &* scales[3]
    )
    return blocks
  }

  /// The level of a DC coefficient that was transformed once more; `shift` is 1 if that doubled it.
  @inline(__always)
  func directLevel(_ number: Int, isIntra: Bool) -> Int {
    let bits = 16 + parameter / 6
    let level = (abs(number) * forward + 1 << bits / (isIntra ? 3 : 4)) >> bits
    return number < 0 ? -level : level
  }

  /// The DC coefficients of luma from the transform of their levels: 8.5.10.
  @inline(__always)
  func lumaDirect(_ number: Int) -> Int16 {
    let (period, product) = (parameter / 6, number * scale * 16)
    return Int16(
      truncatingIfNeeded: period >= 6
        ? product << (period - 6) : (product + 1 << (5 - period)) >> (6 - period))
  }

  /// The DC coefficients of chroma from the transform of their levels: 8.5.11.2.
  @inline(__always)
  func chromaDirect(_ number: Int) -> Int16 {
    Int16(truncatingIfNeeded: (number * scale << (parameter / 6)) >> 1)
  }

  /// QP of chroma for one of luma: table 8-15.
  static func chroma(_ parameter: Int) -> Int {
    parameter < 30 ? parameter : Int(chromaParameters[parameter - 30])
  }

  private static let chromaParameters: [UInt8] = [
    29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37,
  ]

  /// What a bit is worth at a QP, in sixteenths of a squared difference: 0.6 · 2^((QP − 12) / 3).
  static func lambda(_ parameter: Int) -> Int {
    let (octave, rest) = parameter.quotientAndRemainder(dividingBy: 3)
    return max([60, 76, 95][rest] << octave / 100, 1)
  }
}

extension SIMD16<UInt16> {
  /// The upper halves of products.
  @inline(__always)
  func upperProducts(_ factors: SIMD16<UInt16>) -> SIMD16<UInt16> {
    var result = SIMD16<UInt16>.zero
    for index in 0..<16 {
      result[index] = UInt16(
        truncatingIfNeeded: (UInt32(self[index]) &* UInt32(factors[index])) &>> 16)
    }
    return result
  }

  /// The bits of signed numbers.
  @inline(__always)
  init(bits: Lanes) {
    self = .zero
    for index in 0..<16 { self[index] = UInt16(bitPattern: bits[index]) }
  }
}

extension Lanes {
  /// The bits of unsigned numbers.
  @inline(__always)
  init(bits: SIMD16<UInt16>) {
    self = .zero
    for index in 0..<16 { self[index] = Int16(bitPattern: bits[index]) }
  }
}
