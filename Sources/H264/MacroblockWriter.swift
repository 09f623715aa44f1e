// SPDX-License-Identifier: MIT

/// Writes the macroblocks of one slice.
struct SliceWriter {
  var bits = BitWriter()
  /// Whether the slice refers to the picture before.
  var isPredicted = false
  /// The macroblocks skipped since the last one that was written.
  var skipped = 0
  /// The QP of the last macroblock.
  var parameter = 0

  /// The most bits of a macroblock: 7.4.5 with annex A.
  private static let mostBits = 3200

  /// Writes macroblock_layer() at a QP, and gives how many levels its blocks have; `nil`, and nothing
  /// is written, if it would be too long.
  ///
  /// - Source: ITU-T H.264, 7.3.4 and 7.3.5.
  mutating func write(
    _ candidate: borrowing Candidate, _ parameter: Int, at column: Int, _ row: Int,
    _ contexts: ContextGrid
  ) -> MacroblockContext? {
    let (mark, before, last) = (bits.mark, skipped, self.parameter)
    let start = bits.count
    writeSkipped()
    let (left, above) = (contexts[column - 1, row], contexts[column, row - 1])
    writeHead(candidate, left, above, contexts.predictedVector(column, row))
    if candidate.pattern != 0 || candidate.isIntra16 {
      bits.putSigned(parameter - self.parameter)
      self.parameter = parameter
    }
    var context = MacroblockContext()
    if candidate.kind == .inter { context.vector = candidate.vector } else { context.kind = .intra }
    context.modes = candidate.modes
    let isCoded = writeResidual(candidate, &context, left, above)
    if isCoded, bits.count - start <= SliceWriter.mostBits { return context }
    bits.rewind(to: mark)
    (skipped, self.parameter) = (before, last)
    return nil
  }

  /// Writes a macroblock as samples: I_PCM, and gives its context.
  mutating func write(
    _ luma: Rows, _ chroma: Rows
  ) -> MacroblockContext {
    writeSkipped()
    bits.putUnsigned((isPredicted ? 5 : 0) + 25)
    bits.align()
    for row in 0..<16 { for column in 0..<16 { bits.put(Int(luma[row][column]), 8) } }
    for plane in [0, 8] {
      for row in 0..<8 { for column in 0..<8 { bits.put(Int(chroma[row][plane + column]), 8) } }
    }
    return MacroblockContext(
      counts: SIMD16(repeating: 16), chromaCounts: SIMD8(repeating: 16), kind: .intra)
  }

  /// Writes how many macroblocks were skipped: mb_skip_run.
  mutating func writeSkipped() {
    guard isPredicted else { return }
    bits.putUnsigned(skipped)
    skipped = 0
  }

  /// Writes mb_type, mb_pred() and coded_block_pattern.
  private mutating func writeHead(
    _ candidate: borrowing Candidate, _ left: MacroblockContext, _ above: MacroblockContext,
    _ predicted: Vector
  ) {
    let first = isPredicted ? 5 : 0
    switch candidate.kind {
    case .inter:
      bits.putUnsigned(0)
      bits.putSigned(candidate.vector.x - predicted.x)
      bits.putSigned(candidate.vector.y - predicted.y)
      bits.putUnsigned(CodeTables.interPatterns[candidate.pattern])
    case .intra16(let mode):
      let pattern = 4 * candidate.chroma.chromaPattern + (candidate.luma.pattern == 0 ? 0 : 12)
      bits.putUnsigned(first + 1 + mode + pattern)
      bits.putUnsigned(candidate.chromaMode)
    case .intra4:
      bits.putUnsigned(first)
      for block in 0..<16 {
        let expected = MacroblockContext.expectedMode(block, candidate.modes, left, above)
        let mode = Int(candidate.modes[block])
        if mode == expected {
          bits.put(1, 1)
        } else {
          bits.put(mode < expected ? mode : mode - 1, 4)
        }
      }
      bits.putUnsigned(candidate.chromaMode)
      bits.putUnsigned(CodeTables.intraPatterns[candidate.pattern])
    }
  }

  /// Writes residual(), and notes the counts; `false` if a level has no code.
  private mutating func writeResidual(
    _ candidate: borrowing Candidate, _ context: inout MacroblockContext, _ left: MacroblockContext,
    _ above: MacroblockContext
  ) -> Bool {
    let (luma, first) = (candidate.luma, candidate.isIntra16 ? 1 : 0)
    if candidate.isIntra16 {
      let kind = context.lumaKind(0, left, above)
      let isCoded = bits.putLevels(luma.directMask, kind: kind, length: 16) {
        luma.directLevel($0, isChroma: false)
      }
      guard isCoded else { return false }
    }
    for number in 0..<16 where luma.pattern >> (number >> 2) & 1 == 1 {
      let kind = context.lumaKind(number, left, above)
      let place = 4 * BlockOrder.row(number) + BlockOrder.column(number)
      guard let count = write(luma, place, from: first, kind) else { return false }
      context.counts[number] = count
    }
    return writeChroma(candidate.chroma, &context, left, above)
  }

  private mutating func writeChroma(
    _ chroma: CodedBlocks, _ context: inout MacroblockContext, _ left: MacroblockContext,
    _ above: MacroblockContext
  ) -> Bool {
    guard chroma.chromaPattern > 0 else { return true }
    for plane in [0, 4] {
      let mask = chroma.directMask >> UInt16(plane) & 15
      let isCoded = bits.putLevels(mask, kind: 4, length: 4) {
        chroma.directLevel(plane + $0, isChroma: true)
      }
      guard isCoded else { return false }
    }
    guard chroma.chromaPattern == 2 else { return true }
    for number in 0..<8 {
      let kind = context.chromaKind(number, left, above)
      guard let count = write(chroma, CodedBlocks.chromaBlock(number), from: 1, kind) else {
        return false
      }
      context.chromaCounts[number] = count
    }
    return true
  }

  /// Writes the levels of a block from the first or the second one on, and gives how many are not 0;
  /// `nil` if one has no code.
  @inline(__always)
  private mutating func write(
    _ blocks: CodedBlocks, _ block: Int, from first: Int, _ kind: Int
  ) -> UInt8? {
    let mask = blocks.masks.span[block] >> UInt16(first)
    let isCoded = bits.putLevels(mask, kind: kind, length: 16 - first) {
      blocks.level(block, $0 + first)
    }
    return isCoded ? UInt8(mask.nonzeroBitCount) : nil
  }
}

extension MacroblockContext {
  /// The class of nC of a block of luma, by the blocks before it: 9.2.1.
  @inline(__always)
  fileprivate func lumaKind(
    _ block: Int, _ left: MacroblockContext, _ above: MacroblockContext
  ) -> Int {
    let (column, row) = (BlockOrder.column(block), BlockOrder.row(block))
    return MacroblockContext.kind(
      left: column > 0 ? counts[MacroblockContext.before(block)] : left.counts[block + 5],
      above: row > 0 ? counts[MacroblockContext.over(block)] : above.counts[block + 10])
  }

  /// The class of nC of a block of chroma.
  @inline(__always)
  fileprivate func chromaKind(
    _ block: Int, _ left: MacroblockContext, _ above: MacroblockContext
  ) -> Int {
    MacroblockContext.kind(
      left: block & 1 == 1 ? chromaCounts[block - 1] : left.chromaCounts[block + 1],
      above: block & 2 == 2 ? chromaCounts[block - 2] : above.chromaCounts[block + 2])
  }

  /// The class of nC from the counts of the blocks at the left and above.
  @inline(__always)
  static func kind(left: UInt8, above: UInt8) -> Int {
    // A count that is not there is 128.
    let sum = Int(left) + Int(above)
    let count = sum < 128 ? (sum + 1) / 2 : sum & 127
    return count < 2 ? 0 : count < 4 ? 1 : count < 8 ? 2 : 3
  }

  /// The mode that the neighbours of a block suggest: 8.3.1.1.
  @inline(__always)
  static func expectedMode(
    _ block: Int, _ modes: SIMD16<Int8>, _ left: MacroblockContext, _ above: MacroblockContext
  ) -> Int {
    let (column, row) = (BlockOrder.column(block), BlockOrder.row(block))
    let one = column > 0 ? modes[before(block)] : left.modes[block + 5]
    let two = row > 0 ? modes[over(block)] : above.modes[block + 10]
    return min(one, two) < 0 ? 2 : Int(min(one, two))
  }

  /// The block at the left of one that is not in the first column.
  @inline(__always)
  private static func before(_ block: Int) -> Int { block & 1 == 1 ? block - 1 : block - 3 }

  /// The block above one that is not in the first row.
  @inline(__always)
  private static func over(_ block: Int) -> Int { block & 2 == 2 ? block - 2 : block - 6 }
}
