// SPDX-License-Identifier: MIT
internal import Analysis
public import Arguments
public import Drawing

/// The options of the plots.
public struct PlotsOptions: ViewOptions {
  /// What is drawn.
  public enum Style: Sendable, Hashable {
    /// A spectrum analyzer.
    case analyzer
    /// The screen of the tutorial's app.
    case tutorial
  }

  /// What is drawn; a look sets it.
  public var style = Style.analyzer
  /// The colour of the bars and of the rolling level.
  public var accent = PlotsOptions.teal
  /// How much of the past the rolling level shows.
  public var history = WholeSeconds(10)

  /// The defaults.
  public init() {}

  /// What the tutorial's screen does not know.
  public var unusedOptions: [String] {
    style == .tutorial ? ["accent", "history", "ballistics", "fall", "floor"] : []
  }

  /// 375 points are the width of the tutorial's telephone.
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
  /// - Source: SingletonAudioManager at `299beb9`, `Main.storyboard`, whose screen is that of a
  ///   4.7-inch telephone of 375 by 667 points, 2 pixels each.
  static let looks: [Look<PlotsOptions>] = [
    Look("analyzer", "spectrum, level and pitch, in calm colours on a dark ground") {
      settings, _ in
      settings.background = Color(red: 0x0D, green: 0x11, blue: 0x17)
      // The level as it is at each tick: the rolling plot shows its past anyway.
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
