// SPDX-License-Identifier: MIT
internal import Drawing

/// Draws one open chain of lines that may grow.
///
/// The stroke of a round pen is the union of the discs at its corners and the rectangles between
/// them. The coverage of a cell is the exact area of that union within the cell (circles as fine
/// polygons; on a fine grid where very many movements meet), rounded to 1/255. It depends only on
/// the movements that touch the cell, in their order. So it is the same whether the path was drawn
/// in one go or point by point: a new movement draws the cells that it touches afresh from all
/// movements near it, and no others.
struct GrowingStroke: Sendable {
  private let width: Int
  private let height: Int
  private let pen: RoundPen
  private var lastCorner: SIMD2<Double>?
  private var segments: [PenSegment] = []
  /// For each tile of the canvas that a movement may touch, its movements.
  private var segmentsNear: [Int: [Int]] = [:]

  // Scratch arrays, kept so that no movement allocates.
  private var neighbours: [Int] = []
  private var crossing: [(segment: Int, columns: Range<Int>)] = []
  private var touching: [Int] = []
  private var region = UncoveredRegion()

  /// The most pieces that a cell is cut into. A thin line makes a dozen or two where it bends; more
  /// are there only where a figure is crowded into few pixels.
  private static let maxPieces = 64

  /// How far a cell's corner is from its centre, and a little more.
  private static let cellCircumradius = 0.7072

  /// A pen of half the line width, in pixels, that has not moved yet.
  init(width: Int, height: Int, radius: Double) {
    self.width = width
    self.height = height
    pen = RoundPen(radius: radius)
  }

  /// Moves the pen on from corner to corner, in pixels, and marks the cells whose coverage changes.
  ///
  /// Each of them is computed once, after all movements.
  mutating func extend(
    to corners: some Sequence<SIMD2<Double>>, _ coverage: inout Coverage, _ tools: inout RasterTools
  ) {
    tools.touched.removeAll()
    tools.filled.removeAll()
    var box: CellBox?
    for corner in corners {
      defer { lastCorner = corner }
      guard let lastCorner else { continue }
      let segment = PenSegment(from: lastCorner, to: corner, pen: pen, width: width, height: height)
      segments.append(segment)
      guard !segment.cells.isEmpty else { continue }
      box = box?.joined(with: segment.cells) ?? segment.cells
      add(segment, &tools)
    }
    guard let box else { return }
    coverage.grow(toHold: Coverage.tiles(holding: box))
    for tile in tools.touched.tiles where tools.share.holds(tile / tools.touched.columns) {
      update(tile, box, &coverage, &tools)
    }
  }

  /// Files the last movement, and marks the cells that it touches, and those that it covers.
  private mutating func add(_ segment: PenSegment, _ tools: inout RasterTools) {
    let tiles = Coverage.tiles(holding: segment.cells)
    for row in tiles.rows {
      for column in tiles.columns {
        segmentsNear[row * tools.touched.columns + column, default: []].append(segments.count - 1)
      }
    }
    for y in segment.cells.rows {
      for x in segment.columns(inRow: y, pen: pen, width: width) {
        let center = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        let place = segment.position(of: center)
        guard touches(segment, place) else { continue }
        let bit: UInt32 = 1 << UInt32(x & 31)
        tools.touched.mark(bit, column: x >> 5, row: y >> 3, line: y & 7)
        if covers(segment, place, center) {
          tools.filled.mark(bit, column: x >> 5, row: y >> 3, line: y & 7)
        }
      }
    }
  }

  /// Computes the touched cells of a tile anew; `box` holds all of them.
  private mutating func update(
    _ tile: Int, _ box: CellBox, _ coverage: inout Coverage, _ tools: inout RasterTools
  ) {
    let (row, column) = tile.quotientAndRemainder(dividingBy: tools.touched.columns)
    neighbours.removeAll(keepingCapacity: true)
    for index in segmentsNear[tile, default: []] where segments[index].cells.overlaps(box) {
      neighbours.append(index)
    }
    for line in 0..<Coverage.tileHeight {
      let place = tile * Coverage.tileHeight + line
      let (touched, filled) = (tools.touched.masks[place], tools.filled.masks[place])
      guard touched != 0 else { continue }
      let y = row << 3 + line
      if touched != filled { findCrossing(row: y) }
      for x in SetBits(UInt64(touched), column << 5) {
        let bit: UInt32 = 1 << UInt32(x & 31)
        let value = filled & bit != 0 ? 255 : self.coverage(x, y)
        guard coverage.value(x: x, y: y) != value else { continue }
        coverage.set(x: x, y: y, to: value)
        tools.damage.mark(bit, column: column, row: row, line: line)
      }
    }
  }

  /// Lists the movements among `neighbours` that touch a row, the last one first.
  private mutating func findCrossing(row: Int) {
    crossing.removeAll(keepingCapacity: true)
    for index in neighbours.reversed() where segments[index].cells.rows.contains(row) {
      crossing.append((index, segments[index].columns(inRow: row, pen: pen, width: width)))
    }
  }

  @inline(__always)
  private func touches(_ segment: PenSegment, _ place: (along: Double, across: Double)) -> Bool {
    let margin = pen.circumradius + segment.reach
    return place.across < margin && place.along > -margin && place.along < segment.length + margin
  }

  /// Whether a movement alone covers a cell.
  @inline(__always)
  private func covers(
    _ segment: PenSegment, _ place: (along: Double, across: Double), _ center: SIMD2<Double>
  ) -> Bool {
    segment.isBetweenCaps(place) && place.across + segment.reach <= pen.radius
      || isWithin(segment.start, center) || isWithin(segment.end, center)
  }

  /// The covered part of a cell, in 1/255, from all movements among `crossing`.
  private mutating func coverage(_ x: Int, _ y: Int) -> UInt8 {
    let center = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
    touching.removeAll(keepingCapacity: true)
    for (index, columns) in crossing where columns.contains(x) {
      let segment = segments[index]
      let place = segment.position(of: center)
      guard touches(segment, place) else { continue }
      if covers(segment, place, center) { return 255 }
      touching.append(index)
    }
    touching.reverse()
    let segment = segments[touching[0]]
    let place = segment.position(of: center)
    // Most cells lie beside one movement, far from its ends: a strip, in closed form.
    let covered =
      touching.count == 1 && segment.isBetweenCaps(place)
      ? stripCoverage(across: place.across, direction: segment.direction)
      : unionCoverage(center)
    return UInt8(min(max(covered * 255 + 0.5, 0), 255))
  }

  /// Whether a cell lies wholly within a disc.
  @inline(__always)
  private func isWithin(_ disc: SIMD2<Double>, _ center: SIMD2<Double>) -> Bool {
    let reach = pen.apothem - GrowingStroke.cellCircumradius
    let offset = disc - center
    return reach > 0 && (offset * offset).sum() <= reach * reach
  }

  /// The part of a cell within the two long sides of a movement.
  private func stripCoverage(across: Double, direction: SIMD2<Double>) -> Double {
    // The parts beyond either side cannot overlap, so they are taken away one after the other.
    areaBelow(pen.radius - across, direction) - areaBelow(-pen.radius - across, direction)
  }

  /// The part of a unit cell on the inner side of an edge at signed `distance` from its centre.
  private func areaBelow(_ distance: Double, _ direction: SIMD2<Double>) -> Double {
    let long = max(abs(direction.x), abs(direction.y))
    let short = min(abs(direction.x), abs(direction.y))
    let away = abs(distance)
    let beyond: Double
    if away >= (long + short) / 2 {
      beyond = 0
    } else if away <= (long - short) / 2 {
      beyond = 0.5 - away / long
    } else {
      let corner = (long + short) / 2 - away
      beyond = corner * corner / (2 * long * short)
    }
    return distance >= 0 ? 1 - beyond : beyond
  }

  /// The part of a cell within the union of all movements in `touching`.
  private mutating func unionCoverage(_ center: SIMD2<Double>) -> Double {
    region.reset()
    for index in touching {
      subtractRectangle(segments[index], center)
      if region.isEmpty { return 1 }
      if region.pieceCount > GrowingStroke.maxPieces { return sampledCoverage(center) }
    }
    var previous = -2
    for index in touching {
      // Movements that follow each other share the disc at their joint.
      if previous != index - 1 { subtractDisc(segments[index].start, center) }
      subtractDisc(segments[index].end, center)
      previous = index
      if region.isEmpty { return 1 }
      if region.pieceCount > GrowingStroke.maxPieces { return sampledCoverage(center) }
    }
    return 1 - region.area
  }

  /// The same, on a fine grid, where exact pieces would become too many.
  private func sampledCoverage(_ center: SIMD2<Double>) -> Double {
    var cell = SampledCell()
    for index in touching {
      // A movement that repeats the last one covers nothing more.
      if index > 0, segments[index].hasSameEnds(as: segments[index - 1]) { continue }
      cell.add(segments[index], radius: pen.radius, center: center)
      if cell.isFull { return 1 }
    }
    return cell.coverage
  }

  private mutating func subtractRectangle(_ segment: PenSegment, _ center: SIMD2<Double>) {
    let place = segment.position(of: center)
    guard place.across < pen.radius + segment.reach, place.along > -segment.reach,
      place.along < segment.length + segment.reach
    else { return }
    let along = segment.direction
    let across = SIMD2(-along.y, along.x)
    let start = segment.start - center
    let middle = (across * start).sum()
    let begin = (along * start).sum()
    let radius = pen.radius
    let length = segment.length
    region.subtract(edgeCount: 4) { edge in
      switch edge {
      case 0: HalfPlane(normal: across, offset: middle + radius)
      case 1: HalfPlane(normal: -across, offset: radius - middle)
      case 2: HalfPlane(normal: along, offset: begin + length)
      default: HalfPlane(normal: -along, offset: -begin)
      }
    }
  }

  private mutating func subtractDisc(_ disc: SIMD2<Double>, _ center: SIMD2<Double>) {
    let offset = disc - center
    let near = pen.circumradius + GrowingStroke.cellCircumradius
    guard (offset * offset).sum() < near * near else { return }
    let normals = pen.normals
    let apothem = pen.apothem
    region.subtract(edgeCount: normals.count) { edge in
      HalfPlane(normal: normals[edge], offset: apothem + (normals[edge] * offset).sum())
    }
  }
}
