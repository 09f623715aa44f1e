// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Views

extension Figure {
  /// What the figure shows now, on a canvas as the options and the settings have it.
  public func scene(_ options: Options, _ settings: PictureSettings) throws -> Scene {
    let canvas = Canvas(
      width: settings.width, height: settings.height, shortSideInPoints: options.shortSideInPoints)
    guard let canvas else { throw NoCanvas() }
    var scene = Scene(canvas: canvas, background: settings.background)
    draw(into: &scene)
    return scene
  }
}

extension ViewOptions {
  /// The figure of the look before its first tick; the readings are those that it measures.
  public func figure<Reading>(
    of track: ReadingTrack<Reading>, _ context: ViewContext
  ) throws -> any Figure<Self> {
    func make<SomeFigure: Figure<Self>>(_ type: SomeFigure.Type) throws -> any Figure<Self> {
      guard let track = track as? ReadingTrack<SomeFigure.Reading> else { throw OtherReadings() }
      return try SomeFigure(options: self, track: track, context: context)
    }
    return try make(look.figure)
  }

  /// The analysis of the look, whose readings are of the given type.
  public func analysis<Reading>(
    _: Reading.Type, of request: AnalysisRequest
  ) throws -> Analysis<Reading> {
    func make<SomeFigure: Figure<Self>>(_ type: SomeFigure.Type) -> Any {
      type.analysis(for: self, of: request)
    }
    guard let analysis = make(look.figure) as? Analysis<Reading> else { throw OtherReadings() }
    return analysis
  }
}

private struct NoCanvas: Error {}
private struct OtherReadings: Error {}
