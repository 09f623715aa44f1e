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

  /// A figure of each place, of one channel in a pass of turns.
  func figures(
    of turns: Turns, _ side: Side, pass: Int = 0, _ figure: (Loudness) -> Double
  ) -> [Double] {
    var cell = side == .left ? 0 : count - count / 2
    return (0..<count).map { _ in
      if cell == count { cell = 0 }
      defer { cell += 1 }
      return figure(side.part(of: turns[cell, pass: pass]))
    }
  }

  /// The area between the circle of silence and the heights of all places, 0 to 1: each height stands
  /// at the end of its place, so that the outline is a single chain. The circle has corners at the
  /// same places and turns the other way, so that silence has no area.
  func outline(_ ring: Ring, _ heights: [Double]) -> Path {
    var path = Path.polygon(zip(ends, heights).map { $0 * ring.radius($1) })
    path.add(.polygon(ends.reversed().map { $0 * ring.rim }))
    return path
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
