// SPDX-License-Identifier: MIT
public import Analysis
public import Drawing
internal import Signal
public import Synthesis

/// Sine tones and their dials.
///
/// - Source: Gladman, *Sound Synthesis in Swift: A Core Audio Tone Generator*, 2014.
public struct TonesView: View {
  /// The name of the view on the command line.
  public static let name = "tones"
  /// A summary for the help.
  public static let summary = "the sine tones of an instrument, their sum and their dials"
  /// Instruments of tones only.
  public static var instrumentKind: InstrumentKind? { .tones }
  /// The oscilloscope and the tutorial's screen.
  public static let looks = TonesOptions.looks

  private let timeline: ToneTimeline
  private let clock: TickClock
  private let begin: Int
  private var figure: any TonesFigure

  /// A view before its first tick.
  ///
  /// - Precondition: the instrument is one of tones.
  public init(options: TonesOptions, track: ReadingTrack<NoReading>, context: ViewContext) {
    guard case .tones(let bank)? = context.instrument?.parts else {
      preconditionFailure("the input is not an instrument of tones")
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

  /// Shows the tones at the end of the tick.
  public mutating func advance(to tick: Int) {
    figure.show(
      Moment(
        sampleFrame: begin + clock.firstSampleFrame(ofTick: tick + 1),
        sampleRate: clock.sampleRate))
  }

  /// Draws the picture.
  public func draw(into scene: inout Scene) { scene.items += figure.items }
}

/// A way of drawing tones.
protocol TonesFigure: Sendable {
  /// The items, bottom first.
  var items: [Item] { get }

  /// Updates to a moment of the instrument, which is not before the last one.
  mutating func show(_ moment: Moment)
}
