// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal

/// A sun over ridges that come nearer: each keeps the spectrum of the moment at which it came over the
/// horizon, the left channel at the left, the bass in the middle.
struct HorizonFigure: BandFigure {
  /// A ridge as it came over the horizon.
  private struct Ridge {
    /// The tick at which it came.
    let birth: Int
    /// Its height at each corner, from left to right, from 0 to 1.
    let heights: [Double]
  }

  private var track: RadialTrack
  private var spectrum: FallingSpectrum
  private let shape: HorizonShape
  private let palette: Palette
  private let ground: Color
  /// Whether the ramp begins with light, as it does at night.
  private let isNight: Bool
  private let loopCount: Int?
  /// The ticks between two ridges.
  private let spacing: Int
  private var tick = 0
  /// The nearest one first.
  private var ridges: [Ridge] = []

  /// The number of ridges between the horizon and the lower edge.
  private let count: Int
  /// The shares of the sun's radius that its discs have.
  private static let discs = [1.0, 0.84, 0.68, 0.52, 0.36, 0.20]
  /// The radius of a sun that does not beat, in points of the figure.
  private static let radius = 115.0

  static let bands = BandReadings.spectrum

  init(
    options: RadialOptions, track readings: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    palette = context.palette ?? .dusk
    let background = context.picture.background
    ground = background.alpha == 255 ? background : palette.background
    isNight = palette.ramp[0].luminance > ground.luminance
    track = try RadialTrack(
      options, readings.beginnings(StereoLevels.self), context, palette, coverRadius: 60,
      fillsSheet: true)
    spectrum = try FallingSpectrum(readings, falls: [24])
    loopCount = readings.loopCount
    let rate = context.tickRate.perSecond
    spacing = max(Int((rate * 8 / 60).rounded()), 1)
    // 3.2 s.
    count = max(min(Int((rate * 3.2).rounded()) / spacing, 24), 1)
    shape = HorizonShape(
      context.canvas(shortSideInPoints: 432), center: context.composition.center,
      sun: HorizonFigure.radius * track.length)
  }

  static let drawsLive = true
  let fillsSheet = true

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int {
    max(index - 2 * count * spacing - spectrum.memory, 0)
  }

  mutating func advance(to tick: Int) throws(SystemError) {
    _ = try track.levels(ofTick: tick)
    try spectrum.advance(to: tick)
    self.tick = tick
    while let first = ridges.first, age(of: first) >= HorizonShape.end { ridges.removeFirst() }
    // In a loop all rounds have the same ridges.
    let place = loopCount.map { tick % $0 } ?? tick
    guard place.isMultiple(of: spacing) else { return }
    let levels = spectrum.levels[0].map {
      SIMD2(SpectrumScale.opening($0.x), SpectrumScale.opening($0.y))
    }
    ridges.append(Ridge(birth: tick, heights: levels.reversed().map(\.x) + levels.map(\.y)))
  }

  func draw(into scene: inout Scene) {
    let radius = HorizonFigure.radius * track.length * (0.82 + 0.18 * track.heart)
    for (index, share) in HorizonFigure.discs.enumerated() {
      scene.items.append(
        Item.fill(.circle(center: .origin, radius: radius * share), colorOfDisc(index))
          .named("sun"))
    }
    for (index, ridge) in ridges.reversed().enumerated() {
      let age = age(of: ridge)
      let line = shape.line(ridge.heights, at: age)
      guard line.count > 1 else { continue }
      // What is below the foot of the next ridge is hidden by it.
      let next = ridges.count - 2 - index
      let foot = next >= 0 ? shape.foot(at: self.age(of: ridges[next])) + 1 : .infinity
      let (fill, edge) = colors(at: age)
      scene.items.append(
        Item.fill(.polygon(line + shape.slope(below: line, to: foot)), fill).named("ridge"))
      scene.items.append(
        Item.stroke(Path(line), width: (0.8 + 0.7 * age) * track.length, edge).named("edge"))
    }
    track.complete(&scene)
  }

  /// The colour of a disc of the sun, the outermost first: brightest in the middle, by the end of the ramp
  /// that is light.
  private func colorOfDisc(_ index: Int) -> Color {
    isNight
      ? palette.ramp[HorizonFigure.discs.count - 1 - index]
      : palette.color(at: 0.57 + 0.29 * Double(index) / Double(HorizonFigure.discs.count - 1))
  }

  /// The colours of a ridge and of its edge: of night on a dark ground, near ridges the darkest; of haze
  /// on a light one, far ridges the palest.
  private func colors(at age: Double) -> (fill: Color, edge: Color) {
    let age = min(age, 1)
    let far = (1 - age) * (1 - age) * (1 - age)
    // Near ridges have nearly one colour, and faint edges: large ones that pass each other would flash,
    // which begins at a tenth of the luminance.
    let (fill, edge) =
      isNight
      ? (
        palette.color(at: 0.44 + 0.56 * age).mixed(with: ground, 0.08 + 0.62 * age * age),
        palette.color(at: 0.22 + 0.5 * age)
      )
      : (
        palette.color(at: 0.14 + 0.43 * far).mixed(with: ground, 0.3 * far),
        palette.color(at: 0.28 + 0.43 * far)
      )
    let difference = abs(edge.luminance - fill.luminance)
    let most = 0.08 + 0.4 * far
    return (fill, edge.mixed(with: fill, max(0, 1 - most / max(difference, 0.01))))
  }

  /// The part of its way that a ridge has come.
  private func age(of ridge: Ridge) -> Double {
    Double(tick - ridge.birth) / Double(count * spacing)
  }
}

/// The perspective of ridges below a sun whose centre is the origin, in a disc that holds the picture: so that
/// a wipe may shrink them into its own disc.
private struct HorizonShape {
  /// The radius of the disc.
  private let reach: Double
  private let horizon: Double
  /// The height of the eye, such that the foot of a ridge is below the picture at the age of 1.
  private let eye: Double
  private let scale: Double

  /// The distance of a ridge that comes, and how much nearer it is at its end.
  private static let (farthest, way) = (4.6, 3.8)
  /// The distance at the age of 1, from which on a ridge grows no more.
  private static let nearest = farthest - way
  private static let (pieces, edgePieces) = (3, 12)
  /// The age at which the highest ridge is below the picture too.
  static let end = 1.1

  init(_ canvas: Canvas, center: Point, sun radius: Double) {
    reach = canvas.reach(from: center) + 1
    horizon = 0.28 * radius
    let bottom = canvas.heightInPoints / 2 - center.y + 60
    eye = HorizonShape.nearest * (bottom - horizon)
    scale = radius / 115
  }

  private func distance(at age: Double) -> Double {
    HorizonShape.farthest - HorizonShape.way * age
  }

  /// Where the foot of a ridge is.
  func foot(at age: Double) -> Double { horizon + eye / distance(at: age) }

  /// The points from the right end of a line round the slope below it to its left end: down to the foot of
  /// the next ridge, at the edge of the disc.
  func slope(below line: [Point], to foot: Double) -> [Point] {
    let bottom = min(foot, reach)
    func edge(_ sign: Double, from end: Point) -> [Point] {
      (1...HorizonShape.edgePieces).map { piece in
        let y = end.y + (bottom - end.y) * Double(piece) / Double(HorizonShape.edgePieces)
        return Point(x: sign * chord(y), y: y)
      }
    }
    return edge(1, from: line[line.count - 1]) + edge(-1, from: line[0]).reversed()
  }

  /// Half of the width of the disc at a height.
  private func chord(_ y: Double) -> Double { max(reach * reach - y * y, 0).squareRoot() }

  /// The line of a ridge after a part of its way, from left to right, within the disc.
  func line(_ heights: [Double], at age: Double) -> [Point] {
    let distance = distance(at: age)
    let foot = foot(at: age)
    // It rises from the plain while it is far.
    let rise = min(age * 12, 1) * scale * (20 + 190 / max(distance, HorizonShape.nearest))
    let root = distance.squareRoot()
    let half = max(470 * scale / (root * root.squareRoot().squareRoot()), reach)
    let count = heights.count
    var points: [Point] = []
    points.reserveCapacity(count * HorizonShape.pieces)
    for corner in 0..<count - 1 {
      let (one, two) = (heights[corner], heights[corner + 1])
      let before = heights[max(corner - 1, 0)]
      let after = heights[min(corner + 2, count - 1)]
      for piece in 0..<HorizonShape.pieces {
        let t = Double(piece) / Double(HorizonShape.pieces)
        let height = CornerCurve.height(at: t, before, one, two, after)
        points.append(
          point((Double(corner) + t) / Double(count - 1), max(height, 0) * rise, foot, half))
      }
    }
    points.append(point(1, heights[count - 1] * rise, foot, half))
    let inside = points.filter { abs($0.x) < chord($0.y) }
    guard let first = inside.first, let last = inside.last else { return [] }
    return [Point(x: -chord(first.y), y: first.y)] + inside
      + [Point(x: chord(last.y), y: last.y)]
  }

  /// A point of a line, at a share of its width: the bands in the middle are a little broader, and
  /// lower, so that the sun stands in a valley.
  private func point(_ share: Double, _ height: Double, _ foot: Double, _ half: Double) -> Point {
    let place = 2 * share - 1
    let distance = abs(place)
    let root = distance.squareRoot()
    let low = 0.3 + 0.7 * root * root.squareRoot()
    return Point(x: place * half, y: foot - height * low)
  }
}
