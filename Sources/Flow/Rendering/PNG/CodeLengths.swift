// SPDX-License-Identifier: MIT

/// The code lengths in the header of a deflate block, with repeated zeros as one token.
///
/// - Source: RFC 1951, section 3.2.7.
struct CodeLengths {
  private var storage = [UInt16](repeating: 0, count: CodeLengths.maxLengths)
  private var count = 0
  /// How often each of the 19 symbols of the header's code occurs.
  private(set) var frequencies = [UInt32](repeating: 0, count: 19)

  /// The tokens: a length, below 16, or a repetition.
  var tokens: ArraySlice<UInt16> { storage[0..<count] }

  /// The number of all literal, length and distance symbols.
  private static let maxLengths = 286 + 4

  /// A symbol for repeated zeros; its extra bits say how many. Other lengths are seldom repeated.
  private struct Repetition {
    let symbol: Int
    /// The token of the shortest repetition; longer ones follow in order.
    let firstToken: Int
    let shortest: Int
    let extraCount: Int

    var longest: Int { shortest + 1 << extraCount - 1 }

    static let ofFew = Repetition(symbol: 17, firstToken: 16, shortest: 3, extraCount: 3)
    static let ofMany = Repetition(symbol: 18, firstToken: 24, shortest: 11, extraCount: 7)
  }

  /// Starts over.
  mutating func removeAll() {
    count = 0
    for symbol in 0..<19 { frequencies[symbol] = 0 }
  }

  /// Adds the lengths of a code.
  mutating func append(_ lengths: ArraySlice<UInt8>) {
    count = CodeLengths.append(lengths.span, &storage, at: count, &frequencies)
  }

  private static func append(
    _ lengths: Span<UInt8>, _ tokens: inout [UInt16], at first: Int, _ frequencies: inout [UInt32]
  ) -> Int {
    var tokens = tokens.mutableSpan
    var frequencies = frequencies.mutableSpan
    var (index, count) = (0, first)
    while index < lengths.count {
      let length = Int(lengths[index])
      var run = length > 0 ? 1 : 1 &+ RunScanner.runLength(lengths, at: index &+ 1, distance: 1)
      index &+= run
      while run > 0 {
        // Two zeros are written as they are.
        var (token, symbol, part) = (length, length, 1)
        if run >= Repetition.ofFew.shortest {
          let repetition: Repetition = run < Repetition.ofMany.shortest ? .ofFew : .ofMany
          part = min(run, repetition.longest)
          (token, symbol) = (
            repetition.firstToken &+ part &- repetition.shortest, repetition.symbol
          )
        }
        tokens[count] = UInt16(truncatingIfNeeded: token)
        frequencies[symbol] &+= 1
        count &+= 1
        run &-= part
      }
    }
    return count
  }

  /// Sets the word of each token for ``BitWriter``.
  static func setWords(_ words: inout [BitWord], _ code: PrefixCode) {
    for length in 0..<16 {
      words[length] = BitWord(UInt64(code.codes[length]), count: Int(code.lengths[length]))
    }
    for repetition in [Repetition.ofFew, .ofMany] {
      let count = Int(code.lengths[repetition.symbol])
      for extra in 0..<1 << repetition.extraCount {
        words[repetition.firstToken + extra] = BitWord(
          UInt64(code.codes[repetition.symbol]) | UInt64(extra) << UInt64(count),
          count: count + repetition.extraCount)
      }
    }
  }
}
