// SPDX-License-Identifier: MIT
internal import Analysis
public import Arguments
public import Drawing

/// The options of the plots.
public struct PlotsOptions: ViewOptions {
  /// The view.
  public typealias Drawn = PlotsView

  /// What to draw.
  public enum Style: Sendable, Hashable {
    /// A spectrum analyzer.
    case analyzer
    /// The screen of the tutorial's app.
    case tutorial
  }

  /// What to draw; set by the look.
  public var style = Style.analyzer
  /// The colour of the bars and of the rolling plot.
  public var accent = PlotsOptions.teal
  /// The length of the rolling plot.
  public var history = WholeSeconds(10)

  /// The defaults.
  public init() {}

  /// Options without an effect on the tutorial's screen.
  public var unusedOptions: [String] {
    style == .tutorial ? ["accent", "history", "ballistics", "fall", "floor"] : []
  }

  /// 375 points are the width of the tutorial's phone.
  public var shortSideInPoints: Double { style == .tutorial ? 375 : 432 }

  /// How each option is written.
  public static var table: [Option<PlotsOptions>] {
    Option.section(
      "Plots",
      [
        .value(
          "accent", "COLOR", into: \.accent, completion: .choices(Color.names),
          help: "Colour of the bars and of the rolling level."),
        .value(
          "history", "SECONDS", into: \.history,
          help: "Seconds of the past that the rolling level shows, 1 to 60."),
      ])
  }

  /// The looks: the analyzer, and the app of the tutorial.
  ///
  /// - Source: SingletonAudioManager at `299beb9`, `Main.storyboard`, for the screen of a 4.7-inch
  ///   phone of 375 by 667 points, 2 pixels each.
  static let looks: [Look<PlotsOptions>] = [
    Look("analyzer", "spectrum, level and pitch, in calm colours on a dark ground") {
      settings, _ in
      settings.background = Color(red: 0x0D, green: 0x11, blue: 0x17)
      // Use each tick's own level: the rolling plot shows the past anyway.
      settings.ballistics = .tick
    },
    Look("tutorial", "as the app of the 2018 tutorial showed it: two plots and three labels") {
      settings, options in
      (settings.width, settings.height) = (750, 1334)
      settings.background = Color(red: 255, green: 255, blue: 255)
      options.style = .tutorial
    },
  ]

  private static let teal = Color(red: 0x5A, green: 0xD1, blue: 0xC0)
}

/// A whole number of seconds.
public typealias WholeSeconds = WholeNumber<1, 60>
