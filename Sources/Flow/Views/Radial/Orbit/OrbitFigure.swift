// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// Dots round a centre, the bass inside, each channel on its side: in the time in which the innermost one
/// turns once, the next one turns twice, and so on. On bar lines they fall into few arms.
///
/// - Source: J. Whitney, *Digital Harmony* (1980): differential motion.
struct OrbitFigure: BandFigure {
  /// The dots of one side.
  private static let dotCount = 60
  /// Dots of one side in one colour, which are one shape: the newest ones, and older ones.
  private static let dotsInGroup = (newest: 4, older: 10)
  /// The ticks at which a dot is still visible, and how many ticks later the next one of its trail was.
  private static let (trail, step) = (45, 2)
  /// How fast older dots fall, and the newest ones, in dB a second.
  private static let falls = [26.0, 60]
  /// How much the newest dots stand out from a dark ground or a light one, and older ones at most: on paper,
  /// what is left of a dot is paler than at night. Where the newest ones pass, they differ little from the
  /// trails: so they do not flash.
  private static let (onDark, onLight) = ((newest: 0.8, older: 0.7), (newest: 0.7, older: 0.55))

  private var track: RadialTrack
  private var spectrum: FallingSpectrum
  private let cycle: OrbitCycle
  private let rings: [Double]
  private let length: Double
  private let heart: Color
  /// The colours of the groups of the newest dots, and of those of each tick before.
  private let colors: [[Color]]
  /// The newest dots, and those of each tick before; and the newest tick.
  private var shown: [Dots] = []
  private var tick = 0

  /// The dots of a tick.
  private struct Dots {
    /// The part of the cycle that is over.
    let phase: Double
    /// How far each band is open, left and right, from 0 to 1.
    let bands: [SIMD2<Double>]
  }

  static let bands = BandReadings.spectrum

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    let palette = context.palette ?? .dusk
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette, coverRadius: 56)
    spectrum = try FallingSpectrum(readings, falls: OrbitFigure.falls)
    cycle = OrbitCycle(
      dots: OrbitFigure.dotCount, of: context.structure, loop: readings.loopCount,
      at: context.tickRate)
    length = track.length
    heart = palette.ramp[0]
    let inner = track.hasCover ? 66.0 : 22
    rings = (0..<OrbitFigure.dotCount).map { dot in
      let share = Double(dot) / Double(OrbitFigure.dotCount - 1)
      let half = share.squareRoot()
      let quarter = half.squareRoot()
      // To the power of 7/8: roots have the same bits on every machine.
      return inner + (205 - inner) * half * quarter * quarter.squareRoot()
    }
    let ground = context.picture.background
    let strengths = ground.isDark ? OrbitFigure.onDark : OrbitFigure.onLight
    let all = Double(OrbitFigure.dotCount)
    // The newest dots stand out on any ground: with as much of the ramp as does.
    let isReadable = { (place: Double) in
      ground.alpha < 255 || palette.color(at: place).contrast(to: ground) >= 3
    }
    let reach = stride(from: 0.62, to: 0, by: -0.02).first { isReadable(0.04 + $0) } ?? 0
    func colors(_ dotsInGroup: Int, _ strength: Double) -> [Color] {
      stride(from: 0, to: OrbitFigure.dotCount, by: dotsInGroup).map { dot in
        let place = (Double(dot) + Double(dotsInGroup) / 2) / all
        return ground.tinted(palette.color(at: 0.04 + reach * place), strength)
      }
    }
    self.colors =
      [colors(OrbitFigure.dotsInGroup.newest, strengths.newest)]
      + (1..<OrbitFigure.trail).map { age in
        let half = (Double(age) / Double(OrbitFigure.trail)).squareRoot()
        return colors(
          OrbitFigure.dotsInGroup.older,
          strengths.older * (1 - half * half.squareRoot().squareRoot()))
      }
  }

  static let drawsLive = true
  static let largestMagnification = 1.0
  static let followsBars = true

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int {
    max(index - spectrum.memory - OrbitFigure.trail, 0)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    _ = try track.levels(ofTick: tick)
    try spectrum.advance(to: tick)
    self.tick = tick
    if shown.count == OrbitFigure.trail { shown.removeLast() }
    shown.insert(
      Dots(
        phase: cycle.phase(atTick: tick),
        bands: OrbitFigure.openings(spectrum.levels[0])), at: 0)
  }

  func draw(into scene: inout Scene) {
    for age in shown.indices.reversed()
    where age == 0 || (tick - age).isMultiple(of: OrbitFigure.step) {
      let count = OrbitFigure.dotCount / colors[age].count
      for (group, color) in colors[age].enumerated() {
        let path = dots(group * count..<(group + 1) * count, ofAge: age)
        scene.items.append(Item.disjoint(path, color).named(age > 0 ? "trail" : "dots"))
      }
    }
    scene.items += track.heartDisc(3, 16, heart)
    track.complete(&scene)
  }

  /// Some dots of both sides as they were `age` ticks ago.
  private func dots(_ dots: Range<Int>, ofAge age: Int) -> Path {
    var path = Path()
    // The newest ones follow each hit.
    let bands = age > 0 ? shown[age].bands : OrbitFigure.openings(spectrum.levels[1])
    let share = age > 0 ? 0.82 * (1 - Double(age) / Double(OrbitFigure.trail - 1)) + 0.1 : 1
    for dot in dots {
      let place = Double(dot) * Double(bands.count - 1) / Double(OrbitFigure.dotCount - 1)
      let band = min(Int(place), bands.count - 2)
      let levels = bands[band] + (bands[band + 1] - bands[band]) * (place - Double(band))
      let turns = cycle.turns[dot] * shown[age].phase
      let degrees = 360 * (turns - turns.rounded(.down))
      let ring = rings[dot]
      for (level, degrees) in [(levels.y, degrees), (levels.x, -degrees)] {
        let radius = (1 + 0.01 * ring + (0.036 * ring + 2) * level) * share
        OrbitFigure.addDot(
          at: Angle.clock(degrees).direction * (ring * length), radius: radius, scale: length,
          to: &path)
      }
    }
    return path
  }

  /// Adds a disc as a polygon of the same area, of as many corners as its size needs.
  private static func addDot(
    at center: Point, radius: Double, scale: Double, to path: inout Path
  ) {
    let size = min(Int(radius / 2), polygons.count - 1)
    var isFirst = true
    for corner in polygons[size] {
      let place = Point(
        x: center.x + corner.x * radius * scale, y: center.y + corner.y * radius * scale)
      if isFirst { path.move(to: place) } else { path.line(to: place) }
      isFirst = false
    }
    path.close()
  }

  /// Polygons with the area of a disc of radius 1, for discs of less than 2 points, of 4, and so on.
  private static let polygons = [8, 12, 16, 20, 24, 32].map { count in
    let step = 2 * Double.pi / Double(count)
    let radius = (step / Angle.degrees(360 / Double(count)).direction.y).squareRoot()
    return (0..<count).map { corner in
      Angle.degrees(360 * Double(corner) / Double(count)).direction * radius
    }
  }

  /// How far each band is open, from 0 to 1.
  private static func openings(_ levels: [SIMD2<Double>]) -> [SIMD2<Double>] {
    levels.map { SIMD2(SpectrumScale.opening($0.x), SpectrumScale.opening($0.y)) }
  }
}
