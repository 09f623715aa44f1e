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
  private var metaTokens: [(symbol: UInt8, extra: UInt8)] = []

  /// A deflater that has compressed nothing yet.
  package init() {}

  /// Compresses a piece.
  package mutating func compress(_ piece: RunTokens) -> [UInt8] {
    literals.build(piece.frequencies, longest: 15)
    // Distances 1 to 4 are symbols 0 to 3, without extra bits.
    var distanceFrequencies: [UInt32] = [0, 0, 0, 0]
    distanceFrequencies[piece.distance - 1] = 1
    distances.build(distanceFrequencies, longest: 15)
    // No token takes more than 15 bits of code, 5 of length and 1 of distance.
    bits.begin(mostBits: RunDeflater.mostHeaderBits + 21 * (piece.tokens.count + 1))
    writeHeader(distanceCount: piece.distance)
    setWords(distanceSymbol: piece.distance - 1)
    let words = words
    bits.write(piece.tokens.span, as: words.span)
    let end = RunTokens.endOfBlock
    bits.write(UInt32(literals.codes[end]), count: Int(literals.lengths[end]))
    // An empty stored block ends on a whole byte.
    bits.write(0, count: 3)
    bits.align()
    return bits.bytes + [0, 0, 0xFF, 0xFF]
  }

  /// 17 bits, 19 lengths of codes of 3 bits, and 290 lengths of at most 7 and 7 bits; the stored
  /// block's 3 bits.
  static let mostHeaderBits = 17 + 19 * 3 + 290 * 14 + 3

  /// Writes the head of a block with codes of its own: RFC 1951, section 3.2.7.
  private mutating func writeHeader(distanceCount: Int) {
    var literalCount = 286
    while literalCount > 257, literals.lengths[literalCount - 1] == 0 { literalCount -= 1 }
    let lengths =
      Array(literals.lengths[0..<literalCount]) + distances.lengths[0..<distanceCount]
    shorten(lengths)
    var metaFrequencies = [UInt32](repeating: 0, count: 19)
    for token in metaTokens { metaFrequencies[Int(token.symbol)] += 1 }
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
      let symbol = Int(token.symbol)
      bits.write(UInt32(meta.codes[symbol]), count: Int(meta.lengths[symbol]))
      switch symbol {
      case 16: bits.write(UInt32(token.extra), count: 2)
      case 17: bits.write(UInt32(token.extra), count: 3)
      case 18: bits.write(UInt32(token.extra), count: 7)
      default: break
      }
    }
  }

  private static let metaOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Writes repeated code lengths as symbols 16 (the last one again), 17 and 18 (zeros).
  private mutating func shorten(_ lengths: [UInt8]) {
    metaTokens.removeAll(keepingCapacity: true)
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == length { run += 1 }
      index += run
      if length != 0 {
        metaTokens.append((length, 0))
        run -= 1
      }
      while run > 0 {
        if length == 0, run >= 11 {
          let count = min(run, 138)
          metaTokens.append((18, UInt8(count - 11)))
          run -= count
        } else if run >= 3 {
          let count = min(run, length == 0 ? 10 : 6)
          metaTokens.append((length == 0 ? 17 : 16, UInt8(count - 3)))
          run -= count
        } else {
          metaTokens.append((length, 0))
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
    for length in RunLength.shortest...RunLength.longest {
      let run = RunLength(length)
      let count = UInt32(lengths[run.symbol])
      let extraEnd = count + UInt32(run.extraCount)
      words[256 + length] =
        UInt32(codes[run.symbol]) | run.extra << count | distance << extraEnd
        | (extraEnd + distanceLength) << 24
    }
  }
}

/// How a length of 3 to 258 is written: a symbol, and extra bits that tell those of one symbol
/// apart.
///
/// - Source: RFC 1951, section 3.2.5.
struct RunLength {
  static let shortest = 3
  static let longest = 258

  let symbol: Int
  let extra: UInt32
  let extraCount: Int

  @inline(__always)
  init(_ length: Int) {
    let offset = length - 3
    if length == 258 {
      (symbol, extra, extraCount) = (285, 0, 0)
    } else if offset < 8 {
      (symbol, extra, extraCount) = (257 + offset, 0, 0)
    } else {
      // From 8 on, each power of two is cut into four symbols.
      let power = Int.bitWidth - 1 - offset.leadingZeroBitCount
      extraCount = power - 2
      symbol = 257 + 4 * (power - 1) + (offset >> extraCount) & 3
      extra = UInt32(truncatingIfNeeded: offset & ((1 << extraCount) - 1))
    }
  }

  @inline(__always)
  static func symbol(of length: Int) -> Int { RunLength(length).symbol }
}
