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
  private var corners = 0
  private var lastCorner = SIMD2<Double>(0, 0)
  private var segments: [PenSegment] = []
  /// For each tile of the canvas that a movement may touch, its movements.
  private var segmentsNear: [Int: [Int]] = [:]

  // Scratch arrays, kept so that no movement allocates.
  private var neighbours: [Int] = []
  private var touching: [Int] = []
  private var region = UncoveredRegion()

  /// The most movements on a cell whose union is computed exactly. A thin line has three or four
  /// where it bends; more are there only where a figure is crowded into few pixels.
  private static let mostExact = 16

  /// How far a cell's corner is from its centre, and a little more.
  private static let cellCircumradius = 0.7072

  /// A pen of half the line width, in pixels, that has not moved yet.
  init(width: Int, height: Int, radius: Double) {
    self.width = width
    self.height = height
    pen = RoundPen(radius: radius)
  }

  /// Moves the pen on to a corner, in pixels, and marks the cells whose coverage changes.
  mutating func extend(
    to corner: SIMD2<Double>, _ coverage: inout Coverage, _ damage: inout Damage
  ) {
    defer {
      corners += 1
      lastCorner = corner
    }
    guard corners > 0 else { return }
    let segment = PenSegment(from: lastCorner, to: corner, pen: pen, width: width, height: height)
    segments.append(segment)
    guard !segment.cells.isEmpty else { return }
    let tiles = Coverage.tiles(holding: segment.cells)
    coverage.grow(toHold: tiles)
    findNeighbours(of: segment, in: tiles)
    for row in segment.cells.rows {
      for column in segment.columns(inRow: row, pen: pen, width: width) {
        let center = SIMD2(Double(column) + 0.5, Double(row) + 0.5)
        guard touches(segment, segment.position(of: center)) else { continue }
        // Another movement never uncovers a cell.
        let before = coverage.value(x: column, y: row)
        guard before != 255 else { continue }
        let value = self.coverage(ofCellAt: center)
        if before != value {
          coverage.set(x: column, y: row, to: value)
          damage.mark(1 << UInt32(column & 31), column: column >> 5, row: row >> 3, line: row & 7)
        }
      }
    }
  }

  /// Lists the movements whose cells overlap those of the last one, in their order.
  private mutating func findNeighbours(of segment: PenSegment, in tiles: CellBox) {
    neighbours.removeAll(keepingCapacity: true)
    for row in tiles.rows {
      for column in tiles.columns {
        let near = segmentsNear[row << 16 | column, default: []]
        neighbours += near.filter { segments[$0].cells.overlaps(segment.cells) }
        segmentsNear[row << 16 | column, default: []].append(segments.count - 1)
      }
    }
    neighbours.append(segments.count - 1)
    guard tiles.rows.count * tiles.columns.count > 1 else { return }
    neighbours.sort()
    var count = 0
    for neighbour in neighbours where count == 0 || neighbours[count - 1] != neighbour {
      neighbours[count] = neighbour
      count += 1
    }
    neighbours.removeLast(neighbours.count - count)
  }

  @inline(__always)
  private func touches(_ segment: PenSegment, _ place: (along: Double, across: Double)) -> Bool {
    let margin = pen.circumradius + segment.reach
    return place.across < margin && place.along > -margin && place.along < segment.length + margin
  }

  /// The covered part of a cell, in 1/255, from all movements among `neighbours`.
  private mutating func coverage(ofCellAt center: SIMD2<Double>) -> UInt8 {
    touching.removeAll(keepingCapacity: true)
    var betweenCaps = false
    var across = 0.0
    for index in neighbours {
      let segment = segments[index]
      let place = segment.position(of: center)
      guard touches(segment, place) else { continue }
      betweenCaps = place.along >= segment.reach && place.along <= segment.length - segment.reach
      if betweenCaps, place.across + segment.reach <= pen.radius { return 255 }
      if isWithin(segment.start, center) || isWithin(segment.end, center) { return 255 }
      across = place.across
      touching.append(index)
    }
    // Most cells lie beside one movement, far from its ends: a strip, in closed form.
    let covered =
      touching.count == 1 && betweenCaps
      ? stripCoverage(across: across, direction: segments[touching[0]].direction)
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
    guard touching.count <= GrowingStroke.mostExact else { return sampledCoverage(center) }
    region.reset()
    for index in touching {
      subtractRectangle(segments[index], center)
      if region.isEmpty { return 1 }
    }
    var previous = -2
    for index in touching {
      // Movements that follow each other share the disc at their joint.
      if previous != index - 1 { subtractDisc(segments[index].start, center) }
      subtractDisc(segments[index].end, center)
      previous = index
      if region.isEmpty { return 1 }
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
