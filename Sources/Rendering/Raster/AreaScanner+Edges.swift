// SPDX-License-Identifier: MIT

extension AreaScanner {
  /// An edge from its upper to its lower end.
  struct Edge {
    let top, bottom: SIMD2<Double>
    let slope: Double
    /// 1 for an edge that was drawn downward, −1 for one that was drawn upward.
    let winding: Int
    let change: Change

    /// Whether it is level and bounds nothing within a row. A level line winds round nothing.
    var isBetweenRows: Bool { top.y == bottom.y && top.y == top.y.rounded(.down) }

    @inline(__always)
    func x(at y: Double) -> Double {
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      let x = top.x + (y - top.y) * slope
      return min(max(x, min(top.x, bottom.x)), max(top.x, bottom.x))
    }
  }

  /// The part of an edge in one row, and where it enters and leaves it.
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

  /// What the lines that are added have to do with the figures before.
  enum Change {
    /// They are there before and after.
    case none
    /// They are there after alone.
    case new
    /// They were there before alone.
    case old
  }
}
