// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// The spectrum as it sounds, as petals round a centre: the bass below, the treble above, each
/// channel on its side. It is painted five times, falling ever more slowly, so that each beat leaves
/// ripples.
struct HaloFigure: Figure {
  /// How fast each layer falls, in dB a second, how far it reaches, so that the layers of loud music
  /// are nested, and its place in the ramp, the slowest first.
  private static let layers = [
    (10.0, 1.0, 6), (22, 0.86, 5), (48, 0.7, 3), (100, 0.54, 2), (220, 0.36, 0),
  ]

  private var track: RadialTrack
  private let readings: ReadingTrack<BandLevels>
  private var spectrum: HaloSpectrum
  private let length: Double
  private let palette: Palette
  private let shade: Color
  private let shape: HaloShape
  private let falls: [Double]
  private let memory: Int
  /// The levels of each layer on the scale of the spectrum: 1 at the loud end.
  private var levels: [[SIMD2<Double>]]

  static let nameOfReadings = "spectrum of the halo"

  static func analysis(
    for options: RadialOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> {
    .levels(
      of: request,
      with: .bandSpectrum(
        edges: HaloSpectrum.edges, channels: request.channels, placement: request.placement))
  }

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    palette = context.palette ?? .dusk
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette,
      coverRadius: 48)
    self.readings = readings
    do { spectrum = try HaloSpectrum(readings) } catch { throw .readings(error) }
    length = track.length
    shade = context.picture.background.tinted(palette.ramp[6], 0.4)
    shape = HaloShape(bandCount: spectrum.bandCount, scale: length)
    let rate = Double(context.tickRate.numerator) / Double(context.tickRate.denominator)
    falls = HaloFigure.layers.map { $0.0 / HaloSpectrum.range / rate }
    memory = Int((HaloSpectrum.ceiling / falls[0]).rounded(.up))
    levels = Array(
      repeating: Array(repeating: .zero, count: spectrum.bandCount), count: HaloFigure.layers.count)
  }

  static let drawsLive = true

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int {
    max(min(index, (track.end ?? .max) - 1) - memory, 0)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    _ = try track.levels(ofTick: tick)
    // At the end the figure stays.
    guard tick < track.end ?? .max else { return }
    let bands = try readings.reading(ofTick: tick).bands
    spectrum.adapt(to: bands)
    var now = spectrum.levels(bands)
    if let (other, distance) = readings.tickAcrossSeam(from: tick, reach: 60) {
      let far = spectrum.levels(try readings.reading(ofTick: other).bands)
      for band in now.indices {
        now[band] = pointwiseMax(now[band], far[band] - falls[1] * Double(distance))
      }
    }
    for layer in levels.indices {
      for band in now.indices {
        levels[layer][band] = pointwiseMax(levels[layer][band] - falls[layer], now[band])
      }
    }
  }

  func draw(into scene: inout Scene) {
    add(shape.petals(spectrum.usual, reach: 1), shade, "shade", to: &scene)
    for (index, layer) in HaloFigure.layers.enumerated() {
      add(
        shape.petals(levels[index], reach: layer.1), palette.ramp[layer.2], "petals-\(index + 1)",
        to: &scene)
    }
    scene.items += track.heartDisc(8, 44, palette.ramp[1])
    track.complete(&scene)
  }

  private func add(_ path: Path, _ color: Color, _ name: String, to scene: inout Scene) {
    scene.items.append(Item.disjoint(path, color).named(name))
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

  /// Petals for so many bands on each side.
  init(bandCount: Int, scale: Double) {
    (self.bandCount, self.scale) = (bandCount, scale)
    // A cubic from the valley to the tip: (angle, share) with these controls.
    func cubic(_ time: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let rest = 1 - time
      return rest * rest * rest * a + 3 * rest * rest * time * b + 3 * rest * time * time * c
        + time * time * time * d
    }
    let times = (0..<HaloShape.steps).map { Double($0) / Double(HaloShape.steps) }
    let angles = times.map { cubic($0, -1, -0.88, -0.62, 0) }
    shares = times.map { cubic($0, 0, 0.55, 1, 1) }
    let half = 90 / Double(bandCount)
    directions = (0..<2 * bandCount).flatMap { petal in
      let middle = (2 * Double(petal) + 1) * half
      return (angles + [0] + angles.reversed().map(-)).map {
        Angle.clock(middle + $0 * half).direction
      }
    }
  }

  /// The area of the petals of both channels round the hole, from the levels of each band; the loud end
  /// is at a share of their reach.
  func petals(_ levels: [SIMD2<Double>], reach share: Double) -> Path {
    func value(_ petal: Int) -> Double {
      let petal = (petal + 2 * bandCount) % (2 * bandCount)
      let level =
        petal < bandCount ? levels[bandCount - 1 - petal].y : levels[petal - bandCount].x
      let clamped = min(max(level, 0), 1)
      return share * clamped * clamped.squareRoot().squareRoot()
    }
    let values = (0..<2 * bandCount).map(value)
    let count = 2 * HaloShape.steps + 1
    var corners: [Point] = []
    corners.reserveCapacity(directions.count)
    for petal in values.indices {
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
    var path = Path.polygon(corners)
    // The other way round, since it is a hole.
    path.arc(
      center: .origin, radius: HaloShape.hole * scale, start: .zero, sweep: .degrees(-360))
    path.close()
    return path
  }
}
