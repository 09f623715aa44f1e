// SPDX-License-Identifier: MIT

/// A deflate encoder that looks only for runs of one colour.
///
/// Rows of flat graphics hold little else, and this is many times faster than a search through the
/// last 32 KiB. Each piece is independent: it does not refer to earlier pieces and ends on a whole
/// byte, so pieces can be kept and joined in any way.
///
/// - Source: RFC 1951.
package struct RunDeflater {
  private var literals = PrefixCode(symbolCount: 286)
  private var meta = PrefixCode(symbolCount: 19)
  private var bits = BitWriter()
  /// How often each of deflate's symbols occurs.
  private var frequencies = [UInt32](repeating: 0, count: 286)
  /// The word of each token for ``BitWriter``.
  private var words = [BitWord](repeating: BitWord(), count: RunTokens.kindCount)
  /// The code lengths in the header of a block, and the words of their tokens.
  private var header = CodeLengths()
  private var headerWords = [BitWord](repeating: BitWord(), count: BitWriter.wordCount)

  /// A deflater that has compressed nothing yet.
  package init() {}

  /// Compresses a piece. The result is valid until the next call.
  package mutating func compress(_ piece: RunTokens) -> ArraySlice<UInt8> {
    RunDeflater.count(piece.counts, &frequencies)
    literals.build(frequencies, longest: RunDeflater.longestCode)
    // A token has at most 12 bits of code, 5 of length and 1 of distance.
    bits.begin(
      maxBits: RunDeflater.maxHeaderBits + BitWriter.longest * (piece.tokens.count + 1) + 32)
    writeHeader(distance: piece.distance)
    RunDeflater.setWords(&words, literals)
    bits.write(piece.tokens[...], as: words)
    let end = RunDeflater.endOfBlock
    bits.write(UInt32(literals.codes[end]), count: Int(literals.lengths[end]))
    // An empty stored block aligns the piece to a whole byte.
    bits.write(0, count: 3)
    bits.align()
    bits.write(0xFFFF_0000, count: 32)
    return bits.bytes
  }

  /// 17 bits, 19 lengths of codes of 3 bits, and 290 lengths of at most 7 and 7 bits; the stored
  /// block's 3 bits.
  static let maxHeaderBits = 17 + 19 * 3 + 290 * 14 + 3
  /// Bits of the longest code: few, so that several tokens are written at once.
  private static let longestCode = 12
  /// Deflate's symbol for the end of a block.
  private static let endOfBlock = 256

  /// Converts counts of tokens to frequencies of deflate's symbols, with one end of the block.
  private static func count(_ counts: [UInt32], _ frequencies: inout [UInt32]) {
    let counts = counts.span
    var frequencies = frequencies.mutableSpan
    for byte in 0..<256 { frequencies[byte] = counts[byte] }
    frequencies[endOfBlock] = 1
    for symbol in 257...285 {
      var sum: UInt32 = 0
      for length in RunLength.lengths(of: symbol) { sum &+= counts[RunTokens.lengthBase + length] }
      frequencies[symbol] = sum
    }
  }

  /// Writes the header of a block with dynamic codes: RFC 1951, section 3.2.7.
  private mutating func writeHeader(distance: Int) {
    var literalCount = 286
    while literalCount > 257, literals.lengths[literalCount - 1] == 0 { literalCount -= 1 }
    header.removeAll()
    header.append(literals.lengths[0..<literalCount])
    // Distances 1 to 4 are symbols 0 to 3, without extra bits. Only one is used; it gets one bit.
    header.append(RunDeflater.distanceLengths[(4 - distance)...])
    meta.build(header.frequencies, longest: 7)
    let order = RunDeflater.metaOrder
    var metaCount = 19
    while metaCount > 4, meta.lengths[order[metaCount - 1]] == 0 { metaCount -= 1 }
    bits.write(0b100, count: 3)
    bits.write(UInt32(literalCount - 257), count: 5)
    bits.write(UInt32(distance - 1), count: 5)
    bits.write(UInt32(metaCount - 4), count: 4)
    for symbol in order[0..<metaCount] { bits.write(UInt32(meta.lengths[symbol]), count: 3) }
    CodeLengths.setWords(&headerWords, meta)
    bits.write(header.tokens, as: headerWords)
  }

  private static let distanceLengths: [UInt8] = [0, 0, 0, 1]

  private static let metaOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Sets the word of each token that occurs.
  private static func setWords(_ words: inout [BitWord], _ code: PrefixCode) {
    let (codes, lengths) = (code.codes.span, code.lengths.span)
    var words = words.mutableSpan
    for byte in 0..<256 {
      words[byte] = BitWord(UInt64(codes[byte]), count: Int(lengths[byte]))
    }
    for symbol in 257...285 where lengths[symbol] > 0 {
      // The code, the extra bits, and one bit of 0 for the distance.
      let runs = RunLength.lengths(of: symbol)
      let (value, count) = (UInt64(codes[symbol]), Int(lengths[symbol]))
      let all = count + RunLength.extraCount(of: symbol) + 1
      for length in runs {
        let extra = UInt64(truncatingIfNeeded: length &- runs.lowerBound)
        words[RunTokens.lengthBase + length] = BitWord(value | extra &<< UInt64(count), count: all)
      }
    }
  }
}

/// The encoding of run lengths, 3 to 258: a symbol and extra bits.
///
/// - Source: RFC 1951, section 3.2.5.
enum RunLength {
  static let shortest = 3
  static let longest = 258

  /// The number of extra bits of a symbol, 257 to 285.
  @inline(__always)
  static func extraCount(of symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }

  /// The lengths of a symbol, 257 to 285.
  @inline(__always)
  static func lengths(of symbol: Int) -> Range<Int> {
    // The longest run has its own symbol, although the one before could express it.
    if symbol == 285 { return longest..<longest + 1 }
    // From the ninth symbol on, four symbols have the same number of extra bits.
    let extra = extraCount(of: symbol)
    let first = extra == 0 ? symbol - 254 : shortest + (4 + (symbol - 265) % 4) << extra
    return first..<min(first + 1 << extra, longest)
  }
}
