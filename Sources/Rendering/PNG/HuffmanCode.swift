// SPDX-License-Identifier: MIT

/// A canonical prefix code of limited length, built from how often each symbol occurs.
///
/// - Source: RFC 1951, section 3.2.2; Huffman, *A method for the construction of
///   minimum-redundancy codes*, 1952.
package struct HuffmanCode {
  /// For each symbol its number of bits, 0 for one that does not occur.
  package private(set) var lengths: [UInt8]

  /// For each symbol its bits, in the order in which they are written.
  package private(set) var codes: [UInt16]

  // Scratch, kept so that no code allocates.
  private var order: [UInt32]
  private var sorted: [UInt32]
  private var weights: [UInt32]
  private var parents: [Int16]
  private var depths: [UInt8]

  /// A code for so many symbols, at most 512, none of which occurs yet.
  package init(symbolCount: Int) {
    precondition(symbolCount <= 512)
    lengths = [UInt8](repeating: 0, count: symbolCount)
    codes = [UInt16](repeating: 0, count: symbolCount)
    order = []
    order.reserveCapacity(symbolCount)
    sorted = [UInt32](repeating: 0, count: symbolCount)
    weights = [UInt32](repeating: 0, count: 2 * symbolCount)
    parents = [Int16](repeating: 0, count: 2 * symbolCount)
    depths = [UInt8](repeating: 0, count: 2 * symbolCount)
  }

  /// Builds the code anew from a frequency for each symbol, each below 2²³; a single symbol that
  /// occurs gets one bit.
  package mutating func build(_ frequencies: [UInt32], longest: Int) {
    order.removeAll(keepingCapacity: true)
    for symbol in frequencies.indices where frequencies[symbol] > 0 {
      // The symbol in the low bits makes equal frequencies sort alike everywhere.
      order.append(frequencies[symbol] << 9 | UInt32(symbol))
    }
    if order.count > 1 {
      HuffmanCode.sort(&order, &sorted)
      // Rarely a code comes out too long; flatter frequencies then give a shorter one.
      while HuffmanCode.buildTree(order, &weights, &parents, &depths) > longest {
        for index in order.indices {
          order[index] = (order[index] >> 10 + 1) << 9 | order[index] & 511
        }
        HuffmanCode.sort(&order, &sorted)
      }
    } else {
      depths[0] = 1
    }
    HuffmanCode.setLengths(&lengths, order, depths)
    HuffmanCode.assign(&codes, lengths)
  }

  private static func setLengths(_ lengths: inout [UInt8], _ order: [UInt32], _ depths: [UInt8]) {
    var lengths = lengths.mutableSpan
    lengths.update(repeating: 0)
    for index in order.indices { lengths[Int(order[index] & 511)] = depths[index] }
  }

  /// Sorts the symbols by how often they occur, and those that occur alike by themselves, which they
  /// are already: by one byte of the number after the other, the lowest first, each time without
  /// disturbing what is equal.
  private static func sort(_ order: inout [UInt32], _ sorted: inout [UInt32]) {
    var order = order.mutableSpan
    var sorted = sorted.mutableSpan
    guard order.count > 24 else {
      for index in 1..<order.count {
        let entry = order[index]
        var place = index
        while place > 0, order[place - 1] >> 9 > entry >> 9 {
          order[place] = order[place - 1]
          place -= 1
        }
        order[place] = entry
      }
      return
    }
    var all: UInt32 = 0
    for index in 0..<order.count { all |= order[index] >> 9 }
    var shift: UInt32 = 9
    while all > 0 {
      var ends = InlineArray<256, Int16>(repeating: 0)
      for index in 0..<order.count { ends[Int(order[index] >> shift & 255)] += 1 }
      var end: Int16 = 0
      for digit in 0..<256 {
        end += ends[digit]
        ends[digit] = end
      }
      for index in stride(from: order.count - 1, through: 0, by: -1) {
        let entry = order[index]
        let digit = Int(entry >> shift & 255)
        ends[digit] -= 1
        sorted[Int(ends[digit])] = entry
      }
      for index in 0..<order.count { order[index] = sorted[index] }
      all >>= 8
      shift += 8
    }
  }

  /// Joins the two lightest nodes until one is left; gives the greatest depth of a leaf.
  private static func buildTree(
    _ order: [UInt32], _ weights: inout [UInt32], _ parents: inout [Int16],
    _ depths: inout [UInt8]
  ) -> Int {
    let leafCount = order.count
    var weights = weights.mutableSpan
    var parents = parents.mutableSpan
    for index in 0..<leafCount { weights[index] = order[index] >> 9 }
    var leaf = 0
    var node = leafCount
    for next in leafCount..<2 * leafCount - 1 {
      var weight: UInt32 = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leafCount && (node >= next || weights[leaf] <= weights[node])
        let lightest = takesLeaf ? leaf : node
        if takesLeaf { leaf += 1 } else { node += 1 }
        weight += weights[lightest]
        parents[lightest] = Int16(truncatingIfNeeded: next)
      }
      weights[next] = weight
    }
    var depths = depths.mutableSpan
    depths[2 * leafCount - 2] = 0
    var greatest: UInt8 = 0
    for index in stride(from: 2 * leafCount - 3, through: 0, by: -1) {
      depths[index] = depths[Int(parents[index])] + 1
      greatest = max(greatest, depths[index])
    }
    return Int(greatest)
  }

  private static func assign(_ codes: inout [UInt16], _ lengths: [UInt8]) {
    var counts = InlineArray<16, UInt16>(repeating: 0)
    var codes = codes.mutableSpan
    for symbol in lengths.indices { counts[Int(lengths[symbol])] += 1 }
    counts[0] = 0
    var next = InlineArray<16, UInt16>(repeating: 0)
    for length in 1..<15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol])
      codes[symbol] = HuffmanCode.reversed(next[length], count: length)
      next[length] += 1
    }
  }

  /// The lowest bits in the opposite order: codes are written from their highest bit on.
  private static func reversed(_ value: UInt16, count: Int) -> UInt16 {
    var value = value
    value = (value & 0x5555) << 1 | (value >> 1) & 0x5555
    value = (value & 0x3333) << 2 | (value >> 2) & 0x3333
    value = (value & 0x0F0F) << 4 | (value >> 4) & 0x0F0F
    return value.byteSwapped >> UInt16(16 - count)
  }
}
