// SPDX-License-Identifier: MIT
internal import Signal

extension Analysis {
  /// The analysis with each reading transformed.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Reading) -> Other
  ) -> Analysis<Other> { map(enumerated: { transform($1) }) }

  /// The analysis with each reading transformed, which `transform` gets with its index.
  func map<Other: Sendable>(
    enumerated transform: @escaping @Sendable (Int, Reading) -> Other
  ) -> Analysis<Other> {
    Analysis<Other>(rate: rate, reach: reach) { [samples] (stream) throws(MeteringError) in
      MappedAnalyzer(analyzer: try samples(stream), transform: transform)
    }
  }

  /// Both readings of each tick, handed out when both are complete.
  ///
  /// - Precondition: both analyses have the same ticks.
  public func joined<Other: Sendable>(with other: Analysis<Other>) -> Analysis<(Reading, Other)> {
    precondition(rate == other.rate)
    return Analysis<(Reading, Other)>(
      rate: rate, reach: { [reach] in reach($0, $1).joined(with: other.reach($0, $1)) }
    ) { [samples] (stream) throws(MeteringError) in
      JoinedAnalyzer(first: try samples(stream), second: try other.samples(stream))
    }
  }
}

/// Transforms the readings of another analyzer.
private struct MappedAnalyzer<Reading: Sendable, Other: Sendable>: Analyzer {
  var analyzer: any Analyzer<Reading>
  let transform: @Sendable (Int, Reading) -> Other
  var index = 0

  mutating func consume(_ run: Span<Float>) -> Bool { analyzer.consume(run) }

  mutating func endTick(emit: (Other) -> Void) {
    var index = index
    analyzer.endTick { [transform] in
      emit(transform(index, $0))
      index += 1
    }
    self.index = index
  }

  mutating func finish(emit: (Other) -> Void) {
    var index = index
    analyzer.finish { [transform] in
      emit(transform(index, $0))
      index += 1
    }
    self.index = index
  }
}

/// Two analyzers of one stream; the readings of one wait for those of the other.
private struct JoinedAnalyzer<First: Sendable, Second: Sendable>: Analyzer {
  private var first: any Analyzer<First>
  private var second: any Analyzer<Second>
  private var firsts: [First] = []
  private var seconds: [Second] = []

  init(first: any Analyzer<First>, second: any Analyzer<Second>) {
    self.first = first
    self.second = second
  }

  mutating func consume(_ run: Span<Float>) -> Bool { first.consume(run) && second.consume(run) }

  mutating func endTick(emit: ((First, Second)) -> Void) {
    var (newFirsts, newSeconds): ([First], [Second]) = ([], [])
    first.endTick { newFirsts.append($0) }
    second.endTick { newSeconds.append($0) }
    emitPairs(newFirsts, newSeconds, emit)
  }

  mutating func finish(emit: ((First, Second)) -> Void) {
    var (newFirsts, newSeconds): ([First], [Second]) = ([], [])
    first.finish { newFirsts.append($0) }
    second.finish { newSeconds.append($0) }
    emitPairs(newFirsts, newSeconds, emit)
  }

  private mutating func emitPairs(
    _ newFirsts: [First], _ newSeconds: [Second], _ emit: ((First, Second)) -> Void
  ) {
    // The usual case: nothing waits.
    if firsts.isEmpty, seconds.isEmpty, newFirsts.count == 1, newSeconds.count == 1 {
      return emit((newFirsts[0], newSeconds[0]))
    }
    firsts += newFirsts
    seconds += newSeconds
    for pair in zip(firsts, seconds) { emit(pair) }
    let count = min(firsts.count, seconds.count)
    firsts.removeFirst(count)
    seconds.removeFirst(count)
  }
}
