// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

/// A spectrum, the level of the last seconds, and the pitch.
///
/// - Source: the tutorial *AudioKit을 이용한 Singleton, Plot, FFT to Frequency*, 2018.
public enum PlotsView: View {
  /// The options of the view.
  public typealias Options = PlotsOptions
  /// The name of the view on the command line.
  public static let name = "plots"
  /// A summary for the help.
  public static let summary = "a spectrum, the level of the last seconds, and the pitch"

  /// The analyzer, and the app of the tutorial.
  ///
  /// - Source: SingletonAudioManager at `299beb9`, `Main.storyboard`, for the screen of a 4.7-inch
  ///   phone of 375 by 667 points, 2 pixels each.
  public static let looks: [Look<PlotsOptions>] = [
    Look(
      "analyzer", "spectrum, level and pitch, in calm colours on a dark ground",
      AnalyzerFigure.self,
      unused: ["cover"]
    ) { settings, _ in
      settings.background = Color(red: 0x0D, green: 0x11, blue: 0x17)
      // Use each tick's own level: the rolling plot shows the past anyway.
      settings.ballistics = .tick
    },
    Look(
      "tutorial", "as the app of the 2018 tutorial showed it: two plots and three labels",
      TutorialPlotsFigure.self,
      unused: ["accent", "history", "ballistics", "floor"] + AppearanceOptions.names,
      shortSideInPoints: 375
    ) { settings, _ in
      (settings.width, settings.height) = (750, 1334)
      settings.background = Color(red: 255, green: 255, blue: 255)
    },
  ]
}
