// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// A blot of ink, symmetric except where the channels differ. Older turns show through as feathers,
/// and two playheads run down beside it.
struct InkFigure: RunningFigure {
  private static let stack = Stack(share: 0.66)
  /// The opacities of the peaks and of the averages of each turn, the newest first.
  private static let peakOpacities = [0.24, 0.1, 0.05, 0.02]
  private static let averageOpacities = [1, 0.24]

  var track: RadialTrack
  private let length: Double
  private let ink, accent: Color
  private let ring: Ring
  private let cells: TrailCells
  private(set) var turns: Turns
  /// The outlines of each turn's peaks, and of those turns whose averages are visible.
  private var peaks, averages: [Path]

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .paper
    let track = try RadialTrack(options, track, context, palette, coverRadius: 60, hasRipples: true)
    self.track = track
    length = track.length
    // The final background behind a transparent picture is unknown; most are dark.
    let isOverlay = context.palette == nil && context.picture.background.alpha < 255
    ink = isOverlay ? Color(rgb: 0xFFFFFF) : palette.ink
    accent = palette.accent
    // A larger hole for the cover.
    let rim = context.cover == nil ? 46.0 : 64
    ring = Ring(
      .outside, rim: rim, reach: 202 - rim, playhead: 0, FigureArc(options), scale: length)
    turns = track.turns(passCount: options.passCount)
    cells = TrailCells(options, count: turns.cellCount)
    peaks = Array(repeating: cells.outline(ring), count: turns.passCount)
    averages = Array(peaks.prefix(InkFigure.averageOpacities.count))
  }

  var newestLayers: Set<String> { ["peak", "average"] }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    turns.advance(to: tick, loudness)
    for pass in peaks.indices {
      cells.update(&peaks[pass], ring, turns, pass: pass, InkFigure.stack.whole)
    }
    for pass in averages.indices {
      cells.update(&averages[pass], ring, turns, pass: pass, InkFigure.stack.body)
    }
  }

  func draw(into scene: inout Scene) {
    for pass in peaks.indices.reversed() {
      add("peak", pass, InkFigure.peakOpacities[pass], peaks[pass], to: &scene)
      guard pass < averages.count else { continue }
      add("average", pass, InkFigure.averageOpacities[pass], averages[pass], to: &scene)
    }
    scene.items.append(ring.circle(width: 0.75 * length, ink))
    let playheads = cells.playheads(
      turns, ring, radius: 4.5 * length, height: InkFigure.stack.whole)
    scene.items += track.playheads(playheads, [accent, accent])
    scene.items += track.heartDisc(4, 41, accent)
    track.complete(&scene)
  }

  private func add(
    _ name: String, _ pass: Int, _ opacity: Double, _ outline: Path, to scene: inout Scene
  ) {
    var item = Item.fill(outline, ink)
    item.name = Turns.name(name, pass: pass)
    item.opacity = opacity
    scene.items.append(item)
  }
}
