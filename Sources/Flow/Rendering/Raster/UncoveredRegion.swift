// SPDX-License-Identifier: MIT

/// A closed half of the plane: the points p with `normal · p ≤ offset`.
struct HalfPlane: Sendable {
  /// The outward unit normal of the edge.
  let normal: SIMD2<Double>
  /// The distance of the edge from the origin, along the normal.
  let offset: Double

  /// How far a cell about the origin reaches along the normal.
  @inline(__always)
  var reachOfCell: Double { (abs(normal.x) + abs(normal.y)) / 2 }
}

/// The part of one pixel cell that no shape has covered yet, as convex polygons.
///
/// Shapes are subtracted one after the other, so the area left is that outside their *union*:
/// where strokes overlap nothing is counted twice, and nothing is sampled. The coordinates are
/// pixels from the centre of the cell.
struct UncoveredRegion: Sendable {
  typealias Vertex = SIMD2<Double>

  /// The corners of all pieces, one piece after the other.
  private var pieces = VertexList()
  /// For each piece, the index after its last corner.
  private var ends: [Int] = []

  // Scratch arrays, kept so that no cell allocates.
  private var crossing: [HalfPlane] = []
  private var oldPieces = VertexList()
  private var oldEnds: [Int] = []
  private var inside = VertexList()
  private var stillInside = VertexList()

  /// How many pieces are left.
  var pieceCount: Int { ends.count }

  /// Whether nothing is left.
  var isEmpty: Bool { ends.isEmpty }

  /// Starts over with the whole cell.
  mutating func reset() {
    pieces.replace(with: [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5])
    ends.removeAll(keepingCapacity: true)
    ends.append(4)
  }

  /// Subtracts the convex shape that `edgeCount` half-planes have in common.
  mutating func subtract(edgeCount: Int, edge: (Int) -> HalfPlane) {
    // Only edges that cross the cell divide it, and a cell beyond one of them is not touched.
    crossing.removeAll(keepingCapacity: true)
    for index in 0..<edgeCount {
      let edge = edge(index)
      let reach = edge.reachOfCell
      if edge.offset <= -reach { return }
      if edge.offset < reach { crossing.append(edge) }
    }
    swap(&pieces, &oldPieces)
    swap(&ends, &oldEnds)
    pieces.removeAll()
    ends.removeAll(keepingCapacity: true)
    var first = 0
    for end in oldEnds {
      defer { first = end }
      // A piece beyond one of them is not cut by the others.
      if crossing.contains(where: { oldPieces.isBeyond($0, first..<end) }) {
        pieces.append(oldPieces, first..<end)
        ends.append(pieces.count)
        continue
      }
      inside.removeAll()
      inside.append(oldPieces, first..<end)
      // Each edge in turn splits off what lies beyond it; what is behind all of them is covered.
      for edge in crossing {
        let before = pieces.count
        VertexList.split(inside, by: edge, inner: &stillInside, outer: &pieces)
        swap(&inside, &stillInside)
        if pieces.count > before { ends.append(pieces.count) }
        if inside.count == 0 { break }
      }
    }
  }

  /// The area that is left, in cells: 0 to 1.
  var area: Double {
    var doubled = 0.0
    var first = 0
    for end in ends {
      doubled += pieces.doubledArea(first..<end)
      first = end
    }
    return doubled / 2
  }
}

/// Corners of convex polygons, in reused storage.
struct VertexList: Sendable {
  typealias Vertex = SIMD2<Double>

  private(set) var count = 0
  private var storage = [Vertex](repeating: .zero, count: 64)

  mutating func removeAll() { count = 0 }

  mutating func replace(with coordinates: InlineArray<8, Double>) {
    for index in 0..<4 {
      storage[index] = Vertex(coordinates[2 * index], coordinates[2 * index + 1])
    }
    count = 4
  }

  mutating func append(_ other: VertexList, _ range: Range<Int>) {
    reserve(range.count)
    let end = count
    var storage = storage.mutableSpan
    for index in range { storage[end + index - range.lowerBound] = other.storage[index] }
    count = end + range.count
  }

  /// Whether a polygon lies wholly outside an edge.
  func isBeyond(_ edge: HalfPlane, _ range: Range<Int>) -> Bool {
    let corners = storage.span
    for index in range where (edge.normal * corners[index]).sum() <= edge.offset { return false }
    return true
  }

  /// Reserves space for this many more.
  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > storage.count {
      storage.append(contentsOf: repeatElement(.zero, count: storage.count + more))
    }
  }

  /// Cuts a polygon along an edge: the part inside it replaces `inner`, the part outside it is
  /// appended to `outer`; either may be empty.
  static func split(
    _ polygon: VertexList, by edge: HalfPlane, inner: inout VertexList, outer: inout VertexList
  ) {
    inner.count = 0
    // A convex polygon crosses an edge at most twice; each part gets both crossings.
    inner.reserve(polygon.count + 2)
    outer.reserve(polygon.count + 2)
    let (innerCount, outerCount) = split(
      polygon.storage, polygon.count, by: edge, inner: &inner.storage, outer: &outer.storage,
      from: outer.count)
    inner.count = innerCount
    outer.count = outerCount
  }

  private static func split(
    _ polygon: [Vertex], _ count: Int, by edge: HalfPlane, inner: inout [Vertex],
    outer: inout [Vertex], from outerStart: Int
  ) -> (inner: Int, outer: Int) {
    var inner = inner.mutableSpan
    var outer = outer.mutableSpan
    var innerCount = 0
    var outerCount = outerStart
    var previous = polygon[count - 1]
    var previousDistance = (edge.normal * previous).sum() - edge.offset
    for index in 0..<count {
      let vertex = polygon[index]
      let distance = (edge.normal * vertex).sum() - edge.offset
      if (distance > 0) != (previousDistance > 0) {
        let share = previousDistance / (previousDistance - distance)
        let crossing = previous + (vertex - previous) * share
        inner[innerCount] = crossing
        outer[outerCount] = crossing
        innerCount += 1
        outerCount += 1
      }
      if distance > 0 {
        outer[outerCount] = vertex
        outerCount += 1
      } else {
        inner[innerCount] = vertex
        innerCount += 1
      }
      previous = vertex
      previousDistance = distance
    }
    return (innerCount, outerCount)
  }

  /// Twice the area of the polygon of these corners.
  func doubledArea(_ range: Range<Int>) -> Double {
    // The fan from the first corner; every piece is convex and runs the same way round.
    let corner = storage[range.lowerBound]
    var doubled = 0.0
    for index in range.dropFirst().dropLast() {
      let one = storage[index] - corner
      let other = storage[index + 1] - corner
      doubled += one.x * other.y - one.y * other.x
    }
    return doubled
  }
}
