// SPDX-License-Identifier: MIT

/// Blocks of a programme by their loudness, as sums: memory and time do not depend on how many there
/// are.
///
/// A bin is 0.001 LU wide. Means are exact but for those blocks of the one bin that the relative gate
/// cuts, which count together.
struct GatedBlocks: Sendable {
  private struct Bin: Sendable {
    var count = 0
    var power = 0.0

    mutating func add(_ other: Bin) {
      count += other.count
      power += other.power
    }

    var mean: Double { power / Double(count) }
  }

  /// All that passed the absolute gate.
  private var all = Bin()
  private var groups = [Bin](repeating: Bin(), count: GatedBlocks.groupCount)
  /// The bins of each group that has blocks.
  private var bins = [[Bin]](repeating: [], count: GatedBlocks.groupCount)

  /// From the absolute gate up to 30 LUFS; what is louder is in the last bin.
  private static let (groupCount, groupSize, binsInUnit) = (1000, 100, 1000.0)

  /// Adds a block of this weighted mean square, if it passes the absolute gate.
  mutating func add(_ power: Double) {
    let level = Loudness.level(power)
    guard level > Loudness.absoluteGate else { return }
    let (group, place) = GatedBlocks.bin(level).quotientAndRemainder(
      dividingBy: GatedBlocks.groupSize)
    let block = Bin(count: 1, power: power)
    all.add(block)
    groups[group].add(block)
    if bins[group].isEmpty { bins[group] = Array(repeating: Bin(), count: GatedBlocks.groupSize) }
    bins[group][place].add(block)
  }

  /// Adds the blocks of another programme.
  mutating func add(_ other: GatedBlocks) {
    all.add(other.all)
    for group in groups.indices where other.groups[group].count > 0 {
      groups[group].add(other.groups[group])
      guard !bins[group].isEmpty else {
        bins[group] = other.bins[group]
        continue
      }
      for place in bins[group].indices { bins[group][place].add(other.bins[group][place]) }
    }
  }

  private func bin(_ index: Int) -> Bin {
    let (group, place) = index.quotientAndRemainder(dividingBy: GatedBlocks.groupSize)
    return bins[group].isEmpty ? Bin() : bins[group][place]
  }

  private static func bin(_ level: Double) -> Int {
    let place = (level - Loudness.absoluteGate) * binsInUnit
    return min(Int(max(place, 0)), groupCount * groupSize - 1)
  }

  /// The first bin whose blocks pass a gate `gate` LU below the mean of all; `nil` without blocks.
  private func firstBin(gate: Double) -> Int? {
    guard all.count > 0 else { return nil }
    let level = Loudness.level(all.mean) - gate
    guard level > Loudness.absoluteGate else { return 0 }
    let cut = GatedBlocks.bin(level)
    let passes = bin(cut).count == 0 || Loudness.level(bin(cut).mean) > level
    return passes ? cut : cut + 1
  }

  /// The mean of the blocks that pass a gate 10 LU below the mean of all, as a weighted mean square;
  /// `nil` without blocks.
  ///
  /// - Source: ITU-R BS.1770-5, annex 1, equations 5 to 7.
  var gatedMean: Double? {
    guard let first = firstBin(gate: 10) else { return nil }
    var sum = Bin()
    let next = (first + GatedBlocks.groupSize - 1) / GatedBlocks.groupSize
    for bin in first..<next * GatedBlocks.groupSize { sum.add(self.bin(bin)) }
    for group in next..<GatedBlocks.groupCount { sum.add(groups[group]) }
    return sum.mean
  }

  /// From the softest tenth to the loudest twentieth of the blocks that pass a gate 20 LU below the
  /// mean of all, in LU; 0 without blocks.
  ///
  /// - Source: EBU Tech 3342, section 3.
  var range: Double {
    guard let first = firstBin(gate: 20) else { return 0 }
    var below = 0
    for group in 0..<first / GatedBlocks.groupSize { below += groups[group].count }
    for bin in first / GatedBlocks.groupSize * GatedBlocks.groupSize..<first {
      below += self.bin(bin).count
    }
    let last = Double(all.count - below - 1)
    func level(_ share: Double) -> Double {
      Loudness.level(bin(ofRank: below + Int((last * share).rounded())).mean)
    }
    return level(0.95) - level(0.1)
  }

  /// The bin of the block with this many softer ones.
  private func bin(ofRank rank: Int) -> Bin {
    var (left, group) = (rank, 0)
    while left >= groups[group].count {
      left -= groups[group].count
      group += 1
    }
    var place = 0
    while left >= bins[group][place].count {
      left -= bins[group][place].count
      place += 1
    }
    return bins[group][place]
  }
}
