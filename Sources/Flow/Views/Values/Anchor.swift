// SPDX-License-Identifier: MIT
public import Arguments

/// A position in a picture, as fractions of its width and height from the upper left corner.
public struct Anchor: Sendable, Hashable, ArgumentValue {
  /// The fraction of the width; outside 0 to 1 it is outside the picture.
  public let x: Double
  /// The fraction of the height.
  public let y: Double

  /// How far outside the picture an anchor may lie, in widths and heights.
  public static let farthest = 100.0

  /// A position by its fractions of the width and of the height.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads two numbers separated by a comma.
  public init(argument: String) throws(ArgumentValueError) {
    let parts = argument.listParts
    guard parts.count == 2 else {
      throw ArgumentValueError("not two numbers", hint: "write 0.5,0.5 for the middle")
    }
    func fraction(_ part: String) throws(ArgumentValueError) -> Double {
      let limit = Anchor.farthest
      return try Double(argument: part, in: -limit...limit, hint: "use fractions from -100 to 100")
    }
    self.init(x: try fraction(parts[0]), y: try fraction(parts[1]))
  }

  /// Both numbers.
  public var argumentText: String { "\(x.argumentText),\(y.argumentText)" }
}
