// SPDX-License-Identifier: MIT

/// The pitch around the middle of a tick.
public struct PitchReading: PackedReading, Hashable {
  /// The fundamental, in Hz; 0 if there is no pitch.
  public let frequency: Double

  /// The share of the power that is in the peaks of its partials, 0…1: a pure tone 0.33, a chord
  /// about 0.2, noise less than 0.05. 0 if there is no pitch.
  public let strength: Double

  /// No pitch.
  public static let none = PitchReading(frequency: 0, strength: 0)

  /// A pitch in Hz, and its strength.
  public init(frequency: Double, strength: Double) {
    self.frequency = frequency
    self.strength = strength
  }

  /// Appends 16 bytes.
  public func pack(into bytes: inout [UInt8]) {
    bytes.pack(frequency)
    bytes.pack(strength)
  }

  /// Whether its numbers are possible.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool { bytes.areNumbers(doubles: 0..<16) }

  /// Reads 16 bytes.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    self.init(
      frequency: bytes.unpackDouble(at: &offset), strength: bytes.unpackDouble(at: &offset))
  }
}
