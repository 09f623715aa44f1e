// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal
internal import Text

/// Four curves round a centre: the peak and the average level of both channels, one degree for
/// each tick, loud inside and quiet outside.
///
/// - Source: the tutorial *Radial Audio* of C4, 2016.
public struct RadialView: View {
  /// The word that chooses the view.
  public static let name = "radial"
  /// One sentence for help.
  public static let summary = "peak and average of two channels as four curves round a centre"
  /// The default look and the tutorial's.
  public static let looks = RadialOptions.looks

  private let options: RadialOptions
  private let track: ReadingTrack<StereoLevels>
  private let context: ViewContext
  private let scale: LevelScale
  private var builder: PolarPathBuilder
  private var newest: StereoLevels?

  /// The farthest that a radius reaches where nothing holds it, in points.
  private static let farthest = 100_000.0

  /// The meters of the two channels.
  public static func analysis(
    for options: RadialOptions, of request: AnalysisRequest
  ) -> Analysis<StereoLevels> {
    .stereoLevels(of: request)
  }

  /// A view before its first tick, with the scale of the whole track.
  public init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws {
    self.options = options
    self.track = track
    self.context = context
    scale = try LevelScale(options.scale, track: track, context: context)
    builder = PolarPathBuilder(
      rotations: Curve.allCases.map(\.rotation),
      turn: .init(pointCount: options.ticksPerTurn.count, heldTicks: options.heldTicks),
      startsAtCenter: options.spokes)
  }

  /// The readings on the outer circle.
  public var measures: [Measure] { scale.measures }

  /// Silence.
  public var remark: String? {
    guard track.count > 0, scale.isSilent else { return nil }
    let (left, right) = context.channels
    let silent =
      if left == right {
        track.format.channelCount == 1 ? "is" : "channel \(left) is"
      } else {
        track.format.channelCount == 2 ? "is" : "channels \(left) and \(right) are"
      }
    return silent + " wholly silent; the figure is a circle"
  }

  /// The first tick of the turn.
  public func firstTick(shownAfterTick index: Int) -> Int {
    index - index % builder.turn.tickCount
  }

  /// Adds a point to each curve.
  public mutating func advance(to tick: Int) throws(SystemError) {
    let levels = try track.reading(ofTick: tick)
    newest = levels
    builder.append(
      radii: Curve.allCases.map { radius($0.level(in: levels), $0.maximum(in: scale)) })
  }

  /// The curves, and the logo over them.
  public func draw(into scene: inout Scene) {
    for (curve, path) in zip(Curve.allCases, builder.paths) {
      var item = Item.stroke(
        path, width: options.lineWidth.points, options.stroke.colors[curve.rawValue])
      item.rotation = curve.rotation
      item.name = curve.name
      if options.spokes { item.firstLineName = "\(curve.name)-spoke" }
      item.data = data(of: curve)
      scene.items.append(item)
    }
    guard let image = context.image else { return }
    scene.addLayer("logo") { $0.items.append(.image(placed(image))) }
  }

  /// The radius of a level: `inner + (outer - inner)·|dB|/maximum`, in points.
  private func radius(_ level: Decibels, _ maximum: Double?) -> Double {
    let inner = options.innerRadius.points
    let outer = options.outerRadius.points
    let loudness = options.holdsRadii ? min(level.value, 0) : level.value
    // A meter that reads nothing but silence is drawn at the edge.
    guard let maximum else { return outer }
    let fraction = loudness == 0 ? 0 : abs(loudness) / maximum
    guard !options.holdsRadii else { return inner + (outer - inner) * min(fraction, 1) }
    let radius = inner + (outer - inner) * min(fraction, RadialView.farthest)
    return min(max(radius, -RadialView.farthest), RadialView.farthest)
  }

  private func data(of curve: Curve) -> [DataAttribute] {
    var data = [
      DataAttribute("channel", "\(curve.isLeft ? context.channels.left : context.channels.right)"),
      DataAttribute("meter", curve.isPeak ? "peak" : "average"),
    ]
    if let newest {
      data.append(DataAttribute("dbfs", DecimalText.text(curve.level(in: newest).value, places: 6)))
    }
    return data
  }

  private func placed(_ image: PNGImage) -> PlacedImage {
    let width = options.logoWidth.points
    let height = width * Double(image.bitmap.height) / Double(image.bitmap.width)
    return PlacedImage(
      bitmap: image.bitmap, png: image.bytes,
      origin: Point(x: -options.logoAnchor.x * width, y: -options.logoAnchor.y * height),
      width: width, height: height)
  }
}
