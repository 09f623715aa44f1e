// SPDX-License-Identifier: MIT

/// The coverage of a row of tiles, accumulated row by row of pixels and from left to right.
///
/// Only tiles with edges have bytes. For tiles inside a shape it notes which lines are full.
struct AreaRow {
  /// For each column of the canvas, the change of the covered area from the column before.
  private var areas: [Double]
  /// The coverage of the tiles, one after the other; 0 where nothing is written. The last tile is
  /// beyond the canvas, for edges at its right side.
  private var bytes: [UInt8]
  /// For each tile, whether it has bytes, and which of its lines are inside the shape, a bit each.
  private var isWritten: [Bool]
  private var fullLines: [UInt8]

  private var columns = 0..<0
  private var line = 0
  /// The range of columns with edges that are not written yet, and the coverage to its left.
  private var first = 0
  private var last = -1
  private var base = 0.0

  init(width: Int) {
    areas = [Double](repeating: 0, count: width + 2)
    let tileCount = width / Coverage.tileWidth + 1
    bytes = [UInt8](repeating: 0, count: tileCount * Coverage.tileArea)
    isWritten = [Bool](repeating: false, count: tileCount)
    fullLines = [UInt8](repeating: 0, count: tileCount)
  }

  /// Starts a row of pixels that covers some columns.
  mutating func begin(_ columns: Range<Int>, y: Int) {
    self.columns = columns
    line = y % Coverage.tileHeight
    (first, last, base) = (columns.lowerBound, columns.lowerBound - 1, 0)
  }

  /// Moves on to edges at an x, and fills the gap after the last edges.
  @inline(__always)
  mutating func reach(_ place: Double, isInside: Bool) {
    let column = Int(place)
    guard column > last else { return }
    write()
    if isInside { fill(last + 1..<column) }
    (first, base) = (column, isInside ? 1 : 0)
  }

  /// Extends the current range of edges to an x.
  @inline(__always)
  mutating func touch(_ place: Double) { last = max(last, Int(place) + 1) }

  /// Ends the row.
  mutating func end() { write() }

  /// Covers some columns.
  private mutating func fill(_ columns: Range<Int>) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let tile = column / Coverage.tileWidth
      let next = (tile + 1) * Coverage.tileWidth
      if column == next - Coverage.tileWidth, columns.upperBound >= next {
        fullLines[tile] |= 1 << UInt8(line)
      } else {
        isWritten[tile] = true
        let start = place(of: tile) - tile * Coverage.tileWidth
        var bytes = bytes.mutableSpan
        for column in column..<min(next, columns.upperBound) { bytes[start &+ column] = 255 }
      }
      column = next
    }
  }

  /// The place in ``bytes`` of the current line of a tile.
  @inline(__always)
  private func place(of tile: Int) -> Int {
    tile * Coverage.tileArea + line * Coverage.tileWidth
  }

  /// Writes the columns of the current range.
  @inline(__always)
  private mutating func write() {
    guard first <= last else { return }
    base = AreaRow.write(&areas, first..<last + 1, base, &bytes, &isWritten, line: line)
  }

  private static func write(
    _ areas: inout [Double], _ columns: Range<Int>, _ base: Double, _ bytes: inout [UInt8],
    _ isWritten: inout [Bool], line: Int
  ) -> Double {
    var areas = areas.mutableSpan
    var bytes = bytes.mutableSpan
    var sum = base
    var column = columns.lowerBound
    while column < columns.upperBound {
      let tile = column / Coverage.tileWidth
      isWritten[tile] = true
      let start = tile * (Coverage.tileArea - Coverage.tileWidth) + line * Coverage.tileWidth
      for column in column..<min((tile + 1) * Coverage.tileWidth, columns.upperBound) {
        sum += areas[column]
        areas[column] = 0
        bytes[start &+ column] = UInt8(clamping: Int(sum * 255 + 0.5))
      }
      column = (tile + 1) * Coverage.tileWidth
    }
    return sum
  }

  /// Replaces the columns of the row in a coverage, marks the pixels that differ as damaged, and
  /// starts over.
  ///
  /// - Precondition: the box of the coverage contains them.
  mutating func replace(in coverage: inout Coverage, y: Int, _ damage: inout Damage) {
    let (columns, width) = (columns, Coverage.tileWidth)
    for tile in columns.lowerBound / width..<(columns.upperBound + width - 1) / width {
      completeLines(of: tile)
      let place = place(of: tile)
      coverage.replace(
        bytes.span.extracting(place..<place + width), column: tile, y: y, columns, &damage)
      clear(tile, place..<place + width)
    }
  }

  /// Repeats the row of pixels above in some tiles.
  mutating func repeatRow(_ tiles: Range<Int>, y: Int) {
    line = y % Coverage.tileHeight
    for tile in tiles {
      fullLines[tile] |= fullLines[tile] << 1 & 1 << UInt8(line)
      guard isWritten[tile] else { continue }
      let place = place(of: tile)
      var bytes = bytes.mutableSpan
      for place in stride(from: place, to: place + Coverage.tileWidth, by: 8) {
        bytes.set(bytes.span.word(at: place - Coverage.tileWidth), at: place)
      }
    }
  }

  /// Moves a row of tiles to a coverage, which has none there, and starts over.
  mutating func move(to coverage: inout Coverage, row: Int) {
    for tile in coverage.box.columns where isWritten[tile] || fullLines[tile] != 0 {
      if !isWritten[tile], fullLines[tile] == .max {
        coverage.setFull(column: tile, row: row)
        fullLines[tile] = 0
        continue
      }
      completeLines(of: tile)
      let places = tile * Coverage.tileArea..<(tile + 1) * Coverage.tileArea
      coverage.append(bytes.span.extracting(places), column: tile, row: row)
      clear(tile, places)
    }
  }

  /// Writes the full lines of a tile.
  private mutating func completeLines(of tile: Int) {
    let lines = fullLines[tile]
    var bytes = bytes.mutableSpan
    for line in SetBits(UInt64(lines)) {
      let place = tile * Coverage.tileArea + line * Coverage.tileWidth
      for part in stride(from: 0, to: Coverage.tileWidth, by: 8) {
        bytes.set(.max, at: place + part)
      }
    }
  }

  /// Clears the bytes of a tile at some places; no others are written.
  private mutating func clear(_ tile: Int, _ places: Range<Int>) {
    var bytes = bytes.mutableSpan
    for place in stride(from: places.lowerBound, to: places.upperBound, by: 8) {
      bytes.set(0, at: place)
    }
    isWritten[tile] = false
    fullLines[tile] = 0
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
