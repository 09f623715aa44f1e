// SPDX-License-Identifier: MIT

/// A multiset of readings that takes little more than a byte for each.
struct CompactReadings: Sendable {
  private var old = RankedReadings()
  /// Those that wait until there are enough of them to be ranked.
  private var new: [UInt32] = []

  /// How many readings there are.
  var count: Int { old.count + new.count }

  /// Adds one reading.
  mutating func add(_ reading: UInt32) {
    new.append(reading)
    if new.count >= max(1 << 18, old.count / 8) { rank() }
  }

  /// Adds the readings of another multiset.
  mutating func add(_ other: CompactReadings) {
    old = old.merged(with: other.old)
    for reading in other.new { add(reading) }
  }

  /// The readings, to be ranked.
  var ranked: RankedReadings {
    var all = self
    all.rank()
    return all.old
  }

  private mutating func rank() {
    old = old.merged(with: RankedReadings(new))
    new.removeAll(keepingCapacity: true)
  }
}

/// A multiset of readings that can be ranked exactly, in a byte for each.
///
/// A reading's lowest byte is in a list, which its upper bytes select.
struct RankedReadings: Sendable {
  /// The lists, one after the other.
  private var lows: [UInt8] = []
  /// Where each list begins, and where the last one ends.
  private var starts = [0]

  /// How many readings there are.
  var count: Int { lows.count }

  private var listCount: Int { starts.count - 1 }

  private func list(_ index: Int) -> Range<Int> {
    index < listCount ? starts[index]..<starts[index + 1] : 0..<0
  }

  /// Readings in any order.
  init(_ readings: [UInt32] = []) {
    guard let largest = readings.max() else { return }
    // First how many readings the list before has, then where each list begins.
    starts = Array(repeating: 0, count: Int(largest >> 8) + 2)
    for reading in readings { starts[Int(reading >> 8) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var ends = starts
    lows = Array(repeating: 0, count: readings.count)
    for reading in readings {
      lows[ends[Int(reading >> 8)]] = UInt8(truncatingIfNeeded: reading)
      ends[Int(reading >> 8)] += 1
    }
  }

  /// The readings of both.
  func merged(with other: RankedReadings) -> RankedReadings {
    guard count > 0 else { return other }
    guard other.count > 0 else { return self }
    var all = RankedReadings()
    all.lows.reserveCapacity(count + other.count)
    all.starts.reserveCapacity(max(starts.count, other.starts.count))
    for index in 0..<max(listCount, other.listCount) {
      all.lows += lows[list(index)]
      all.lows += other.lows[other.list(index)]
      all.starts.append(all.lows.count)
    }
    return all
  }

  /// How many readings are less than `limit`.
  func count(below limit: UInt32) -> Int {
    let index = Int(limit >> 8)
    guard index < listCount else { return count }
    return starts[index] + lows[list(index)].count { UInt32($0) < limit & 0xFF }
  }

  /// The sum of 10 to the power of `scale` times each reading less than `limit`. The order in which
  /// they were added makes no difference.
  func sumOfPowers(scale: Double, below limit: UInt32) -> Double {
    let powers = (0..<256).map { power(10, scale * Double($0)) }
    var sum = 0.0
    for index in 0..<listCount where !list(index).isEmpty {
      let start = UInt32(index) << 8
      guard start < limit else { break }
      let low = lows[list(index)].sorted().prefix { start | UInt32($0) < limit }
      sum += power(10, scale * Double(start)) * low.reduce(0) { $0 + powers[Int($1)] }
    }
    return sum
  }

  /// The reading with this rank among the readings of two multisets: 1 for the smallest.
  ///
  /// - Precondition: `rank` is in 1…the number of readings in all.
  static func reading(
    ofRank rank: Int, in one: RankedReadings, _ other: RankedReadings
  ) -> UInt32 {
    precondition(rank > 0)
    var rank = rank
    for index in 0..<max(one.listCount, other.listCount) {
      let (first, second) = (one.list(index), other.list(index))
      if rank <= first.count + second.count {
        let lows = (one.lows[first] + other.lows[second]).sorted()
        return UInt32(index) << 8 | UInt32(lows[rank - 1])
      }
      rank -= first.count + second.count
    }
    preconditionFailure("the lists hold as many readings as there are")
  }
}
