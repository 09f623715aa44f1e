// SPDX-License-Identifier: MIT

/// One straight movement of the pen, in pixels.
struct PenSegment: Sendable {
  /// Where it begins.
  let start: SIMD2<Double>
  /// Where it ends.
  let end: SIMD2<Double>
  /// The unit vector along it; to the right for a movement of no length.
  let direction: SIMD2<Double>
  /// How long it is.
  let length: Double
  /// How far a cell reaches from its centre along the movement, and also across it.
  let reach: Double
  /// The cells that the pen may touch, on the canvas; empty if it stays outside.
  let cells: CellBox

  init(from start: SIMD2<Double>, to end: SIMD2<Double>, pen: RoundPen, width: Int, height: Int) {
    self.start = start
    self.end = end
    let delta = end - start
    length = (delta * delta).sum().squareRoot()
    direction = length > 0 ? delta / length : SIMD2(1, 0)
    reach = (abs(direction.x) + abs(direction.y)) / 2
    let low = pointwiseMin(start, end) - pen.circumradius
    let high = pointwiseMax(start, end) + pen.circumradius
    cells = CellBox(
      columns: CellBox.cells(from: low.x, to: high.x, count: width),
      rows: CellBox.cells(from: low.y, to: high.y, count: height))
  }

  /// Whether it covers the same as another movement of the same pen.
  @inline(__always)
  func hasSameEnds(as other: PenSegment) -> Bool { start == other.start && end == other.end }

  /// How a cell lies to the movement: the place of its centre along it and across it.
  @inline(__always)
  func position(of center: SIMD2<Double>) -> (along: Double, across: Double) {
    let offset = center - start
    return (
      offset.x * direction.x + offset.y * direction.y,
      abs(offset.y * direction.x - offset.x * direction.y)
    )
  }

  /// Whether a cell at such a place lies beside the movement only, not beyond one of its ends.
  @inline(__always)
  func isBetweenCaps(_ place: (along: Double, across: Double)) -> Bool {
    place.along >= reach && place.along <= length - reach
  }

  /// The columns of a row in which the pen may touch a cell.
  func columns(inRow row: Int, pen: RoundPen, width: Int) -> Range<Int> {
    var from = 0.0
    var to = length
    if abs(direction.y) > 1e-9 {
      let top = (Double(row) - pen.circumradius - start.y) / direction.y
      let bottom = (Double(row + 1) + pen.circumradius - start.y) / direction.y
      from = max(from, min(top, bottom))
      to = min(to, max(top, bottom))
      if from > to { return 0..<0 }
    }
    let first = start.x + direction.x * from
    let last = start.x + direction.x * to
    return CellBox.cells(
      from: min(first, last) - pen.circumradius, to: max(first, last) + pen.circumradius,
      count: width)
  }
}

/// A rectangle of cells.
struct CellBox: Sendable {
  let columns: Range<Int>
  let rows: Range<Int>

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  /// Whether all of another one lies within it.
  func holds(_ other: CellBox) -> Bool {
    other.isEmpty
      || columns.lowerBound <= other.columns.lowerBound
        && other.columns.upperBound <= columns.upperBound
        && rows.lowerBound <= other.rows.lowerBound && other.rows.upperBound <= rows.upperBound
  }

  /// The least one that holds this and another one.
  func joined(with other: CellBox) -> CellBox {
    func joined(_ one: Range<Int>, _ two: Range<Int>) -> Range<Int> {
      min(one.lowerBound, two.lowerBound)..<max(one.upperBound, two.upperBound)
    }
    return CellBox(
      columns: joined(columns, other.columns), rows: joined(rows, other.rows))
  }

  @inline(__always)
  func overlaps(_ other: CellBox) -> Bool {
    columns.lowerBound < other.columns.upperBound && other.columns.lowerBound < columns.upperBound
      && rows.lowerBound < other.rows.upperBound && other.rows.lowerBound < rows.upperBound
  }

  /// The cells of `0..<count` that a span touches, however far outside its ends lie.
  static func cells(from low: Double, to high: Double, count: Int) -> Range<Int> {
    let limit = Double(count)
    let first = Int(min(max(low.rounded(.down), 0), limit))
    let end = Int(min(max(high.rounded(.up), 0), limit))
    return first..<max(first, end)
  }
}
