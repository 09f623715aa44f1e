// SPDX-License-Identifier: MIT
internal import Signal

extension Analysis {
  /// Keeps all readings until the stream ends, and hands out what `transform` makes of them, of the
  /// stream and of the number of its ticks.
  func collected<Other: Sendable>(
    _ transform: @escaping @Sendable ([Reading], MeteredStream, Int) -> [Other]
  ) -> Analysis<Other> {
    Analysis<Other>(
      rate: rate, reach: { _, _ in Reach(ticksBefore: nil, framesAfter: .max) }
    ) { [samples] (stream) throws(MeteringError) in
      CollectedAnalyzer(
        analyzer: try samples(stream), stream: stream, transform: transform)
    }
  }
}

private struct CollectedAnalyzer<Reading: Sendable, Other: Sendable>: Analyzer {
  var analyzer: any Analyzer<Reading>
  let stream: MeteredStream
  let transform: @Sendable ([Reading], MeteredStream, Int) -> [Other]
  var readings: [Reading] = []
  var tickCount = 0

  mutating func consume(_ run: Span<Float>) -> Bool { analyzer.consume(run) }

  mutating func endTick(emit: (Other) -> Void) {
    tickCount += 1
    var new: [Reading] = []
    analyzer.endTick { new.append($0) }
    readings += new
  }

  mutating func finish(emit: (Other) -> Void) {
    var new: [Reading] = []
    analyzer.finish { new.append($0) }
    for other in transform(readings + new, stream, tickCount) { emit(other) }
  }
}
