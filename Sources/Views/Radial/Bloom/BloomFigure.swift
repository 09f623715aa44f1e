// SPDX-License-Identifier: MIT
internal import Drawing

/// Two printing inks, one for each channel: averages in full, peaks as a halo, and a third colour
/// where both overlap.
struct BloomFigure: RadialFigure {
  private static let stack = Stack(share: 0.68)

  private let scale: LevelScale
  private let length: Double
  private let inks: BloomColors.Inks
  private let ring: Ring
  private let layout: Layout
  private var turns: Turns
  private var heads: Heads
  /// Halos first, averages above them.
  private var areas: [Area]

  /// An area in one ink.
  private struct Area {
    let isPeak: Bool
    let part: Part
    let color: Color
    var path: Path

    var name: String { "\(isPeak ? "peak" : "average")-\(part.rawValue)" }

    /// The height of a loudness in it.
    func height(_ loudness: Loudness) -> Double {
      isPeak ? BloomFigure.stack.whole(loudness) : BloomFigure.stack.body(loudness)
    }
  }

  /// What an area shows: a channel, or the overlap of both.
  private enum Part: String {
    case left, right, overlap
  }

  /// The arrangement of the cells.
  private enum Layout {
    case pair(PairCells)
    case mirror(MirrorCells)
  }

  init(_ options: RadialOptions, _ context: ViewContext, _ scale: LevelScale) {
    self.scale = scale
    length = context.composition.scale
    let colors = BloomColors(
      context.palette ?? options.figure.palette, on: context.picture.background)
    inks = colors.averages
    ring = Ring(options.loud, rim: 62, reach: 144, bead: -9, scale: length)
    turns = Turns(cellCount: options.ticksInTurn(at: context.tickRate))
    layout =
      options.arrangement == .mirror
      ? .mirror(MirrorCells(count: turns.cellCount)) : .pair(PairCells(count: turns.cellCount))
    heads = Heads(context)
    areas = []
    for (isPeak, inks) in [(true, colors.peaks), (false, colors.averages)] {
      for (part, ink) in [(Part.left, inks.left), (.right, inks.right), (.overlap, inks.overlap)] {
        guard let path = BloomFigure.outline(of: part, layout, ring) else { continue }
        areas.append(Area(isPeak: isPeak, part: part, color: ink, path: path))
      }
    }
  }

  func firstTick(shownAfterTick index: Int) -> Int { turns.firstTick(shownAfterTick: index) }

  mutating func advance(to tick: Int, _ levels: StereoLevels) {
    turns.advance(to: tick, scale.loudness(of: levels))
    heads.advance(levels)
    for index in areas.indices { update(&areas[index]) }
  }

  func draw(into scene: inout Scene) {
    for area in areas { scene.add(area.path, area.color, area.name) }
    scene.items.append(ring.circle(width: 0.75 * length, inks.overlap))
    let beads =
      switch layout {
      case .pair(let cells): cells.beads(turns, ring, radius: 2.6 * length)
      case .mirror(let cells): cells.beads(turns, ring, radius: 2.6 * length)
      }
    scene.items += heads.items(beads, [inks.left, inks.right])
  }

  /// An area in silence; `nil` if the layout does not have it: separate halves do not overlap.
  private static func outline(of part: Part, _ layout: Layout, _ ring: Ring) -> Path? {
    switch layout {
    case .pair(let cells): cells.outline(ring)
    case .mirror(let cells): Side(rawValue: part.rawValue).map { cells.half(ring, $0) }
    }
  }

  /// Updates an area to the newest tick.
  private func update(_ area: inout Area) {
    let (height, part) = (area.height, area.part)
    switch layout {
    case .pair(let cells):
      cells.update(&area.path, ring, turns) { left, right in
        switch part {
        case .left: height(left)
        case .right: height(right)
        case .overlap: min(height(left), height(right))
        }
      }
    case .mirror(let cells):
      cells.updateHalf(&area.path, ring, turns, part == .left ? .left : .right, height)
    }
  }
}
