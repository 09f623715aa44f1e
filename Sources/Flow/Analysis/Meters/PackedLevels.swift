// SPDX-License-Identifier: MIT
public import Platform
public import Signal

/// The levels of all meters at a tick, in the order of ``Ballistics/columns``, as 64-bit numbers.
public struct PackedLevels: PackedReading {
  /// The levels, in dBFS.
  public let levels: [Decibels]

  /// A reading of these levels, in dBFS.
  public init(_ levels: [Decibels]) { self.levels = levels }

  /// Appends eight bytes for each.
  public func pack(into bytes: inout [UInt8]) {
    for level in levels { bytes.pack(level.value) }
  }

  /// Whether they are levels.
  public static func isPossible(_ bytes: Span<UInt8>) -> Bool {
    bytes.areNumbers(doubles: 0..<bytes.count / 8 * 8, below: limit)
  }

  /// More than any level reads, in dB.
  fileprivate static let limit = 1000.0

  /// Reads eight bytes for each.
  ///
  /// - Precondition: ``isPossible(_:)``.
  public init(unpacking bytes: Span<UInt8>) {
    var levels: [Decibels] = []
    guard bytes.unpack(into: &levels) else { preconditionFailure("these are levels") }
    self.levels = levels
  }
}

extension ReadingTrack where Reading == PackedLevels {
  /// Replaces the elements of an array by the levels of a tick: no array is made for each tick. Gives
  /// whether they are possible.
  ///
  /// - Precondition: `tick` is in `0..<count`.
  /// - Throws: when the file cannot be read.
  public func unpack(_ tick: Int, into levels: inout [Decibels]) throws(SystemError) -> Bool {
    try withPacked(tick) { $0.unpack(into: &levels) }
  }
}

extension Span<UInt8> {
  /// Whether all are possible levels.
  fileprivate func unpack(into levels: inout [Decibels]) -> Bool {
    levels.removeAll(keepingCapacity: true)
    var offset = 0
    while offset < count {
      let number = unpackDouble(at: &offset)
      guard abs(number) < PackedLevels.limit else { return false }
      levels.append(Decibels(number))
    }
    return true
  }
}
