// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// The options of the gauge.
public struct GaugeOptions: ViewOptions {
  /// The view.
  public typealias Drawn = GaugeView

  /// The design of the gauge, which also decides what it measures.
  public enum Face: Sendable {
    /// A dial for each channel.
    case studio
    /// The dial of the tutorial, for one channel.
    case tutorial
  }

  /// The unit of the scale.
  public enum Scale: String, CaseIterable, ArgumentValue {
    /// Decibels, −60 to 0.
    case db
    /// The amplitude, 0 to 1.
    case linear
  }

  /// The unit of the scale.
  public var scale = Scale.db
  /// The coloured ranges; those of the look if empty.
  public var ranges: [GaugeRange] = []
  /// Whether there are coloured ranges.
  public var showsRanges = true

  /// The design of the gauge.
  public var face = Face.studio
  /// The length of the canvas's shorter side.
  public var shortSideInPoints = 432.0

  /// The defaults.
  public init() {}

  /// Refuses ranges together with `--no-ranges`, and ranges outside the scale.
  public func check() throws(UsageError) {
    guard ranges.isEmpty || showsRanges else {
      throw .conflict("--range", "--no-ranges")
    }
    let scale = dialScale
    for range in ranges where range.from < scale.minimum || range.to > scale.maximum {
      throw .contradiction(
        "--range \(range.argumentText) is not on the scale",
        hint: "--scale \(self.scale.rawValue) goes from \(scale.minimum.argumentText) to "
          + scale.maximum.argumentText)
    }
  }

  /// The tutorial's dial has its own meter.
  public var unusedOptions: [String] { face == .tutorial ? ["ballistics", "fall", "floor"] : [] }

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
      ])
  }

  /// The looks: the default, and the app of the tutorial on its screen of 320 by 480 points.
  static let looks: [Look<GaugeOptions>] = [
    Look("studio", "a dial for each channel: average, peak mark and both as numbers") {
      settings, _ in settings.background = StudioDial.wall
    },
    Look("tutorial", "as the sound meter of the 2014 tutorial looked") {
      settings, options in
      settings.width = 640
      settings.height = 960
      settings.background = Color(red: 255, green: 255, blue: 255)
      options.face = .tutorial
      options.shortSideInPoints = 320
    },
  ]
}

extension GaugeOptions {
  /// The scale of the dial.
  var dialScale: DialScale {
    switch (face, scale) {
    case (.studio, .db): .studioDecibels
    case (.studio, .linear): .studioLinear
    case (.tutorial, .db): .tutorialDecibels
    case (.tutorial, .linear): .tutorialLinear
    }
  }

  /// The ranges that are shown.
  var dialRanges: [GaugeRange] {
    guard showsRanges else { return [] }
    return ranges.isEmpty ? dialScale.ranges : ranges
  }
}
