// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
internal import Hashing
internal import Signal

extension Track {
  /// Hands out what an analysis makes of levels that were metered before.
  ///
  /// - Throws: ``PipelineError/metering(_:path:)`` if samples or other levels are needed.
  borrowing func read<Reading>(
    _ levels: any LevelSource, _ analysis: Analysis<Reading>,
    _ progress: (Int) throws(PipelineError) -> Bool,
    _ reading: (Reading) throws(PipelineError) -> Void
  ) throws(PipelineError) -> TrackSummary {
    let transform: @Sendable (Int, [Decibels]) -> Reading
    do throws(MeteringError) { transform = try function(of: levels, analysis) } catch {
      throw .metering(error, path: name)
    }
    var levels = levels
    var ticks = 0
    var hasher = request.hashesSamples ? ContentHasher() : nil
    while let next = try following(&levels) {
      let bytes = next.reduce(into: [UInt8]()) { $0.pack($1.value) }
      hasher?.update(bytes.span)
      try reading(transform(ticks, next))
      ticks += 1
      guard try progress(clock.firstSampleFrame(ofTick: ticks)) else { throw .interrupted }
    }
    return TrackSummary(
      format: format, clock: clock, sampleFrames: clock.firstSampleFrame(ofTick: ticks),
      lead: 0, damage: nil, laterDamage: nil, lengthConflict: nil, incompleteBytes: 0,
      contentHash: hasher?.finish(),
      instrument: nil)
  }

  /// The function that makes readings of the levels.
  private borrowing func function<Reading>(
    of levels: any LevelSource, _ analysis: Analysis<Reading>
  ) throws(MeteringError) -> @Sendable (Int, [Decibels]) -> Reading {
    guard !request.isPart, request.samples == nil,
      let kind = Ballistics.allCases.first(where: { $0.name == levels.ballistics })
    else { throw .needsSamples }
    guard levels.tickRate == clock.rate else {
      throw .ticksDiffer(found: levels.tickRate, needed: clock.rate)
    }
    return try analysis.readings(ofLevels: levels.fall.map(kind.falling(by:)) ?? kind)
  }

  private borrowing func following(
    _ levels: inout any LevelSource
  ) throws(PipelineError) -> [Decibels]? {
    do { return try levels.next() } catch { throw PipelineError(error) }
  }
}
