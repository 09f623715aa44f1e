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
  private var nodes: [UInt32]

  /// A code for this many symbols, at most 512, before ``build(_:longest:)``.
  package init(symbolCount: Int) {
    precondition(symbolCount <= 512)
    lengths = [UInt8](repeating: 0, count: symbolCount)
    codes = [UInt16](repeating: 0, count: symbolCount)
    sorted = [UInt32](repeating: 0, count: symbolCount)
    spare = [UInt32](repeating: 0, count: symbolCount)
    nodes = [UInt32](repeating: 0, count: symbolCount)
  }

  /// Builds the code from the frequency of each symbol, below 2²³. If only one symbol occurs, it
  /// gets one bit.
  package mutating func build(_ frequencies: [UInt32], longest: Int) {
    let count = HuffmanCode.collect(frequencies, &sorted)
    HuffmanCode.sort(&sorted, &spare, count: count)
    while true {
      if let leaves = HuffmanCode.leaves(of: sorted, count: count, longest: longest, &nodes) {
        return HuffmanCode.assign(&lengths, &codes, sorted, count: count, leaves)
      }
      // Rarely a code is too long. Flatter frequencies in the same order give a shorter one.
      for index in 0..<count {
        sorted[index] = (sorted[index] >> 10 + 1) << 9 | sorted[index] & 511
      }
    }
  }

  /// Lists the symbols that occur, each with its frequency above the lowest nine bits; returns
  /// their number.
  private static func collect(_ frequencies: [UInt32], _ entries: inout [UInt32]) -> Int {
    let frequencies = frequencies.span
    var entries = entries.mutableSpan
    var count = 0
    for symbol in frequencies.indices {
      // Symbols of equal frequency stay in the order of the symbols. No branch asks whether one occurs:
      // it could not be predicted.
      entries[count] = frequencies[symbol] << 9 | UInt32(truncatingIfNeeded: symbol)
      count &+= Int(min(frequencies[symbol], 1))
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

  /// Joins the two lightest nodes until one is left; at equal weight, leaves come first. Returns the
  /// number of leaves at each depth, or nil if some would be deeper than `longest`.
  ///
  /// The joined nodes are in one array: their weights, then their parents, then their depths.
  ///
  /// - Source: Moffat, Katajainen, *In-place calculation of minimum-redundancy codes*, 1995.
  private static func leaves(
    of entries: [UInt32], count: Int, longest: Int, _ nodes: inout [UInt32]
  ) -> Leaves? {
    var leaves = Leaves(repeating: 0)
    guard count > 1 else {
      leaves[1] = UInt16(count)
      return leaves
    }
    let entries = entries.span.extracting(0..<count)
    var nodes = nodes.mutableSpan
    let joinedCount = count - 1
    var (leaf, node) = (0, 0)
    for next in 0..<joinedCount {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        if leaf < count, node >= next || entries[leaf] >> 9 <= nodes[node] {
          weight &+= entries[leaf] >> 9
          leaf &+= 1
        } else {
          weight &+= nodes[node]
          nodes[node] = UInt32(truncatingIfNeeded: next)
          node &+= 1
        }
      }
      nodes[next] = weight
    }
    // The last one is the root. Each takes the place of a leaf, and has two below it.
    nodes[joinedCount - 1] = 0
    leaves[1] = 2
    for index in stride(from: joinedCount - 2, through: 0, by: -1) {
      let depth = Int(nodes[Int(nodes[index])]) &+ 1
      guard depth < longest else { return nil }
      nodes[index] = UInt32(truncatingIfNeeded: depth)
      leaves[depth] &-= 1
      leaves[depth &+ 1] &+= 2
    }
    return leaves
  }

  /// The number of leaves at each depth.
  private typealias Leaves = InlineArray<16, UInt16>

  /// Sets lengths and codes of all symbols: the lightest are the deepest leaves.
  private static func assign(
    _ lengths: inout [UInt8], _ codes: inout [UInt16], _ entries: [UInt32], count: Int,
    _ leaves: Leaves
  ) {
    var lengths = lengths.mutableSpan
    var codes = codes.mutableSpan
    let entries = entries.span.extracting(0..<count)
    lengths.update(repeating: 0)
    var next = Leaves(repeating: 0)
    var (index, code) = (count, UInt16(0))
    for length in 1..<16 {
      code <<= 1
      next[length] = code
      code &+= leaves[length]
      for _ in 0..<leaves[length] {
        index &-= 1
        lengths[Int(entries[index] & 511)] = UInt8(truncatingIfNeeded: length)
      }
    }
    let reversedBytes = reversedBytes.span
    precondition(reversedBytes.count == 256)
    for symbol in lengths.indices {
      // Codes are written from their highest bit on. Symbols that do not occur have no bits of theirs.
      let length = Int(lengths[symbol])
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
