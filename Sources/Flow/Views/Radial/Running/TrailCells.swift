// SPDX-License-Identifier: MIT
internal import Drawing

/// The cells of looks whose channels can be in either arrangement.
enum TrailCells: Sendable {
  /// Opposite each other; where they overlap, the louder one is visible.
  case pair(PairCells)
  /// Each in its own half.
  case mirror(MirrorCells)

  /// The cells of a turn, in the chosen arrangement.
  init(_ options: RadialOptions, count: Int) {
    let arrangement = options.arrangement ?? options.arrangements[0]
    let arc = FigureArc(options)
    self =
      arrangement == .mirror
      ? .mirror(MirrorCells(count: count, arc)) : .pair(PairCells(count: count, arc))
  }

  /// The area between the circle of silence and the heights of a turn; empty at first.
  func outline(_ ring: Ring) -> Path {
    switch self {
    case .pair(let cells): cells.outline(ring)
    case .mirror(let cells): cells.outline(ring)
    }
  }

  /// Updates an outline to the newest tick, with the heights that `meter` returns for a turn.
  func update(
    _ path: inout Path, _ ring: Ring, _ turns: Turns, pass: Int, _ meter: (ScaledLevel) -> Double
  ) {
    switch self {
    case .pair(let cells):
      cells.update(&path, ring, turns, pass: pass) { max(meter($0), meter($1)) }
    case .mirror(let cells): cells.update(&path, ring, turns, pass: pass, meter)
    }
  }

  /// The playheads of both channels, on their circle or at a height.
  func playheads(
    _ turns: Turns, _ ring: Ring, radius: Double, height: ((ScaledLevel) -> Double)? = nil
  ) -> [Path] {
    switch self {
    case .pair(let cells): cells.playheads(turns, ring, radius: radius, height: height)
    case .mirror(let cells): cells.playheads(turns, ring, radius: radius, height: height)
    }
  }
}

extension RadialOptions {
  /// How many turns are visible, including the newest. Figures that grow inward hide all older
  /// turns.
  var passCount: Int { loud == .inside ? 1 : ((trail ?? trailOfLook)?.count ?? 0) + 1 }
}

extension Turns {
  /// The name of a turn's layer, without a number for the newest turn.
  static func name(_ name: String, pass: Int) -> String { pass == 0 ? name : "\(name)-\(pass)" }
}

extension Ring {
  /// A gradient by distance from the centre, beginning at the circle of silence.
  func gradient(_ colors: [Color]) -> Paint {
    let outer = max(rim, rim + reach)
    let stops = colors.indices.map { index in
      let radius = rim + reach * Double(index) / Double(colors.count - 1)
      return GradientStop(radius / outer, colors[index])
    }
    return .radial(center: .origin, radius: outer, reach > 0 ? stops : stops.reversed())
  }
}
