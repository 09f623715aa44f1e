// SPDX-License-Identifier: MIT
internal import Drawing

/// The cells of a turn where each channel has a half of its own, from 12 o'clock down to 6: the right
/// one clockwise, the left one against it.
struct MirrorCells: Sendable {
  /// Cells in a half.
  let count: Int
  /// The direction of each edge of the right half's cells: one more than cells.
  let edges: [Point]

  /// Cells of a turn.
  init(count: Int) {
    self.count = count
    edges = (0...count).map { Angle.clock(Double($0) * 180 / Double(count)).direction }
  }

  /// The direction of an edge in a half.
  func edge(_ index: Int, _ side: Side) -> Point {
    side == .right ? edges[index] : Point(x: -edges[index].x, y: edges[index].y)
  }

  /// A figure of each cell of one channel in a pass of turns.
  func figures(
    of turns: Turns, _ side: Side, pass: Int = 0, _ figure: (Loudness) -> Double
  ) -> [Double] {
    (0..<count).map { figure(side.part(of: turns[$0, pass: pass])) }
  }

  /// The area between the circle of silence and the heights of all cells, 0 to 1, in both halves.
  func outline(_ ring: Ring, left: [Double], right: [Double], head: Int) -> Path {
    var path = Path.polygon(
      chain(ring, right, .right, head) + chain(ring, left, .left, head).reversed())
    path.add(.polygon(inner(ring, .left) + inner(ring, .right).reversed()))
    return path
  }

  /// The area between the circle of silence and the heights of one half's cells.
  func half(_ ring: Ring, _ heights: [Double], _ side: Side, head: Int) -> Path {
    .polygon(
      [edge(0, side) * ring.rim] + chain(ring, heights, side, head)
        + inner(ring, side).reversed())
  }

  /// The circle of silence in one half, from 12 o'clock on, with corners where the cells have theirs,
  /// so that silence has no area.
  private func inner(_ ring: Ring, _ side: Side) -> [Point] {
    (0...count).map { edge($0, side) * ring.rim }
  }

  /// Two points for each cell, from 12 o'clock on. A cell slopes from the height of the one before
  /// it to its own; the first one and the oldest, just behind the head, begin with their own, so that
  /// the head is a radial edge.
  private func chain(_ ring: Ring, _ heights: [Double], _ side: Side, _ head: Int) -> [Point] {
    var points: [Point] = []
    points.reserveCapacity(2 * count)
    for (cell, height) in heights.enumerated() {
      let first = cell == 0 || cell == head + 1 ? height : heights[cell - 1]
      points.append(edge(cell, side) * ring.radius(first))
      points.append(edge(cell + 1, side) * ring.radius(height))
    }
    return points
  }

  /// The beads of both channels: discs at the ends of the newest cell; before the first tick at 12
  /// o'clock.
  func beads(_ turns: Turns, _ ring: Ring, radius: Double) -> [Path] {
    Side.allCases.map { side in
      .circle(center: edge(turns.head + 1, side) * ring.beads, radius: radius)
    }
  }
}
