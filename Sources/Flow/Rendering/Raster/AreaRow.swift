// SPDX-License-Identifier: MIT

/// The coverage of one row of pixels, accumulated from left to right.
struct AreaRow {
  /// For each column of the canvas, the change of the covered area from the column before.
  private var areas: [Double]
  /// The coverage of each column, and one tile more, for edges at the right side of the canvas.
  /// Only ``columns`` matter.
  private var bytes: [UInt8]
  private var columns = 0..<0
  /// The range of columns with edges that are not written yet, and the coverage to its left.
  private var first = 0
  private var last = -1
  private var base = 0.0

  /// An empty row of a canvas whose width is a whole number of tiles.
  init(width: Int) {
    areas = [Double](repeating: 0, count: width + 2)
    bytes = [UInt8](repeating: 0, count: width + Coverage.tileWidth)
  }

  /// Starts a row that covers some columns.
  mutating func begin(_ columns: Range<Int>) {
    self.columns = columns
    AreaRow.set(&bytes, columns, to: 0)
    (first, last, base) = (columns.lowerBound, columns.lowerBound - 1, 0)
  }

  /// Moves on to edges at an x, and fills the gap after the last edges.
  @inline(__always)
  mutating func reach(_ place: Double, isInside: Bool) {
    let column = Int(place)
    guard column > last else { return }
    write()
    if isInside { AreaRow.set(&bytes, last + 1..<column, to: 255) }
    (first, base) = (column, isInside ? 1 : 0)
  }

  /// Extends the current range of edges to an x.
  @inline(__always)
  mutating func touch(_ place: Double) { last = max(last, Int(place) + 1) }

  /// Ends the row.
  mutating func end() { write() }

  private static func set(_ bytes: inout [UInt8], _ columns: Range<Int>, to value: UInt8) {
    var bytes = bytes.mutableSpan
    for column in columns { bytes[column] = value }
  }

  /// Writes the columns of the current range.
  @inline(__always)
  private mutating func write() {
    guard first <= last else { return }
    base = AreaRow.write(&areas, first..<last + 1, base, &bytes)
  }

  private static func write(
    _ areas: inout [Double], _ columns: Range<Int>, _ base: Double, _ bytes: inout [UInt8]
  ) -> Double {
    var areas = areas.mutableSpan
    var bytes = bytes.mutableSpan
    var sum = base
    for column in columns {
      sum += areas[column]
      areas[column] = 0
      bytes[column] = UInt8(clamping: Int(sum * 255 + 0.5))
    }
    return sum
  }

  /// Replaces these columns of a row of coverage, whose box contains them, and marks the pixels that
  /// differ as damaged.
  func replace(in coverage: inout Coverage, y: Int, _ damage: inout Damage) {
    let width = Coverage.tileWidth
    for tile in columns.lowerBound / width..<(columns.upperBound + width - 1) / width {
      coverage.replace(
        bytes.span.extracting(tile * width..<(tile + 1) * width), column: tile, y: y, columns,
        &damage)
    }
  }

  /// Copies the row, which begins with a tile, into a line of tiles.
  func copy(to tiles: inout [UInt8], line: Int) {
    let bytes = bytes.span
    var tiles = tiles.mutableSpan
    var (place, first) = (line * Coverage.tileWidth, columns.lowerBound)
    while first < columns.upperBound {
      for part in 0..<4 { tiles.set(bytes.word(at: first + 8 * part), at: place + 8 * part) }
      place += Coverage.tileArea
      first += Coverage.tileWidth
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
    // One beyond the last column. (The library's rounding is a function call.)
    let whole = Int(high)
    let end = Double(whole) < high ? whole + 1 : whole
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
