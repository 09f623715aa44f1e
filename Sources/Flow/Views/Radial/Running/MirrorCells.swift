// SPDX-License-Identifier: MIT
internal import Drawing

/// The cells of a turn if each channel has its own half, from 12 o'clock down to 6: the right one
/// clockwise, the left one counterclockwise.
struct MirrorCells: Sendable {
  /// Cells in a half.
  let count: Int
  /// The directions of the edges of the right half's cells: one more than there are cells.
  let edges: [Point]
  private let isClosed: Bool

  /// Cells for a turn.
  init(count: Int, _ arc: FigureArc) {
    self.count = count
    isClosed = arc.isWhole
    edges = (0...count).map { Angle.clock(arc.clockInHalf(Double($0), of: count)).direction }
  }

  /// The direction of an edge in a half.
  func edge(_ index: Int, _ side: Side) -> Point {
    side == .right ? edges[index] : Point(x: -edges[index].x, y: edges[index].y)
  }

  /// The area between the circle of silence and the heights of all cells in both halves; empty at
  /// first.
  func outline(_ ring: Ring) -> Path {
    guard isClosed else { return Path(joining: [half(ring, .right), half(ring, .left)]) }
    var path = Path.polygon(chain(ring, .right) + chain(ring, .left).reversed())
    path.add(.polygon(inner(ring, .left) + inner(ring, .right).reversed()))
    return path
  }

  /// The area between the circle of silence and the heights of one half's cells; empty at first.
  private func half(_ ring: Ring, _ side: Side) -> Path {
    .polygon([edge(0, side) * ring.rim] + chain(ring, side) + inner(ring, side).reversed())
  }

  /// The circle of silence in one half, from 12 o'clock on, as a polyline with the corners of the
  /// cells, so that silence has no area.
  private func inner(_ ring: Ring, _ side: Side) -> [Point] {
    (0...count).map { edge($0, side) * ring.rim }
  }

  /// Two points for each cell, from 12 o'clock on.
  private func chain(_ ring: Ring, _ side: Side) -> [Point] {
    (0..<count).flatMap { [edge($0, side) * ring.rim, edge($0 + 1, side) * ring.rim] }
  }

  /// Updates an outline of both halves to the newest cell, with the heights of the cells.
  func update(
    _ path: inout Path, _ ring: Ring, head: Int, height: (_ side: Side, _ cell: Int) -> Double
  ) {
    for side in Side.allCases {
      move(&path, ring, head: head, side, index: { index($0, side) }) { height(side, $0) }
    }
  }

  /// The index in an outline of both halves for a point of a half's chain.
  private func index(_ place: Int, _ side: Side) -> Int {
    switch side {
    case .right: isClosed ? place : 1 + place
    // Behind the other half with its circle.
    case .left: isClosed ? 4 * count - 1 - place : 3 * (count + 1) + place
    }
  }

  /// Moves the points of the newest cell, and of the one after it, to their heights, 0 to 1;
  /// `index` gives the index in the path for a point of the chain.
  ///
  /// A cell slopes from the height of the previous cell to its own. The first cell, and the oldest
  /// one just after the newest, begin at their own height, so that there is a radial edge at the
  /// newest tick.
  private func move(
    _ path: inout Path, _ ring: Ring, head: Int, _ side: Side, index: (Int) -> Int,
    height: (_ cell: Int) -> Double
  ) {
    func radius(_ cell: Int) -> Double { ring.radius(height(cell)) }
    for cell in head...min(head + 1, count - 1) {
      let beginsAnew = cell == 0 || cell > head
      let first = radius(beginsAnew ? cell : cell - 1)
      path.movePoint(index(2 * cell), to: edge(cell, side) * first)
      path.movePoint(index(2 * cell + 1), to: edge(cell + 1, side) * radius(cell))
    }
  }

  /// The playheads of both channels: discs at the ends of the newest cell, on their circle; before the first
  /// tick at 12 o'clock.
  func playheads(_ turns: Turns<ScaledLevels>, _ ring: Ring, radius: Double) -> [Path] {
    Side.allCases.map { side in
      .circle(center: edge(turns.head + 1, side) * ring.playheads, radius: radius)
    }
  }
}
