// SPDX-License-Identifier: MIT
public import Arguments
internal import Drawing

/// The options of the tones.
public struct TonesOptions: ViewOptions {
  /// The view.
  public typealias Drawn = TonesView

  /// What to draw.
  public enum Figure: Sendable {
    /// An oscilloscope.
    case scope
    /// The screen of the tutorial's app.
    case tutorial
  }

  /// What to draw; set by the look.
  public var figure = Figure.scope
  private var styleOptions = StyleOptions()

  /// The defaults.
  public init() {}

  /// Refuses a palette for the iris.
  public func check() throws(UsageError) { try styleOptions.check(isIris: false) }

  /// There are no meters, and the tutorial's screen has its own colours and no words.
  public var unusedOptions: [String] {
    ["ballistics", "fall", "floor", "channels"]
      + (figure == .tutorial ? ["palette", "title", "subtitle"] : [])
  }

  /// The colours and the words.
  public var style: StyleOptions? { styleOptions }

  /// 768 points are the height of the tutorial's tablet.
  public var shortSideInPoints: Double { figure == .tutorial ? 768 : 432 }

  /// How each option is written.
  public static var table: [Option<TonesOptions>] {
    Option.group(StyleOptions.table, at: \.styleOptions)
  }

  /// The looks: the oscilloscope, and the app of the tutorial on a tablet of 1024 by 768 points,
  /// 2 pixels each.
  static let looks: [Look<TonesOptions>] = [
    Look("scope", "an oscilloscope: the sum of all tones, each tone, its note and its dials") {
      settings, _ in
      settings.background = Palette.scope.background
    },
    Look("tutorial", "as the app of the 2014 tutorial showed its tones and their dials") {
      settings, options in
      (settings.width, settings.height) = (2048, 1536)
      settings.background = Color(red: 255, green: 255, blue: 255)
      options.figure = .tutorial
    },
  ]
}
