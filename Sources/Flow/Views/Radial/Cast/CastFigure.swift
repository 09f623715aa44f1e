// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform

/// The figure of a scene whose look depends on how loud its section is: one of several looks, which all
/// read the same readings.
struct CastFigure: Figure {
  private var figure: any Figure<RadialOptions>

  static let nameOfReadings = "levels, seven bands, and the spectrum of the halo"

  /// The levels, and the bands of all looks, so that the readings do not depend on the choice.
  static func analysis(
    for options: RadialOptions, of request: AnalysisRequest
  ) -> Analysis<BandLevels> {
    let bands = BandReadings.all.map { $0.analysis(request) }
    return .levels(
      of: request,
      with: bands.dropFirst().reduce(bands[0]) { $0.joined(with: $1).map { $0 + $1 } })
  }

  init(
    options: RadialOptions, track: ReadingTrack<BandLevels>, context: ViewContext
  ) throws(FigureError) {
    let look = options.look(ofSetting: context.setting)
    figure = try CastFigure.figure(look.figure, options.playing(look), track, context)
  }

  /// The figure of a look, of its part of the readings.
  private static func figure<Part: Figure<RadialOptions>>(
    _: Part.Type, _ options: RadialOptions, _ track: ReadingTrack<BandLevels>,
    _ context: ViewContext
  ) throws(FigureError) -> any Figure<RadialOptions> {
    let size = BandLevels.bytesInBand
    var (places, offset) = ([0..<StereoLevels.packedSize], StereoLevels.packedSize)
    for bands in BandReadings.all {
      if bands.name == Part.nameOfReadings { places.append(offset..<offset + bands.count * size) }
      offset += bands.count * size
    }
    return try Part(
      options: options, track: track.parts(places, as: Part.Reading.self), context: context)
  }

  static let followsBars = true

  var findings: Findings { figure.findings }
  var fillsSheet: Bool { figure.fillsSheet }

  func firstTick(shownAfterTick index: Int) -> Int { figure.firstTick(shownAfterTick: index) }

  func sketch(shownAfter ticks: Int) throws(SystemError) -> Sketch? {
    try figure.sketch(shownAfter: ticks)
  }

  mutating func skip(to tick: Int) throws(SystemError) { try figure.skip(to: tick) }

  mutating func advance(to tick: Int) throws(SystemError) { try figure.advance(to: tick) }

  func draw(into scene: inout Scene) { figure.draw(into: &scene) }
}

extension RadialOptions {
  /// The look of scenes of a setting, if it depends on that; otherwise the chosen one.
  fileprivate func look(ofSetting setting: Int) -> Look<RadialOptions> {
    guard case .looks(let names) = scenes else { return look }
    // Two are those of usual and of loud sections.
    let place = max(setting - (SongScene.settingCount - names.count), 0)
    return RadialView.looks.first { $0.name == names[place] } ?? look
  }

  /// The options of another look, with what was chosen for all of them.
  fileprivate func playing(_ other: Look<RadialOptions>) -> RadialOptions {
    var (picture, own) = (PictureSettings(), self)
    other.apply(&picture, &own)
    (own.logoWidth, own.colors) = (logoWidth, colors)
    own.scale = scale
    if let layout, !own.layouts.contains(layout) { own.layout = nil }
    return own
  }
}
