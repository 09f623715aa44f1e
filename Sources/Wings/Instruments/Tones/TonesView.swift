// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Signal
internal import Synthesis
public import Views

/// Sine tones and their dials.
///
/// - Source: Gladman, *Sound Synthesis in Swift: A Core Audio Tone Generator*, 2014.
public enum TonesView: View {
  /// The options of the view.
  public typealias Options = TonesOptions
  /// The name of the view on the command line.
  public static let name = "tones"
  /// A summary for the help.
  public static let summary = "the sine tones of an instrument, their sum and their dials"
  /// Instruments of tones only.
  public static var scoreKind: String? { InstrumentKind.tones.rawValue }

  /// The oscilloscope, and the app of the tutorial on a tablet of 1024 by 768 points, 2 pixels each,
  /// which has its own colours and no words. There are no meters.
  public static let looks: [Look<TonesOptions>] = [
    Look(
      "scope", "an oscilloscope: the sum of all tones, each tone, its note and its dials",
      ScopeFigure.self, unused: unusedMeters + ["lyrics", "words"]
    ) { settings, _ in settings.background = Palette.scope.background },
    Look(
      "tutorial", "as the app of the 2014 tutorial showed its tones and their dials",
      TutorialTonesFigure.self,
      unused: unusedMeters + ["palette", "title", "subtitle", "lyrics", "font", "words"],
      shortSideInPoints: 768
    ) { settings, _ in
      (settings.width, settings.height) = (2048, 1536)
      settings.background = Color(red: 255, green: 255, blue: 255)
    },
  ]

  private static let unusedMeters = ["ballistics", "floor", "channels"]
}

/// A track as the figures of the tones draw it: what the tones do, and the moment of each tick.
struct ToneTrack: Sendable {
  /// What the tones do.
  let timeline: ToneTimeline
  private let clock: TickClock
  private let begin: Int

  /// The track of an instrument.
  ///
  /// - Precondition: the instrument is one of tones.
  init(_ readings: ReadingTrack<NoReading>, _ context: ViewContext) {
    guard case .tones(let bank) = context.parts else { preconditionFailure("tones") }
    timeline = ToneTimeline(bank)
    clock = readings.clock
    begin = context.begin
  }

  /// The end of a tick.
  func moment(afterTick index: Int) -> Moment {
    Moment(
      sampleFrame: begin + clock.firstSampleFrame(ofTick: index + 1), sampleRate: clock.sampleRate)
  }
}
