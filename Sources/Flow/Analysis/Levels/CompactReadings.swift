// SPDX-License-Identifier: MIT

/// A multiset of readings that takes little more than a byte for each at first, and at most eight for
/// each value up to the greatest one.
struct CompactReadings: Sendable {
  private var old = RankedReadings()
  /// Those that wait until there are enough of them to be ranked.
  private var new: [UInt32] = []
  /// How many wait at most.
  private var limit = CompactReadings.leastLimit

  private static let leastLimit = 1 << 18

  /// How many readings there are.
  var count: Int { old.count + new.count }

  /// Adds one reading.
  mutating func add(_ reading: UInt32) {
    new.append(reading)
    if new.count >= limit { rank() }
  }

  /// Adds the readings of another multiset.
  mutating func add(_ other: CompactReadings) {
    old.add(other.old)
    new += other.new
    if new.count >= limit { rank() }
  }

  /// The readings, to be ranked.
  var ranked: RankedReadings {
    var all = self
    all.rank()
    return all.old
  }

  private mutating func rank() {
    old.add(new)
    new.removeAll(keepingCapacity: true)
    limit = old.isTallied ? CompactReadings.leastLimit : max(CompactReadings.leastLimit, count / 8)
  }
}

/// A multiset of readings that can be ranked exactly.
///
/// A reading's lowest byte is in a list, which its upper bytes select. When the lists are longer than
/// the numbers of their different bytes would be, these take their place.
struct RankedReadings: Sendable {
  /// How many readings there are.
  private(set) var count = 0
  /// The lists, one after the other.
  private var lows: [UInt8] = []
  /// Where each list begins, and where the last one ends.
  private var starts = [0]
  /// How many readings there are of each value; empty if there are lists.
  private var tally: [Int] = []

  /// The readings that take about as much memory in lists as tallied.
  private static let maxInLists = 1 << 25

  /// Whether more readings take no more memory.
  var isTallied: Bool { !tally.isEmpty }

  private var listCount: Int { isTallied ? tally.count / 256 : starts.count - 1 }

  private func list(_ index: Int) -> ArraySlice<UInt8> {
    index < starts.count - 1 ? lows[starts[index]..<starts[index + 1]] : []
  }

  /// Readings in any order.
  init(_ readings: [UInt32] = []) {
    guard let largest = readings.max() else { return }
    count = readings.count
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

  /// Adds readings in any order.
  mutating func add(_ readings: [UInt32]) {
    guard isTallied, (readings.max() ?? 0) >> 8 < listCount else {
      return add(RankedReadings(readings))
    }
    for reading in readings { tally[Int(reading)] += 1 }
    count += readings.count
  }

  /// Adds the readings of another multiset.
  mutating func add(_ other: RankedReadings) {
    guard other.count > 0 else { return }
    guard count > 0 else { return self = other }
    guard !isTallied, !other.isTallied, count + other.count < RankedReadings.maxInLists else {
      return addTallied(other)
    }
    let size = max(starts.count, other.starts.count)
    var (all, places) = ([UInt8](), [0])
    all.reserveCapacity(count + other.count)
    places.reserveCapacity(size)
    for index in 0..<size - 1 {
      all += list(index)
      all += other.list(index)
      places.append(all.count)
    }
    (lows, starts, count) = (all, places, all.count)
  }

  private mutating func addTallied(_ other: RankedReadings) {
    if !isTallied {
      let lists = self
      (lows, starts, count) = ([], [0], 0)
      addTally(of: lists)
    }
    addTally(of: other)
  }

  private mutating func addTally(of other: RankedReadings) {
    if tally.count < other.listCount * 256 {
      tally += repeatElement(0, count: other.listCount * 256 - tally.count)
    }
    for (value, more) in other.tally.enumerated() { tally[value] += more }
    for index in 0..<other.starts.count - 1 {
      for low in other.list(index) { tally[index << 8 | Int(low)] += 1 }
    }
    count += other.count
  }

  private func count(ofList index: Int) -> Int {
    guard index < listCount else { return 0 }
    return isTallied
      ? tally[index << 8..<(index + 1) << 8].reduce(0, +) : starts[index + 1] - starts[index]
  }

  /// The different low bytes in a list, in their order, and how many there are of each.
  private func counts(ofList index: Int) -> [(low: UInt32, count: Int)] {
    guard index < listCount else { return [] }
    if isTallied { return (0..<256).map { (UInt32($0), tally[index << 8 | $0]) } }
    let list = list(index)
    var counts: [(low: UInt32, count: Int)] = []
    if list.count < 256 {
      for low in list.sorted() {
        if let last = counts.last, last.low == low {
          counts[counts.count - 1].count += 1
        } else {
          counts.append((UInt32(low), 1))
        }
      }
    } else {
      counts = (0..<256).map { ($0, 0) }
      for low in list { counts[Int(low)].count += 1 }
    }
    return counts
  }

  /// How many readings are less than `limit`.
  func count(below limit: UInt32) -> Int {
    let index = Int(limit >> 8)
    let below = (0..<min(index, listCount)).reduce(0) { $0 + count(ofList: $1) }
    return counts(ofList: index).reduce(below) { $1.low < limit & 0xFF ? $0 + $1.count : $0 }
  }

  /// The sum of 10 to the power of `scale` times each reading less than `limit`. The order in which
  /// they were added makes no difference.
  func sumOfPowers(scale: Double, below limit: UInt32) -> Double {
    let powers = (0..<256).map { power(10, scale * Double($0)) }
    var sum = 0.0
    for index in 0..<listCount where count(ofList: index) > 0 {
      let start = UInt32(index) << 8
      guard start < limit else { break }
      var listed = 0.0
      for (low, count) in counts(ofList: index) where count > 0 && start | low < limit {
        listed += Double(count) * powers[Int(low)]
      }
      sum += power(10, scale * Double(start)) * listed
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
      let count = one.count(ofList: index) + other.count(ofList: index)
      guard rank <= count else {
        rank -= count
        continue
      }
      let counts = one.counts(ofList: index) + other.counts(ofList: index)
      for (low, count) in counts.sorted(by: { $0.low < $1.low }) {
        rank -= count
        if rank <= 0 { return UInt32(index) << 8 | low }
      }
    }
    preconditionFailure("the lists hold as many readings as there are")
  }
}
