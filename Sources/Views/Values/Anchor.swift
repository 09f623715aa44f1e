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

  /// A position.
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
    let hint = "use fractions from -100 to 100"
    do { self.init(x: try Double(argument: parts[0]), y: try Double(argument: parts[1])) } catch {
      throw error.or(hint: hint)
    }
    let range = -Anchor.farthest...Anchor.farthest
    guard range.contains(x), range.contains(y) else {
      throw ArgumentValueError("out of range", hint: hint)
    }
  }

  /// Both numbers.
  public var argumentText: String { "\(x.argumentText),\(y.argumentText)" }
}
