// SPDX-License-Identifier: MIT
public import Arguments

/// The options of the gauge.
public struct GaugeOptions: ViewOptions {
  /// The view.
  public typealias Drawn = GaugeView

  /// The unit of the scale.
  public enum Scale: String, CaseIterable, ArgumentValue {
    /// Decibels, −60 to 0.
    case db
    /// The amplitude, 0 to 1.
    case linear

    /// The ends of the scale.
    var ends: ClosedRange<Double> { self == .db ? -60...0 : 0...1 }
  }

  /// The unit of the scale.
  public var scale = Scale.db
  /// The coloured ranges; those of the look if empty.
  public var ranges: [GaugeRange] = []
  /// Whether there are coloured ranges.
  public var showsRanges = true
  /// Colours and words.
  public var colors = AppearanceOptions()

  /// The look.
  public var look = GaugeView.looks[0]

  /// The defaults.
  public init() {}

  /// Refuses ranges together with `--no-ranges`, ranges outside the scale, and a palette for the iris.
  public func check() throws(UsageError) {
    try colors.check(isIris: false)
    guard ranges.isEmpty || showsRanges else {
      throw .conflict("--range", "--no-ranges")
    }
    let ends = scale.ends
    for range in ranges where !ends.contains(range.from) || !ends.contains(range.to) {
      throw .contradiction(
        "--range \(range.argumentText) is not on the scale",
        hint: "--scale \(scale.rawValue) goes from \(ends.lowerBound.argumentText) to "
          + ends.upperBound.argumentText)
    }
  }

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { colors }
    set { colors = newValue ?? AppearanceOptions() }
  }

  /// How each option is written.
  public static var table: [Option<GaugeOptions>] {
    Option.section(
      "Gauge",
      [
        .value(
          "scale", into: \.scale,
          help: "What the dial shows: decibels from -60 to 0, or the amplitude from 0 to 1."),
        .repeated(
          "range", "FROM:TO:COLOR", into: \.ranges,
          help:
            "Colour a part of the scale instead of the look's ranges, such as -9:-3:orange; may be given several times."
        ),
        .flag(
          "no-ranges", into: \.showsRanges, value: false,
          help: "Leave out the coloured ranges."),
      ]) + Option.group(AppearanceOptions.table, at: \.colors)
  }

  /// The ranges that are shown on a dial of some colours.
  func ranges(on dial: DialScale, _ colors: DialColors = DialColors(nil)) -> [GaugeRange] {
    guard showsRanges else { return [] }
    return ranges.isEmpty ? colors.colored(dial.ranges) : ranges
  }
}
