// SPDX-License-Identifier: MIT

/// A way to code a macroblock, with its levels, what a decoder makes of them, and what it costs.
///
/// It is made once, and then filled.
struct Candidate: ~Copyable {
  enum Kind: Equatable {
    /// One block of 16×16 that is moved by a vector.
    case inter
    /// One prediction from the samples around.
    case intra16(mode: Int)
    /// A prediction for each block of 4×4.
    case intra4
  }

  private(set) var kind = Kind.inter
  var vector = Vector()
  /// The levels of luma; without those of DC in `intra16`.
  private(set) var luma = BlockLevels()
  /// The DC levels of `intra16` in the zigzag scan.
  private(set) var lumaDirect = [Int16](repeating: 0, count: 16)
  /// The modes of `intra4`, in the order of decoding.
  private(set) var modes = SIMD16<Int8>(repeating: 2)
  /// The mode of chroma in intra macroblocks.
  var chromaMode = 0
  var chroma = ChromaCode()
  /// Which quarters of luma have levels, bit by bit.
  private(set) var lumaPattern = 0
  private(set) var samples = [SIMD16<UInt8>](repeating: .zero, count: 16)
  /// The sum of squared differences to the source, and about how many bits it takes.
  var distortion = 0
  var bits = 0

  /// coded_block_pattern.
  var pattern: Int { lumaPattern | chroma.pattern << 4 }

  var isIntra16: Bool { if case .intra16 = kind { true } else { false } }

  /// Its cost if a bit is worth so many sixteenths of a squared difference.
  func cost(_ lambda: Int) -> Int { 16 * distortion + lambda * bits }

  /// About how many bits its blocks of luma take.
  @inline(__always)
  private func lumaBits() -> Int {
    var sum = 0
    for block in 0..<16 where lumaPattern >> Candidate.quarter(block) & 1 == 1 {
      sum += luma.bits(block)
    }
    return sum
  }

  @inline(__always)
  private mutating func setPattern() {
    lumaPattern = 0
    for block in 0..<16 where luma.masks[block] != 0 {
      lumaPattern |= 1 << Candidate.quarter(block)
    }
  }

  /// The quarter of the macroblock in which a block is, counted from the left and from the top.
  @inline(__always)
  private static func quarter(_ block: Int) -> Int { block >> 2 & 2 | block >> 1 & 1 }

  /// Takes a moved block with the difference to it.
  mutating func setInter(
    _ source: Rows, _ prediction: Rows, _ vector: Vector,
    _ quantizer: Quantizer
  ) {
    (kind, self.vector, modes) = (.inter, vector, SIMD16(repeating: 2))
    for row in 0..<4 {
      if source.distance(to: prediction, from: 4 &* row) <= quantizer.smallestDistance {
        luma.clear(row)
        samples.copy(prediction, from: 4 &* row, count: 4)
        continue
      }
      var blocks = FourBlocks(source, minus: prediction, from: 4 &* row)
      blocks.transform()
      if quantizer.quantize(blocks, row: row, of: &luma, isIntra: false) {
        blocks = quantizer.numbers(of: luma, row: row)
        blocks.invert()
        blocks.add(to: prediction, from: 4 &* row, into: &samples)
      } else {
        samples.copy(prediction, from: 4 &* row, count: 4)
      }
    }
    setPattern()
    (distortion, bits) = (source.squares(to: samples.span), lumaBits())
  }

  /// Takes a prediction from the samples around with the difference to it.
  mutating func setIntra16(
    _ source: Rows, _ prediction: Rows, mode: Int, isExact: Bool, _ quantizer: Quantizer
  ) {
    (kind, modes, lumaPattern) = (.intra16(mode: mode), SIMD16(repeating: 2), 0)
    if isExact {
      for number in 0..<16 { lumaDirect[number] = 0 }
      samples.copy(prediction, from: 0, count: 16)
      (distortion, bits) = (0, 1)
      return
    }
    var sums = InlineArray<16, Int>(repeating: 0)
    for row in 0..<4 {
      var blocks = FourBlocks(source, minus: prediction, from: 4 &* row)
      blocks.transform()
      for column in 0..<4 { sums[4 &* row &+ column] = Int(blocks.lines.0[4 &* column]) }
      blocks.lines.0.removeDirect()
      if quantizer.quantize(blocks, row: row, of: &luma, isIntra: true) { lumaPattern = 15 }
    }
    Candidate.square(&sums)
    var (mask, sum) = (UInt16(0), 0)
    var levels = InlineArray<16, Int>(repeating: 0)
    for number in 0..<16 {
      let place = Int(BlockOrder.zigzag.span[number])
      let level = quantizer.directLevel((sums[place] + 1) >> 1, isIntra: true)
      levels[place] = level
      lumaDirect[number] = Int16(truncatingIfNeeded: level)
      guard level != 0 else { continue }
      mask |= 1 << UInt16(number)
      sum += abs(level)
    }
    Candidate.square(&levels)
    for row in 0..<4 {
      var blocks = quantizer.numbers(of: luma, row: row)
      if luma.isEmpty(row) { blocks = FourBlocks() }
      for column in 0..<4 {
        blocks.lines.0[4 &* column] = quantizer.lumaDirect(levels[4 &* row &+ column])
      }
      blocks.invert()
      blocks.add(to: prediction, from: 4 &* row, into: &samples)
    }
    distortion = source.squares(to: samples.span)
    bits = lumaBits() + BlockLevels.bits(mask: mask, sum: sum)
  }

  /// The transform of 4×4 DC coefficients, which is its own inverse but for a factor: 8.5.10.
  private static func square(_ numbers: inout InlineArray<16, Int>) {
    for line in 0..<4 { square(&numbers, 4 &* line, 1) }
    for line in 0..<4 { square(&numbers, line, 4) }
  }

  @inline(__always)
  private static func square(_ numbers: inout InlineArray<16, Int>, _ first: Int, _ step: Int) {
    let (w, x) = (numbers[first], numbers[first &+ step])
    let (y, z) = (numbers[first &+ 2 &* step], numbers[first &+ 3 &* step])
    numbers[first] = w &+ x &+ y &+ z
    numbers[first &+ step] = w &+ x &- y &- z
    numbers[first &+ 2 &* step] = w &- x &- y &+ z
    numbers[first &+ 3 &* step] = w &- x &+ y &- z
  }

  /// Takes a prediction for each block of 4×4 from what is decoded around it; `false`, and it is of no
  /// use, if its cost is greater than `limit`.
  mutating func setIntra4(
    _ source: Rows, _ around: inout Surroundings, _ quantizer: Quantizer,
    lambda: Int, limit: Int, left: MacroblockContext, above: MacroblockContext
  ) -> Bool {
    (kind, distortion, bits) = (.intra4, 0, 0)
    let known = (around.hasLeft, around.hasAbove, around.hasAboveRight)
    let table = Intra4x4.places
    let places = table.span
    let penalty = 3 * Candidate.lambdaOfDistance(lambda)
    for block in 0..<16 {
      let (column, row) = (4 * BlockOrder.column(block), 4 * BlockOrder.row(block))
      let part = source.part(column, row)
      let edge = Intra4x4(block, around.samples.span, known)
      let values = edge.values.span
      let expected = MacroblockContext.expectedMode(block, modes, left, above)
      var best = (mode: 2, prediction: SIMD16<UInt8>.zero, cost: Int.max)
      // The expected mode comes first; each other one costs the penalty at least.
      for number in -1..<9 where best.cost > penalty {
        let mode = number < 0 ? expected : number
        if edge.lacks(mode) { continue }
        let prediction = Intra4x4.prediction(values, places, mode)
        let cost = 4 * part.distance(to: prediction) + (mode == expected ? 0 : penalty)
        if cost < best.cost { best = (mode, prediction, cost) }
      }
      modes[block] = Int8(best.mode)
      let place = row + column / 4
      let decoded = code(part, best.prediction, place, quantizer)
      around.set(decoded, column, row)
      distortion += part.squares(to: decoded)
      bits += (best.mode == expected ? 1 : 4) + luma.bits(place)
      if cost(lambda) > limit { return false }
    }
    around.copyDecoded(to: &samples)
    setPattern()
    return true
  }

  /// Codes one block of 4×4, and gives what a decoder makes of it.
  @inline(__always)
  private mutating func code(
    _ part: SIMD16<UInt8>, _ prediction: SIMD16<UInt8>, _ block: Int, _ quantizer: Quantizer
  ) -> SIMD16<UInt8> {
    var blocks = FourBlocks(ofOne: part.widened &- prediction.widened)
    blocks.transform()
    let coded = quantizer.quantize(one: blocks, block, of: &luma)
    guard let coded else { return prediction }
    blocks = coded
    blocks.invert()
    return (prediction.widened &+ blocks.one).samples
  }

  /// What a bit is worth in quarters of an absolute difference.
  static func lambdaOfDistance(_ lambda: Int) -> Int {
    // λ is 16 times what it is in squares, so its root is four times.
    var root = 1
    while (root + 1) * (root + 1) <= lambda { root += 1 }
    return root
  }
}

/// The levels of the chroma of a macroblock.
struct ChromaCode: Sendable {
  /// Those of Cb and of Cr side by side, in two rows of blocks; without DC.
  private(set) var levels = BlockLevels()
  /// The DC levels of Cb and of Cr.
  private(set) var direct = SIMD8<Int32>.zero
  /// 0: none; 1: DC only; 2: all.
  private(set) var pattern = 0
  private(set) var samples = [SIMD16<UInt8>](repeating: .zero, count: 8)
  private(set) var bits = 0
  private(set) var distortion = 0

  /// Codes the difference of samples to a prediction.
  mutating func set(
    _ source: Rows, _ prediction: Rows, _ quantizer: Quantizer,
    isIntra: Bool
  ) {
    (pattern, bits, distortion) = (0, 0, 0)
    if source.distance(to: prediction) == 0 {
      samples.copy(prediction, from: 0, count: 8)
      return
    }
    var (upper, lower) = (
      FourBlocks(source, minus: prediction, from: 0), FourBlocks(source, minus: prediction, from: 4)
    )
    upper.transform()
    lower.transform()
    let (w, x) = (upper.lines.0, lower.lines.0)
    let sums = ChromaCode.square(
      SIMD8(truncatingIfNeeded: SIMD8(w[0], w[4], x[0], x[4], w[8], w[12], x[8], x[12])))
    upper.lines.0.removeDirect()
    lower.lines.0.removeDirect()
    if quantizer.quantize(upper, row: 0, of: &levels, isIntra: isIntra) { pattern = 2 }
    if quantizer.quantize(lower, row: 1, of: &levels, isIntra: isIntra) { pattern = 2 }
    for index in 0..<8 {
      direct[index] = Int32(
        truncatingIfNeeded: quantizer.directLevel(Int(sums[index]), isIntra: isIntra))
    }
    if pattern == 0, direct != .zero { pattern = 1 }
    guard pattern > 0 else {
      samples.copy(prediction, from: 0, count: 8)
      distortion = source.squares(to: prediction)
      return
    }
    bits = directBits(0) + directBits(4)
    if pattern == 2 { for block in 0..<8 { bits += levels.bits(block) } }
    let scaled = ChromaCode.square(direct)
    for row in 0..<2 {
      var blocks = levels.isEmpty(row) ? FourBlocks() : quantizer.numbers(of: levels, row: row)
      for (lane, number) in [(0, 0), (4, 1), (8, 4), (12, 5)] {
        blocks.lines.0[lane] = quantizer.chromaDirect(Int(scaled[2 * row + number]))
      }
      blocks.invert()
      blocks.add(to: prediction, from: 4 &* row, into: &samples)
    }
    distortion = source.squares(to: samples.span)
  }

  /// About how many bits the DC levels of a plane take.
  private func directBits(_ plane: Int) -> Int {
    var (mask, sum) = (UInt16(0), 0)
    for index in 0..<4 where direct[plane + index] != 0 {
      mask |= 1 << UInt16(index)
      sum += abs(Int(direct[plane + index]))
    }
    return BlockLevels.bits(mask: mask, sum: sum)
  }

  /// The transform of 2×2 numbers of both planes, which is its own inverse but for a factor: 8.5.11.1.
  @inline(__always)
  private static func square(_ numbers: SIMD8<Int32>) -> SIMD8<Int32> {
    let sums = numbers.evenHalf &+ numbers.oddHalf
    let rests = numbers.evenHalf &- numbers.oddHalf
    return SIMD8(
      sums[0] &+ sums[1], rests[0] &+ rests[1], sums[0] &- sums[1], rests[0] &- rests[1],
      sums[2] &+ sums[3], rests[2] &+ rests[3], sums[2] &- sums[3], rests[2] &- rests[3])
  }
}
