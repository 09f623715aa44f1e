// SPDX-License-Identifier: MIT
public import Arguments

/// The options of the tones.
public struct TonesOptions: ViewOptions {
  /// The view.
  public typealias Drawn = TonesView

  /// The look.
  public var look = TonesView.looks[0]
  private var styleOptions = StyleOptions()

  /// The defaults.
  public init() {}

  /// Refuses a palette for the iris.
  public func check() throws(UsageError) { try styleOptions.check(isIris: false) }

  /// The colours and the words.
  public var style: StyleOptions? { styleOptions }

  /// How each option is written.
  public static var table: [Option<TonesOptions>] {
    Option.group(StyleOptions.table, at: \.styleOptions)
  }
}
