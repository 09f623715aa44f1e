// SPDX-License-Identifier: MIT

/// The quantisation at one QP.
///
/// - Source: ITU-T H.264, 8.5.9 to 8.5.12; the forward factors are those that undo the scaling.
final class Quantizer: Sendable {
  /// That of chroma, if it is another one.
  private let other: Quantizer?
  /// What a bit is worth: in sixteenths of a squared difference, and in quarters of an absolute one.
  let lambda, bitDistance: Int
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
  /// The forward factor of the same place.
  private let forward: Int
  /// QP / 6.
  private let period: Int

  /// LevelScale by QP % 6, for even columns and rows, odd ones, and others: 8.5.9.
  private static let levelScales = [
    [10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23],
  ]

  /// The quantisation of chroma, if this is that of luma.
  var chroma: Quantizer { other ?? self }

  /// The quantisation at a QP, 0 to ``PictureQuality/worst``.
  init(_ parameter: Int) {
    let (period, rest) = parameter.quotientAndRemainder(dividingBy: 6)
    let levelScales = Quantizer.levelScales[rest]
    // With the squares of the lengths of the basis the factors to and fro are 2²¹.
    let forward = zip(levelScales, [16, 25, 20]).map { ((1 << 21) + $0 * $1 / 2) / ($0 * $1) }
    (self.period, scale, self.forward) = (period, levelScales[0], forward[0])
    // 0.6 · 2^((QP − 12) / 3).
    let (octave, third) = parameter.quotientAndRemainder(dividingBy: 3)
    let lambda = max([60, 76, 95][third] << octave / 100, 1)
    self.lambda = lambda
    // λ is 16 times what it is in squares, so its root is four times; it is 99 at most.
    bitDistance = (1...99).last { $0 * $0 <= lambda } ?? 1
    let chroma = Quantizer.chroma(parameter)
    other = chroma == parameter ? nil : Quantizer(chroma)
    var factors = InlineArray<4, SIMD16<UInt16>>(repeating: .zero)
    var (intra, inter, bits) = (factors, factors, factors)
    var scales = InlineArray<4, Lanes>(repeating: .zero)
    for column in 0..<4 {
      for lane in 0..<16 {
        // Column and row even, both odd, or not.
        let kind = [0, 2, 1][column & 1 + lane & 1]
        let factor = (2 * forward[kind] + (1 << period) / 2) >> period
        factors[column][lane] = UInt16(factor)
        // A rounding of a third of a step in intra blocks, a quarter in others.
        intra[column][lane] = UInt16(65536 / (3 * factor))
        inter[column][lane] = UInt16(65536 / (4 * factor))
        scales[column][lane] = Int16(truncatingIfNeeded: levelScales[kind] << period)
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

  /// The levels of four transformed blocks, and of each block the mask of those that are not 0 and the
  /// sum of their amounts.
  @inline(__always)
  func levels(
    _ blocks: FourBlocks, isIntra: Bool
  ) -> (blocks: FourBlocks, masks: SIMD4<UInt16>, sums: SIMD4<UInt16>) {
    var (result, mask, sum) = (FourBlocks(), SIMD16<UInt16>.zero, SIMD16<UInt16>.zero)
    result.lines = (
      levels(blocks.lines.0, 0, isIntra, &mask, &sum),
      levels(blocks.lines.1, 1, isIntra, &mask, &sum),
      levels(blocks.lines.2, 2, isIntra, &mask, &sum),
      levels(blocks.lines.3, 3, isIntra, &mask, &sum)
    )
    return (result, mask.sumsOfFour, sum.sumsOfFour)
  }

  /// The levels of a column, whose bits and amounts are added.
  @inline(__always)
  private func levels(
    _ numbers: Lanes, _ column: Int, _ isIntra: Bool, _ mask: inout SIMD16<UInt16>,
    _ sum: inout SIMD16<UInt16>
  ) -> Lanes {
    let sign = numbers &>> 15
    let bias = isIntra ? intraBias.span[column] : interBias.span[column]
    let magnitude = SIMD16<UInt16>(truncatingIfNeeded: (numbers ^ sign) &- sign) &+ bias
    let level = Lanes(truncatingIfNeeded: magnitude.upperProducts(factors.span[column]))
    // A level is at most 2¹⁴, so the sign of its negative says whether it is 0.
    mask |= SIMD16(truncatingIfNeeded: (Lanes.zero &- level) &>> 15) & bits.span[column]
    sum &+= SIMD16(truncatingIfNeeded: level)
    return (level ^ sign) &- sign
  }

  /// The coefficients of levels.
  @inline(__always)
  func scaled(_ levels: FourBlocks) -> FourBlocks {
    let (scales, lines) = (scales.span, levels.lines)
    var blocks = FourBlocks()
    blocks.lines = (
      lines.0 &* scales[0], lines.1 &* scales[1], lines.2 &* scales[2], lines.3 &* scales[3]
    )
    return blocks
  }

  /// The levels of DC coefficients that were transformed once more; the transform of luma doubled them.
  @inline(__always)
  func directLevels(_ numbers: SIMD4<Int32>, isChroma: Bool, isIntra: Bool) -> SIMD4<Int32> {
    let (bits, sign) = (Int32(16 + period), numbers &>> 31)
    let single = isChroma ? numbers : (numbers &+ 1) &>> 1
    let magnitude = ((single ^ sign) &- sign) &* Int32(forward)
    let level = (magnitude &+ 1 << bits / (isIntra ? 3 : 4)) &>> bits
    return (level ^ sign) &- sign
  }

  /// The DC coefficients from the transform of their levels: 8.5.10 and 8.5.11.2.
  @inline(__always)
  func directNumbers(_ numbers: SIMD4<Int32>, isChroma: Bool) -> SIMD4<Int32> {
    let products = numbers &* Int32(scale << period)
    return isChroma ? products &>> 1 : (products &+ 2) &>> 2
  }

  /// QP of chroma for one of luma: table 8-15.
  static func chroma(_ parameter: Int) -> Int {
    parameter < 30 ? parameter : Int(chromaParameters[parameter - 30])
  }

  private static let chromaParameters: [UInt8] = [
    29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37,
  ]
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

  /// The sums of four numbers each.
  @inline(__always)
  var sumsOfFour: SIMD4<UInt16> {
    let twos = unsafe unsafeBitCast(self, to: SIMD8<UInt32>.self)
    let fours = unsafe unsafeBitCast(twos &+ twos &>> 16, to: SIMD4<UInt64>.self)
    return SIMD4(truncatingIfNeeded: fours &+ fours &>> 32)
  }
}
