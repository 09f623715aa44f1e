// SPDX-License-Identifier: MIT

/// The levels of the blocks of luma, or of those of Cb and Cr side by side, and what a decoder makes of
/// them. It is made once, and then filled.
struct CodedBlocks: Sendable {
  /// Columns of four blocks each as ``FourBlocks`` has them, by 64 · row of blocks + 16 · column.
  private var numbers = [Int16](repeating: 0, count: 256)
  /// For each block, counted from the left and from the top, the numbers in the zigzag scan of the
  /// coefficients that are not 0.
  private(set) var masks = [UInt16](repeating: 0, count: 16)
  /// For each block the sum of its levels without their signs.
  private var sums = [UInt16](repeating: 0, count: 16)
  /// The DC levels, if they are coded by themselves, by block.
  private(set) var direct = [Int16](repeating: 0, count: 16)
  /// Whether any of these is not 0.
  private(set) var hasDirect = false
  /// Which quarters have levels, bit by bit; 15 if DC is coded by itself and any block has others.
  private(set) var pattern = 0
  /// What coded_block_pattern says of chroma. 0: none; 1: DC only; 2: all.
  var chromaPattern: Int { pattern != 0 ? 2 : hasDirect ? 1 : 0 }
  /// The decoded rows.
  private(set) var samples = [SIMD16<UInt8>](repeating: .zero, count: 16)
  /// About how many bits the levels take.
  private(set) var bits = 0

  /// The sum of squared differences of the decoded rows to others.
  func distortion(from source: Rows) -> Int { source.squares(to: samples.span) }

  /// Codes the difference of all rows to a prediction; `isDirect` says that DC is coded by itself, in
  /// Intra_16x16 and in chroma.
  mutating func code(
    _ source: Rows, minus prediction: Rows, _ quantizer: Quantizer, isIntra: Bool, isDirect: Bool
  ) {
    let rows = source.count >> 2
    (pattern, bits, hasDirect) = (0, 0, false)
    if isDirect, source.distance(to: prediction) <= quantizer.smallestDistance {
      samples.copy(prediction, 0..<source.count)
      return
    }
    var coefficients = InlineArray<16, Int32>(repeating: 0)
    var coded = 0
    for row in 0..<rows {
      let lines = 4 &* row..<4 &* row &+ 4
      if !isDirect, source.distance(to: prediction, in: lines) <= quantizer.smallestDistance {
        clear(row)
        continue
      }
      var blocks = FourBlocks(source, minus: prediction, from: lines.lowerBound)
      blocks.transform()
      if isDirect {
        for column in 0..<4 {
          coefficients[lines.lowerBound &+ column] = Int32(blocks.lines.0[4 &* column])
          blocks.lines.0[4 &* column] = 0
        }
      }
      if quantize(blocks, row: row, quantizer, isIntra: isIntra) { coded |= 1 << row }
    }
    if isDirect { codeDirect(&coefficients, isChroma: rows == 2, quantizer, isIntra) }
    for row in 0..<rows {
      let lines = 4 &* row..<4 &* row &+ 4
      guard coded >> row & 1 == 1 || hasDirect else {
        samples.copy(prediction, lines)
        continue
      }
      var blocks = coded >> row & 1 == 1 ? scaled(row: row, quantizer) : FourBlocks()
      if hasDirect {
        for column in 0..<4 {
          blocks.lines.0[4 &* column] = Int16(
            truncatingIfNeeded: coefficients[lines.lowerBound &+ column])
        }
      }
      blocks.invert()
      blocks.add(to: prediction, from: lines.lowerBound, into: &samples)
    }
    guard coded != 0 else { return }
    setPattern(isWhole: isDirect)
    for block in 0..<4 * rows where pattern >> CodedBlocks.quarter(block) & 1 == 1 {
      bits += self.bits(block)
    }
  }

  /// Codes one block of 4×4 of Intra_4x4, and gives what a decoder makes of it.
  @inline(__always)
  mutating func code(
    _ part: SIMD16<UInt8>, minus prediction: SIMD16<UInt8>, _ quantizer: Quantizer, _ block: Int
  ) -> SIMD16<UInt8> {
    var blocks = FourBlocks(ofOne: part.widened &- prediction.widened)
    blocks.transform()
    let levels = quantizer.levels(blocks, isIntra: true)
    (masks[block], sums[block]) = (levels.masks[0], levels.sums[0])
    guard levels.masks[0] != 0 else { return prediction }
    var stored = numbers.mutableSpan
    let first = (block & 12) &<< 4 | (block & 3) &<< 2
    for lane in 0..<4 {
      stored[first &+ lane] = levels.blocks.lines.0[lane]
      stored[first &+ 16 &+ lane] = levels.blocks.lines.1[lane]
      stored[first &+ 32 &+ lane] = levels.blocks.lines.2[lane]
      stored[first &+ 48 &+ lane] = levels.blocks.lines.3[lane]
    }
    blocks = quantizer.scaled(levels.blocks)
    blocks.invert()
    return (prediction.widened &+ blocks.one).samples
  }

  /// Takes the rows over that were decoded block by block.
  mutating func finish(_ around: Surroundings) {
    around.copyDecoded(to: &samples)
    setPattern(isWhole: false)
  }

  /// Puts the levels of four transformed blocks into a row of blocks, and gives whether any is not 0.
  @inline(__always)
  mutating func quantize(
    _ blocks: FourBlocks, row: Int, _ quantizer: Quantizer, isIntra: Bool
  ) -> Bool {
    let levels = quantizer.levels(blocks, isIntra: isIntra)
    masks.set(levels.masks, at: 4 &* row)
    guard levels.masks != .zero else { return false }
    sums.set(levels.sums, at: 4 &* row)
    numbers.set(levels.blocks.lines.0, at: 64 &* row)
    numbers.set(levels.blocks.lines.1, at: 64 &* row &+ 16)
    numbers.set(levels.blocks.lines.2, at: 64 &* row &+ 32)
    numbers.set(levels.blocks.lines.3, at: 64 &* row &+ 48)
    return true
  }

  /// The coefficients of a row of blocks.
  @inline(__always)
  func scaled(row: Int, _ quantizer: Quantizer) -> FourBlocks {
    let numbers = numbers.span
    var blocks = FourBlocks()
    blocks.lines = (
      numbers.vector(at: 64 &* row), numbers.vector(at: 64 &* row &+ 16),
      numbers.vector(at: 64 &* row &+ 32), numbers.vector(at: 64 &* row &+ 48)
    )
    return quantizer.scaled(blocks)
  }

  /// Takes the levels of a row of blocks away.
  @inline(__always)
  private mutating func clear(_ row: Int) { masks.set(SIMD4<UInt16>.zero, at: 4 &* row) }

  /// A level of a block by its number in the zigzag scan.
  @inline(__always)
  func level(_ block: Int, _ number: Int) -> Int {
    let place = Int(BlockOrder.zigzag.span[number])
    return Int(numbers.span[(block & 12 | place & 3) << 4 | (block & 3) << 2 | place >> 2])
  }

  /// Transforms and quantises DC coefficients, by block, and replaces them by those that a decoder
  /// makes of their levels: 8.5.10 and 8.5.11.
  private mutating func codeDirect(
    _ numbers: inout InlineArray<16, Int32>, isChroma: Bool, _ quantizer: Quantizer, _ isIntra: Bool
  ) {
    CodedBlocks.transformDirect(&numbers, isChroma)
    // Those of luma doubled.
    let (count, shift) = isChroma ? (8, Int32(0)) : (16, 1)
    for block in 0..<count {
      let level = quantizer.directLevel(Int((numbers[block] &+ shift) >> shift), isIntra: isIntra)
      direct[block] = Int16(truncatingIfNeeded: level)
      numbers[block] = Int32(level)
      if level != 0 { hasDirect = true }
    }
    guard hasDirect else { return }
    CodedBlocks.transformDirect(&numbers, isChroma)
    for block in 0..<count {
      numbers[block] = Int32(quantizer.directNumber(Int(numbers[block]), isChroma: isChroma))
    }
    // Luma is one block of sixteen, chroma are two of four.
    for start in stride(from: 0, to: count, by: isChroma ? 4 : 16) {
      let mask = directMask(from: start, isChroma: isChroma)
      var sum = 0
      for number in 0..<16 where mask >> UInt16(number) & 1 == 1 {
        sum += abs(directLevel(start + number, isChroma: isChroma))
      }
      bits += CodedBlocks.bits(mask: mask, sum: sum)
    }
  }

  /// The transform of the DC of 4×4 blocks of luma, or of 2×2 of Cb and of Cr, which is its own inverse
  /// but for a factor.
  @inline(__always)
  private static func transformDirect(_ numbers: inout InlineArray<16, Int32>, _ isChroma: Bool) {
    func transform(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
      let (w, x, y, z) = (numbers[a], numbers[b], numbers[c], numbers[d])
      (numbers[a], numbers[b]) = (w &+ x &+ y &+ z, w &+ x &- y &- z)
      (numbers[c], numbers[d]) = (w &- x &- y &+ z, w &- x &+ y &- z)
    }
    if isChroma {
      // In this order the sums of 2×2 are those of four in a line.
      transform(0, 5, 1, 4)
      transform(2, 7, 3, 6)
    } else {
      for line in 0..<4 { transform(4 * line, 4 * line + 1, 4 * line + 2, 4 * line + 3) }
      for line in 0..<4 { transform(line, line + 4, line + 8, line + 12) }
    }
  }

  /// A DC level in the order in which they are coded: of luma in the zigzag scan, of chroma four of Cb
  /// and four of Cr.
  @inline(__always)
  func directLevel(_ number: Int, isChroma: Bool) -> Int {
    Int(direct[isChroma ? CodedBlocks.chromaBlock(number) : Int(BlockOrder.zigzag.span[number])])
  }

  /// The block of chroma with a number: four of Cb, which stand at the left, and four of Cr.
  @inline(__always)
  static func chromaBlock(_ number: Int) -> Int {
    2 * (number & 2) + number >> 1 & 2 + number & 1
  }

  /// The numbers of the DC levels of a block that are not 0; one of chroma has four.
  @inline(__always)
  func directMask(from start: Int, isChroma: Bool) -> UInt16 {
    var mask: UInt16 = 0
    for number in 0..<(isChroma ? 4 : 16)
    where hasDirect && directLevel(start + number, isChroma: isChroma) != 0 {
      mask |= 1 << UInt16(number)
    }
    return mask
  }

  @inline(__always)
  private mutating func setPattern(isWhole: Bool) {
    pattern = isWhole ? 15 : 0
    guard !isWhole else { return }
    for block in 0..<16 where masks[block] != 0 { pattern |= 1 << CodedBlocks.quarter(block) }
  }

  /// The quarter of the macroblock in which a block is, counted from the left and from the top.
  @inline(__always)
  private static func quarter(_ block: Int) -> Int { block >> 2 & 2 | block >> 1 & 1 }

  /// About how many bits one of its blocks takes.
  @inline(__always)
  func bits(_ block: Int) -> Int { CodedBlocks.bits(mask: masks[block], sum: Int(sums[block])) }

  /// About how many bits a block takes: a straight line through the lengths of real blocks.
  @inline(__always)
  private static func bits(mask: UInt16, sum: Int) -> Int {
    guard mask != 0 else { return 1 }
    let last = 16 - mask.leadingZeroBitCount
    let count = mask.nonzeroBitCount
    // Great levels take few bits more than these.
    return max((14 * count + 7 * min(sum, 12 * count) + 32 * last - 40) >> 4, 2)
  }
}
