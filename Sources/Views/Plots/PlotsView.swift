// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
public import Platform
internal import Signal

/// A spectrum, the level of the last seconds, and the pitch.
///
/// - Source: the tutorial *AudioKit을 이용한 Singleton, Plot, FFT to Frequency*, 2018.
public struct PlotsView: View {
  /// The name of the view on the command line.
  public static let name = "plots"
  /// A summary for the help.
  public static let summary = "a spectrum, the level of the last seconds, and the pitch"
  /// The analyzer and the tutorial's screen.
  public static let looks = PlotsOptions.looks

  private let track: ReadingTrack<PlotsReading>
  private let tickRate: Rate
  private var picture: Picture

  private enum Picture {
    case analyzer(AnalyzerPicture)
    case tutorial(TutorialScreen)
  }

  /// One reading for each tick in the analyzer, and for each tenth of a second in the tutorial's
  /// screen.
  public static func analysis(
    for options: PlotsOptions, of request: AnalysisRequest
  ) -> Analysis<PlotsReading> {
    switch options.style {
    case .analyzer:
      Analysis<AnalyzerReading>.analyzer(
        channels: request.channels, ballistics: request.ballistics, floor: request.floor
      ).map(PlotsReading.analyzer)
    case .tutorial:
      Analysis<TutorialPlotsReading>.tutorialPlots(channels: request.channels).map(
        PlotsReading.tutorial)
    }
  }

  /// A view before its first tick.
  public init(
    options: PlotsOptions, track: ReadingTrack<PlotsReading>, context: ViewContext
  ) {
    self.track = track
    tickRate = context.tickRate
    switch options.style {
    case .analyzer:
      picture = .analyzer(AnalyzerPicture(options, context))
    case .tutorial:
      picture = .tutorial(TutorialScreen())
    }
  }

  /// The tick itself: earlier ticks are read from the track.
  public func firstTick(shownAfterTick index: Int) -> Int { index }

  /// Reads what the picture shows after a tick and did not show before.
  public mutating func advance(to tick: Int) throws(SystemError) {
    switch picture {
    case .analyzer(var picture):
      picture.spectrum = try analyzerReading(ofTick: tick).spectrum
      try picture.history.advance(to: tick, reading: level)
      // Figures that change every frame cannot be read: they stay for a tenth of a second.
      let hold = max(tickRate.numerator / tickRate.denominator / 10, 1)
      if picture.figures == nil || tick % hold == 0 {
        let last = tick - tick % hold
        let ticks = max(last + 1 - hold, 0)..<last + 1
        picture.figures = (
          try LevelHistory.loudest(of: ticks, reading: level),
          try pitch(upTo: ticks)
        )
      }
      self.picture = .analyzer(picture)
    case .tutorial(var screen):
      let count = track.readings(endedBy: tick, of: tickRate)
      try screen.advance(to: count) { index throws(SystemError) in
        try tutorialReading(ofSpan: index)
      }
      self.picture = .tutorial(screen)
    }
  }

  /// Draws the picture.
  public func draw(into scene: inout Scene) {
    switch picture {
    case .analyzer(let picture): picture.draw(into: &scene)
    case .tutorial(let screen): screen.draw(into: &scene)
    }
  }

  /// The strongest pitch of some ticks. If they have none, that of as many ticks before them, up to
  /// half a second back, so that a note does not flicker.
  private func pitch(upTo ticks: Range<Int>) throws(SystemError) -> PitchReading {
    for step in 0..<5 {
      let start = ticks.lowerBound - step * ticks.count
      var strongest = PitchReading.none
      for tick in max(start, 0)..<max(start + ticks.count, 0) {
        let pitch = try analyzerReading(ofTick: tick).pitch
        if pitch.strength >= strongest.strength { strongest = pitch }
      }
      if strongest.frequency > 0 { return strongest }
    }
    return .none
  }

  private func level(atTick index: Int) throws(SystemError) -> LevelHistory.Level {
    let reading = try analyzerReading(ofTick: index)
    return LevelHistory.Level(left: reading.left, right: reading.right)
  }

  private func analyzerReading(ofTick index: Int) throws(SystemError) -> AnalyzerReading {
    guard case .analyzer(let reading) = try track.reading(ofTick: index) else {
      preconditionFailure("the track was read for another look")
    }
    return reading
  }

  private func tutorialReading(ofSpan index: Int) throws(SystemError) -> TutorialPlotsReading {
    guard case .tutorial(let reading) = try track.reading(ofTick: index) else {
      preconditionFailure("the track was read for another look")
    }
    return reading
  }
}
