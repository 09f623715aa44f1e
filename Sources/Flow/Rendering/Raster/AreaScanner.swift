// SPDX-License-Identifier: MIT
internal import Drawing

/// Finds the exact area of each pixel that lies inside closed figures.
///
/// It sweeps each row of pixels from left to right. Edges that overlap in x form a group; between
/// groups the winding number is constant over the height of the row. A single edge adds a
/// trapezoid. A group is cut at all corners and crossings into slabs in which no edges meet; in
/// each slab, the edges where the inside begins or ends add trapezoids. Areas have signs, so two
/// figures that share an edge show no seam.
struct AreaScanner: Sendable {
  private typealias Point = SIMD2<Double>

  /// The part of an edge in one slab.
  struct Side {
    let top, bottom: Double
    let winding: Int
  }

  let width, height: Int
  /// The rows that are drawn.
  let share: RowShare
  var edges: [Edge] = []
  private(set) var low = SIMD2(Double.infinity, .infinity)
  private(set) var high = SIMD2(-Double.infinity, -.infinity)

  // Scratch arrays, kept so that no shape allocates.
  private var firstRow = 0
  private var firstInRow: [Int32] = []
  private var nextInRow: [Int32] = []
  var active: [Piece] = []
  /// The first row whose edges are not active yet.
  private var nextRow = 0
  private var cuts: [Double] = []
  var sides: [Side] = []
  var chain: [Piece] = []
  var row: AreaRow
  /// The coverage of a row of tiles.
  private var strip: [UInt8] = []
  /// How the lines that are being added relate to the old figures.
  var change = Change.none

  /// The most slabs that corners cut a row into; a row with more corners is cut evenly.
  private static let maxSlabs = 64
  /// Crossing edges are not cut if the area between them is at most this many pixels on one side:
  /// 8 bits cannot show it.
  static let invisible = 2e-4

  /// A scanner for a canvas of this size in pixels, rounded up to whole tiles.
  init(width: Int, height: Int, _ share: RowShare) {
    self.share = share
    self.width = (width + Coverage.tileWidth - 1) / Coverage.tileWidth * Coverage.tileWidth
    self.height = (height + Coverage.tileHeight - 1) / Coverage.tileHeight * Coverage.tileHeight
    row = AreaRow(width: self.width)
  }

  /// Adds a line of a closed figure.
  mutating func addLine(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    AreaScanner.clip(
      from: start, to: end, within: SIMD2(Double(width), Double(height))
    ) { top, bottom, winding in
      guard bottom.y > top.y || top.x != bottom.x else { return }
      low = pointwiseMin(low, pointwiseMin(top, bottom))
      high = pointwiseMax(high, pointwiseMax(top, bottom))
      let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
      edges.append(Edge(top: top, bottom: bottom, slope: slope, winding: winding, change: change))
    }
  }

  /// Clips a line to a rectangle from the origin to a corner: parts to the left or right are moved
  /// to its side, parts above or below are dropped.
  ///
  /// `add` gets the upper and the lower end of each part, and 1 for a line that was drawn downward,
  /// −1 for one that was drawn upward.
  @inline(__always)
  static func clip(
    from start: SIMD2<Double>, to end: SIMD2<Double>, within limit: SIMD2<Double>,
    _ add: (_ top: SIMD2<Double>, _ bottom: SIMD2<Double>, _ winding: Int) -> Void
  ) {
    let isDownward = start.y <= end.y
    var (top, bottom) = isDownward ? (start, end) : (end, start)
    guard bottom.y > 0, top.y < limit.y else { return }
    let winding = isDownward ? 1 : -1
    if min(top.x, bottom.x) >= 0, max(top.x, bottom.x) <= limit.x, top.y >= 0, bottom.y <= limit.y {
      return add(top, bottom, winding)
    }
    func inside(_ place: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(min(max(place.x, 0), limit.x), place.y)
    }
    let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
    if top.y < 0 { top = SIMD2(top.x - top.y * slope, 0) }
    if bottom.y > limit.y { bottom = SIMD2(top.x + (limit.y - top.y) * slope, limit.y) }
    var from = top
    for side in slope > 0 ? [0, limit.x] : [limit.x, 0] {
      guard (from.x < side) != (bottom.x < side), slope != 0 else { continue }
      let y = min(max(top.y + (side - top.x) / slope, from.y), bottom.y)
      add(inside(from), SIMD2(side, y), winding)
      from = SIMD2(side, y)
    }
    add(inside(from), inside(bottom), winding)
  }

  /// Writes the coverage of all added figures, and forgets the figures.
  mutating func scan(_ rule: Item.FillRule, into coverage: inout Coverage) {
    defer { removeAll() }
    guard !edges.isEmpty else { return coverage.reset(CellBox(columns: 0..<0, rows: 0..<0)) }
    let pixels = CellBox(
      columns: CellBox.cells(from: low.x, to: high.x, count: width),
      rows: CellBox.cells(from: low.y, to: high.y, count: height))
    coverage.reset(Coverage.tiles(holding: pixels))
    sortByRow(pixels.rows)
    active.removeAll(keepingCapacity: true)
    let box = coverage.box
    let columns =
      box.columns.lowerBound * Coverage.tileWidth..<box.columns.upperBound * Coverage.tileWidth
    row.begin(columns)
    strip.removeAll(keepingCapacity: true)
    for tileRow in box.rows where share.holds(tileRow) {
      let lines = tileRow * Coverage.tileHeight..<(tileRow + 1) * Coverage.tileHeight
      // All other lines are copied below.
      if strip.isEmpty || lines.clamped(to: pixels.rows) != lines {
        strip.removeAll(keepingCapacity: true)
        strip.append(contentsOf: repeatElement(0, count: box.columns.count * Coverage.tileArea))
      }
      for line in lines.clamped(to: pixels.rows) {
        if activate(line) {
          row.begin(columns)
          _ = sweep(active, from: 0, rule)
          row.end()
        }
        row.copy(to: &strip, line: line - lines.lowerBound)
      }
      for (index, column) in box.columns.enumerated() {
        let places = index * Coverage.tileArea..<(index + 1) * Coverage.tileArea
        coverage.append(strip.span.extracting(places), column: column, row: tileRow)
      }
    }
  }

  /// Forgets all figures.
  mutating func removeAll() {
    edges.removeAll(keepingCapacity: true)
    low = SIMD2(.infinity, .infinity)
    high = SIMD2(-.infinity, -.infinity)
  }

  /// Lists the edges that begin in each row, in the order of adding; the first row also gets those
  /// that begin above it.
  mutating func sortByRow(_ rows: Range<Int>) {
    (firstRow, nextRow) = (rows.lowerBound, rows.lowerBound)
    firstInRow.removeAll(keepingCapacity: true)
    firstInRow.append(contentsOf: repeatElement(-1, count: rows.count))
    nextInRow.removeAll(keepingCapacity: true)
    nextInRow.append(contentsOf: repeatElement(-1, count: edges.count))
    for index in edges.indices.reversed() {
      let edge = edges[index]
      let row = max(Int(edge.top.y) - rows.lowerBound, 0)
      guard row < rows.count, edge.bottom.y > Double(rows.lowerBound), !edge.isBetweenRows
      else { continue }
      nextInRow[index] = firstInRow[row]
      firstInRow[row] = Int32(index)
    }
  }

  /// Updates the active edges for a row below those before, sorted from left to right, at the same x
  /// in the order of adding. Returns whether the row may differ from the one before.
  mutating func activate(_ row: Int) -> Bool {
    let (top, bottom) = (Double(row), Double(row + 1))
    let (hasGone, isSorted, count) = AreaScanner.goOn(&active, edges, from: top, to: bottom)
    active.removeLast(active.count - count)
    defer { nextRow = row + 1 }
    // Those of rows between that are not drawn may reach this one.
    for row in nextRow...row { begin(inRow: row, from: top, to: bottom) }
    if active.count - count > 16 {
      active.sort { $0.isBefore($1) }
    } else if !isSorted || active.count > count {
      AreaScanner.sort(&active)
    }
    return hasGone || active.count > count
  }

  /// Activates the edges that begin in a row, if they reach the one between two heights.
  @inline(__always)
  private mutating func begin(inRow row: Int, from top: Double, to bottom: Double) {
    var next = firstInRow[row - firstRow]
    while next >= 0 {
      let edge = edges[Int(next)]
      if edge.bottom.y > top {
        // Edges may have begun above the row.
        let (start, end) = (max(edge.top.y, top), min(edge.bottom.y, bottom))
        active.append(
          Piece(
            edge: Int(next), winding: edge.winding, change: edge.change, top: start,
            bottom: end, start: edge.x(at: start),
            end: edge.top.y == edge.bottom.y ? edge.bottom.x : edge.x(at: end)))
      }
      next = nextInRow[Int(next)]
    }
  }

  /// Moves pieces on to the next row. Returns whether the row may differ from the one before,
  /// whether the pieces are still sorted, and how many are left.
  private static func goOn(
    _ pieces: inout [Piece], _ edges: [Edge], from top: Double, to bottom: Double
  ) -> (isNew: Bool, isSorted: Bool, count: Int) {
    var pieces = pieces.mutableSpan
    var (isNew, isSorted, count) = (false, true, 0)
    for index in 0..<pieces.count {
      var piece = pieces[index]
      let edge = edges[piece.edge]
      if edge.bottom.y <= top {
        isNew = true
        continue
      }
      if piece.top != top - 1 || edge.bottom.y < bottom || edge.slope != 0 { isNew = true }
      let last = piece.bottom
      (piece.top, piece.bottom) = (top, min(edge.bottom.y, bottom))
      if edge.slope != 0 {
        // Between the rows may be some that are not drawn.
        piece.start = last == top ? piece.end : edge.x(at: top)
        piece.end = edge.x(at: piece.bottom)
      }
      if count > 0, !pieces[count - 1].isBefore(piece) { isSorted = false }
      pieces[count] = piece
      count += 1
    }
    return (isNew, isSorted, count)
  }

  /// Sorts pieces that are nearly sorted: an insertion sort.
  private static func sort(_ pieces: inout [Piece]) {
    var pieces = pieces.mutableSpan
    for index in 1..<max(pieces.count, 1) {
      let piece = pieces[index]
      var place = index
      while place > 0, !pieces[place - 1].isBefore(piece) {
        pieces[place] = pieces[place - 1]
        place -= 1
      }
      if place < index { pieces[place] = piece }
    }
  }

  /// Adds the coverage of pieces of one row, from left to right, after the given winding number.
  /// Returns the winding number to their right.
  mutating func sweep(
    _ pieces: [Piece], from winding: Int, _ rule: Item.FillRule
  ) -> Int {
    var winding = winding
    var index = 0
    while index < pieces.count {
      let first = index
      let piece = pieces[index]
      var high = piece.high
      index += 1
      row.reach(piece.low, isInside: rule.isInside(winding))
      var net = Double(piece.winding) * (piece.bottom - piece.top)
      while index < pieces.count, pieces[index].low <= high + 1e-9 {
        let piece = pieces[index]
        high = max(high, piece.high)
        net += Double(piece.winding) * (piece.bottom - piece.top)
        index += 1
      }
      row.touch(high)
      let after = winding + AreaScanner.whole(net)
      if index == first + 1, piece.bottom - piece.top == 1 {
        let isInside = rule.isInside(after)
        if rule.isInside(winding) != isInside {
          row.add(piece.start, piece.end, isInside ? 1 : -1)
        }
      } else {
        addGroup(pieces[first..<index], winding, rule)
      }
      winding = after
    }
    return winding
  }

  /// Rounds a sum of windings, which is whole but for rounding errors. (The library's rounding is a
  /// function call.)
  @inline(__always)
  static func whole(_ net: Double) -> Int { Int(net < 0 ? net - 0.5 : net + 0.5) }

  /// Adds a group of edges, slab by slab.
  private mutating func addGroup(
    _ group: ArraySlice<Piece>, _ winding: Int, _ rule: Item.FillRule
  ) {
    cuts.removeAll(keepingCapacity: true)
    for piece in group {
      addCut(piece.top)
      addCut(piece.bottom)
      if cuts.count > AreaScanner.maxSlabs { break }
    }
    if cuts.count > AreaScanner.maxSlabs {
      let top = group[group.startIndex].top.rounded(.down)
      let count = AreaScanner.maxSlabs
      cuts = (0...count).map { top + Double($0) / Double(count) }
    }
    for index in cuts.indices.dropFirst() {
      let (top, bottom) = (cuts[index - 1], cuts[index])
      sides.removeAll(keepingCapacity: true)
      AreaScanner.append(group, edges, from: top, to: bottom, &sides)
      addSlab(from: 0, height: bottom - top, winding, rule, depth: 0)
    }
  }

  /// Adds a height to the cuts, in ascending order, if it is not one of them.
  private mutating func addCut(_ y: Double) {
    var place = cuts.count
    while place > 0, cuts[place - 1] > y { place -= 1 }
    guard place == 0 || cuts[place - 1] != y else { return }
    // Most are the last one; the library's insertion is slow.
    cuts.append(y)
    var index = cuts.count - 1
    while index > place {
      cuts.swapAt(index - 1, index)
      index -= 1
    }
  }
}
