// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
internal import Signal
public import Synthesis

/// Sine tones and their dials.
///
/// - Source: Gladman, *Sound Synthesis in Swift: A Core Audio Tone Generator*, 2014.
public struct TonesView: View {
  /// The word that chooses the view.
  public static let name = "tones"
  /// A few words for help.
  public static let summary = "the sine tones of an instrument, their sum and their dials"
  /// Tones.
  public static var instrumentKind: InstrumentKind? { .tones }
  /// The oscilloscope and the tutorial's screen.
  public static let looks = TonesOptions.looks

  private let timeline: ToneTimeline
  private let clock: TickClock
  private let begin: Int
  private var figure: any TonesFigure

  /// Nothing: the dials say it all.
  public static func analysis(
    for options: TonesOptions, of request: AnalysisRequest
  ) -> Analysis<NoReading> { .none }

  /// A view before its first tick.
  ///
  /// - Precondition: the instrument is one of tones.
  public init(options: TonesOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    guard case .tones(let bank)? = context.instrument?.parts else {
      preconditionFailure("the input is no instrument of tones")
    }
    timeline = ToneTimeline(bank)
    clock = track.clock
    begin = context.begin
    figure =
      switch options.figure {
      case .scope: Scope(timeline, context)
      case .tutorial: TonesScreen(timeline, context)
      }
    figure.show(.zero)
  }

  /// The tick itself.
  public func firstTick(shownAfterTick index: Int) -> Int { index }

  /// Shows the tones as they are when the tick ends.
  public mutating func advance(to tick: Int) {
    figure.show(
      Moment(
        sampleFrame: begin + clock.firstSampleFrame(ofTick: tick + 1),
        sampleRate: clock.sampleRate))
  }

  /// Adds the picture's items.
  public func draw(into scene: inout Scene) { scene.items += figure.items }
}

/// What shows tones.
protocol TonesFigure: Sendable {
  /// What is painted, bottom first.
  var items: [Item] { get }

  /// Shows a moment of the instrument that is not before the last.
  mutating func show(_ moment: Moment)
}
