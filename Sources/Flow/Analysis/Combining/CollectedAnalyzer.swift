// SPDX-License-Identifier: MIT
internal import Signal

extension Analysis {
  /// Keeps all readings until the stream ends, and hands out what `transform` makes of them, of the
  /// stream and of the number of its ticks.
  func collected<Other: Sendable>(
    _ transform: @escaping @Sendable ([Reading], MeteredStream, Int) -> [Other]
  ) -> Analysis<Other> {
    collected(into: [], { $0.append($1) }, transform)
  }

  /// The analysis of what `add` makes of the readings, one after the other, from `start` on.
  func collected<Sum: Sendable, Other: Sendable>(
    into start: Sum, _ add: @escaping @Sendable (inout Sum, Reading) -> Void,
    _ transform: @escaping @Sendable (Sum, MeteredStream, Int) -> [Other]
  ) -> Analysis<Other> {
    Analysis<Other>(
      rate: rate, reach: { _, _ in Reach(ticksBefore: nil, framesAfter: .max) }
    ) { [samples] (stream) throws(MeteringError) in
      CollectedAnalyzer(
        analyzer: try samples(stream), stream: stream, add: add, transform: transform, sum: start)
    }
  }
}

private struct CollectedAnalyzer<Reading: Sendable, Sum: Sendable, Other: Sendable>: Analyzer {
  var analyzer: any Analyzer<Reading>
  let stream: MeteredStream
  let add: @Sendable (inout Sum, Reading) -> Void
  let transform: @Sendable (Sum, MeteredStream, Int) -> [Other]
  var sum: Sum
  var tickCount = 0

  mutating func consume(_ run: Span<Float>) -> Bool { analyzer.consume(run) }

  mutating func endTick(emit: (Other) -> Void) {
    tickCount += 1
    var new: [Reading] = []
    analyzer.endTick { new.append($0) }
    for reading in new { add(&sum, reading) }
  }

  mutating func finish(emit: (Other) -> Void) {
    var new: [Reading] = []
    analyzer.finish { new.append($0) }
    for reading in new { add(&sum, reading) }
    for other in transform(sum, stream, tickCount) { emit(other) }
  }
}
