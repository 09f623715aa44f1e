// SPDX-License-Identifier: MIT

extension SeededGenerator {
  /// One of several values.
  public mutating func pick<Value>(_ choices: [Value]) -> Value {
    choices[Int.random(in: choices.indices, using: &self)]
  }
}
