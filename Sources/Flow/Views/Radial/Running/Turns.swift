// SPDX-License-Identifier: MIT

/// The last turns by cell. A cell shows the loudest of its ticks; in turns of up to
/// ``RadialTrack/mostCells`` ticks it has one. Each turn that reaches a cell moves those of older turns down
/// by one pass.
struct Turns: Sendable {
  /// Cells in a turn.
  let cellCount: Int
  /// How many turns are kept.
  let passCount: Int
  /// How many ticks are kept.
  var tickCount: Int { ticksInTurn * passCount }
  private let ticksInTurn: Int
  /// How many ticks before tick 0 its turn begins.
  private let phase: Int
  /// The newest tick; -1 before the first.
  private(set) var tick = -1
  /// Turn after turn; the newest overwrites the oldest. Before tick 0 there is silence.
  private var cells: [LookMoment]

  /// Turns without ticks, of at most `limit` cells, which are silent.
  init(ticksInTurn: Int, phase: Int, passCount: Int, atMost limit: Int) {
    (self.ticksInTurn, self.phase) = (ticksInTurn, phase)
    self.passCount = passCount
    cellCount = min(ticksInTurn, limit)
    cells = Array(repeating: .silent, count: cellCount * passCount)
  }

  /// The newest tick's cell; -1 before the first.
  var head: Int { tick < 0 ? -1 : cell(of: tick) }

  /// Whether the newest tick is the first one of its cell.
  var isFirstOfCell: Bool {
    tick == 0 || (tick + phase) % ticksInTurn == 0 || cell(of: tick - 1) != head
  }

  /// The loudness of a cell `pass` turns ago; silent if there was none.
  subscript(cell: Int, pass pass: Int) -> LookMoment {
    let turn = turn(of: max(tick, 0)) - pass - (cell > head ? 1 : 0)
    return cells[(turn + 2 * passCount) % passCount * cellCount + cell]
  }

  /// Whether a cell was reached `pass` turns ago.
  func isShown(_ cell: Int, pass: Int) -> Bool {
    guard tick >= 0 else { return false }
    let turn = turn(of: tick) - pass - (cell > head ? 1 : 0)
    return turn > 0 || turn == 0 && cell >= self.cell(of: 0)
  }

  /// Updates to the next tick; without a loudness its cell stays as it is.
  mutating func advance(to tick: Int, _ loudness: LookMoment?) {
    let shown = self[cell(of: tick), pass: 0]
    self.tick = tick
    cells[turn(of: tick) % passCount * cellCount + head] =
      loudness.map { isFirstOfCell ? $0 : $0.louder(shown) } ?? shown
  }

  private func turn(of tick: Int) -> Int { (tick + phase) / ticksInTurn }

  private func cell(of tick: Int) -> Int {
    (tick + phase) % ticksInTurn * cellCount / ticksInTurn
  }
}

extension ScaledLevels {
  /// The greater loudness of each meter.
  func louder(_ other: ScaledLevels) -> ScaledLevels {
    func louder(_ one: ScaledLevel, _ two: ScaledLevel) -> ScaledLevel {
      ScaledLevel(peak: max(one.peak, two.peak), average: max(one.average, two.average))
    }
    return ScaledLevels(left: louder(left, other.left), right: louder(right, other.right))
  }
}
