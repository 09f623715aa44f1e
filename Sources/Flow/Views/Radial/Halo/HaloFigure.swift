// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The spectrum as it sounds, as petals round a centre, from the bass to the treble, each channel on its
/// half; it turns slowly. It is painted five times, falling ever more slowly, so that each beat leaves
/// ripples.
struct HaloFigure: BandFigure {
  /// How fast each layer falls, in dB a second, how far it reaches, so that the layers of loud music
  /// are nested, and its place in the ramp, the slowest first.
  private static let layers = [
    (10.0, 1.0, 6), (22, 0.86, 5), (48, 0.7, 3), (100, 0.54, 2), (220, 0.36, 0),
  ]

  private var track: RadialTrack
  private var spectrum: FallingSpectrum
  private let length: Double
  private let palette: Palette
  private let shade: Color
  private let shape: HaloShape
  /// How far the petals reach at most that lie below the others, in points: within the frame.
  private let room: Double
  /// How far the figure turns in a tick, in degrees: not at all if it is only a part of the circle.
  private let turn: Double
  private var rotation = Angle.zero

  static let bands = BandReadings.spectrum

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    palette = context.palette ?? .dusk
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette,
      coverRadius: 48)
    spectrum = try FallingSpectrum(readings, falls: HaloFigure.layers.map(\.0))
    length = track.length
    shade = context.picture.background.tinted(palette.ramp[6], 0.4)
    room = context.frame == .bleed ? .infinity : context.room
    let arc = FigureArc(options)
    shape = HaloShape(bandCount: spectrum.scale.bandCount, arc, scale: length)
    turn = arc.isWhole ? HaloFigure.turn(loop: readings.loopCount, at: context.tickRate) : 0
  }

  /// How far it turns in a tick, in degrees: once in 64 s, about 32 bars, and in a loop a whole number of
  /// times, which is none in one of less than 32 s.
  private static func turn(loop: Int?, at rate: Rate) -> Double {
    let whole = Double(max(rate.count(seconds: 64), 1))
    guard let loop else { return 360 / whole }
    return 360 * (Double(loop) / whole).rounded() / Double(loop)
  }

  static let drawsLive = true
  static let largestMagnification = 1.0

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int {
    max(min(index, (track.end ?? .max) - 1) - spectrum.memory, 0)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    _ = try track.levels(ofTick: tick)
    // At the end the figure stays.
    rotation = .degrees(
      (turn * Double(min(tick, (track.end ?? .max) - 1))).truncatingRemainder(dividingBy: 360))
    if tick < track.end ?? .max { try spectrum.advance(to: tick) }
  }

  func draw(into scene: inout Scene) {
    // Those of both sides together: what is usual at one side alone would look cut off at the other.
    let usual = spectrum.scale.usual.map { SIMD2(repeating: max($0.x, $0.y)) }
    add(
      shape.petals(usual, reach: shape.share(of: usual, within: room)), shade, "shade", to: &scene)
    for (index, layer) in HaloFigure.layers.enumerated() {
      add(
        shape.petals(spectrum.levels[index], reach: layer.1), palette.ramp[layer.2],
        "petals-\(index + 1)",
        to: &scene)
    }
    scene.items += track.heartDisc(8, 44, palette.ramp[1])
    track.complete(&scene)
  }

  private func add(_ path: Path, _ color: Color, _ name: String, to scene: inout Scene) {
    var item = Item.disjoint(path, color).named(name)
    item.rotation = rotation
    scene.items.append(item)
  }
}

/// The outline of the petals.
private struct HaloShape {
  private static let (rim, reach, hole) = (58.0, 148.0, 50.0)
  /// Straight pieces of a side of a petal.
  private static let steps = 7

  private let bandCount: Int
  private let scale: Double
  /// The directions of the points of each side of each petal, from its valley to its tip, and how
  /// far each is from the valley to the tip.
  private let directions: [Point]
  private let shares: [Double]
  private let arc: FigureArc

  /// Petals for `bandCount` bands on each side.
  init(bandCount: Int, _ arc: FigureArc, scale: Double) {
    (self.bandCount, self.arc, self.scale) = (bandCount, arc, scale)
    // A cubic from the valley to the tip: (angle, share) with these controls.
    func cubic(_ time: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let rest = 1 - time
      return rest * rest * rest * a + 3 * rest * rest * time * b + 3 * rest * time * time * c
        + time * time * time * d
    }
    let times = (0..<HaloShape.steps).map { Double($0) / Double(HaloShape.steps) }
    let angles = times.map { cubic($0, -1, -0.88, -0.62, 0) }
    shares = times.map { cubic($0, 0, 0.55, 1, 1) }
    let half = arc.sweep / 4 / Double(bandCount)
    directions = (0..<2 * bandCount).flatMap { petal in
      // The left half of a part of the circle is before the right one.
      let middle =
        (2 * Double(petal) + 1) * half - (petal < bandCount || arc.isWhole ? 0 : arc.sweep)
      return (angles + [0] + angles.reversed().map(-)).map {
        Angle.clock(middle + $0 * half).direction
      }
    }
  }

  /// The share of their reach with which petals of these levels end within a radius; at most 1.
  func share(of levels: [SIMD2<Double>], within radius: Double) -> Double {
    let longest = levels.map { SpectrumScale.opening(max($0.x, $0.y)) }.max() ?? 0
    guard longest > 0 else { return 1 }
    return min(max((radius / scale - HaloShape.rim) / (HaloShape.reach * longest), 0), 1)
  }

  /// The area of the petals of both channels round the hole, from the levels of each band; the loud end
  /// is at a share of their reach.
  func petals(_ levels: [SIMD2<Double>], reach share: Double) -> Path {
    func value(_ petal: Int) -> Double {
      let petal = (petal + 2 * bandCount) % (2 * bandCount)
      let level =
        petal < bandCount ? levels[bandCount - 1 - petal].y : levels[petal - bandCount].x
      return share * SpectrumScale.opening(level)
    }
    let values = (0..<2 * bandCount).map(value)
    let count = 2 * HaloShape.steps + 1
    var corners: [Point] = []
    corners.reserveCapacity(directions.count)
    let (right, left) = (0..<bandCount, bandCount..<2 * bandCount)
    for petal in arc.isWhole ? [right, left].joined() : [left, right].joined() {
      let tip = values[petal]
      let before = 0.55 * min(tip, values[(petal + values.count - 1) % values.count])
      let after = 0.55 * min(tip, values[(petal + 1) % values.count])
      for index in 0..<count {
        let isRising = index < HaloShape.steps
        let valley = isRising ? before : after
        let share =
          index == HaloShape.steps ? 1 : shares[isRising ? index : count - 1 - index]
        let value = valley + (tip - valley) * share
        corners.append(
          directions[petal * count + index] * ((HaloShape.rim + HaloShape.reach * value) * scale))
      }
    }
    var path = Path(corners)
    if arc.isWhole { path.close() }
    // The other way round, since it is a hole.
    path.arc(
      center: .origin, radius: HaloShape.hole * scale,
      start: arc.isWhole ? .zero : .clock(arc.start + arc.sweep), sweep: .degrees(-arc.sweep))
    path.close()
    return path
  }
}
