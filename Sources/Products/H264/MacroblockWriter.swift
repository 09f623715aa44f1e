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
      counts: SIMD16(repeating: 16), chromaCounts: SIMD16(repeating: 16), kind: .intra)
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
        let place = BlockOrder.place(block)
        let expected = MacroblockContext.expectedMode(place, candidate.modes, left, above)
        let mode = Int(candidate.modes[place])
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
    let (luma, chroma) = (candidate.luma, candidate.chroma)
    if candidate.isIntra16 {
      let kind = MacroblockContext.kind(0, width: 4, context.counts, left.counts, above.counts)
      let isCoded = bits.putLevels(luma.directMask, kind: kind, length: 16) {
        luma.directLevel($0, isChroma: false)
      }
      guard isCoded else { return false }
    }
    for number in 0..<16 where luma.pattern >> (number >> 2) & 1 == 1 {
      let isCoded = write(
        luma, BlockOrder.place(number), from: candidate.isIntra16 ? 1 : 0, width: 4,
        &context.counts, left.counts, above.counts)
      guard isCoded else { return false }
    }
    for plane in [0, 4] where chroma.chromaPattern > 0 {
      let isCoded = bits.putLevels(chroma.directMask >> UInt16(plane) & 15, kind: 4, length: 4) {
        chroma.directLevel(plane + $0, isChroma: true)
      }
      guard isCoded else { return false }
    }
    for number in 0..<8 where chroma.chromaPattern == 2 {
      let isCoded = write(
        chroma, BlockOrder.chromaPlace(number), from: 1, width: 2, &context.chromaCounts,
        left.chromaCounts, above.chromaCounts)
      guard isCoded else { return false }
    }
    return true
  }

  /// Writes the levels of a block from the first or the second one on, and notes their count; `false` if
  /// one has no code.
  @inline(__always)
  private mutating func write(
    _ blocks: CodedBlocks, _ place: Int, from first: Int, width: Int,
    _ counts: inout SIMD16<UInt8>, _ left: SIMD16<UInt8>, _ above: SIMD16<UInt8>
  ) -> Bool {
    let mask = blocks.masks.span[place] >> UInt16(first)
    let kind = MacroblockContext.kind(place, width: width, counts, left, above)
    counts[place] = UInt8(mask.nonzeroBitCount)
    return bits.putLevels(mask, kind: kind, length: 16 - first) {
      blocks.level(place, $0 + first)
    }
  }
}
