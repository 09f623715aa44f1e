// SPDX-License-Identifier: MIT
public import Arguments
public import Drawing

/// The colours of the four curves, in painting order.
public struct CurveColors: Sendable, Hashable, ArgumentValue {
  /// Peak left, peak right, average left, average right.
  public let colors: [Color]

  /// Whether they were given, and are not those of a look.
  let isChosen: Bool

  /// One colour for all curves.
  public init(_ color: Color) { self.init([color, color, color, color], isChosen: false) }

  private init(_ colors: [Color], isChosen: Bool) {
    (self.colors, self.isChosen) = (colors, isChosen)
  }

  /// Reads one colour, or four separated by commas.
  public init(argument: String) throws(ArgumentValueError) {
    var colors: [Color] = []
    for part in argument.listParts { colors.append(try Color(argument: part)) }
    switch colors.count {
    case 1: self.init(Array(repeating: colors[0], count: 4), isChosen: true)
    case 4: self.init(colors, isChosen: true)
    default:
      throw ArgumentValueError(
        "\(colors.count) colours",
        hint: "give one, or four: peak left, peak right, average left, average right")
    }
  }

  /// One colour if all are equal, otherwise all four.
  public var argumentText: String {
    let texts = colors.map(\.argumentText)
    return Set(texts).count == 1 ? texts[0] : texts.joined(separator: ",")
  }
}
