// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// The sleeve of a song: its bands in layers, cut into strips, one for each part of the song. All of it is there from the
/// first tick on.
struct PartsFigure: Figure {
  private let items: [Item]
  let findings: Findings

  static func traits(for options: TrackViewOptions) -> FigureTraits {
    FigureTraits(LookFigure.traits(for: options.layers).readings, followsBars: true)
  }

  static func analysis(
    for options: TrackViewOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> { LookFigure.analysis(for: options.layers, of: request) }

  init(
    options: TrackViewOptions, track: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    var context = context
    context.scenes =
      context.structure.map { SongScene.scenes(of: $0, at: context.tickRate) } ?? []
    if context.scenes.isEmpty { context.scenes = [.only] }
    if context.palette == nil { context.setColors(.yellow) }
    let layers = options.layers
    findings = try LookFigure(options: layers, track: track, context: context).findings
    items = try Sleeve(context).pictures(of: LookFigure.self, layers, track, context.alone)
      .flatMap(\.self)
  }

  var fillsSheet: Bool { true }

  mutating func advance(to tick: Int) {}

  func draw(into scene: inout Scene) { scene.items += items }
}

extension TrackViewOptions {
  /// The layers of bands that a sleeve shows, with these colours, words and scale.
  public var layers: RadialOptions {
    let look = RadialView.looks.first { $0.name == "strata" } ?? RadialView.looks[0]
    var (picture, layers) = (PictureSettings(), RadialOptions())
    look.apply(&picture, &layers)
    (layers.scale, layers.colors) = (scale, colors)
    return layers
  }
}
