// SPDX-License-Identifier: MIT
internal import Arguments

/// Where the user has put a figure that is a disc, and how large it is.
public struct FigurePlace: Sendable, Hashable {
  /// The position of its centre in the picture; `nil` for that beside the words.
  public var center: Anchor?
  /// A factor for its size.
  public var zoom = 1.0

  /// Where the composition has it.
  public init() {}

  /// How each option is written.
  static let table: [Option<FigurePlace>] = [
    .value(
      "center", "X,Y", into: \.center,
      help:
        "Position of the figure's centre: fractions of the picture's width and height, from its upper "
        + "left; 0.3,0.5 is left of the middle. The words stay."),
    .number(
      "zoom", "FACTOR", into: \.zoom, in: 0.1...10, hint: "a number from 0.1 to 10",
      help: "How many times as large the figure is drawn."),
  ]

  /// The long names of the options, for looks in which they have no effect.
  static let names = table.map(\.description.name)
}
