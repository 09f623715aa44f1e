// SPDX-License-Identifier: MIT
internal import Drawing

/// The cells of a turn if the channels are opposite each other: each has a whole turn, and the
/// right one begins half a turn after the left.
///
/// Cells are drawn in slots, counted clockwise from 12 o'clock. With an odd number of cells in a
/// turn, half a turn is rounded down to whole cells.
struct PairCells: Sendable {
  /// Slots in a turn, as many as cells.
  let count: Int
  /// The direction of the end of each slot.
  let ends: [Point]
  private let isClosed: Bool

  /// Cells for a turn.
  init(count: Int, _ arc: FigureArc) {
    self.count = count
    isClosed = arc.isWhole
    ends = (1...count).map {
      arc.isWhole
        ? Angle.clock(arc.clock(Double($0), of: count)).direction
        : arc.direction(ofPoint: $0 - 1, of: count)
    }
  }

  /// The slot of a channel's cell.
  func place(ofCell cell: Int, _ side: Side) -> Int {
    side == .left ? cell : (cell + count / 2) % count
  }

  /// The loudness of both channels in a slot, some turns ago.
  func loudness(at place: Int, of turns: Turns, pass: Int = 0) -> (
    left: ScaledLevel, right: ScaledLevel
  ) {
    let cell = (place + count - count / 2) % count
    return (turns[place, pass: pass].left, turns[cell, pass: pass].right)
  }

  /// The area between the circle of silence and the heights of all slots; empty at first. Each
  /// height is at the end of its slot, so that the outline is a single polyline. The circle has
  /// corners at the same angles and runs in the opposite direction, so that silence has no area.
  func outline(_ ring: Ring) -> Path {
    guard isClosed else { return .polygon((ends + ends.reversed()).map { $0 * ring.rim }) }
    var path = Path.polygon(ends.map { $0 * ring.rim })
    path.add(.polygon(ends.reversed().map { $0 * ring.rim }))
    return path
  }

  /// Updates an outline to the newest tick: the heights, 0 to 1, in the slots of its cell.
  func update(
    _ path: inout Path, _ ring: Ring, _ turns: Turns, pass: Int = 0,
    height: (_ left: ScaledLevel, _ right: ScaledLevel) -> Double
  ) {
    for side in Side.allCases {
      let place = place(ofCell: turns.head, side)
      let (left, right) = loudness(at: place, of: turns, pass: pass)
      path.movePoint(place, to: ends[place] * ring.radius(height(left, right)))
    }
  }

  /// The playheads of both channels: discs at the ends of the newest cell, on their circle or at the
  /// height of the slot; before the first tick at 12 and 6 o'clock.
  func playheads(
    _ turns: Turns, _ ring: Ring, radius: Double, height: ((ScaledLevel) -> Double)? = nil
  ) -> [Path] {
    Side.allCases.map { side in
      let slot = place(ofCell: (turns.head + count) % count, side)
      let (left, right) = loudness(at: slot, of: turns)
      let distance = height.map { ring.radius(max($0(left), $0(right))) } ?? ring.playheads
      return .circle(center: ends[slot] * distance, radius: radius)
    }
  }
}

/// One of the two channels.
enum Side: String, CaseIterable, Sendable {
  case left, right

  /// This channel's part of both.
  func part(of both: ScaledLevels) -> ScaledLevel { self == .left ? both.left : both.right }
}
