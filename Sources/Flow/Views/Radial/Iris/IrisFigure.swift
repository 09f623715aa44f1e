// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// One eye or two: fibres for averages grow from the pupil, fibres for peaks from the rim.
struct IrisFigure: RunningFigure {
  var track: RadialTrack
  private let eyes: Eyes
  private var turns: Turns<ScaledLevels>
  /// The discs, then the fibres of the averages and the peaks of each side.
  private var fibres: [Item] = []
  private let rims: [Item]
  private let pupil: Color

  private static let fibreCount = 360

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let colors = context.irisColors ?? .hazel
    eyes = Eyes(options, context)
    let pupilRadius = 46 * eyes.all[0].scale / context.composition.scale
    let track = try RadialTrack(
      options, track, context, nil, ink: colors.average, coverRadius: pupilRadius,
      coverCenters: eyes.all.map(\.center))
    self.track = track
    // A transparent background has no colour for the gradient to end in.
    let ground =
      context.picture.background.alpha < 255 ? colors.background : context.picture.background
    turns = track.turns(atMost: IrisFigure.fibreCount)
    pupil = colors.pupil
    rims = eyes.all.flatMap { eye in
      [(203.0, 7.0, 0.55), (205.2, 3.2, 0.9)].map { radius, width, opacity in
        var rim = Item.stroke(eye.circle(radius: radius), width: width * eye.scale, ground)
        rim.opacity = opacity
        rim.name = "rim"
        return rim
      }
    }
    fibres = eyes.all.map { eye in
      let stops = [
        (46.0, colors.core), (81.2, colors.core.mixed(with: colors.mid, 0.55)), (126, colors.mid),
        (183.6, colors.rim), (206, ground),
      ].map { GradientStop($0 / 206, $1) }
      let paint = Paint.radial(center: eye.center, radius: 206 * eye.scale, stops)
      var disc = Item(.fill(eye.circle(radius: 206), .nonzero), paint)
      disc.name = "iris"
      return disc
    }
    for side in Side.allCases {
      for (meter, color) in [("average", colors.average), ("peak", colors.peak)] {
        var fibre = Item.fill(Path(), color)
        fibre.name = "\(meter)-\(side.rawValue)"
        fibres += Array(repeating: fibre, count: turns.cellCount)
      }
    }
    for side in Side.allCases {
      for column in 0..<turns.cellCount { setFibres(column, side, .silent) }
    }
  }

  var tickCount: Int { turns.tickCount }

  var newestLayers: Set<String> { ["average-left", "average-right", "peak-left", "peak-right"] }

  mutating func advance(to tick: Int) throws(SystemError) {
    turns.advance(to: tick, try track.loudness(ofTick: tick)?.toned)
    for side in Side.allCases {
      setFibres(turns.head, side, side.part(of: turns[turns.head, pass: 0]))
    }
  }

  func draw(into scene: inout Scene) {
    scene.items += fibres
    let rays = Side.allCases.map { side in
      eyes.fibre(
        max(turns.head, 0), of: turns.cellCount, side, .newest,
        from: 60, to: turns.head < 0 ? 60 : 84)
    }
    let first = scene.items.count
    scene.items += track.playheads(rays, [Color(rgb: 0xFFFFFF), Color(rgb: 0xFFFFFF)])
    for index in scene.items.indices[first...] { scene.items[index].opacity = 0.9 }
    scene.items += rims
    for eye in eyes.all {
      scene.add(eye.circle(radius: 28 + 44 * track.heart), pupil, "pupil")
    }
    track.complete(&scene)
  }

  /// Sets the fibres of both meters in a column of a side.
  private mutating func setFibres(_ column: Int, _ side: Side, _ loudness: ScaledLevel) {
    func step(_ value: Double) -> Double { (8 * value).rounded() / 8 }
    let average = eyes.all.count + (side == .left ? 0 : 2 * turns.cellCount) + column
    fibres[average].shape = .fill(
      eyes.fibre(
        column, of: turns.cellCount, side, .average, from: 56,
        to: 56 + 103.6 * loudness.average * IrisFigure.grain(column)),
      .nonzero)
    fibres[average].opacity =
      (0.36 + 0.40 * step(loudness.average)) * IrisFigure.density(column + 1)
    let peak = average + turns.cellCount
    fibres[peak].shape = .fill(
      eyes.fibre(
        column, of: turns.cellCount, side, .peak, from: 203,
        to: 203 - 97.7 * loudness.peak * IrisFigure.grain(column + 2)),
      .nonzero)
    fibres[peak].opacity = (0.30 + 0.42 * step(loudness.peak)) * IrisFigure.density(column + 3)
  }

  /// How long a fibre is, from 0.72 to 1: no two neighbours are alike, so that even sound is not an even
  /// grid.
  private static func grain(_ column: Int) -> Double { 1 - 0.28 * hash(column) }

  /// How dense a fibre is: one in four is half as dense.
  private static func density(_ column: Int) -> Double { hash(column) < 0.25 ? 0.5 : 1 }

  /// Knuth's multiplicative hash, from 0 to 1.
  private static func hash(_ column: Int) -> Double {
    Double(UInt32(truncatingIfNeeded: column &* 2_654_435_761) >> 16) / 65_536
  }
}

extension ScaledLevels {
  /// All values to the power of 0.8, which makes soft sounds more visible.
  fileprivate var toned: ScaledLevels {
    func toned(_ value: Double) -> Double {
      // The fifth root by Newton's method, which gives the same bits on every machine.
      var root = 1.0
      for _ in 0..<40 { root = (4 * root + value / (root * root * root * root)) / 5 }
      return root * root * root * root
    }
    func toned(_ side: ScaledLevel) -> ScaledLevel {
      ScaledLevel(peak: toned(side.peak), average: toned(side.average))
    }
    return ScaledLevels(left: toned(left), right: toned(right))
  }
}
