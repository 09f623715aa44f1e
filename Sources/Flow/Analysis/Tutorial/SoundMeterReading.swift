// SPDX-License-Identifier: MIT

/// The reading of the tutorial's sound meter for 0.1 s: 10·log₁₀ of the root mean square, which is
/// half of the level in dBFS.
public struct SoundMeterReading: PackedReading, Hashable {
  /// The reading: 0 for full scale, the floor of the track for silence; always finite.
  public let value: Double

  /// A reading, which is finite.
  public init(_ value: Double) {
    precondition(value.isFinite)
    self.value = value
  }

  /// Appends 8 bytes.
  public func pack(into bytes: inout [UInt8]) { bytes.pack(value) }

  /// Whether its numbers are possible.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    bytes.areNumbers(doubles: 0..<8, below: 1000)
  }

  /// Reads 8 bytes.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    self.init(bytes.unpackDouble(at: &offset))
  }
}
