// SPDX-License-Identifier: MIT
public import Arguments
public import Drawing

/// A part of a gauge's scale in a colour of its own.
public struct GaugeRange: Sendable, Hashable, ArgumentValue {
  /// Its start and end, in the units of the scale.
  public let from, to: Double
  /// Its colour.
  public let color: Color

  /// A range; it must not be empty.
  public init(_ from: Double, _ to: Double, _ color: Color) {
    precondition(from < to)
    self.from = from
    self.to = to
    self.color = color
  }

  /// Reads two numbers and a colour, separated by colons.
  public init(argument: String) throws(ArgumentValueError) {
    let hint = "write FROM:TO:COLOR, such as -9:-3:orange"
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw ArgumentValueError("not a range", hint: hint) }
    let from: Double
    let to: Double
    do {
      from = try Double(argument: parts[0])
      to = try Double(argument: parts[1])
    } catch { throw error.or(hint: hint) }
    guard from < to else {
      throw ArgumentValueError("it ends before it begins", hint: "write the lower number first")
    }
    self.init(from, to, try Color(argument: parts[2]))
  }

  /// Both numbers and the colour.
  public var argumentText: String {
    "\(from.argumentText):\(to.argumentText):\(color.argumentText)"
  }
}
