// SPDX-License-Identifier: MIT
internal import JSON

/// A number that is chosen for meters, such as how fast they fall.
///
/// The argument of the command line, manual, constants, readings and messages follow from it.
public struct MeterParameter: Sendable, Hashable {
  /// What its numbers are in.
  public struct Unit: Sendable, Hashable {
    /// Its symbol, such as `dB/s`.
    public let symbol: String
    /// The unit in words, such as `dB a second`.
    public let words: String

    /// A unit: its symbol, and words.
    public init(_ symbol: String, _ words: String) {
      (self.symbol, self.words) = (symbol, words)
    }

    /// A speed of levels.
    public static let decibelsPerSecond = Unit("dB/s", "dB a second")
  }

  /// The name of the key in constants; meters may share a parameter.
  public let name: String
  /// What its numbers are in.
  public let unit: Unit
  /// The numbers that can be chosen.
  public let range: ClosedRange<Double>
  /// The chosen number; at first the default.
  public internal(set) var value: Double
  /// What meters do by this number, for messages: `fall by`.
  public let action: String
  /// What it is, for the manual, without a full stop: `How fast petals fall, in dB a second`.
  public let meaning: String

  /// A parameter.
  public init(
    _ name: String, _ unit: Unit, in range: ClosedRange<Double>, default value: Double,
    action: String, meaning: String
  ) {
    (self.name, self.unit, self.range, self.value) = (name, unit, range, value)
    (self.action, self.meaning) = (action, meaning)
  }

  /// The chosen number, as JSON and messages have it.
  var text: String { JSONValue.number(JSONNumber(value)).text }
}

/// Chosen numbers of parameters, by name.
public typealias ParameterValues = [String: Double]
