// SPDX-License-Identifier: MIT

extension AreaScanner {
  /// An edge from its upper to its lower end.
  struct Edge {
    let top, bottom: SIMD2<Double>
    let slope: Double
    /// 1 for an edge that was drawn downward, −1 for one that was drawn upward.
    let winding: Int
    let change: Change

    /// Whether it is horizontal and lies between two rows: such an edge bounds no area.
    var isBetweenRows: Bool { top.y == bottom.y && top.y == top.y.rounded(.down) }

    @inline(__always)
    func x(at y: Double) -> Double {
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      let x = top.x + (y - top.y) * slope
      return min(max(x, min(top.x, bottom.x)), max(top.x, bottom.x))
    }
  }

  /// The part of an edge in one row, and the x where it enters and leaves the row.
  struct Piece {
    let edge: Int
    let winding: Int
    let change: Change
    var top, bottom: Double
    var start, end: Double

    var low: Double { min(start, end) }
    var high: Double { max(start, end) }

    @inline(__always)
    func isBefore(_ other: Piece) -> Bool {
      low != other.low ? low < other.low : edge < other.edge
    }
  }

  /// How an edge of the new figures relates to the old ones.
  enum Change {
    /// In both.
    case none
    /// Only in the new figures.
    case new
    /// Only in the old figures.
    case old
  }
}
