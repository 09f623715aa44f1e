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
  private(set) var vector = Vector()
  /// The modes of `intra4`, by place.
  private(set) var modes = SIMD16<Int8>(repeating: 2)
  /// The mode of chroma in intra macroblocks.
  var chromaMode = 0
  private(set) var luma = CodedBlocks()
  var chroma = CodedBlocks()
  /// About how many bits it takes.
  var bits = 0
  /// The sum of squared differences to the source.
  var distortion = 0

  /// coded_block_pattern.
  var pattern: Int { luma.pattern | chroma.chromaPattern << 4 }

  var isIntra16: Bool { if case .intra16 = kind { true } else { false } }

  /// Its cost if a bit is worth `lambda` sixteenths of a squared difference.
  func cost(_ lambda: Int) -> Int { 16 * distortion + lambda * bits }

  /// Takes a moved block with the difference to it.
  mutating func setInter(
    _ source: Rows, _ prediction: Rows, _ chromaSource: Rows, _ chromaPrediction: Rows,
    _ vector: Vector, _ quantizer: Quantizer
  ) {
    (kind, self.vector, modes) = (.inter, vector, SIMD16(repeating: 2))
    luma.code(source, minus: prediction, quantizer, isIntra: false, isDirect: false)
    chroma.code(
      chromaSource, minus: chromaPrediction, quantizer.chroma, isIntra: false, isDirect: true)
    bits = luma.bits + chroma.bits
  }

  /// Takes a prediction from the samples around with the difference to it.
  mutating func setIntra16(
    _ source: Rows, _ prediction: Rows, mode: Int, _ quantizer: Quantizer
  ) {
    (kind, modes) = (.intra16(mode: mode), SIMD16(repeating: 2))
    luma.code(source, minus: prediction, quantizer, isIntra: true, isDirect: true)
    (distortion, bits) = (luma.distortion(from: source), luma.bits)
  }

  /// Takes a prediction for each block of 4×4 from what is decoded around it in a plane, in which it
  /// leaves its own samples; `false`, and it is of no use, if its cost is greater than `limit`.
  mutating func setIntra4(
    _ source: Rows, in plane: inout Plane, _ column: Int, _ row: Int, _ quantizer: Quantizer,
    limit: Int, left: MacroblockContext, above: MacroblockContext
  ) -> Bool {
    (kind, distortion, bits) = (.intra4, 0, 0)
    let table = Intra4x4.places
    let places = table.span
    let penalty = 3 * quantizer.bitDistance
    for block in 0..<16 {
      let place = BlockOrder.place(block)
      let (x, y) = (4 * (place & 3), place & 12)
      let part = source.part(x, y)
      let edge = Intra4x4(block, plane, column, row)
      let expected = MacroblockContext.expectedMode(place, modes, left, above)
      var best = (mode: 2, prediction: SIMD16<UInt8>.zero, cost: Int.max)
      // The expected mode comes first; each other one costs the penalty at least.
      for number in -1..<9 where best.cost > penalty {
        let mode = number < 0 ? expected : number
        if edge.lacks(mode) { continue }
        let prediction = edge.prediction(places, mode)
        let cost = 4 * part.distance(to: prediction) + (mode == expected ? 0 : penalty)
        if cost < best.cost { best = (mode, prediction, cost) }
      }
      modes[place] = Int8(best.mode)
      let decoded = luma.code(part, minus: best.prediction, quantizer, place)
      plane.set(16 * column + x, 16 * row + y, 4) { line in
        SIMD4(
          decoded[4 * line], decoded[4 * line + 1], decoded[4 * line + 2], decoded[4 * line + 3])
      }
      distortion += part.squares(to: decoded)
      bits += (best.mode == expected ? 1 : 4) + luma.bits(place)
      if cost(quantizer.lambda) > limit { return false }
    }
    luma.finish(plane.block(16 * column, 16 * row).span)
    return true
  }
}
