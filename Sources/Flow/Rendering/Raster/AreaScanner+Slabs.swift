// SPDX-License-Identifier: MIT
internal import Drawing

/// Slabs: parts of a row of pixels in which no edge begins or ends.
extension AreaScanner {
  /// Appends the parts of pieces that lie in a slab to its sides.
  static func append(
    _ pieces: ArraySlice<Piece>, _ edges: [Edge], from top: Double, to bottom: Double,
    _ sides: inout [Side]
  ) {
    let middle = (top + bottom) / 2
    for piece in pieces where piece.top < middle && piece.bottom > middle {
      let start = top == piece.top ? piece.start : edges[piece.edge].x(at: top)
      let end = bottom == piece.bottom ? piece.end : edges[piece.edge].x(at: bottom)
      sides.append(Side(top: start, bottom: end, winding: piece.winding))
    }
  }

  /// Adds the sides from an index on, which all span the slab. The slab is cut where they cross.
  mutating func addSlab(
    from first: Int, height: Double, _ winding: Int, _ rule: Item.FillRule, depth: Int
  ) {
    let end = sides.count
    guard first < end else { return }
    if end - first > 32 {
      sides[first...].sort { $0.top + $0.bottom < $1.top + $1.bottom }
    }
    AreaScanner.sort(&sides, from: first)
    if depth < 16, let crossing = crossing(from: first, height, winding, rule) {
      for isLower in [false, true] {
        for index in first..<end {
          let side = sides[index]
          let middle = side.top + (side.bottom - side.top) * crossing
          sides.append(
            Side(
              top: isLower ? middle : side.top, bottom: isLower ? side.bottom : middle,
              winding: side.winding))
        }
        addSlab(
          from: end, height: height * (isLower ? 1 - crossing : crossing), winding, rule,
          depth: depth + 1)
        sides.removeLast(sides.count - end)
      }
      return
    }
    var winding = winding
    for index in first..<end {
      let side = sides[index]
      let wasInside = rule.isInside(winding)
      winding += side.winding
      let isInside = rule.isInside(winding)
      if isInside != wasInside { row.add(side.top, side.bottom, isInside ? height : -height) }
    }
  }

  /// Sorts the sides from an index on, which are nearly sorted, by their middles.
  private static func sort(_ sides: inout [Side], from first: Int) {
    var sides = sides.mutableSpan
    for index in first + 1..<sides.count {
      let side = sides[index]
      let middle = side.top + side.bottom
      var place = index
      while place > first, sides[place - 1].top + sides[place - 1].bottom > middle {
        sides[place] = sides[place - 1]
        place -= 1
      }
      if place < index { sides[place] = side }
    }
  }

  /// The height, 0 to 1 of the slab, where two neighbours cross that bound the inside; `nil` if
  /// none do.
  private func crossing(
    from first: Int, _ height: Double, _ winding: Int, _ rule: Item.FillRule
  ) -> Double? {
    var winding = winding
    for index in first..<sides.count - 1 {
      let (left, right) = (sides[index], sides[index + 1])
      let before = winding
      winding += left.winding
      let (top, bottom) = (right.top - left.top, right.bottom - left.bottom)
      guard min(top, bottom) * height < -AreaScanner.invisible else { continue }
      let isInside = rule.isInside(before)
      if isInside == rule.isInside(winding), isInside == rule.isInside(before + right.winding),
        isInside == rule.isInside(winding + right.winding)
      {
        continue
      }
      return top / (top - bottom)
    }
    return nil
  }
}

extension Item.FillRule {
  /// Whether a winding number means inside.
  @inline(__always)
  func isInside(_ winding: Int) -> Bool {
    self == .evenOdd ? winding & 1 != 0 : winding != 0
  }
}
