// SPDX-License-Identifier: MIT
internal import Drawing
internal import Synthesis
public import Views

/// Touching wheels that drive each other and play a note each turn.
///
/// - Source: the tutorial *WheelTone*, 2015.
public enum WheelsView: View {
  /// The options of the view.
  public typealias Options = WheelsOptions
  /// The name of the view on the command line.
  public static let name = "wheels"
  /// A summary for the help.
  public static let summary = "the wheels of an instrument, which play a note each turn"
  /// Instruments of wheels only.
  public static var scoreKind: String? { InstrumentKind.wheels.rawValue }

  /// The default look, and the tutorial's app on a tablet of 1024 by 768 points, 2 pixels each,
  /// which has its own colours and no words.
  public static let looks: [Look<WheelsOptions>] = [
    Look(
      "brass", "gears in the colours of tempered metal, one for each note of the scale",
      BrassFigure.self
    ) { settings, _ in settings.background = BrassColors.ground },
    Look(
      "tutorial", "as the app of the 2015 tutorial showed them", TutorialWheelsFigure.self,
      unused: ["palette", "title", "subtitle", "lyrics", "font", "words"], shortSideInPoints: 768
    ) { settings, _ in
      (settings.width, settings.height) = (2048, 1536)
      settings.background = Color(red: 255, green: 255, blue: 255)
    },
  ]
}
