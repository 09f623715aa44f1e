// SPDX-License-Identifier: MIT

/// The code lengths in the header of a deflate block, with repeated lengths as one token.
///
/// - Source: RFC 1951, section 3.2.7.
struct CodeLengths {
  private var storage = [UInt16](repeating: 0, count: CodeLengths.maxLengths)
  private var count = 0
  /// How often each of the 19 symbols of the header's code occurs.
  private(set) var frequencies = [UInt32](repeating: 0, count: 19)

  /// The tokens: a length, below 16, or a repetition.
  var tokens: ArraySlice<UInt16> { storage[0..<count] }

  /// The number of all literal, length and distance symbols, and of tokens that are stored at once.
  private static let maxLengths = 286 + 30 + 3

  /// A symbol for repeated lengths; its extra bits say how many.
  private struct Repetition {
    let symbol: Int
    /// The token of the shortest repetition; longer ones follow in order.
    let firstToken: Int
    let shortest: Int
    let extraCount: Int

    var longest: Int { shortest + 1 << extraCount - 1 }

    /// Repeats the last length.
    static let ofLast = Repetition(symbol: 16, firstToken: 16, shortest: 3, extraCount: 2)
    static let ofZero = Repetition(symbol: 17, firstToken: 20, shortest: 3, extraCount: 3)
    static let ofManyZeros = Repetition(symbol: 18, firstToken: 28, shortest: 11, extraCount: 7)
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
    func append(
      _ token: Int, _ symbol: Int, _ tokens: inout MutableSpan<UInt16>,
      _ frequencies: inout MutableSpan<UInt32>
    ) {
      tokens[count] = UInt16(truncatingIfNeeded: token)
      frequencies[symbol] &+= 1
      count &+= 1
    }
    while index < lengths.count {
      let length = Int(lengths[index])
      var run = 1 &+ RunScanner.runLength(lengths, at: index &+ 1, distance: 1)
      index &+= run
      // Zeros can repeat at once, other lengths only after the first one.
      if run &- min(length, 1) < Repetition.ofLast.shortest {
        // Most runs are that short, but how short cannot be predicted.
        for part in 0..<3 { tokens[count &+ part] = UInt16(truncatingIfNeeded: length) }
        frequencies[length] &+= UInt32(truncatingIfNeeded: run)
        count &+= run
        continue
      }
      if length > 0 {
        append(length, length, &tokens, &frequencies)
        run &-= 1
      }
      while run >= Repetition.ofLast.shortest {
        let repetition: Repetition =
          length > 0 ? .ofLast : run < Repetition.ofManyZeros.shortest ? .ofZero : .ofManyZeros
        let part = min(run, repetition.longest)
        let token = repetition.firstToken &+ part &- repetition.shortest
        append(token, repetition.symbol, &tokens, &frequencies)
        run &-= part
      }
      for _ in 0..<run { append(length, length, &tokens, &frequencies) }
    }
    return count
  }

  /// Sets the word of each token for ``BitWriter``.
  static func setWords(_ words: inout [BitWord], _ code: HuffmanCode) {
    func word(_ symbol: Int, extraCount: Int) -> BitWord {
      BitWord(
        bits: UInt32(code.codes[symbol]), count: UInt32(code.lengths[symbol]) + UInt32(extraCount))
    }
    for length in 0..<16 { words[length] = word(length, extraCount: 0) }
    for repetition in [Repetition.ofLast, .ofZero, .ofManyZeros] {
      var word = word(repetition.symbol, extraCount: repetition.extraCount)
      for extra in 0..<1 << repetition.extraCount {
        words[repetition.firstToken + extra] = word
        word.bits += 1 << UInt32(code.lengths[repetition.symbol])
      }
    }
  }
}
