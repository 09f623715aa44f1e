// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// Two printing inks, one for each channel: averages in full, peaks as a halo, and a third colour
/// where both overlap.
struct BloomFigure: RunningFigure {
  private static let stack = Stack(share: 0.68)

  var track: RadialTrack
  private let length: Double
  private let inks: BloomColors.Inks
  private let ring: Ring
  private let cells: TrailCells
  private(set) var turns: Turns
  /// Halos first, averages above them.
  private var areas: [Area]

  /// An area in one ink.
  private struct Area {
    let isPeak: Bool
    let part: Part
    let color: Color
    var path: Path

    var name: String { "\(isPeak ? "peak" : "average")-\(part.rawValue)" }
  }

  /// What an area shows: a channel, or the overlap of both.
  private enum Part: String {
    case left, right, overlap
  }

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .press
    let track = try RadialTrack(options, track, context, palette, coverRadius: 58)
    self.track = track
    length = track.length
    let colors = BloomColors(palette, on: context.picture.background)
    inks = colors.averages
    ring = Ring(
      options.loud, rim: 62, reach: 144, playhead: -5, FigureArc(options), scale: length)
    turns = track.turns()
    cells = TrailCells(options, count: turns.cellCount)
    areas = []
    for (isPeak, inks) in [(true, colors.peaks), (false, colors.averages)] {
      for (part, ink) in [(Part.left, inks.left), (.right, inks.right), (.overlap, inks.overlap)] {
        guard let path = BloomFigure.outline(of: part, cells, ring) else { continue }
        areas.append(Area(isPeak: isPeak, part: part, color: ink, path: path))
      }
    }
  }

  var newestLayers: Set<String> { Set(areas.map(\.name)) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    turns.advance(to: tick, loudness)
    for index in areas.indices {
      BloomFigure.update(&areas[index], cells, ring, turns, scale: length)
    }
  }

  func draw(into scene: inout Scene) {
    for area in areas { scene.add(area.path, area.color, area.name) }
    scene.items.append(ring.circle(width: 0.75 * length, inks.overlap))
    scene.items += track.playheads(
      cells.playheads(turns, ring, radius: 2.6 * length), [inks.left, inks.right], roundHeart: true)
    scene.items += track.heartDisc(6, 52, inks.overlap)
    track.complete(&scene)
  }

  /// An area in silence; `nil` if the layout does not have it: separate halves do not overlap.
  private static func outline(of part: Part, _ cells: TrailCells, _ ring: Ring) -> Path? {
    switch cells {
    case .pair(let cells): cells.outline(ring)
    case .mirror(let cells): Side(rawValue: part.rawValue).map { cells.half(ring, $0) }
    }
  }

  /// Updates an area to the newest tick. Nothing else may hold its path, which would be copied.
  private static func update(
    _ area: inout Area, _ cells: TrailCells, _ ring: Ring, _ turns: Turns, scale: Double
  ) {
    let height = area.isPeak ? BloomFigure.stack.whole : BloomFigure.stack.body
    let part = area.part
    switch cells {
    case .pair(let cells):
      // Half a point less, so that no thread of its colour is left round the overlap that covers it.
      let thread = 0.5 * scale / abs(ring.reach)
      cells.update(&area.path, ring, turns) { left, right in
        switch part {
        case .left: height(left)
        case .right where height(right) <= height(left): max(height(right) - thread, 0)
        case .right: height(right)
        case .overlap: min(height(left), height(right))
        }
      }
    case .mirror(let cells):
      cells.updateHalf(&area.path, ring, turns, part == .left ? .left : .right, height)
    }
  }
}
