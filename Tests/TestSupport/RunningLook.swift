// SPDX-License-Identifier: MIT
public import Drawing
public import Views

/// A look of the radial view whose turns overwrite each other, with options of its own.
public struct RunningLook: Sendable, CustomStringConvertible {
  /// The name of the look.
  public let name: String
  /// Which way loudness grows.
  public let loud: LoudSide
  /// Where the channels are; as the look has it if `nil`.
  public let arrangement: Arrangement?

  init(_ name: String, _ loud: LoudSide = .outside, _ arrangement: Arrangement? = nil) {
    (self.name, self.loud, self.arrangement) = (name, loud, arrangement)
  }

  /// All looks and what they can be.
  public static let all = [
    RunningLook("sun"), RunningLook("sun", .inside),
    RunningLook("bloom"), RunningLook("bloom", .inside), RunningLook("bloom", .outside, .mirror),
    RunningLook("bloom", .inside, .mirror),
    RunningLook("ink"), RunningLook("ink", .outside, .pair),
    RunningLook("corona"), RunningLook("corona", .inside), RunningLook("corona", .outside, .pair),
    RunningLook("iris"), RunningLook("iris", .outside, .twin), RunningLook("dots"),
    RunningLook("line"), RunningLook("line", .inside), RunningLook("strata"), RunningLook("halo"),
  ]

  /// Looks that show the spectrum, and have no turns.
  public static let spectral = [RunningLook("orbit"), RunningLook("well"), RunningLook("horizon")]

  /// The look's options with a turn of so many seconds, and the background that it is drawn on.
  public func options(turn seconds: Double) -> (RadialOptions, background: Color) {
    var (picture, options) = (PictureSettings(), RadialOptions())
    RadialView.looks.first { $0.name == name }?.apply(&picture, &options)
    options.loud = loud
    options.arrangement = arrangement
    options.turn = .length(TurnLength(seconds: seconds))
    return (options, picture.background)
  }

  /// The look as words of a command line.
  public var words: [String] {
    ["--look", name] + (loud == .inside ? ["--loud", "inside"] : [])
      + (arrangement.map { ["--arrangement", $0.rawValue] } ?? [])
  }

  /// The words that say what it is.
  public var description: String {
    [name, loud.rawValue, arrangement?.rawValue].compactMap(\.self).joined(separator: " ")
  }
}
