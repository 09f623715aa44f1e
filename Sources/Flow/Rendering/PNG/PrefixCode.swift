// SPDX-License-Identifier: MIT

/// A canonical prefix code of limited length, near the shortest one: each length is the logarithm of
/// the symbol's share, rounded so that the code is complete.
///
/// Symbols are only counted by the logarithm of their frequency, so nothing is sorted and no tree is
/// built. Pictures get less than 0.3 % longer than with the codes of Huffman.
///
/// - Source: RFC 1951, section 3.2.2; Kraft's inequality.
package struct PrefixCode {
  /// The number of bits of each symbol; 0 if it does not occur.
  package private(set) var lengths: [UInt8]

  /// The bits of each symbol, in the order of writing.
  package private(set) var codes: [UInt16]

  // Scratch arrays, kept so that no code allocates: the level of each symbol, how many symbols have
  // at least each level, the length of each symbol that occurs, from the most frequent one on.
  private var levels: [UInt8]
  private var above: [UInt16]
  private var ranked: [UInt8]

  /// Frequencies below 2²³ have levels up to 184.
  private static let levelCount = 192

  /// How many symbols have each length.
  private typealias Leaves = InlineArray<16, Int>

  /// A code for this many symbols, at most 512, before ``build(_:longest:)``.
  package init(symbolCount: Int) {
    precondition(symbolCount <= 512)
    lengths = [UInt8](repeating: 0, count: symbolCount)
    codes = [UInt16](repeating: 0, count: symbolCount)
    levels = [UInt8](repeating: 0, count: symbolCount)
    above = [UInt16](repeating: 0, count: PrefixCode.levelCount + 1)
    ranked = [UInt8](repeating: 0, count: symbolCount + 1)
  }

  /// Builds the code from the frequency of each symbol, below 2²³; at least one occurs. If only one
  /// does, it gets one bit.
  ///
  /// - Precondition: there are at least four times as many words of the longest length as symbols.
  package mutating func build(_ frequencies: [UInt32], longest: Int) {
    precondition(longest < 16 && 4 * lengths.count <= 1 << longest)
    let top = PrefixCode.rank(frequencies, &levels, &above)
    let leaves = PrefixCode.leaves(above.span, top: top, longest: longest)
    PrefixCode.assign(&lengths, &codes, levels, &above, &ranked, leaves)
  }

  /// Eight times the logarithm of a frequency, plus 1, linear between powers of two; 0 for 0.
  @inline(__always)
  private static func level(_ frequency: UInt32) -> Int {
    let shift = UInt32(truncatingIfNeeded: (frequency | 1).leadingZeroBitCount)
    // The highest bit counts as 8.
    let level = (31 &- shift) &* 8 &+ (frequency &<< shift) &>> 28 &- 7
    return Int(level &* min(frequency, 1))
  }

  /// Sets the level of each symbol, and counts how many are above; returns the level of the sum.
  private static func rank(
    _ frequencies: [UInt32], _ levels: inout [UInt8], _ above: inout [UInt16]
  ) -> Int {
    let frequencies = frequencies.span
    var levels = levels.mutableSpan
    var above = above.mutableSpan
    above.update(repeating: 0)
    var total: UInt32 = 0
    for symbol in levels.indices {
      let level = level(frequencies[symbol])
      levels[symbol] = UInt8(truncatingIfNeeded: level)
      above[level] &+= 1
      total &+= frequencies[symbol]
    }
    var sum: UInt16 = 0
    for level in stride(from: levelCount, through: 1, by: -1) {
      sum &+= above[level]
      above[level] = sum
    }
    precondition(sum > 0)
    return PrefixCode.level(total)
  }

  /// The number of symbols of each length, for a complete code.
  private static func leaves(_ above: Span<UInt16>, top: Int, longest: Int) -> Leaves {
    // The shortest lengths that leave words.
    var (low, high) = (-8, 8)
    while high - low > 1 {
      let middle = (low + high) / 2
      if rounded(above, top, longest, by: middle).left < 0 { high = middle } else { low = middle }
    }
    var (leaves, left) = rounded(above, top, longest, by: low)
    // Words that are left make some of the symbols shorter, frequent ones first. A single symbol
    // leaves half of them.
    while left > 0, above[1] > 1 {
      for length in 2...longest {
        let count = min(leaves[length], left &>> (longest &- length))
        leaves[length] &-= count
        leaves[length &- 1] &+= count
        left &-= count &<< (longest &- length)
      }
    }
    return leaves
  }

  /// The number of symbols of each length, if lengths are rounded up when they are more than some
  /// eighths above a whole number; and the number of the longest words that are left.
  private static func rounded(
    _ above: Span<UInt16>, _ top: Int, _ longest: Int, by eighths: Int
  ) -> (leaves: Leaves, left: Int) {
    var leaves = Leaves(repeating: 0)
    var (left, shorter) = (1 << longest, 0)
    for length in 1...longest {
      let lowest = length == longest ? 1 : min(max(top - eighths - 8 * length, 1), levelCount)
      leaves[length] = Int(above[lowest]) - shorter
      shorter = Int(above[lowest])
      left -= leaves[length] << (longest - length)
    }
    return (leaves, left)
  }

  /// Sets lengths and codes of all symbols: the lengths by their rank, the codes in their order.
  private static func assign(
    _ lengths: inout [UInt8], _ codes: inout [UInt16], _ levels: [UInt8], _ above: inout [UInt16],
    _ ranked: inout [UInt8], _ leaves: Leaves
  ) {
    var lengths = lengths.mutableSpan
    var codes = codes.mutableSpan
    var above = above.mutableSpan
    var ranked = ranked.mutableSpan
    let (levels, reversedBytes) = (levels.span, reversedBytes.span)
    precondition(levels.count == lengths.count && reversedBytes.count == 256)
    var next = InlineArray<16, UInt16>(repeating: 0)
    var (rank, code) = (0, UInt16(0))
    for length in 1..<16 {
      code <<= 1
      next[length] = code
      code &+= UInt16(truncatingIfNeeded: leaves[length])
      for _ in 0..<leaves[length] {
        ranked[rank] = UInt8(truncatingIfNeeded: length)
        rank &+= 1
      }
    }
    // Symbols that do not occur follow.
    ranked[rank] = 0
    for symbol in levels.indices {
      let level = Int(levels[symbol])
      let length = Int(ranked[Int(above[level &+ 1])] & 15)
      above[level &+ 1] &+= UInt16(truncatingIfNeeded: min(level, 1))
      lengths[symbol] = UInt8(truncatingIfNeeded: length)
      // Codes are written from their highest bit on. Symbols that do not occur have no bits of theirs.
      let (low, high) = (Int(next[length] & 255), Int(next[length] >> 8))
      let reversed = UInt32(reversedBytes[low]) << 8 | UInt32(reversedBytes[high])
      codes[symbol] = UInt16(truncatingIfNeeded: reversed &>> UInt32(16 &- length))
      next[length] &+= 1
    }
  }

  /// Each byte with its bits in reverse order.
  private static let reversedBytes = (0..<256).map { byte in
    (0..<8).reduce(UInt8(0)) { $0 << 1 | UInt8(byte >> $1 & 1) }
  }
}
