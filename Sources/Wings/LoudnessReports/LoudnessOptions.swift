// SPDX-License-Identifier: MIT
internal import Analysis
public import Arguments
public import Views

/// The options of the loudness view.
public struct LoudnessOptions: ViewOptions {
  /// The view.
  public typealias Drawn = LoudnessView

  /// The look.
  public var look = LoudnessView.looks[0]
  /// The loudness that the programme should have, in LUFS.
  public var target = ProgrammeTarget.r128.level
  /// Colours and words.
  public var colors = AppearanceOptions()

  /// The defaults.
  public init() {}

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// How each option is written.
  public static var table: [Option<LoudnessOptions>] {
    Option.section(
      "Loudness",
      [
        .number(
          "target", "LUFS", into: \.target, in: -50...0, hint: "use -50 to 0",
          help:
            "The loudness that the programme should have: a line, and the gain that leads there.")
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
  }
}
