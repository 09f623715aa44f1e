// SPDX-License-Identifier: MIT

/// An argument that is not an option, such as `INPUT`. Operands are filled in the order of the
/// table.
public struct Operand<Root>: Sendable {
  package let description: OperandDescription
  let set: @Sendable (inout Root, String, _ isFirst: Bool) throws(ArgumentValueError) -> Void
  /// Whether it takes all remaining operands.
  let takesRest: Bool

  /// An operand that must be given.
  public static func required<Value: ArgumentValue>(
    _ name: String, into target: any WritableKeyPath<Root, Value> & Sendable,
    completion: CompletionKind? = nil, help: String = ""
  ) -> Self {
    Self(
      description: OperandDescription(
        value: ValueDescription(Value.self, name, completion), help: help, isRepeated: false),
      set: { root, word, _ throws(ArgumentValueError) in
        root[keyPath: target] = try Value(argument: word)
      }, takesRest: false)
  }

  /// An operand that may be left out.
  public static func optional<Value: ArgumentValue>(
    _ name: String, into target: any WritableKeyPath<Root, Value?> & Sendable,
    completion: CompletionKind? = nil, help: String = ""
  ) -> Self {
    Self(
      description: OperandDescription(
        value: ValueDescription(Value.self, name, completion), help: help, isRepeated: false,
        isOptional: true),
      set: { root, word, _ throws(ArgumentValueError) in
        root[keyPath: target] = try Value(argument: word)
      }, takesRest: false)
  }

  /// All remaining operands, at least one, in order.
  ///
  /// With `showsOne`, help and completions mention one operand, for a command that has its own
  /// error for several.
  public static func repeated<Value: ArgumentValue>(
    _ name: String, into target: any WritableKeyPath<Root, [Value]> & Sendable,
    completion: CompletionKind? = nil, showsOne: Bool = false, help: String = ""
  ) -> Self {
    Self(
      description: OperandDescription(
        value: ValueDescription(Value.self, name, completion), help: help, isRepeated: !showsOne),
      set: { root, word, isFirst throws(ArgumentValueError) in
        let value = try Value(argument: word)
        if isFirst { root[keyPath: target] = [] }
        root[keyPath: target].append(value)
      }, takesRest: true)
  }
}

/// An operand without the type of the struct it sets.
package struct OperandDescription: Hashable, Sendable {
  package let value: ValueDescription
  package let help: String
  /// Whether help and completions mention several.
  package let isRepeated: Bool
  /// Whether it may be left out.
  package var isOptional = false

  /// The operand's name in capitals.
  package var name: String { value.metavariable }

  /// `INPUT`, `[INPUT]` or `INPUT...`.
  var synopsis: String {
    isOptional ? "[\(name)]" : name + (isRepeated ? "..." : "")
  }
}
