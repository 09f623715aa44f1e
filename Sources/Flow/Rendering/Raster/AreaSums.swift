// SPDX-License-Identifier: MIT
internal import Drawing

/// Finds the area of each pixel that lies inside figures that do not overlap.
///
/// In every row that it crosses, a line changes the covered area from column to column. The
/// coverage of a pixel is the sum of all changes up to its column. Lines need no order, so this is
/// faster than ``AreaScanner``, but it counts overlaps twice. Areas are whole numbers, so that sums
/// are exact and the order of lines does not matter.
///
/// - Source: Levien, *font-rs*, 2016, whose accumulation buffer has floating-point numbers.
struct AreaSums: Sendable {
  /// The changes of the covered area, tile by tile.
  private var changes: [Int32] = []
  /// The lines of each tile that have changes, a bit each.
  private var lines: [UInt8] = []
  /// The pixels of one tile.
  private var tile = [UInt8](repeating: 0, count: Coverage.tileArea)

  /// The upper left corner of the tiles, in pixels from that of the canvas.
  private var corner = SIMD2(0.0, 0)
  /// The rows that are drawn: in general, and of the rows of tiles.
  private let share: RowShare
  private var isDrawn: [Bool] = []
  /// Tiles in a row: one more than are covered, for lines at their right side.
  private var tileColumns = 0

  /// The area of a pixel.
  private static let one = 255 << levelBits
  /// The area of a 255th of a pixel, as a power of 2, and half of it.
  private static let levelBits = 12
  private static let halfLevel = 1 << (levelBits - 1)

  /// Sums for some rows.
  init(_ share: RowShare) { self.share = share }

  /// Writes the coverage of figures, closed.
  mutating func scan(_ figures: Figures, on canvas: Canvas, into coverage: inout Coverage) {
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    for corner in figures.corners {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
    let box = Coverage.tiles(
      holding: CellBox(
        columns: CellBox.cells(from: low.x, to: high.x, count: canvas.width),
        rows: CellBox.cells(from: low.y, to: high.y, count: canvas.height)))
    coverage.reset(box)
    guard !box.isEmpty else { return }
    begin(box)
    let drawn = isDrawn
    AreaSums.add(
      figures, within: SIMD2(Double(canvas.width), Double(canvas.height)), corner, tileColumns,
      drawn.span, &changes, &lines)
    for row in box.rows where share.holds(row) { move(row - box.rows.lowerBound, to: &coverage) }
  }

  /// Makes room for a box of tiles.
  private mutating func begin(_ box: CellBox) {
    corner = SIMD2(
      Double(box.columns.lowerBound * Coverage.tileWidth),
      Double(box.rows.lowerBound * Coverage.tileHeight))
    tileColumns = box.columns.count + 1
    isDrawn.removeAll(keepingCapacity: true)
    for row in box.rows { isDrawn.append(share.holds(row)) }
    let missing = tileColumns * box.rows.count - lines.count
    guard missing > 0 else { return }
    lines += [UInt8](repeating: 0, count: missing)
    changes += [Int32](repeating: 0, count: missing * Coverage.tileArea)
  }

  /// Adds the lines of all figures.
  private static func add(
    _ figures: Figures, within limit: SIMD2<Double>, _ corner: SIMD2<Double>, _ tileColumns: Int,
    _ isDrawn: Span<Bool>, _ changes: inout [Int32], _ lines: inout [UInt8]
  ) {
    var changes = changes.mutableSpan
    var lines = lines.mutableSpan
    var first = 0
    for (end, _) in figures.ends {
      var last = figures.corners[end - 1]
      for index in first..<end {
        let next = figures.corners[index]
        AreaScanner.clip(from: last, to: next, within: limit) { top, bottom, winding in
          add(top - corner, bottom - corner, winding, tileColumns, isDrawn, &changes, &lines)
        }
        last = next
      }
      first = end
    }
  }

  /// Adds a line from its upper to its lower end.
  @inline(__always)
  private static func add(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ winding: Int, _ tileColumns: Int,
    _ isDrawn: Span<Bool>, _ changes: inout MutableSpan<Int32>, _ lines: inout MutableSpan<UInt8>
  ) {
    // Heights are whole numbers too, so that those of the left and right sides of a figure agree.
    var y = Int(start.y * Double(one) + 0.5)
    let bottom = Int(end.y * Double(one) + 0.5)
    guard y < bottom else { return }
    let right = Double((tileColumns - 1) * Coverage.tileWidth)
    let slope = (end.x - start.x) / Double(bottom - y)
    var (x, row) = (start.x, y / one)
    while y < bottom {
      let below = min((row &+ 1) &* one, bottom)
      let height = below &- y
      // Rounding must not lead out of the tiles.
      let exit = min(max(x + slope * Double(height), 0), right)
      defer { (y, x, row) = (below, exit, row &+ 1) }
      guard isDrawn[row &>> 3] else { continue }
      let side = Side(low: min(x, exit), high: max(x, exit), area: winding &* height)
      let tile = row &>> 3 &* tileColumns
      let line = row & 7
      for column in side.first &>> 5...(side.last &+ 1) &>> 5 {
        lines[tile &+ column] |= 1 &<< UInt8(line)
      }
      side.add(to: &changes, from: tile &* Coverage.tileArea &+ line &* Coverage.tileWidth)
    }
  }

  /// The part of a line in one row.
  private struct Side {
    /// From left to right, in pixels.
    let low, high: Double
    /// The height, with a sign for the direction: the change of the area on the right of it.
    let area: Int
    /// The columns at its ends.
    let first, last: Int

    @inline(__always)
    init(low: Double, high: Double, area: Int) {
      (self.low, self.high, self.area) = (low, high, area)
      first = Int(low)
      last = high <= Double(first &+ 1) ? first : Int(high)
    }

    /// Adds the changes in its columns and the one after. `place` is that of the row's first one.
    @inline(__always)
    func add(to changes: inout MutableSpan<Int32>, from place: Int) {
      func add(_ change: Int32, _ column: Int) {
        changes[place &+ column &>> 5 &* Coverage.tileArea &+ column & 31] &+= change
      }
      var sum: Int32 = 0
      if first == last {
        sum = share(1 - ((low + high) / 2 - Double(first)))
        add(sum, first)
      } else {
        // A triangle, trapezoids, and all but a triangle.
        let slope = 1 / (high - low)
        let head = Double(first &+ 1) - low
        sum = share(slope * head * head / 2)
        add(sum, first)
        for column in first &+ 1..<last {
          let reached = share(slope * (Double(column) + 0.5 - low))
          add(reached &- sum, column)
          sum = reached
        }
        let tail = high - Double(last)
        let reached = share(1 - slope * tail * tail / 2)
        add(reached &- sum, last)
        sum = reached
      }
      add(Int32(truncatingIfNeeded: area) &- sum, last &+ 1)
    }

    @inline(__always)
    private func share(_ part: Double) -> Int32 {
      Int32(truncatingIfNeeded: Int(Double(area) * part))
    }
  }

  /// Writes a row of tiles to a coverage, and starts over.
  private mutating func move(_ row: Int, to coverage: inout Coverage) {
    let first = row * tileColumns
    var sums = SIMD8<Int32>(repeating: 0)
    for column in 0..<tileColumns - 1 {
      if lines[first + column] == 0 {
        if sums == SIMD8(repeating: 0) { continue }
        if AreaSums.areFull(sums) {
          coverage.setFull(
            column: coverage.box.columns.lowerBound + column,
            row: coverage.box.rows.lowerBound + row)
          continue
        }
      }
      AreaSums.fill(
        &tile, &changes, from: (first + column) * Coverage.tileArea, lines[first + column], &sums)
      lines[first + column] = 0
      coverage.append(
        tile.span, column: coverage.box.columns.lowerBound + column,
        row: coverage.box.rows.lowerBound + row)
    }
    let beyond = first + tileColumns - 1
    for line in SetBits(UInt64(lines[beyond])) {
      changes[beyond * Coverage.tileArea + line * Coverage.tileWidth] = 0
    }
    lines[beyond] = 0
  }

  /// Whether pixels of these areas are covered wholly.
  private static func areFull(_ sums: SIMD8<Int32>) -> Bool {
    let least = UInt32(one - halfLevel)
    for line in 0..<Coverage.tileHeight where sums[line].magnitude < least { return false }
    return true
  }

  /// Sets the pixels of a tile to the sums of its changes, which become 0. `sums` are those of each
  /// line to the left of the tile, afterwards to the left of the next.
  private static func fill(
    _ tile: inout [UInt8], _ changes: inout [Int32], from start: Int, _ lines: UInt8,
    _ sums: inout SIMD8<Int32>
  ) {
    var tile = tile.mutableSpan
    var changes = changes.mutableSpan
    for line in 0..<Coverage.tileHeight {
      let place = line * Coverage.tileWidth
      var sum = SIMD4(repeating: sums[line])
      guard lines & 1 << UInt8(line) != 0 else {
        let pixels = levels(
          SIMD16(lowHalf: SIMD8(repeating: sum.x), highHalf: SIMD8(repeating: sum.x)))
        tile.set(pixels, at: place)
        tile.set(pixels, at: place + 16)
        continue
      }
      for part in [place, place + 16] {
        let one = changes.takeSums(at: start &+ part, after: &sum)
        let two = changes.takeSums(at: start &+ part &+ 4, after: &sum)
        let three = changes.takeSums(at: start &+ part &+ 8, after: &sum)
        let four = changes.takeSums(at: start &+ part &+ 12, after: &sum)
        tile.set(
          levels(
            SIMD16(
              lowHalf: SIMD8(lowHalf: one, highHalf: two),
              highHalf: SIMD8(lowHalf: three, highHalf: four))), at: part)
      }
      sums[line] = sum.x
    }
  }

  /// Converts areas to 0 to 255, whichever way the figures wind.
  @inline(__always)
  private static func levels(_ areas: SIMD16<Int32>) -> SIMD16<UInt8> {
    let sign = areas &>> 31
    let sizes = (areas ^ sign) &- sign
    let levels = SIMD16<Int16>(
      truncatingIfNeeded: (sizes &+ Int32(halfLevel)) &>> Int32(levelBits))
    return SIMD16(truncatingIfNeeded: pointwiseMin(levels, SIMD16(repeating: 255)))
  }
}

extension MutableSpan<Int32> {
  /// The sums of four numbers, from the first on, and of `sum`. The numbers become 0, and `sum` the
  /// last of the sums.
  @inline(__always)
  fileprivate mutating func takeSums(
    at place: Int, after sum: inout SIMD4<Int32>
  ) -> SIMD4<Int32> {
    precondition(place >= 0 && place <= count - 4)
    var bytes = unsafe mutableBytes
    var four = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: 4 &* place, as: SIMD4<Int32>.self)
    bytes.storeBytes(of: .zero, toByteOffset: 4 &* place, as: SIMD4<Int32>.self)
    four &+= SIMD4(0, four.x, four.y, four.z)
    four &+= SIMD4(0, 0, four.x, four.y)
    four &+= sum
    sum = SIMD4(repeating: four.w)
    return four
  }
}
