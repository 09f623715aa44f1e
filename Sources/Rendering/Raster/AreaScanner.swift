// SPDX-License-Identifier: MIT
internal import Drawing

/// Finds the exact area of each pixel that lies inside closed figures.
///
/// A row of pixels is swept from left to right. Edges whose extents in the row overlap are taken
/// together; between such groups the winding number is the same over the whole height of the row.
/// A single edge is a trapezoid. A group is cut at all corners and crossings into slabs in which
/// no edges meet, and in each slab the edges at which the inside begins or ends are trapezoids.
/// Areas are added with their signs, so that figures that share an edge show no seam.
struct AreaScanner: Sendable {
  private typealias Point = SIMD2<Double>

  /// An edge from its upper to its lower end.
  private struct Edge {
    let top, bottom: SIMD2<Double>
    let slope: Double
    /// 1 for an edge that was drawn downward, −1 for one that was drawn upward.
    let winding: Int

    @inline(__always)
    func x(at y: Double) -> Double {
      if y <= top.y { return top.x }
      if y >= bottom.y { return bottom.x }
      let x = top.x + (y - top.y) * slope
      return min(max(x, min(top.x, bottom.x)), max(top.x, bottom.x))
    }
  }

  /// The part of an edge in one row.
  private struct Piece {
    let edge: Int
    var top = 0.0
    var bottom = 0.0
    var low = 0.0
    var high = 0.0
  }

  /// The part of an edge in one slab.
  private struct Side {
    let top, bottom: Double
    let winding: Int
  }

  private let width, height: Int
  private var edges: [Edge] = []
  private var low = SIMD2(Double.infinity, .infinity)
  private var high = SIMD2(-Double.infinity, -.infinity)

  // Scratch, kept so that no shape allocates.
  private var firstInRow: [Int32] = []
  private var nextInRow: [Int32] = []
  private var active: [Piece] = []
  private var cuts: [Double] = []
  private var sides: [Side] = []
  private var areas: [Double]
  private var strip: [UInt8] = []
  /// The column after the last one of the strip.
  private var end = 0

  /// The most slabs into which corners cut a row; where there are more, it is cut evenly.
  private static let mostSlabs = 64
  /// The area of a wrongly ordered crossing that cannot be seen in 8 bits, in pixels.
  private static let invisible = 2e-4

  /// A scanner for a canvas of so many pixels, of which the edges are drawn on whole tiles.
  init(width: Int, height: Int) {
    self.width = (width + Coverage.tileWidth - 1) / Coverage.tileWidth * Coverage.tileWidth
    self.height = (height + Coverage.tileHeight - 1) / Coverage.tileHeight * Coverage.tileHeight
    areas = [Double](repeating: 0, count: self.width + 2)
  }

  /// Adds a closed figure of straight lines, in pixels.
  mutating func add(_ corners: Span<SIMD2<Double>>) {
    guard corners.count > 1 else { return }
    var last = corners[corners.count - 1]
    for index in corners.indices {
      addLine(from: last, to: corners[index])
      last = corners[index]
    }
  }

  /// Adds a line of a closed figure. What is beyond the canvas to the left or to the right is
  /// drawn along its edge, and what is above or below has no effect.
  mutating func addLine(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    let isDownward = start.y <= end.y
    var (top, bottom) = isDownward ? (start, end) : (end, start)
    let limit = SIMD2(Double(width), Double(height))
    guard bottom.y > 0, top.y < limit.y else { return }
    let winding = isDownward ? 1 : -1
    if min(top.x, bottom.x) >= 0, max(top.x, bottom.x) <= limit.x, top.y >= 0, bottom.y <= limit.y {
      return append(from: top, to: bottom, winding)
    }
    let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
    if top.y < 0 { top = SIMD2(top.x - top.y * slope, 0) }
    if bottom.y > limit.y { bottom = SIMD2(top.x + (limit.y - top.y) * slope, limit.y) }
    var from = top
    for side in slope > 0 ? [0, limit.x] : [limit.x, 0] {
      guard (from.x < side) != (bottom.x < side), slope != 0 else { continue }
      let y = min(max(top.y + (side - top.x) / slope, from.y), bottom.y)
      append(from: from, to: SIMD2(side, y), winding)
      from = SIMD2(side, y)
    }
    append(from: from, to: bottom, winding)
  }

  private mutating func append(
    from start: SIMD2<Double>, to end: SIMD2<Double>, _ winding: Int
  ) {
    let right = Double(width)
    let top = SIMD2(min(max(start.x, 0), right), start.y)
    let bottom = SIMD2(min(max(end.x, 0), right), end.y)
    // A level line winds round nothing, but within a row it bounds what is wound round.
    guard bottom.y > top.y || top.y != top.y.rounded(.down) && top.x != bottom.x else { return }
    low = pointwiseMin(low, pointwiseMin(top, bottom))
    high = pointwiseMax(high, pointwiseMax(top, bottom))
    let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
    edges.append(Edge(top: top, bottom: bottom, slope: slope, winding: winding))
  }

  /// Puts the coverage of all figures that were added in place of another one, and forgets them.
  mutating func scan(_ rule: Item.FillRule, into coverage: inout Coverage) {
    defer {
      edges.removeAll(keepingCapacity: true)
      low = SIMD2(.infinity, .infinity)
      high = SIMD2(-.infinity, -.infinity)
    }
    guard !edges.isEmpty else { return coverage.reset(CellBox(columns: 0..<0, rows: 0..<0)) }
    let pixels = CellBox(
      columns: CellBox.cells(from: low.x, to: high.x, count: width),
      rows: CellBox.cells(from: low.y, to: high.y, count: height))
    coverage.reset(Coverage.tiles(holding: pixels))
    sortByRow(pixels.rows)
    active.removeAll(keepingCapacity: true)
    let stride = coverage.box.columns.count * Coverage.tileWidth
    let left = coverage.box.columns.lowerBound * Coverage.tileWidth
    end = left + stride
    for tileRow in coverage.box.rows {
      strip.removeAll(keepingCapacity: true)
      strip.append(contentsOf: repeatElement(0, count: stride * Coverage.tileHeight))
      let lines = tileRow * Coverage.tileHeight..<(tileRow + 1) * Coverage.tileHeight
      for row in lines.clamped(to: pixels.rows) {
        activate(row, first: pixels.rows.lowerBound)
        sweep(row, rule, start: (row - lines.lowerBound) * stride - left)
      }
      coverage.append(strip.span, tileRow: tileRow)
    }
  }

  /// Lists for each row the edges that begin in it, in their order.
  private mutating func sortByRow(_ rows: Range<Int>) {
    firstInRow.removeAll(keepingCapacity: true)
    firstInRow.append(contentsOf: repeatElement(-1, count: rows.count))
    nextInRow.removeAll(keepingCapacity: true)
    nextInRow.append(contentsOf: repeatElement(-1, count: edges.count))
    for index in edges.indices.reversed() {
      let row = Int(edges[index].top.y) - rows.lowerBound
      guard row < rows.count else { continue }
      nextInRow[index] = firstInRow[row]
      firstInRow[row] = Int32(index)
    }
  }

  /// Brings the edges in a row up to date, from left to right.
  private mutating func activate(_ row: Int, first: Int) {
    let (top, bottom) = (Double(row), Double(row + 1))
    active.removeAll { edges[$0.edge].bottom.y <= top }
    var new = firstInRow[row - first]
    var newCount = 0
    while new >= 0 {
      active.append(Piece(edge: Int(new)))
      newCount += 1
      new = nextInRow[Int(new)]
    }
    for index in active.indices {
      let edge = edges[active[index].edge]
      let (from, to) = (max(edge.top.y, top), min(edge.bottom.y, bottom))
      let (one, other) =
        edge.top.y == edge.bottom.y
        ? (edge.top.x, edge.bottom.x) : (edge.x(at: from), edge.x(at: to))
      active[index].top = from
      active[index].bottom = to
      active[index].low = min(one, other)
      active[index].high = max(one, other)
    }
    if newCount > 16 {
      active.sort { ($0.low, $0.edge) < ($1.low, $1.edge) }
    } else {
      for index in active.indices.dropFirst() {
        let piece = active[index]
        var place = index
        while place > 0, active[place - 1].low > piece.low {
          active[place] = active[place - 1]
          place -= 1
        }
        active[place] = piece
      }
    }
  }

  /// Fills a line of the strip; `start` is the place of column 0.
  private mutating func sweep(_ row: Int, _ rule: Item.FillRule, start: Int) {
    var winding = 0
    var index = 0
    /// The first column that is not yet written, and the last one that areas were added to.
    var (written, touched) = (0, -1)
    var base = 0.0
    while index < active.count {
      let first = index
      var high = active[index].high
      var net = 0.0
      repeat {
        let piece = active[index]
        high = max(high, piece.high)
        net += Double(edges[piece.edge].winding) * (piece.bottom - piece.top)
        index += 1
      } while index < active.count && active[index].low <= high + 1e-9
      let left = Int(active[first].low)
      if left > touched {
        base = write(written, touched, base, start: start)
        if rule.isInside(winding) {
          for column in max(touched + 1, 0)..<left { strip[start + column] = 255 }
          base = 1
        } else {
          base = 0
        }
        written = left
      }
      touched = max(touched, Int(high) + 1)
      let after = winding + Int(net.rounded())
      let piece = active[first]
      if index == first + 1, piece.bottom - piece.top == 1 {
        if rule.isInside(winding) != rule.isInside(after) {
          let edge = edges[piece.edge]
          addArea(
            edge.x(at: piece.top), edge.x(at: piece.bottom), rule.isInside(after) ? 1 : -1)
        }
      } else {
        addGroup(first..<index, winding, rule)
      }
      winding = after
    }
    _ = write(written, touched, base, start: start)
  }

  /// Writes the coverage of columns from the areas that were added to them; gives what the last
  /// one leaves to its right.
  private mutating func write(_ first: Int, _ last: Int, _ base: Double, start: Int) -> Double {
    guard first <= last else { return base }
    var sum = base
    for column in first...last {
      sum += areas[column]
      areas[column] = 0
      if column < end {
        strip[start + column] = UInt8(min(max(sum * 255 + 0.5, 0), 255))
      }
    }
    return sum
  }

  /// Adds a group of edges, slab by slab.
  private mutating func addGroup(_ group: Range<Int>, _ winding: Int, _ rule: Item.FillRule) {
    cuts.removeAll(keepingCapacity: true)
    for index in group {
      for y in [active[index].top, active[index].bottom] where !cuts.contains(y) {
        cuts.append(y)
      }
      if cuts.count > AreaScanner.mostSlabs { break }
    }
    if cuts.count > AreaScanner.mostSlabs {
      let top = active[group.lowerBound].top.rounded(.down)
      let count = AreaScanner.mostSlabs
      cuts = (0...count).map { top + Double($0) / Double(count) }
    } else {
      cuts.sort()
    }
    for (top, bottom) in zip(cuts, cuts.dropFirst()) {
      sides.removeAll(keepingCapacity: true)
      let middle = (top + bottom) / 2
      for index in group where active[index].top < middle && active[index].bottom > middle {
        let edge = edges[active[index].edge]
        sides.append(Side(top: edge.x(at: top), bottom: edge.x(at: bottom), winding: edge.winding))
      }
      addSlab(from: 0, height: bottom - top, winding, rule, depth: 0)
    }
  }

  /// Adds the sides from the given one on, all of which span a slab; cuts it where they cross.
  private mutating func addSlab(
    from first: Int, height: Double, _ winding: Int, _ rule: Item.FillRule, depth: Int
  ) {
    let end = sides.count
    guard first < end else { return }
    if end - first > 32 {
      sides[first...].sort { $0.top + $0.bottom < $1.top + $1.bottom }
    }
    for index in first + 1..<end {
      let side = sides[index]
      let middle = side.top + side.bottom
      var place = index
      while place > first, sides[place - 1].top + sides[place - 1].bottom > middle {
        sides[place] = sides[place - 1]
        place -= 1
      }
      sides[place] = side
    }
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
      if isInside != wasInside { addArea(side.top, side.bottom, isInside ? height : -height) }
    }
  }

  /// Where neighbours that bound the inside cross, as a part of the slab's height.
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

  /// Adds the area to the right of a side that goes from `top` to `bottom`: to each column what
  /// it has more than the one before.
  @inline(__always)
  private mutating func addArea(_ top: Double, _ bottom: Double, _ height: Double) {
    let (low, high) = (min(top, bottom), max(top, bottom))
    let first = Int(low)
    let end = Int(high.rounded(.up))
    var areas = areas.mutableSpan
    if end <= first + 1 {
      let inset = (low + high) / 2 - Double(first)
      areas[first] += height * (1 - inset)
      areas[first + 1] += height * inset
      return
    }
    // The share of the height that a column takes, and the triangles at both ends.
    let share = 1 / (high - low)
    let (head, tail) = (Double(first + 1) - low, high - Double(end - 1))
    var sum = share * head * head / 2
    areas[first] += height * sum
    for column in first + 1..<end - 1 {
      let reached = share * (Double(column) + 0.5 - low)
      areas[column] += height * (reached - sum)
      sum = reached
    }
    let last = 1 - share * tail * tail / 2
    areas[end - 1] += height * (last - sum)
    areas[end] += height * (1 - last)
  }
}

extension Item.FillRule {
  /// Whether places of a winding number are inside.
  @inline(__always)
  fileprivate func isInside(_ winding: Int) -> Bool {
    self == .nonzero ? winding != 0 : winding & 1 != 0
  }
}
