// SPDX-License-Identifier: MIT
public import Arguments
public import Drawing

/// The options of the plots.
public struct PlotsOptions: ViewOptions {
  /// The view.
  public typealias Drawn = PlotsView

  /// The look.
  public var look = PlotsView.looks[0]
  /// The colour of the bars and of the rolling plot.
  public var accent = PlotsOptions.teal
  /// The length of the rolling plot.
  public var history = WholeSeconds(10)
  /// Colours and words.
  public var colors = AppearanceOptions()

  /// The defaults.
  public init() {}

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// The user's own ``accent``, which overrides that of a palette; `nil` for the default.
  var ownAccent: Color? { accent == PlotsOptions.teal ? nil : accent }

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
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
  }

  /// The accent by default.
  static let teal = Color(red: 0x5A, green: 0xD1, blue: 0xC0)
}

/// A whole number of seconds.
public typealias WholeSeconds = WholeNumber<1, 60>
