// SPDX-License-Identifier: MIT
public import Arguments
public import Views

/// The options of the tones.
public struct TonesOptions: ViewOptions {
  /// The view.
  public typealias Drawn = TonesView

  /// The look.
  public var look = TonesView.looks[0]
  private var appearanceOptions = AppearanceOptions()

  /// The defaults.
  public init() {}

  /// The colours and the words.
  public var appearance: AppearanceOptions? {
    get { appearanceOptions }
    set { appearanceOptions = newValue ?? AppearanceOptions() }
  }

  /// How each option is written.
  public static var table: [Option<TonesOptions>] {
    Option.group(AppearanceOptions.table, at: \.appearanceOptions)
  }
}
