// SPDX-License-Identifier: MIT

/// The cells of a turn grouped into columns. A column shows the loudest of its cells that this turn
/// has reached; a column further on still shows the previous turn.
struct ColumnRing: Sendable {
  /// Columns in a turn.
  let count: Int
  /// The loudness of each column; silent before it was reached.
  private(set) var values: [ScaledLevels]
  /// The column of the newest tick; -1 before the first.
  private(set) var head = -1
  private let cellCount: Int

  /// Columns for a turn of `cellCount` cells, at most `limit` of them.
  init(cellCount: Int, atMost limit: Int) {
    self.cellCount = cellCount
    count = min(cellCount, limit)
    values = Array(repeating: .silent, count: count)
  }

  /// Updates to the next tick; without a loudness the columns stay as they are.
  mutating func advance(to tick: Int, _ loudness: ScaledLevels?) {
    let cell = tick % cellCount
    head = cell * count / cellCount
    guard let loudness else { return }
    let isFirst = cell == 0 || (cell - 1) * count / cellCount != head
    values[head] = isFirst ? loudness : values[head].louder(loudness)
  }
}

extension ScaledLevels {
  /// The greater loudness of each meter.
  fileprivate func louder(_ other: ScaledLevels) -> ScaledLevels {
    func louder(_ one: ScaledLevel, _ two: ScaledLevel) -> ScaledLevel {
      ScaledLevel(peak: max(one.peak, two.peak), average: max(one.average, two.average))
    }
    return ScaledLevels(left: louder(left, other.left), right: louder(right, other.right))
  }
}
