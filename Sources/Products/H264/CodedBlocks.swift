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
  private var direct = [Int16](repeating: 0, count: 16)
  /// The numbers of those that are not 0: of luma in the zigzag scan, of chroma four of Cb and four of
  /// Cr.
  private(set) var directMask: UInt16 = 0
  /// Which quarters have levels, bit by bit; 15 if DC is coded by itself and any block has others.
  private(set) var pattern = 0
  /// What coded_block_pattern says of chroma. 0: none; 1: DC only; 2: all.
  var chromaPattern: Int { pattern != 0 ? 2 : directMask != 0 ? 1 : 0 }
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
    (pattern, bits, directMask) = (0, 0, 0)
    if isDirect, source.distance(to: prediction) <= quantizer.smallestDistance {
      samples.copy(prediction, 0..<source.count)
      return
    }
    var lines = DirectLines()
    var coded = 0
    for row in 0..<rows {
      let part = 4 &* row..<4 &* row &+ 4
      if !isDirect, source.distance(to: prediction, in: part) <= quantizer.smallestDistance {
        clear(row)
        continue
      }
      var blocks = FourBlocks(source, minus: prediction, from: part.lowerBound)
      blocks.transform()
      if isDirect {
        lines.rows[row] = SIMD4(truncatingIfNeeded: blocks.direct)
        blocks.direct = .zero
      }
      if quantize(blocks, row: row, quantizer, isIntra: isIntra) { coded |= 1 << row }
    }
    if isDirect { codeDirect(&lines, isChroma: rows == 2, quantizer, isIntra: isIntra) }
    for row in 0..<rows {
      let part = 4 &* row..<4 &* row &+ 4
      guard coded >> row & 1 == 1 || directMask != 0 else {
        samples.copy(prediction, part)
        continue
      }
      var blocks = coded >> row & 1 == 1 ? scaled(row: row, quantizer) : FourBlocks()
      if isDirect { blocks.direct = SIMD4(truncatingIfNeeded: lines.rows[row]) }
      blocks.invert()
      blocks.add(to: prediction, from: part.lowerBound, into: &samples)
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
  mutating func finish(_ rows: Rows) {
    samples.copy(rows, 0..<16)
    setPattern(isWhole: false)
  }

  /// Puts the levels of four transformed blocks into a row of blocks, and gives whether any is not 0.
  @inline(__always)
  mutating func quantize(
    _ blocks: FourBlocks, row: Int, _ quantizer: Quantizer, isIntra: Bool
  ) -> Bool {
    let levels = quantizer.levels(blocks, isIntra: isIntra)
    var masks = masks.mutableSpan
    masks.set(levels.masks, at: 4 &* row)
    guard levels.masks != .zero else { return false }
    var sums = sums.mutableSpan
    sums.set(levels.sums, at: 4 &* row)
    var stored = numbers.mutableSpan
    stored.set(levels.blocks.lines.0, at: 64 &* row)
    stored.set(levels.blocks.lines.1, at: 64 &* row &+ 16)
    stored.set(levels.blocks.lines.2, at: 64 &* row &+ 32)
    stored.set(levels.blocks.lines.3, at: 64 &* row &+ 48)
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
  private mutating func clear(_ row: Int) {
    var masks = masks.mutableSpan
    masks.set(SIMD4<UInt16>.zero, at: 4 &* row)
  }

  /// A level of a block by its number in the zigzag scan.
  @inline(__always)
  func level(_ block: Int, _ number: Int) -> Int {
    let place = Int(BlockOrder.zigzag.span[number])
    return Int(numbers.span[(block & 12 | place & 3) << 4 | (block & 3) << 2 | place >> 2])
  }

  /// Transforms and quantises DC coefficients, and replaces them by those that a decoder makes of their
  /// levels: 8.5.10 and 8.5.11.
  private mutating func codeDirect(
    _ lines: inout DirectLines, isChroma: Bool, _ quantizer: Quantizer, isIntra: Bool
  ) {
    lines.transform(isChroma: isChroma)
    var direct = direct.mutableSpan
    for line in 0..<4 {
      lines.rows[line] = quantizer.directLevels(
        lines.rows[line], isChroma: isChroma, isIntra: isIntra)
      direct.set(SIMD4<Int16>(truncatingIfNeeded: lines.rows[line]), at: 4 &* line)
    }
    guard lines.rows[0] | lines.rows[1] | lines.rows[2] | lines.rows[3] != .zero else { return }
    lines.transform(isChroma: isChroma)
    for line in 0..<4 {
      lines.rows[line] = quantizer.directNumbers(lines.rows[line], isChroma: isChroma)
    }
    // Luma is one block of sixteen, chroma are two of four.
    let length = isChroma ? 4 : 16
    for start in stride(from: 0, to: isChroma ? 8 : 16, by: length) {
      var (mask, sum) = (UInt16(0), 0)
      for number in 0..<length {
        let level = directLevel(start &+ number, isChroma: isChroma)
        if level != 0 { mask |= 1 << UInt16(number) }
        sum &+= abs(level)
      }
      directMask |= mask << UInt16(start)
      bits += CodedBlocks.bits(mask: mask, sum: sum)
    }
  }

  /// A DC level by its number.
  @inline(__always)
  func directLevel(_ number: Int, isChroma: Bool) -> Int {
    let place = isChroma ? BlockOrder.chromaPlace(number) : Int(BlockOrder.zigzag.span[number])
    return Int(direct.span[place])
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

/// The DC of sixteen blocks of luma, or of eight of Cb and Cr side by side, row by row.
struct DirectLines {
  var rows = InlineArray<4, SIMD4<Int32>>(repeating: .zero)

  /// The transform of 4×4 numbers, or of 2×2 of Cb and of Cr; it is its own inverse but for a factor.
  @inline(__always)
  mutating func transform(isChroma: Bool) {
    if isChroma {
      let (sums, rests) = (rows[0] &+ rows[1], rows[0] &- rows[1])
      for (row, line) in [sums, rests].enumerated() {
        rows[row] = SIMD4(line[1], line[0], line[3], line[2]) &+ line &* SIMD4(1, -1, 1, -1)
      }
      return
    }
    for _ in 0..<2 {
      let (w, x, y, z) = (rows[0], rows[1], rows[2], rows[3])
      let (a, b, c, d) = (w &+ x, w &- x, y &+ z, y &- z)
      let (e, f, g, h) = (a &+ c, a &- c, b &- d, b &+ d)
      for row in 0..<4 { rows[row] = SIMD4(e[row], f[row], g[row], h[row]) }
    }
  }
}
