// SPDX-License-Identifier: MIT
internal import Analysis
internal import Signal

/// What must hold for the meters, whatever the samples are.
enum MeteringLaws {
  static func check(
    _ samples: [Float], _ format: StreamFormat, _ numbers: inout InputNumbers
  ) throws(BrokenLaw) {
    let rates = [Rate.sixty, Rate(30_000, over: 1001), Rate(1000), Rate(7), Rate(1, over: 3)]
    let rate = numbers.pick(rates.compactMap(\.self))
    let clock = TickClock(sampleRate: format.sampleRate, rate: rate)
    guard clock.everyTickHasSamples else { return }
    let all = Ballistics.allCases.filter { $0.channelLevels != nil }
    // Constants of levels far above full scale take long, and so do meters of a thousand channels: one is enough.
    let constants = numbers.pick(all)
    for ballistics in format.channelCount > 64 ? [constants] : all {
      let first = try meter(samples, format, clock, ballistics, capacity: 1000)
      let capacity = numbers.pick([1, 13, 1024, 20_000])
      let second = try meter(samples, format, clock, ballistics, capacity: capacity)
      try law(first == second, "blocks of \(capacity) sample frames change the ticks")
      try check(first, samples, format, clock, ballistics)
      if ballistics == constants { try check(first.ticks, ballistics, clock) }
    }
  }

  /// Ticks, and the error that ended them.
  private struct Metering: Equatable {
    var ticks: [Tick] = []
    var error: MeteringError?
  }

  private static func meter(
    _ samples: [Float], _ format: StreamFormat, _ clock: TickClock, _ ballistics: Ballistics,
    capacity: Int
  ) throws(BrokenLaw) -> Metering {
    var result = Metering()
    var ticks: [Tick] = []
    do throws(MeteringError) {
      var engine = try MeteringEngine(
        .levels(ballistics, floor: .silence), format: format, clock: clock)
      let step = capacity * format.channelCount
      for start in stride(from: 0, to: samples.count, by: step) {
        let run = Array(samples[start..<min(start + step, samples.count)])
        let block = AudioBlock(channelCount: format.channelCount, interleaved: run)
        try engine.consume(block) { ticks.append($0) }
      }
      engine.finish { ticks.append($0) }
    } catch { result.error = error }
    result.ticks = ticks
    return result
  }

  private static func check(
    _ metering: Metering, _ samples: [Float], _ format: StreamFormat, _ clock: TickClock,
    _ ballistics: Ballistics
  ) throws(BrokenLaw) {
    let odd = samples.firstIndex { !$0.isFinite }
    if let odd {
      let (frame, channel) = odd.quotientAndRemainder(dividingBy: format.channelCount)
      try law(
        metering.error == .notANumber(channel: channel, atFrame: frame),
        "sample \(odd) is not finite, and the error is \(String(describing: metering.error))")
    } else {
      try law(metering.error == nil, "\(String(describing: metering.error))")
      let count = clock.tickCount(sampleFrames: samples.count / format.channelCount)
      try law(metering.ticks.count == count, "\(metering.ticks.count) ticks, not \(count)")
    }
    for (index, tick) in metering.ticks.enumerated() {
      try law(tick.index == index, "tick \(tick.index) is number \(index)")
      try law(tick.levels.count == format.channelCount, "tick \(index) has \(tick.levels.count)")
      for level in tick.levels {
        try law(
          Decibels.silence <= min(level.average, level.peak)
            && level.average.value <= level.peak.value + excess(ballistics),
          "tick \(index): average \(level.average.value), peak \(level.peak.value)")
      }
    }
  }

  /// How far an average may be above the peak, in dB. The instruments of the standards are calibrated by
  /// sines: of a square wave a needle reads π/2 times the amplitude, and 1.25 % more when it swings; the
  /// programme meter beside it may read half a dB less. What `r128` averages is 0.4 s long, and its peak a tick.
  private static func excess(_ ballistics: Ballistics) -> Double {
    if Ballistics.usual.contains(ballistics) { return 0 }
    return ballistics.name == "r128" ? .infinity : 4.6
  }

  /// Their constants come back from their text.
  private static func check(
    _ ticks: [Tick], _ ballistics: Ballistics, _ clock: TickClock
  ) throws(BrokenLaw) {
    guard let first = ticks.first, let last = ticks.last else { return }
    var table: [UInt8] = []
    LevelTable(ballistics.columns, channelCount: first.levels.count, tickRate: clock.rate)
      .appendRow(ofTick: last.index, last.levels.flatMap { [$0.peak, $0.average] }, to: &table)
    var builder = ConstantsBuilder(ballistics: ballistics, tickRate: clock.rate)
    do { try builder.beginInput(channelCount: first.levels.count) } catch {
      throw BrokenLaw("a builder takes its first input: \(error)")
    }
    for tick in ticks { builder.include(tick) }
    try ConstantsHarness.checkText(of: ConstantsSet([builder.constants()]))
  }
}
