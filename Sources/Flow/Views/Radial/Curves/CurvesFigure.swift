// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Text

/// Four curves that restart each turn, one degree for each tick.
///
/// - Source: the tutorial *Radial Audio* of C4, 2016.
struct CurvesFigure: Figure {
  private var track: RadialTrack
  private let options: RadialOptions
  private let channels: (left: Int, right: Int)
  private var builder: PolarPathBuilder

  /// The greatest radius without clamping, in points.
  private static let farthest = 100_000.0

  init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws(FigureError) {
    let track = try RadialTrack(
      options, track, context, nil, ink: options.colors("stroke")[0],
      coverRadius: options.number("inner") - 4)
    self.track = track
    self.options = options
    channels = context.channels
    let pointCount = options.turn == nil ? CurvesFigure.defaultTurn : track.ticksInTurn
    builder = PolarPathBuilder(
      rotations: Curve.allCases.map(\.rotation),
      turn: .init(pointCount: pointCount, heldTicks: options.heldTicks),
      startsAtCenter: options.number("spokes") == 1)
  }

  /// A point for each degree.
  private static let defaultTurn = 360

  static func traits(for options: RadialOptions) -> FigureTraits {
    FigureTraits(FigureTraits.levels, drawsLive: true)
  }

  /// What can be set of the curves: those of the tutorial by default.
  static let parameters = [
    LookParameter(
      "stroke", .colors(Array(repeating: "black", count: 4)),
      help: "colours of the curves: peak left, peak right, average left, average right"),
    LookParameter("pen", .number(0.5), in: 0.1...100, unit: "pt", help: "width of the curves"),
    LookParameter(
      "inner", .number(100), in: 0...1000, unit: "pt",
      help: "radius of the loud end of the scale"),
    LookParameter(
      "outer", .number(200), in: 0...1000, unit: "pt",
      help: "radius of the soft end of the scale"),
    LookParameter(
      "spokes", .number(1), step: 1, help: "1: each curve begins at the centre; 0: none does"),
  ]

  var findings: Findings { track.findings }

  func firstTick(shownAfterTick index: Int) -> Int { index - index % builder.turn.tickCount }

  /// Adds a point to each curve.
  mutating func advance(to tick: Int) throws(SystemError) {
    let levels = try track.levels(ofTick: tick)
    builder.append(
      radii: Curve.allCases.map { radius($0.level(in: levels), $0.span(in: track.scale)) })
  }

  func draw(into scene: inout Scene) {
    let colors = options.colors("stroke")
    for (curve, path) in zip(Curve.allCases, builder.paths) {
      var item = Item.stroke(
        path, width: options.number("pen") * track.length, colors[curve.rawValue])
      item.grows = true
      item.rotation = curve.rotation
      item.name = curve.name
      if options.number("spokes") == 1 { item.firstLineName = "\(curve.name)-spoke" }
      item.data = data(of: curve)
      scene.items.append(item)
    }
    track.complete(&scene)
  }

  /// The radius of a level: `inner + (outer - inner)·distance`, in points.
  private func radius(_ level: Decibels, _ span: LevelSpan?) -> Double {
    let inner = options.number("inner") * track.length
    let outer = options.number("outer") * track.length
    // A meter without a scale has read only silence: it is drawn at the edge.
    guard let distance = span?.distance(of: level) else { return outer }
    guard !options.holdsRadii else { return inner + (outer - inner) * min(max(distance, 0), 1) }
    let radius = inner + (outer - inner) * min(abs(distance), CurvesFigure.farthest)
    return min(max(radius, -CurvesFigure.farthest), CurvesFigure.farthest)
  }

  private func data(of curve: Curve) -> [DataAttribute] {
    var data = [
      DataAttribute("channel", "\(curve.isLeft ? channels.left : channels.right)"),
      DataAttribute("meter", curve.isPeak ? "peak" : "average"),
    ]
    if let newest = track.newest {
      data.append(DataAttribute("dbfs", DecimalText.text(curve.level(in: newest).value, places: 6)))
    }
    return data
  }
}
