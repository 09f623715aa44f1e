// SPDX-License-Identifier: MIT

/// A deflate encoder for pictures of thin lines on flat ground: it looks for nothing but runs of
/// one colour, which is all that such rows hold.
///
/// Against a general search through the last 32 KiB this loses nothing here (lines of different
/// rows rarely repeat) and is many times faster. Each piece stands for itself: its blocks refer to
/// no earlier piece, and it ends on a whole byte, so pieces can be kept and put together again.
///
/// - Source: RFC 1951.
package struct RunDeflater {
  private var literals = HuffmanCode(symbolCount: 286)
  private var distances = HuffmanCode(symbolCount: 4)
  private var meta = HuffmanCode(symbolCount: 19)
  private var bits = BitWriter()
  /// For each token what is written of it.
  private var words = [UInt32](repeating: 0, count: 256 + RunLength.longest + 1)
  /// The code lengths of a head: symbols of the code for them, and from the eighth bit on their extra
  /// bits.
  private var metaTokens: [UInt16] = []

  /// A deflater that has compressed nothing yet.
  package init() {}

  /// Compresses a piece; the bytes stay where they are until the next one.
  package mutating func compress(_ piece: RunTokens) -> ArraySlice<UInt8> {
    literals.build(piece.frequencies, longest: 15)
    // Distances 1 to 4 are symbols 0 to 3, without extra bits.
    var distanceFrequencies: [UInt32] = [0, 0, 0, 0]
    distanceFrequencies[piece.distance - 1] = 1
    distances.build(distanceFrequencies, longest: 15)
    // No token takes more than 15 bits of code, 5 of length and 1 of distance.
    bits.begin(mostBits: RunDeflater.mostHeaderBits + 21 * (piece.tokens.count + 1) + 32)
    writeHeader(distanceCount: piece.distance)
    setWords(distanceSymbol: piece.distance - 1)
    let words = words
    bits.write(piece.tokens.span, as: words.span)
    let end = RunTokens.endOfBlock
    bits.write(UInt32(literals.codes[end]), count: Int(literals.lengths[end]))
    // An empty stored block ends on a whole byte.
    bits.write(0, count: 3)
    bits.align()
    bits.write(0xFFFF_0000, count: 32)
    return bits.bytes
  }

  /// 17 bits, 19 lengths of codes of 3 bits, and 290 lengths of at most 7 and 7 bits; the stored
  /// block's 3 bits.
  static let mostHeaderBits = 17 + 19 * 3 + 290 * 14 + 3

  /// Writes the head of a block with codes of its own: RFC 1951, section 3.2.7.
  private mutating func writeHeader(distanceCount: Int) {
    var literalCount = 286
    while literalCount > 257, literals.lengths[literalCount - 1] == 0 { literalCount -= 1 }
    metaTokens.removeAll(keepingCapacity: true)
    RunDeflater.shorten(literals.lengths[0..<literalCount], &metaTokens)
    RunDeflater.shorten(distances.lengths[0..<distanceCount], &metaTokens)
    var metaFrequencies = [UInt32](repeating: 0, count: 19)
    for token in metaTokens { metaFrequencies[Int(token & 255)] += 1 }
    meta.build(metaFrequencies, longest: 7)
    let order = RunDeflater.metaOrder
    var metaCount = 19
    while metaCount > 4, meta.lengths[order[metaCount - 1]] == 0 { metaCount -= 1 }
    bits.write(0b100, count: 3)
    bits.write(UInt32(literalCount - 257), count: 5)
    bits.write(UInt32(distanceCount - 1), count: 5)
    bits.write(UInt32(metaCount - 4), count: 4)
    for symbol in order[0..<metaCount] { bits.write(UInt32(meta.lengths[symbol]), count: 3) }
    for token in metaTokens {
      let symbol = Int(token & 255)
      bits.write(UInt32(meta.codes[symbol]), count: Int(meta.lengths[symbol]))
      switch symbol {
      case 16: bits.write(UInt32(token >> 8), count: 2)
      case 17: bits.write(UInt32(token >> 8), count: 3)
      case 18: bits.write(UInt32(token >> 8), count: 7)
      default: break
      }
    }
  }

  private static let metaOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Adds code lengths, repeated ones as symbols 16 (the last one again), 17 and 18 (zeros).
  private static func shorten(_ lengths: ArraySlice<UInt8>, _ tokens: inout [UInt16]) {
    func token(_ symbol: UInt8, _ extra: Int) -> UInt16 { UInt16(symbol) | UInt16(extra) << 8 }
    var index = lengths.startIndex
    while index < lengths.endIndex {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.endIndex, lengths[index + run] == length { run += 1 }
      index += run
      if length != 0 {
        tokens.append(token(length, 0))
        run -= 1
      }
      while run > 0 {
        if length == 0, run >= 11 {
          let count = min(run, 138)
          tokens.append(token(18, count - 11))
          run -= count
        } else if run >= 3 {
          let count = min(run, length == 0 ? 10 : 6)
          tokens.append(token(length == 0 ? 17 : 16, count - 3))
          run -= count
        } else {
          tokens.append(token(length, 0))
          run -= 1
        }
      }
    }
  }

  /// Gives each token its word: its bits, and from the 24th bit on their number.
  private mutating func setWords(distanceSymbol: Int) {
    let distance = UInt32(distances.codes[distanceSymbol])
    let distanceLength = UInt32(distances.lengths[distanceSymbol])
    let (codes, lengths) = (literals.codes, literals.lengths)
    var words = words.mutableSpan
    for byte in 0..<256 { words[byte] = UInt32(codes[byte]) | UInt32(lengths[byte]) << 24 }
    var length = RunLength.shortest
    for symbol in 257...285 {
      let extraCount = RunLength.extraCount(of: symbol)
      // The longest run has a symbol of its own, and not the last one of the symbol before.
      if symbol == 285 { length = RunLength.longest }
      let count = UInt32(lengths[symbol])
      guard count > 0 else {
        length += 1 << extraCount
        continue
      }
      let extraEnd = count + UInt32(extraCount)
      let word =
        UInt32(codes[symbol]) | distance << extraEnd | (extraEnd + distanceLength) << 24
      for extra in 0..<UInt32(1 << extraCount) {
        words[256 + length] = word | extra << count
        length += 1
      }
    }
  }
}

/// How a length of 3 to 258 is written: a symbol, and extra bits that tell those of one symbol
/// apart.
///
/// - Source: RFC 1951, section 3.2.5.
enum RunLength {
  static let shortest = 3
  static let longest = 258

  /// The symbol of a length.
  @inline(__always)
  static func symbol(of length: Int) -> Int {
    let offset = length - shortest
    if length == longest { return 285 }
    if offset < 8 { return 257 + offset }
    // From 8 on, each power of two is cut into four symbols.
    let power = Int.bitWidth - 1 - offset.leadingZeroBitCount
    return 257 + 4 * (power - 1) + (offset >> (power - 2)) & 3
  }

  /// The number of extra bits of a symbol.
  @inline(__always)
  static func extraCount(of symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }
}
