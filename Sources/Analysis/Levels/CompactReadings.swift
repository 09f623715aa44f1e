// SPDX-License-Identifier: MIT

/// A multiset of readings in little more than a byte each, whose quantiles are exact.
///
/// All but the lowest byte of a reading says which list holds that byte.
struct CompactReadings: Sendable {
  private var count = 0
  private var lowBytes: [[UInt8]] = []

  /// Adds one reading.
  mutating func add(_ reading: UInt32) {
    let list = Int(reading >> 8)
    while lowBytes.count <= list { lowBytes.append([]) }
    lowBytes[list].append(UInt8(truncatingIfNeeded: reading))
    count += 1
  }

  /// The nearest-rank quantile: the smallest reading that at least `percent` % of the readings do
  /// not exceed.
  ///
  /// - Precondition: there are readings, and `percent` is in 1…100.
  func quantile(percent: Int) -> UInt32 {
    precondition(count > 0 && (1...100).contains(percent))
    // The least rank of which 100 times is not less than percent·count.
    var rank = (count / 100) * percent + ((count % 100) * percent + 99) / 100
    for (list, bytes) in lowBytes.enumerated() {
      if rank <= bytes.count { return UInt32(list) << 8 | UInt32(bytes.sorted()[rank - 1]) }
      rank -= bytes.count
    }
    preconditionFailure("the lists hold as many readings as there are")
  }
}
