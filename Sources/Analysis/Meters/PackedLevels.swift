// SPDX-License-Identifier: MIT
public import Signal

/// The levels of all meters at a tick, in the order of ``Ballistics/columns``, as 64-bit numbers.
public struct PackedLevels: PackedReading {
  /// The levels.
  public let levels: [Decibels]

  /// Levels.
  public init(_ levels: [Decibels]) { self.levels = levels }

  /// Appends eight bytes for each.
  public func pack(into bytes: inout [UInt8]) {
    for level in levels { bytes.pack(level.value) }
  }

  /// Whether they are levels.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    bytes.areNumbers(doubles: 0..<bytes.count / 8 * 8, below: 1000)
  }

  /// Reads eight bytes for each.
  public init(unpacking bytes: Span<UInt8>) {
    var offset = 0
    levels = (0..<bytes.count / 8).map { _ in Decibels(bytes.unpackDouble(at: &offset)) }
  }
}
