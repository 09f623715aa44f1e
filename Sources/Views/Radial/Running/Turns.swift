// SPDX-License-Identifier: MIT

/// The loudness of the last turns by cell. The cell of a tick is its position in the turn, and each
/// new tick moves those of older turns in its cell down by one pass.
struct Turns: Sendable {
  /// Ticks in a turn.
  let cellCount: Int
  /// How many turns are kept.
  let passCount: Int
  /// How many ticks are kept.
  var tickCount: Int { cellCount * passCount }
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

  /// The loudness of a cell `pass` turns ago; silent if there was none.
  subscript(cell: Int, pass pass: Int) -> ScaledLevels {
    let turn = max(tick, 0) / cellCount - pass - (cell > head ? 1 : 0)
    return cells[(turn + 2 * passCount) % passCount * cellCount + cell]
  }

  /// Whether a cell was reached `pass` turns ago.
  func isShown(_ cell: Int, pass: Int) -> Bool {
    tick >= 0 && tick / cellCount - pass - (cell > head ? 1 : 0) >= 0
  }

  /// Updates to the next tick; without a loudness its cell shows what it showed a turn ago.
  mutating func advance(to tick: Int, _ loudness: ScaledLevels?) {
    let shown = loudness ?? self[tick % cellCount, pass: 0]
    self.tick = tick
    cells[tick / cellCount % passCount * cellCount + head] = shown
  }
}
