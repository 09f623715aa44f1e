// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// Seven bands of frequencies as layers, the bass inside and the treble outside, so that a drum and a
/// cymbal are different flowers.
struct StrataFigure: RunningFigure, BandFigure {
  private static let stack = Stack(share: 0.7)
  private static let edges = [30, 92, 213, 492, 1137, 2626, 6063, 16_000]
  private static let bandCount = edges.count - 1

  var track: RadialTrack
  private var shares: BandShares
  private let length: Double
  private let palette: Palette
  private let ground: Color
  private let ring: Ring
  private let cells: MirrorCells
  private var turns: Turns<ScaledLevels>
  /// The height of each layer, counted from the centre, in each cell, left and right.
  private var heights: [[SIMD2<Double>]]
  private var outlines: [Path]

  static let bands = BandReadings(name: "seven bands that fall by 30 dB/s", count: bandCount) {
    .bandAmplitudes(edges: edges, channels: $0.channels, fall: 30)
  }

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    palette = context.palette ?? .lagoon
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette,
      coverRadius: 40, hits: .drawn)
    do { shares = try BandShares(readings, count: StrataFigure.bandCount) } catch {
      throw .readings(error)
    }
    length = track.length
    ground = context.picture.background
    let arc = FigureArc(options)
    ring = Ring(rim: 46, reach: 160, playhead: -5, arc, scale: length)
    turns = track.turns()
    cells = MirrorCells(count: turns.cellCount, arc)
    heights = Array(
      repeating: Array(repeating: .zero, count: turns.cellCount), count: StrataFigure.bandCount)
    outlines = Array(repeating: cells.outline(ring), count: StrataFigure.bandCount)
  }

  var tickCount: Int { turns.tickCount }

  var newestLayers: Set<String> { Set((0..<StrataFigure.bandCount).map(StrataFigure.name)) }

  mutating func advance(to tick: Int) throws(SystemError) {
    let loudness = try track.loudness(ofTick: tick)
    try shares.adapt(toTick: tick)
    turns.advance(to: tick, loudness)
    if let loudness {
      let whole = SIMD2(
        StrataFigure.stack.whole(loudness.left), StrataFigure.stack.whole(loudness.right))
      var height = SIMD2<Double>.zero
      for (band, share) in try shares.smoothed(atTick: track.place(ofTick: tick)).enumerated() {
        height += whole * share
        heights[band][turns.head] =
          turns.isFirstOfCell ? height : pointwiseMax(heights[band][turns.head], height)
      }
    }
    for band in outlines.indices {
      let heights = heights[band]
      cells.update(&outlines[band], ring, head: turns.head) { side, cell in
        heights[cell][side == .left ? 0 : 1]
      }
    }
  }

  func draw(into scene: inout Scene) {
    for band in outlines.indices.reversed() {
      scene.add(outlines[band], palette.ramp[band], StrataFigure.name(band))
    }
    scene.items.append(
      ring.circle(width: 0.75 * length, palette.ramp[0]))
    let playheads = cells.playheads(turns, ring, radius: 2.6 * length)
    scene.items += track.playheads(playheads, [palette.accent, palette.accent], roundHeart: true)
    scene.items += track.heartDisc(6, 38, palette.ramp[0])
    track.complete(&scene)
  }

  private static func name(_ band: Int) -> String { "band-\(band + 1)" }
}
