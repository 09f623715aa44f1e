// SPDX-License-Identifier: MIT
public import Drawing

/// Builds radial paths, one point for each tick: point i of a turn is at i degrees, clockwise on
/// screen from the right, and each path is rotated by its own angle.
///
/// Every path begins at the centre (the spoke) by default, is never closed, and restarts when a
/// turn is complete.
///
/// - Source: C4, `Path.init` (the move to the origin), `Path.addLineToPoint`; the tutorial's
///   `generateNextPoints`.
public struct PolarPathBuilder: Sendable {
  /// The length of a turn, and the pause after it.
  public struct Turn: Sendable, Hashable {
    /// Points in a full turn; the angle between two is 360 degrees over this.
    public let pointCount: Int
    /// Ticks at the end of a turn that show the full figure again without a new point.
    public let heldTicks: Int

    /// A turn of at least one point.
    public init(pointCount: Int, heldTicks: Int = 0) {
      precondition(pointCount > 0 && heldTicks >= 0)
      self.pointCount = pointCount
      self.heldTicks = heldTicks
    }

    /// Ticks from the first point of a turn to the first point of the next.
    public var tickCount: Int { pointCount + heldTicks }
  }

  /// The length of a turn, and the pause after it.
  public let turn: Turn

  /// The rotation of each path.
  public let rotations: [Angle]

  /// The paths so far: the centre, if they begin there, then one point for each tick of this turn.
  public private(set) var paths: [Path]

  private let startsAtCenter: Bool
  private var ticksInTurn = 0

  /// Empty paths, one for each rotation.
  public init(rotations: [Angle], turn: Turn, startsAtCenter: Bool) {
    self.rotations = rotations
    self.turn = turn
    self.startsAtCenter = startsAtCenter
    paths = rotations.map { _ in Path() }
  }

  /// Adds a tick: one radius in points for each path, finite.
  public mutating func append(radii: [Double]) {
    precondition(radii.count == paths.count)
    if ticksInTurn == turn.tickCount { ticksInTurn = 0 }
    if ticksInTurn == 0 {
      for index in paths.indices {
        paths[index].removeAll()
        if startsAtCenter { paths[index].move(to: .origin) }
      }
    }
    if ticksInTurn < turn.pointCount {
      let degrees = Double(ticksInTurn) * 360 / Double(turn.pointCount)
      let direction = Angle.degrees(degrees).direction
      for (index, radius) in radii.enumerated() {
        let point = Point(x: radius * direction.x, y: radius * direction.y)
        if paths[index].verbs.isEmpty {
          paths[index].move(to: point)
        } else {
          paths[index].line(to: point)
        }
      }
    }
    ticksInTurn += 1
  }
}
