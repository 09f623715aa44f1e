// SPDX-License-Identifier: MIT
public import JSON

extension JSONValue {
  /// The whole number that it is.
  public var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }

  /// The text that it is.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
}
