// SPDX-License-Identifier: MIT

/// The loudness of the last turns by cell. The cell of a tick is its position in the turn, and each
/// new tick moves those of older turns in its cell down by one pass.
struct Turns: Sendable {
  /// Ticks in a turn.
  let cellCount: Int
  /// How many turns are kept.
  let passCount: Int
  /// The newest tick; -1 before the first.
  private(set) var tick = -1
  /// Turn after turn; the newest overwrites the oldest. Before tick 0 there is silence.
  private var cells: [ScaledLevels]

  /// Turns without ticks.
  init(cellCount: Int, passCount: Int = 1) {
    self.cellCount = cellCount
    self.passCount = passCount
    cells = Array(repeating: .silent, count: cellCount * passCount)
  }

  /// The newest tick's cell; -1 before the first.
  var head: Int { tick < 0 ? -1 : tick % cellCount }

  /// The newest tick's loudness.
  var newest: ScaledLevels { tick < 0 ? .silent : self[head, pass: 0] }

  /// The loudness of a cell `pass` turns ago; silent if there was none.
  subscript(cell: Int, pass pass: Int) -> ScaledLevels {
    let turn = max(tick, 0) / cellCount - pass - (cell > head ? 1 : 0)
    return cells[(turn + 2 * passCount) % passCount * cellCount + cell]
  }

  /// The first tick that is still kept after tick `index`.
  func firstTick(shownAfterTick index: Int) -> Int {
    max(index - cellCount * passCount + 1, 0)
  }

  /// Updates to the next tick.
  mutating func advance(to tick: Int, _ loudness: ScaledLevels) {
    self.tick = tick
    cells[tick / cellCount % passCount * cellCount + head] = loudness
  }
}
