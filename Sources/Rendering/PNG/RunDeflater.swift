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
  /// Below 256 a byte; else 256 and the length of a run.
  private var tokens: [UInt16] = []
  private var tokenCount = 0
  private var frequencies = [UInt32](repeating: 0, count: 286)
  private var metaTokens: [(symbol: UInt8, extra: UInt8)] = []

  private static let longestRun = 258
  private static let shortestRun = 3
  private static let endOfBlock = 256

  /// A deflater that has compressed nothing yet.
  package init() {}

  /// Compresses a piece whose pixels are `distance` bytes wide, 1, 3 or 4, and sums it up.
  package mutating func compress(_ bytes: Span<UInt8>, distance: Int) -> (
    data: [UInt8], checksum: Adler32
  ) {
    if tokens.count < bytes.count { tokens = [UInt16](repeating: 0, count: bytes.count) }
    let checksum: Adler32
    (tokenCount, checksum) = RunDeflater.findRuns(
      bytes, distance: distance, tokens: &tokens, frequencies: &frequencies)
    literals.build(frequencies, longest: 15)
    var distanceFrequencies: [UInt32] = [0, 0, 0, 0]
    // Distances 1 to 4 are symbols 0 to 3, without extra bits.
    distanceFrequencies[distance - 1] = 1
    distances.build(distanceFrequencies, longest: 15)
    // No token takes more than 15 bits of code, 5 of length and 1 of distance.
    bits.begin(mostBits: RunDeflater.mostHeaderBits + 21 * (tokenCount + 1))
    writeHeader(distanceCount: distance)
    writeTokens(distanceSymbol: distance - 1)
    // An empty stored block ends on a whole byte.
    bits.write(0, count: 3)
    bits.align()
    return (bits.bytes + [0, 0, 0xFF, 0xFF], checksum)
  }

  /// 17 bits, 19 lengths of codes of 3 bits, and 290 lengths of at most 7 and 7 bits; the stored
  /// block's 3 bits.
  static let mostHeaderBits = 17 + 19 * 3 + 290 * 14 + 3

  /// Cuts the bytes into tokens; sums them up on the way, a run at a time.
  private static func findRuns(
    _ bytes: Span<UInt8>, distance: Int, tokens: inout [UInt16], frequencies: inout [UInt32]
  ) -> (tokenCount: Int, checksum: Adler32) {
    var tokens = tokens.mutableSpan
    var frequencies = frequencies.mutableSpan
    for symbol in frequencies.indices { frequencies[symbol] = 0 }
    frequencies[RunDeflater.endOfBlock] = 1
    var sums = RunSums(count: bytes.count)
    var count = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if place >= distance, bytes[place - distance] == byte {
        let limit = min(bytes.count - place, RunDeflater.longestRun)
        let length = RunScanner.runLength(bytes, at: place, distance: distance, limit: limit)
        if length >= RunDeflater.shortestRun {
          tokens[count] = UInt16(truncatingIfNeeded: 256 + length)
          count += 1
          frequencies[RunLength.symbol(of: length)] += 1
          sums.add(bytes, at: place, distance: distance, length: length)
          place += length
          continue
        }
      }
      tokens[count] = UInt16(byte)
      count += 1
      frequencies[Int(byte)] += 1
      sums.add(byte, at: place)
      place += 1
    }
    return (count, sums.checksum)
  }

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

  private mutating func writeTokens(distanceSymbol: Int) {
    let distanceBits = UInt32(distances.codes[distanceSymbol])
    let distanceLength = Int(distances.lengths[distanceSymbol])
    let tokens = self.tokens
    let codes = literals.codes
    let lengths = literals.lengths
    for index in 0..<tokenCount {
      let token = Int(tokens[index])
      if token < 256 {
        bits.write(UInt32(codes[token]), count: Int(lengths[token]))
        continue
      }
      let run = RunLength(token - 256)
      var value = UInt32(codes[run.symbol])
      var count = Int(lengths[run.symbol])
      value |= run.extra << UInt32(count)
      count += run.extraCount
      value |= distanceBits << UInt32(count)
      bits.write(value, count: count + distanceLength)
    }
    let end = RunDeflater.endOfBlock
    bits.write(UInt32(codes[end]), count: Int(lengths[end]))
  }
}

/// How a length of 3 to 258 is written: a symbol, and extra bits that tell those of one symbol
/// apart.
///
/// - Source: RFC 1951, section 3.2.5.
private struct RunLength {
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
