// SPDX-License-Identifier: MIT
internal import Drawing

/// Two printing inks, one for each channel: averages in full, peaks as a halo, and a colour of its own
/// where both overlap.
struct BloomFigure: RadialFigure {
  private static let stack = Stack(share: 0.68)

  private let scale: LevelScale
  private let length: Double
  private let colors: BloomColors
  private let ring: Ring
  private let layout: Layout
  private var turns: Turns
  private var heads: Heads

  /// Where the cells are.
  private enum Layout {
    case pair(PairCells)
    case mirror(MirrorCells)
  }

  init(_ options: RadialOptions, _ context: ViewContext, _ scale: LevelScale) {
    self.scale = scale
    length = context.composition.scale
    colors = BloomColors(
      context.palette ?? options.figure.palette, on: context.picture.background)
    ring = Ring(options.loud, rim: 62, reach: 144, bead: -9, scale: length)
    turns = Turns(cellCount: options.ticksInTurn(at: context.tickRate))
    layout =
      options.arrangement == .mirror
      ? .mirror(MirrorCells(count: turns.cellCount)) : .pair(PairCells(count: turns.cellCount))
    heads = Heads(context)
  }

  func firstTick(shownAfterTick index: Int) -> Int { turns.firstTick(shownAfterTick: index) }

  mutating func advance(to tick: Int, _ levels: StereoLevels) {
    turns.advance(to: tick, scale.loudness(of: levels))
    heads.advance(levels)
  }

  func draw(into scene: inout Scene) {
    let beads: [Path]
    switch layout {
    case .pair(let cells):
      add(meter: BloomFigure.stack.whole, colors.peaks, "peak", cells, to: &scene)
      add(meter: BloomFigure.stack.body, colors.averages, "average", cells, to: &scene)
      beads = cells.beads(turns, ring, radius: 2.6 * length)
    case .mirror(let cells):
      add(meter: BloomFigure.stack.whole, colors.peaks, "peak", cells, to: &scene)
      add(meter: BloomFigure.stack.body, colors.averages, "average", cells, to: &scene)
      beads = cells.beads(turns, ring, radius: 2.6 * length)
    }
    scene.items.append(ring.circle(width: 0.75 * length, colors.averages.overlap))
    scene.items += heads.items(beads, [colors.averages.left, colors.averages.right])
  }

  /// Both channels over the whole turn, and what they have in common.
  private func add(
    meter: (Loudness) -> Double, _ inks: BloomColors.Inks, _ name: String, _ cells: PairCells,
    to scene: inout Scene
  ) {
    let left = cells.figures(of: turns, .left, meter)
    let right = cells.figures(of: turns, .right, meter)
    scene.add(cells.outline(ring, left), inks.left, "\(name)-left")
    scene.add(cells.outline(ring, right), inks.right, "\(name)-right")
    let common = zip(left, right).map { min($0, $1) }
    scene.add(cells.outline(ring, common), inks.overlap, "\(name)-overlap")
  }

  /// Each channel in its half.
  private func add(
    meter: (Loudness) -> Double, _ inks: BloomColors.Inks, _ name: String, _ cells: MirrorCells,
    to scene: inout Scene
  ) {
    for (side, ink) in [(Side.left, inks.left), (.right, inks.right)] {
      let heights = cells.figures(of: turns, side, meter)
      scene.add(
        cells.half(ring, heights, side, head: turns.head), ink, "\(name)-\(side.rawValue)")
    }
  }
}
