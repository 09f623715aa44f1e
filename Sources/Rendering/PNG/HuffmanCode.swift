// SPDX-License-Identifier: MIT

/// A canonical Huffman code of limited length.
///
/// - Source: RFC 1951, section 3.2.2; Huffman, *A method for the construction of
///   minimum-redundancy codes*, 1952.
package struct HuffmanCode {
  /// The number of bits of each symbol; 0 if it does not occur.
  package private(set) var lengths: [UInt8]

  /// The bits of each symbol, in the order of writing.
  package private(set) var codes: [UInt16]

  // Scratch arrays, kept so that no code allocates.
  private var sorted: [UInt32]
  private var spare: [UInt32]
  private var depths: [UInt32]

  /// A code for this many symbols, at most 512, before ``build(_:longest:)``.
  package init(symbolCount: Int) {
    precondition(symbolCount <= 512)
    lengths = [UInt8](repeating: 0, count: symbolCount)
    codes = [UInt16](repeating: 0, count: symbolCount)
    sorted = [UInt32](repeating: 0, count: symbolCount)
    spare = [UInt32](repeating: 0, count: symbolCount)
    depths = [UInt32](repeating: 0, count: symbolCount)
  }

  /// Builds the code from the frequency of each symbol, below 2²³. If only one symbol occurs, it
  /// gets one bit.
  package mutating func build(_ frequencies: [UInt32], longest: Int) {
    let count = HuffmanCode.collect(frequencies, &sorted)
    HuffmanCode.sort(&sorted, &spare, count: count)
    while HuffmanCode.setDepths(&depths, sorted, count: count) > longest {
      // Rarely a code is too long. Flatter frequencies in the same order give a shorter one.
      for index in 0..<count {
        sorted[index] = (sorted[index] >> 10 + 1) << 9 | sorted[index] & 511
      }
    }
    HuffmanCode.assign(&lengths, &codes, sorted, depths, count: count)
  }

  /// Lists the symbols that occur, each with its frequency above the lowest nine bits; returns
  /// their number.
  private static func collect(_ frequencies: [UInt32], _ entries: inout [UInt32]) -> Int {
    var entries = entries.mutableSpan
    var count = 0
    for symbol in frequencies.indices where frequencies[symbol] > 0 {
      // Symbols of equal frequency stay in the order of the symbols.
      entries[count] = frequencies[symbol] << 9 | UInt32(truncatingIfNeeded: symbol)
      count += 1
    }
    return count
  }

  /// Sorts entries by frequency: a stable radix sort by one byte of the frequency after another,
  /// the lowest first.
  private static func sort(_ entries: inout [UInt32], _ spare: inout [UInt32], count: Int) {
    var all: UInt32 = 0
    for index in 0..<count { all |= entries[index] }
    var shift: UInt32 = 9
    while all >> shift > 0 {
      sort(entries, by: shift, into: &spare, count: count)
      swap(&entries, &spare)
      shift += 8
    }
  }

  private static func sort(
    _ entries: [UInt32], by shift: UInt32, into sorted: inout [UInt32], count: Int
  ) {
    let entries = entries.span.extracting(0..<count)
    var sorted = sorted.mutableSpan
    var places = InlineArray<256, UInt16>(repeating: 0)
    for index in entries.indices { places[Int(entries[index] >> shift & 255)] &+= 1 }
    var next: UInt16 = 0
    for digit in 0..<256 { (places[digit], next) = (next, next &+ places[digit]) }
    for index in entries.indices {
      let digit = Int(entries[index] >> shift & 255)
      sorted[Int(places[digit])] = entries[index]
      places[digit] &+= 1
    }
  }

  /// Joins the two lightest nodes until one is left; at equal weight, leaves come first. Sets the
  /// depth of each leaf and returns the greatest, which is that of the lightest leaf.
  ///
  /// One array holds everything: the weights, then the parents, then the depths.
  ///
  /// - Source: Moffat, Katajainen, *In-place calculation of minimum-redundancy codes*, 1995.
  private static func setDepths(
    _ nodes: inout [UInt32], _ entries: [UInt32], count: Int
  ) -> Int {
    var nodes = nodes.mutableSpan
    guard count > 1 else {
      nodes[0] = 1
      return 1
    }
    for index in 0..<count { nodes[index] = entries[index] >> 9 }
    var (leaf, node) = (0, 0)
    for next in 0..<count - 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        if leaf < count, node >= next || nodes[leaf] <= nodes[node] {
          weight &+= nodes[leaf]
          leaf &+= 1
        } else {
          weight &+= nodes[node]
          nodes[node] = UInt32(truncatingIfNeeded: next)
          node &+= 1
        }
      }
      nodes[next] = weight
    }
    nodes[count - 2] = 0
    for index in stride(from: count - 3, through: 0, by: -1) {
      nodes[index] = nodes[Int(nodes[index])] &+ 1
    }
    // On each level, the nodes that are not joined ones are leaves, the heaviest first.
    var (open, depth) = (1, UInt32(0))
    (leaf, node) = (count, count - 2)
    while open > 0 {
      var joined = 0
      while node >= 0, nodes[node] == depth {
        joined &+= 1
        node &-= 1
      }
      for _ in joined..<open {
        leaf &-= 1
        nodes[leaf] = depth
      }
      (open, depth) = (2 * joined, depth + 1)
    }
    return Int(nodes[0])
  }

  /// Sets lengths and codes of all symbols.
  private static func assign(
    _ lengths: inout [UInt8], _ codes: inout [UInt16], _ entries: [UInt32], _ depths: [UInt32],
    count: Int
  ) {
    var lengths = lengths.mutableSpan
    var codes = codes.mutableSpan
    lengths.update(repeating: 0)
    var counts = InlineArray<16, UInt16>(repeating: 0)
    for index in 0..<count {
      lengths[Int(entries[index] & 511)] = UInt8(truncatingIfNeeded: depths[index])
      counts[Int(depths[index])] &+= 1
    }
    var next = InlineArray<16, UInt16>(repeating: 0)
    for length in 1..<15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol])
      codes[symbol] = HuffmanCode.reversed(next[length], count: length)
      next[length] &+= 1
    }
  }

  /// Reverses the lowest bits: codes are written from their highest bit on.
  private static func reversed(_ value: UInt16, count: Int) -> UInt16 {
    var value = value
    value = (value & 0x5555) << 1 | (value >> 1) & 0x5555
    value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
    value = (value & 0x0F0F) << 4 | (value >> 4) & 0x0F0F
    return value.byteSwapped >> UInt16(16 - count)
  }
}
