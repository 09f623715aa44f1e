// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal

/// The loudness of two channels around a centre.
public struct RadialView: View {
  /// The name of the view on the command line.
  public static let name = "radial"
  /// A summary for the help.
  public static let summary = "peak and average of two channels as four curves round a centre"
  /// The default look, the tutorial's, and the continuous ones.
  public static let looks = RadialOptions.looks

  private let options: RadialOptions
  private let track: ReadingTrack<StereoLevels>
  private let context: ViewContext
  private let scale: LevelScale
  private let composition: Composition
  private let words: [Item]
  private var figure: any RadialFigure
  /// The turn that was locked to the music, if any.
  public let lockedTurn: LockedTurn?
  private var heads: Heads

  /// A view before its first tick, with the scale of the whole track.
  public init(
    options: RadialOptions, track: ReadingTrack<StereoLevels>, context: ViewContext
  ) throws {
    var options = options
    scale = try LevelScale(options.scale, track: track, context: context)
    if options.turn == .lock {
      let lock = try Turn.locked(to: track, on: scale)
      options.lockedTicks = Int(lock.ticks.rounded())
      lockedTurn = LockedTurn(lock, ticks: Double(options.lockedTicks), at: context.tickRate)
    } else {
      lockedTurn = nil
    }
    self.options = options
    self.track = track
    self.context = context
    composition = context.composition
    words = composition.lettering(in: RadialView.inkOfWords(options, context))
    figure = options.figure.type.init(options, context, scale)
    heads = Heads(context)
  }

  /// The readings at the ends of the scale.
  public var measures: [Measure] { scale.measures }

  /// A remark on a silent track.
  public var remark: String? {
    guard track.count > 0, scale.isSilent else { return nil }
    let (left, right) = context.channels
    let silent =
      if left == right {
        track.format.channelCount == 1 ? "is" : "channel \(left) is"
      } else {
        track.format.channelCount == 2 ? "is" : "channels \(left) and \(right) are"
      }
    return silent + " completely silent; the figure is a circle"
  }

  /// The first tick that is still visible.
  public func firstTick(shownAfterTick index: Int) -> Int {
    figure.firstTick(shownAfterTick: index)
  }

  /// Updates the figure to a tick.
  public mutating func advance(to tick: Int) throws(SystemError) {
    let levels = try track.reading(ofTick: tick)
    heads.advance(levels)
    figure.advance(to: tick, levels, scale.loudness(of: levels))
  }

  /// Draws the figure, the logo over it, and the words.
  public func draw(into scene: inout Scene) {
    if options.figure != .curves { scene.title = RadialView.titleOfRunningFigures }
    let count = scene.items.count
    figure.draw(into: &scene, heads)
    if let image = context.image {
      scene.addLayer("logo") { $0.items.append(.image(placed(image))) }
    }
    for place in scene.items.indices[count...] {
      scene.items[place].origin = composition.center
    }
    scene.items += words
  }

  private static let titleOfRunningFigures = "Peak and average of two channels round a centre"

  /// The colour of the first curve; with a palette, the colour with the best contrast to the
  /// background.
  private static func inkOfWords(_ options: RadialOptions, _ context: ViewContext) -> Color {
    guard options.figure != .curves else { return options.stroke.colors[0] }
    if options.figure == .iris { return (context.irisColors ?? .hazel).average }
    let palette = context.palette ?? options.figure.palette
    return palette.ramp[palette.background.isDark ? 1 : 0]
  }

  private func placed(_ image: PNGImage) -> PlacedImage {
    let width = options.logoWidth.points * composition.scale
    let height = width * Double(image.bitmap.height) / Double(image.bitmap.width)
    return PlacedImage(
      bitmap: image.bitmap, png: image.bytes,
      origin: Point(x: -options.logoAnchor.x * width, y: -options.logoAnchor.y * height),
      width: width, height: height)
  }
}

extension RadialStyle {
  /// The figure that draws it.
  fileprivate var type: any RadialFigure.Type {
    switch self {
    case .curves: CurvesFigure.self
    case .sun: SunFigure.self
    case .bloom: BloomFigure.self
    case .ink: InkFigure.self
    case .corona: CoronaFigure.self
    case .iris: IrisFigure.self
    case .dots: DotsFigure.self
    }
  }
}
