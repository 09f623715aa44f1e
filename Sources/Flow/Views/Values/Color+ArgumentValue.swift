// SPDX-License-Identifier: MIT
public import Arguments
public import Drawing

extension Color: ArgumentValue {
  /// Reads a colour in CSS notation.
  public init(argument: String) throws(ArgumentValueError) {
    guard let color = Color(parsing: argument) else {
      let nearest = Suggestion.nearest(to: argument.lowercased(), in: Color.names)
      throw ArgumentValueError(
        "not a colour",
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? "write a name such as red, ff8800, '#ff8800', ff880080 with alpha, or none")
    }
    self = color
  }

  /// The colour in hexadecimal.
  public var argumentText: String { self == .black ? "black" : description }
}
