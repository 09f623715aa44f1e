// SPDX-License-Identifier: MIT
internal import Signal

/// An empty reading, for pictures that depend on the time alone.
public struct NoReading: PackedReading {
  init() {}

  /// No bytes.
  public func pack(into bytes: inout [UInt8]) {}

  /// Reads no bytes.
  public init(unpacking bytes: Span<UInt8>) {}
}

extension Analysis where Reading == NoReading {
  /// An empty reading for each tick.
  public static var none: Analysis<NoReading> {
    Analysis<NoReading>(reach: { _, _ in .tick }) { _ in NoAnalyzer() }
  }
}

/// Emits an empty reading at each tick.
private struct NoAnalyzer: Analyzer {
  mutating func consume(_ run: Span<Float>) -> Bool { areFinite(run) }
  mutating func endTick(emit: (NoReading) -> Void) { emit(NoReading()) }
  mutating func finish(emit: (NoReading) -> Void) {}
}
