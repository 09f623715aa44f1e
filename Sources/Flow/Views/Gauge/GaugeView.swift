// SPDX-License-Identifier: MIT
internal import Drawing

/// A needle on a dial: how loud the sound is now.
///
/// - Source: the tutorial *Building an Audio Meter using ShinobiGauges*, 2014.
public enum GaugeView: View {
  /// The options of the view.
  public typealias Options = GaugeOptions
  /// The name of the view on the command line.
  public static let name = "gauge"
  /// A summary for the help.
  public static let summary = "level meters with needles"

  /// The default look, and the app of the tutorial on its screen of 320 by 480 points. The
  /// tutorial's dial has its own meter.
  public static let looks: [Look<GaugeOptions>] = [
    Look(
      "studio", "a dial for each channel: average, peak mark and both as numbers",
      StudioGaugeFigure.self, unused: ["cover"]
    ) { settings, _ in settings.background = DialColors.wall },
    Look(
      "tutorial", "as the sound meter of the 2014 tutorial looked", TutorialGaugeFigure.self,
      unused: ["ballistics", "floor"] + AppearanceOptions.names, shortSideInPoints: 320
    ) { settings, _ in
      (settings.width, settings.height) = (640, 960)
      settings.background = Color(red: 255, green: 255, blue: 255)
    },
  ]
}
