// SPDX-License-Identifier: MIT
internal import Drawing

/// The cells of a turn where the channels are opposite each other: each has a whole turn, and the
/// right one begins half a turn after the left.
///
/// Cells lie in places, counted clockwise from 12 o'clock. Where a turn has an odd number of cells,
/// half a turn is rounded down to a whole one.
struct PairCells: Sendable {
  /// Places in a turn, as many as cells.
  let count: Int
  /// The direction of the end of each place.
  let ends: [Point]

  /// Cells of a turn.
  init(count: Int) {
    self.count = count
    ends = (1...count).map { Angle.clock(Double($0) * 360 / Double(count)).direction }
  }

  /// The place of a channel's cell.
  func place(ofCell cell: Int, _ side: Side) -> Int {
    side == .left ? cell : (cell + count / 2) % count
  }

  /// What both channels have in a place in a pass of turns.
  func loudness(at place: Int, of turns: Turns, pass: Int = 0) -> (left: Loudness, right: Loudness)
  {
    let cell = (place + count - count / 2) % count
    return (turns[place, pass: pass].left, turns[cell, pass: pass].right)
  }

  /// The area between the circle of silence and the heights of all places, in silence: each height
  /// stands at the end of its place, so that the outline is a single chain. The circle has corners at
  /// the same places and turns the other way, so that silence has no area.
  func outline(_ ring: Ring) -> Path {
    var path = Path.polygon(ends.map { $0 * ring.rim })
    path.add(.polygon(ends.reversed().map { $0 * ring.rim }))
    return path
  }

  /// Brings an outline up to the newest tick: the heights, 0 to 1, of the places of its cell.
  func update(
    _ path: inout Path, _ ring: Ring, _ turns: Turns, pass: Int = 0,
    height: (_ left: Loudness, _ right: Loudness) -> Double
  ) {
    for side in Side.allCases {
      let place = place(ofCell: turns.head, side)
      let (left, right) = loudness(at: place, of: turns, pass: pass)
      path.movePoint(place, to: ends[place] * ring.radius(height(left, right)))
    }
  }

  /// The beads of both channels: discs at the ends of the newest cell; before the first tick at 12
  /// and 6 o'clock.
  func beads(_ turns: Turns, _ ring: Ring, radius: Double) -> [Path] {
    Side.allCases.map { side in
      let end = ends[place(ofCell: (turns.head + count) % count, side)]
      return .circle(center: end * ring.beads, radius: radius)
    }
  }
}

/// One of the two channels.
enum Side: String, CaseIterable, Sendable {
  case left, right

  /// What this channel has of both.
  func part(of both: StereoLoudness) -> Loudness { self == .left ? both.left : both.right }
}
