// SPDX-License-Identifier: MIT

/// The coverage of one row of pixels, accumulated from left to right.
struct AreaRow {
  /// For each column of the canvas, the change of the covered area from the column before.
  private var areas: [Double]
  /// The coverage of ``columns``.
  private var line: [UInt8] = []
  private var columns = 0..<0
  /// The range of columns with edges that are not written yet, and the coverage to its left.
  private var first = 0
  private var last = -1
  private var base = 0.0

  init(width: Int) {
    areas = [Double](repeating: 0, count: width + 2)
  }

  /// Starts a row that covers some columns.
  mutating func begin(_ columns: Range<Int>) {
    self.columns = columns
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: repeatElement(0, count: columns.count))
    (first, last, base) = (0, -1, 0)
  }

  /// Clears the row.
  mutating func clear() {
    var line = line.mutableSpan
    line.update(repeating: 0)
    (first, last, base) = (0, -1, 0)
  }

  /// Moves on to edges at an x, and fills the gap after the last edges.
  @inline(__always)
  mutating func reach(_ place: Double, isInside: Bool) {
    let column = Int(place)
    guard column > last else { return }
    write()
    if isInside {
      let start = max(last + 1, columns.lowerBound) - columns.lowerBound
      let end = max(column - columns.lowerBound, start)
      var line = line.mutableSpan
      for index in start..<end { line[index] = 255 }
    }
    (first, base) = (column, isInside ? 1 : 0)
  }

  /// Extends the current range of edges to an x.
  @inline(__always)
  mutating func touch(_ place: Double) { last = max(last, Int(place) + 1) }

  /// Ends the row.
  mutating func end() { write() }

  /// Writes the columns of the current range.
  @inline(__always)
  private mutating func write() {
    guard first <= last else { return }
    base = AreaRow.write(&areas, first...last, base, &line, columns)
  }

  @inline(__always)
  private static func write(
    _ areas: inout [Double], _ range: ClosedRange<Int>, _ base: Double, _ line: inout [UInt8],
    _ columns: Range<Int>
  ) -> Double {
    var areas = areas.mutableSpan
    var line = line.mutableSpan
    var sum = base
    for column in range {
      sum += areas[column]
      areas[column] = 0
      if column < columns.upperBound {
        line[column - columns.lowerBound] = UInt8(min(max(sum * 255 + 0.5, 0), 255))
      }
    }
    return sum
  }

  /// Replaces these columns of a row of coverage.
  func replace(in coverage: inout Coverage, y: Int, _ damage: inout Damage) {
    coverage.replace(line.span, y: y, columns: columns, &damage)
  }

  /// Copies the row into a line of tiles.
  func copy(into strip: inout [UInt8], line index: Int) {
    var strip = strip.mutableSpan
    let line = line.span
    for tile in 0..<columns.count / Coverage.tileWidth {
      for part in stride(from: 0, to: Coverage.tileWidth, by: 8) {
        strip.set(
          line.word(at: tile * Coverage.tileWidth + part),
          at: tile * Coverage.tileArea + index * Coverage.tileWidth + part)
      }
    }
  }

  /// Adds the area to the right of a side that enters the slab at x `top` and leaves it at x
  /// `bottom`, as the change from column to column.
  @inline(__always)
  mutating func add(_ top: Double, _ bottom: Double, _ height: Double) {
    let (low, high) = (min(top, bottom), max(top, bottom))
    let first = Int(low)
    var areas = areas.mutableSpan
    if high <= Double(first + 1) {
      let inset = (low + high) / 2 - Double(first)
      areas[first] += height * (1 - inset)
      areas[first + 1] += height * inset
      return
    }
    let end = Int(high.rounded(.up))
    // The height of the side in one column, and the triangles at both ends.
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
