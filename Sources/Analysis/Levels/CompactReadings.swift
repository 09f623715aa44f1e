// SPDX-License-Identifier: MIT

/// A multiset of readings that takes little more than a byte for each, and can be ranked exactly.
///
/// A reading's lowest byte is stored in a list, which its upper bytes select. There are no empty
/// lists.
struct CompactReadings: Sendable {
  /// How many readings there are.
  private(set) var count = 0
  private var lowBytes: [UInt32: [UInt8]] = [:]

  /// Adds one reading.
  mutating func add(_ reading: UInt32) {
    lowBytes[reading >> 8, default: []].append(UInt8(truncatingIfNeeded: reading))
    count += 1
  }

  /// How many readings are less than `limit`.
  func count(below limit: UInt32) -> Int {
    lowBytes.reduce(0) { sum, entry in
      let (list, bytes) = entry
      if list > limit >> 8 { return sum }
      return sum
        + (list < limit >> 8 ? bytes.count : bytes.count { UInt32($0) < limit & 0xFF })
    }
  }

  /// The sum of 10 to the power of `scale` times each reading less than `limit`. The order in which
  /// they were added makes no difference.
  func sumOfPowers(scale: Double, below limit: UInt32) -> Double {
    let powers = (0..<256).map { power(10, scale * Double($0)) }
    var sum = 0.0
    for (list, bytes) in lowBytes.sorted(by: { $0.key < $1.key }) {
      let start = list << 8
      guard start < limit else { break }
      let low = bytes.sorted().prefix { start | UInt32($0) < limit }
      sum += power(10, scale * Double(start)) * low.reduce(0) { $0 + powers[Int($1)] }
    }
    return sum
  }

  /// The reading with this rank among the readings of two multisets: 1 for the smallest.
  ///
  /// - Precondition: `rank` is in 1…the number of readings in all.
  static func reading(
    ofRank rank: Int, in one: CompactReadings, _ other: CompactReadings
  ) -> UInt32 {
    precondition(rank > 0)
    var rank = rank
    for list in Set(one.lowBytes.keys).union(other.lowBytes.keys).sorted() {
      let bytes = one.lowBytes[list, default: []] + other.lowBytes[list, default: []]
      if rank <= bytes.count { return list << 8 | UInt32(bytes.sorted()[rank - 1]) }
      rank -= bytes.count
    }
    preconditionFailure("the lists hold as many readings as there are")
  }
}
