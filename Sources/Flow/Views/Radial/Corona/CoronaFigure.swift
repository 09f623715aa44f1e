// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// An eclipse: light around a dark disc, brightest at its edge, with older turns as embers.
struct CoronaFigure: RunningFigure {
  private static let stack = Stack(share: 0.7)

  var track: RadialTrack
  private let length: Double
  private let colors: CoronaColors
  private let arc: FigureArc
  private let ring: Ring
  private let cells: TrailCells
  private(set) var turns: Turns
  /// The outline of each turn.
  private var outlines: [Path]

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let track = try RadialTrack(
      options, track, context, context.palette ?? .ember, coverRadius: 84)
    self.track = track
    length = track.length
    colors = CoronaColors(context)
    arc = FigureArc(options)
    ring = Ring(options.loud, rim: 88, reach: 116, playhead: -7, arc, scale: length)
    turns = track.turns(passCount: options.passCount)
    cells = TrailCells(options, count: turns.cellCount)
    outlines = Array(repeating: cells.outline(ring), count: turns.passCount)
  }

  var newestLayers: Set<String> { ["glow"] }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    turns.advance(to: tick, loudness)
    for pass in outlines.indices {
      cells.update(&outlines[pass], ring, turns, pass: pass, CoronaFigure.stack.whole)
    }
  }

  func draw(into scene: inout Scene) {
    for pass in (0..<turns.passCount).reversed() {
      var item = Item(.fill(outlines[pass], .nonzero), ring.gradient(colors.stops(ofPass: pass)))
      item.name = Turns.name("glow", pass: pass)
      scene.items.append(item)
    }
    // It grows into the empty side, but round a cover outward.
    let isInward = ring.reach > 0 && !track.hasCover
    let growth = (isInward ? 15 : 10) * track.heart * length
    let inner = ring.rim - 0.75 * length - (isInward ? growth : 0)
    let outer = ring.rim + 0.75 * length + (isInward ? 0 : growth)
    let circles = [outer, inner].map { Path.circle(center: .origin, radius: $0) }
    let path = arc.sector(inner, outer) ?? Path(joining: circles)
    var edge = Item(.fill(path, .evenOdd), .color(colors.edge))
    edge.name = "circle"
    scene.items.append(edge)
    let playheads = cells.playheads(turns, ring, radius: 4 * length)
    scene.items += track.playheads(playheads, [colors.playhead, colors.playhead])
    track.complete(&scene)
  }
}

/// The colours of an eclipse.
struct CoronaColors: Sendable, Hashable {
  /// The colours of the newest turn, from the circle of silence to the loudest.
  let glow: [Color]
  /// The colour of the circle.
  let edge: Color
  /// The colour of the two playheads on it.
  let playhead: Color
  private let ground: Color

  /// The colours of the chosen palette, or else the look's own.
  init(_ context: ViewContext) {
    ground = context.picture.background
    if let palette = context.palette {
      // The hot end is at the inner edge in loud scenes too, whose bright colours are those outside.
      let isTurned =
        context.setting == SongScene.settingCount - 1
        && palette.ramp[0].luminance < palette.ramp[6].luminance
      glow = isTurned ? palette.ramp[1...6].reversed() : palette.ramp
      edge = glow[0]
      playhead = glow[0]
    } else {
      glow = [0xFFFAF0, 0xFFE2A0, 0xFFB04F, 0xF4702F, 0xB8323F, 0x5A1440, 0x23092E].map(
        Color.init(rgb:))
      edge = Color(rgb: 0xFFFDF6)
      playhead = Color(rgb: 0xFFFFFF)
    }
  }

  /// The colours of a turn: older ones are embers, ever darker.
  func stops(ofPass pass: Int) -> [Color] {
    let embers = [1, 0.55, 0.28, 0.14]
    return pass == 0
      ? glow
      : glow.indices.map { ground.tinted(glow[min($0 + 2, glow.count - 2)], embers[pass]) }
  }
}
