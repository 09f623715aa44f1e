// SPDX-License-Identifier: MIT
public import Drawing
public import Views

/// A look of the radial view whose turns overwrite each other, with options of its own.
public struct RunningLook: Sendable, CustomStringConvertible {
  /// The name of the look.
  public let name: String
  /// The variant; `nil` for none.
  public let variant: String?
  /// Where the channels are; as the look has it if `nil`.
  public let layout: FigureLayout?

  init(_ name: String, _ variant: String? = nil, _ layout: FigureLayout? = nil) {
    (self.name, self.variant, self.layout) = (name, variant, layout)
  }

  /// All looks and what they can be.
  public static let all = [
    RunningLook("sun"), RunningLook("sun", "inside"),
    RunningLook("bloom"), RunningLook("bloom", "inside"), RunningLook("bloom", nil, .mirror),
    RunningLook("bloom", "inside", .mirror),
    RunningLook("ink"), RunningLook("ink", nil, .pair),
    RunningLook("corona"), RunningLook("corona", "inside"), RunningLook("corona", nil, .pair),
    RunningLook("corona", nil, .twin), RunningLook("line"), RunningLook("line", "inside"),
    RunningLook("strata"), RunningLook("strata", "inside"), RunningLook("halo"),
  ]

  /// Looks that show the spectrum or the past, of which parts are tested elsewhere.
  public static let spectral = [
    "orbit", "well", "horizon", "sunflower", "guilloche", "clave",
  ].map { RunningLook($0) }

  /// The look's options with a turn of so many seconds, and the background that it is drawn on.
  public func options(turn seconds: Double) -> (RadialOptions, background: Color) {
    var (picture, options) = (PictureSettings(), RadialOptions())
    let look = RadialView.looks.first { $0.name == name }
    (variant.flatMap { look?.with(variant: $0) } ?? look)?.apply(&picture, &options)
    options.layout = layout
    options.turn = .length(TurnLength(seconds: seconds))
    return (options, picture.background)
  }

  /// The look as words of a command line.
  public var words: [String] {
    ["--look", name + (variant.map { ":\($0)" } ?? "")]
      + (layout.map { ["--layout", $0.rawValue] } ?? [])
  }

  /// The words that say what it is.
  public var description: String {
    [name, variant, layout?.rawValue].compactMap(\.self).joined(separator: " ")
  }
}
