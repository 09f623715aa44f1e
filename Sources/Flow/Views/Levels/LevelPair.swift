// SPDX-License-Identifier: MIT
public import Arguments

/// Distances from 0 dBFS on the left and on the right, in dB, not negative: the tutorial's tuples.
/// `nil` for a silent side.
public struct LevelPair: Sendable, Hashable, ArgumentValue {
  /// The distance of each side.
  public let left, right: Double?

  /// The distances of both sides.
  public init(left: Double?, right: Double?) {
    self.left = left
    self.right = right
  }

  /// Reads one or two numbers separated by a comma; a single number is for both sides.
  public init(argument: String) throws(ArgumentValueError) {
    let parts = argument.listParts
    guard (1...2).contains(parts.count) else {
      throw ArgumentValueError("not one or two numbers", hint: "write 30.98 or 30.98,31.15")
    }
    var values: [Double?] = []
    for part in parts {
      let hint = "give positive dB, up to 1000, or \(LevelPair.silence)"
      values.append(
        part == LevelPair.silence ? nil : try Double(argument: part, in: 0...1000, hint: hint))
    }
    self.init(left: values[0], right: values[values.count - 1])
  }

  private static let silence = "none"

  /// Both numbers.
  public var argumentText: String {
    [left, right].map { $0?.argumentText ?? LevelPair.silence }.joined(separator: ",")
  }
}
