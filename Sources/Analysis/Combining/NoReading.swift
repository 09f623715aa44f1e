// SPDX-License-Identifier: MIT
internal import Signal

/// What is measured for pictures that follow from the time alone: nothing.
public struct NoReading: PackedReading {
  init() {}

  /// No bytes.
  public func pack(into bytes: inout [UInt8]) {}

  /// Of no bytes.
  public init(unpacking bytes: Span<UInt8>) {}
}

extension Analysis where Reading == NoReading {
  /// Nothing, for each tick.
  public static var none: Analysis<NoReading> {
    Analysis<NoReading> { _, _ in NoAnalyzer() }
  }
}

/// Counts ticks only, by what drives it.
private struct NoAnalyzer: Analyzer {
  mutating func consume(_ run: Span<Float>) -> Bool { areFinite(run) }
  mutating func endTick(emit: (NoReading) -> Void) { emit(NoReading()) }
  mutating func finish(emit: (NoReading) -> Void) {}
}
