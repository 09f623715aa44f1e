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
      let pattern = 4 * candidate.chroma.pattern + (candidate.lumaPattern == 0 ? 0 : 12)
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
    let isIntra16 = candidate.isIntra16
    if isIntra16 {
      let kind = context.lumaKind(0, left, above)
      let levels = candidate.lumaDirect
      var mask: UInt16 = 0
      for number in 0..<16 where levels[number] != 0 { mask |= 1 << UInt16(number) }
      let block = ScannedBlock(mask: mask) { Int(levels[$0]) }
      guard block.write(to: &bits, kind: kind, length: 16) else { return false }
    }
    let luma = candidate.luma
    for number in 0..<16 where candidate.lumaPattern >> (number >> 2) & 1 == 1 {
      let kind = context.lumaKind(number, left, above)
      let place = 4 * BlockOrder.row(number) + BlockOrder.column(number)
      // Without DC the numbers begin at the second coefficient.
      let whole = luma.masks.span[place]
      let (mask, first) = isIntra16 ? (whole >> 1, 1) : (whole, 0)
      let block = ScannedBlock(mask: mask) { luma.level(place, $0 + first) }
      guard block.write(to: &bits, kind: kind, length: 16 - first) else { return false }
      context.counts[number] = UInt8(mask.nonzeroBitCount)
    }
    return writeChroma(candidate.chroma, &context, left, above)
  }

  private mutating func writeChroma(
    _ chroma: ChromaCode, _ context: inout MacroblockContext, _ left: MacroblockContext,
    _ above: MacroblockContext
  ) -> Bool {
    guard chroma.pattern > 0 else { return true }
    for plane in [0, 4] {
      var mask: UInt16 = 0
      for number in 0..<4 where chroma.direct[plane + number] != 0 { mask |= 1 << UInt16(number) }
      let block = ScannedBlock(mask: mask) { Int(chroma.direct[plane + $0]) }
      guard block.write(to: &bits, kind: 4, length: 4) else { return false }
    }
    guard chroma.pattern == 2 else { return true }
    for number in 0..<8 {
      let kind = context.chromaKind(number, left, above)
      // Cb and Cr stand side by side, two blocks each in a row.
      let place = 2 * (number & 2) + number >> 1 & 2 + number & 1
      let mask = chroma.levels.masks.span[place] >> 1
      let block = ScannedBlock(mask: mask) { chroma.levels.level(place, $0 + 1) }
      guard block.write(to: &bits, kind: kind, length: 15) else { return false }
      context.chromaCounts[number] = UInt8(mask.nonzeroBitCount)
    }
    return true
  }
}

extension MacroblockContext {
  /// The class of nC of a block of luma, by the blocks before it: 9.2.1.
  @inline(__always)
  fileprivate func lumaKind(
    _ block: Int, _ left: MacroblockContext, _ above: MacroblockContext
  ) -> Int {
    let (column, row) = (BlockOrder.column(block), BlockOrder.row(block))
    return ScannedBlock.kind(
      left: column > 0 ? counts[MacroblockContext.before(block)] : left.counts[block + 5],
      above: row > 0 ? counts[MacroblockContext.over(block)] : above.counts[block + 10])
  }

  /// The class of nC of a block of chroma.
  @inline(__always)
  fileprivate func chromaKind(
    _ block: Int, _ left: MacroblockContext, _ above: MacroblockContext
  ) -> Int {
    ScannedBlock.kind(
      left: block & 1 == 1 ? chromaCounts[block - 1] : left.chromaCounts[block + 1],
      above: block & 2 == 2 ? chromaCounts[block - 2] : above.chromaCounts[block + 2])
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
