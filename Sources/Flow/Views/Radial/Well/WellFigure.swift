// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// A flight into a well: rings that come out of the centre and pass the edges of the sheet. Each keeps
/// the spectrum of the moment at which it came, each channel on its side, the bass below. The louder
/// the music, the faster the flight.
struct WellFigure: BandFigure {
  /// A ring as it came.
  private struct Ring {
    /// Whether it is the second one of two.
    let isSecond: Bool
    /// How far each corner is outside, clockwise from 6 o'clock: the left channel up, the right one down.
    let corners: [Double]
    /// Whether a hit came with it.
    let isHit: Bool
    /// The part of its flight that is over.
    var age = 0.0
  }

  private var track: RadialTrack
  private var spectrum: FallingSpectrum
  private let shape: WellShape
  private let palette: Palette
  private let ground: Color
  private let length: Double
  /// The ticks between two rings.
  private let spacing: Int
  /// How far the flight goes in a tick of silence, and more at full level.
  private let speeds: (least: Double, more: Double)
  private let longestFlight: Int
  private let loopCount: Int?
  /// The newest ring last.
  private var rings: [Ring] = []
  /// How much the levels rose in each of the last ticks, the newest last.
  private var rises: [Double] = []
  private var hasHit = false

  /// How fast the outlines and what makes hits fall, in dB a second.
  private static let falls = [20.0, 400]
  /// The seconds of a flight at full level.
  private static let seconds = 1.5
  /// Hits are at least these ticks apart, and rise by at least this part of the scale in the mean of all
  /// bands.
  private static let hit = (ticks: 40, rise: 0.07)

  static let bands = BandReadings.spectrum

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    palette = context.palette ?? .dusk
    ground = context.picture.background
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette, coverRadius: 52,
      fillsSheet: true)
    spectrum = try FallingSpectrum(readings, falls: WellFigure.falls)
    (length, loopCount) = (track.length, readings.loopCount)
    let center = context.composition.center
    let reach = context.canvas(shortSideInPoints: 432).reach(from: center) + 10
    shape = WellShape(
      bandCount: spectrum.scale.bandCount, inner: (track.hasCover ? 54 : 24) * length,
      outer: reach)
    let rate = context.tickRate.perSecond
    spacing = max(Int((rate / 15).rounded()), 1)
    let fastest = 1 / WellFigure.seconds / rate
    speeds = (0.3 * fastest, 0.7 * fastest)
    longestFlight = Int((1 / speeds.least).rounded(.up)) + 2 * spacing
  }

  static let drawsLive = true
  let fillsSheet = true

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int {
    max(index - longestFlight - spectrum.memory - WellFigure.hit.ticks, 0)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    let before = spectrum.levels[1]
    let levels = try track.levels(ofTick: tick)
    try spectrum.advance(to: tick)
    let speed = speeds.least + speeds.more * track.scale.loudness(of: levels).mean.average
    for index in rings.indices { rings[index].age = min(rings[index].age + speed, 1) }
    // The oldest one covers the corners of the sheet until the next one does.
    while rings.count > 1, rings[1].age >= 1 { rings.removeFirst() }
    let rise = zip(spectrum.levels[1], before).reduce(0.0) { sum, pair in
      let difference = pointwiseMax(pair.0 - pair.1, .zero)
      return sum + difference.sum() / 2
    }
    // The first tick that is shown of a part has nothing before it that it could rise from.
    let isHit = rise / Double(before.count) > WellFigure.hit.rise && rise > rises.max() ?? .infinity
    hasHit = hasHit || isHit
    rises.append(rise)
    if rises.count > WellFigure.hit.ticks { rises.removeFirst() }
    // In a loop all rounds have the same rings.
    let place = loopCount.map { tick % $0 } ?? tick
    guard place.isMultiple(of: spacing) else { return }
    rings.append(
      Ring(
        isSecond: place / spacing % 2 == 1, corners: shape.corners(spectrum.levels[0]),
        isHit: hasHit))
    hasHit = false
  }

  func draw(into scene: inout Scene) {
    let outlines = rings.map { shape.outline($0.corners, at: $0.age) }
    for (index, ring) in rings.enumerated() {
      var path = Path.polygon(outlines[index])
      // What the next one covers for certain is left out, the other way round, since it is a hole: where
      // both had one edge, the ground would shine through.
      if index + 1 < rings.count {
        path.add(.polygon(outlines[index + 1].reversed()), scale: 0.97)
      }
      scene.items.append(
        Item.disjoint(path, color(of: ring)).named(ring.isHit ? "hit" : "ring"))
    }
    scene.items.append(
      Item.fill(.circle(center: .origin, radius: 0.95 * shape.inner), ground).named("bottom"))
    scene.items += track.heartDisc(2.5, 18.5, palette.ramp[0])
    track.complete(&scene)
  }

  /// How much of the ground each second ring has: so little that rings that pass are not flashes, which
  /// begin at a tenth of the luminance.
  private func shade(of color: Color) -> Double {
    let difference = abs(color.luminance - ground.luminance)
    return min(0.13, 0.04 / max(difference, 0.01))
  }

  /// The colour of a ring: that of its place, paler far outside, and for each second one everywhere.
  private func color(of ring: Ring) -> Color {
    let half = ring.age.squareRoot()
    let place = 0.02 + 0.98 * half * half.squareRoot()
    var color = palette.color(at: place)
    if ring.age > 0.6 { color = color.mixed(with: ground, 1.1 * (ring.age - 0.6)) }
    if ring.isSecond { color = color.mixed(with: ground, shade(of: color)) }
    guard ring.isHit else { return color }
    // It fades before it is large, so that less than a quarter of the sheet flashes with hits.
    let left = min(0.15 + 2.6 * ring.age * ring.age, 1)
    return palette.color(at: max(place - 0.42, 0)).mixed(with: color, left)
  }
}

/// The outlines of rings.
private struct WellShape {
  /// The radius at which a ring comes, and at which it has passed all corners of the sheet, in points.
  let inner, outer: Double

  private let bandCount: Int
  /// The directions of the points of the finest outline.
  private let directions: [Point]
  /// The square root of `outer` over `inner`, the square root of that, and so on: see ``radius(at:)``.
  private let factors: [Double]

  /// The most pieces of the curve between two corners.
  private static let mostPieces = 6
  private static let bits = 24

  init(bandCount: Int, inner: Double, outer: Double) {
    (self.bandCount, self.inner, self.outer) = (bandCount, inner, outer)
    let count = 2 * bandCount * WellShape.mostPieces
    directions = (0..<count).map { point in
      // The middle of the first band is half a step after 6 o'clock.
      let step = Double(point) / Double(WellShape.mostPieces) + 0.5
      return Angle.clock(180 + 180 * step / Double(bandCount)).direction
    }
    var factor = outer / inner
    factors = (0..<WellShape.bits).map { _ in
      factor.formSquareRoot()
      return factor
    }
  }

  /// How far the corners of a ring are outside, from 6 o'clock clockwise: the left channel up, the right
  /// one down.
  func corners(_ levels: [SIMD2<Double>]) -> [Double] {
    levels.map { SpectrumScale.opening($0.x) }
      + levels.reversed().map { SpectrumScale.opening($0.y) }
  }

  /// The radius after a part of the flight: it grows by the same factor in the same time. Powers of the
  /// factor are products of its roots, which have the same bits on every machine.
  func radius(at age: Double) -> Double {
    var (rest, radius) = (min(max(age, 0), 1), inner)
    if rest >= 1 { return outer }
    for factor in factors {
      rest *= 2
      if rest >= 1 {
        radius *= factor
        rest -= 1
      }
    }
    return radius
  }

  /// The outline of a ring after a part of its flight.
  func outline(_ corners: [Double], at age: Double) -> [Point] {
    let radius = radius(at: age)
    let reach = 0.5 * (1 - 0.85 * age)
    let count = corners.count
    let pieces = age < 0.25 ? 2 : age < 0.6 ? 3 : WellShape.mostPieces
    var points: [Point] = []
    points.reserveCapacity(count * pieces)
    for corner in corners.indices {
      let (one, two) = (corners[corner], corners[(corner + 1) % count])
      let before = corners[(corner + count - 1) % count]
      let after = corners[(corner + 2) % count]
      for piece in 0..<pieces {
        let t = Double(piece) / Double(pieces)
        let level = CornerCurve.height(at: t, before, one, two, after)
        points.append(
          directions[corner * WellShape.mostPieces + piece * WellShape.mostPieces / pieces]
            * (radius * (1 + reach * max(level, 0))))
      }
    }
    return points
  }
}
