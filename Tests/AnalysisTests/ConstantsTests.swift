// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

@Suite struct ConstantsTests {
  /// Constants of one channel whose meters read the given pairs.
  private func constants(
    _ readings: [(peak: Double, average: Double)], floor: Double = -160
  ) throws -> Constants {
    var builder = ConstantsBuilder(
      ballistics: .tick, tickRate: .sixty, floor: Decibels(floor))
    try builder.beginInput(channelCount: 1)
    for (index, reading) in readings.enumerated() {
      let level = ChannelLevel(peak: Decibels(reading.peak), average: Decibels(reading.average))
      builder.include(Tick(index: index, levels: [level]))
    }
    return builder.constants()
  }

  @Test func `quantiles are the nearest ranks`() throws {
    // 1…20 dB, in disorder: 90 % of 20 is 18, 95 % is 19, 99 % is 19.8, so the 20th.
    let readings = (0..<20).map { (peak: -Double($0 * 7 % 20 + 1), average: -50.0) }
    let figures = try #require(try constants(readings).channels[0].peak)
    #expect(Quantile.allCases.map { figures[$0] } == [20, 20, 19, 18, 10])
  }

  @Test(arguments: [1, 2, 3, 10, 99, 100, 101, 4_095, 4_097, 70_000])
  func `quantiles are those of a plain sort, for any number of readings`(count: Int) throws {
    let seed = UInt64(count)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let readings = (0..<count).map { _ in
      // Dense and sparse regions, repeats, and values above 0 dBFS.
      let peak = Double.random(in: -30...3, using: &generator)
      let average = Double(Int.random(in: 0...40, using: &generator)) * -2.5
      return (peak: peak, average: average)
    }
    let found = try constants(readings).channels[0]
    for (figures, values) in [
      (found.peak, readings.map(\.peak)), (found.average, readings.map(\.average)),
    ] {
      let figures = try #require(figures)
      let sorted = values.map { (abs($0) * 1e5).rounded() / 1e5 }.sorted()
      for (quantile, percent) in zip(Quantile.allCases, [100, 99, 95, 90, 50]) {
        #expect(figures[quantile] == sorted[(count * percent + 99) / 100 - 1])
      }
    }
  }

  @Test func `constants of many inputs are those of all their readings, in any order`() throws {
    let seed: UInt64 = 27
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let none = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
    // More than are ranked at once, together and in one of them.
    let inputs = [1, 5, 40_000, 300_000, 0, 270_000, 3].map { count in
      (0..<count).map { _ in Double.random(in: -30...3, using: &generator) }
    }
    func builder(_ readings: [Double]) throws -> ConstantsBuilder {
      var builder = none
      try builder.beginInput(channelCount: 1)
      for (index, peak) in readings.enumerated() {
        let level = ChannelLevel(peak: Decibels(peak), average: Decibels(peak - 3))
        builder.include(Tick(index: index, levels: [level]))
      }
      return builder
    }
    let builders = try inputs.map(builder)
    let values = inputs.flatMap(\.self).map { (abs($0) * 1e5).rounded() / 1e5 }.sorted()
    var found: [Constants] = []
    for builders in [builders, builders.reversed()] {
      var all = none
      for builder in builders { try all.include(builder) }
      found.append(all.constants())
    }
    #expect(found[0] == found[1])
    #expect(found[0] == (try builder(inputs.flatMap(\.self)).constants()))
    #expect(found[0].ticks == values.count)
    let figures = try #require(found[0].channels[0].peak)
    for (quantile, percent) in zip(Quantile.allCases, [100, 99, 95, 90, 50]) {
      #expect(figures[quantile] == values[(values.count * percent + 99) / 100 - 1])
    }
  }

  @Test func `so many readings that only their numbers are kept are ranked exactly`() throws {
    let seed: UInt64 = 28
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    // 39 million in all.
    let inputs = [300_000, 1].map { count in
      (0..<count).map { _ in Double.random(in: -30...3, using: &generator) }
    }
    let builders = try inputs.map { readings in
      var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
      try builder.beginInput(channelCount: 1)
      for (index, peak) in readings.enumerated() {
        builder.include(
          Tick(index: index, levels: [ChannelLevel(peak: Decibels(peak), average: .silence)]))
      }
      return builder
    }
    var all = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
    for round in 0..<130 {
      try all.include(builders[0])
      if round.isMultiple(of: 2) { try all.include(builders[1]) }
    }
    var values = inputs[0].map { (abs($0) * 1e5).rounded() / 1e5 }
    // 65 times two of each, and one of the single reading.
    values = (values + values).sorted()
    let single = (abs(inputs[1][0]) * 1e5).rounded() / 1e5
    values.insert(single, at: values.firstIndex { $0 >= single } ?? values.count)
    let figures = try #require(all.constants().channels[0].peak)
    #expect(all.constants().ticks == 65 * values.count)
    for (quantile, percent) in zip(Quantile.allCases, [100, 99, 95, 90, 50]) {
      #expect(figures[quantile] == values[(values.count * percent + 99) / 100 - 1])
    }
  }

  @Test func `a mono and a stereo input are put together as if read one after the other`() throws {
    let pairs = [[(-1.0, -2.0)], [(-30.0, -40.0), (-5.0, -6.0)]]
    var builders: [ConstantsBuilder] = []
    for levels in pairs {
      var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
      try builder.beginInput(channelCount: levels.count)
      builder.include(
        Tick(
          index: 0,
          levels: levels.map { ChannelLevel(peak: Decibels($0.0), average: Decibels($0.1)) }))
      builders.append(builder)
    }
    for pair in [[0, 1], [1, 0]] {
      var all = builders[pair[0]]
      try all.include(builders[pair[1]])
      let found = all.constants()
      #expect(found.channels.map { $0.peak?[.max] } == [30, 5])
      #expect(found.channels.map { $0.peak?[.p50] } == [1, 1])
      #expect(found.ticks == 2)
    }
  }

  @Test func `readings at the floor are left out, for each meter by itself`() throws {
    let found = try constants([(-160, -160), (-10, -160), (-20, -40), (-160, -160)])
    #expect(found.ticks == 4)
    #expect(found.silentTicks == 2)
    #expect(found.channels[0].peak?[.max] == 20)
    #expect(found.channels[0].peak?[.p50] == 10)
    #expect(found.channels[0].average?[.p50] == 40)
    #expect(!found.isSilent)
  }

  @Test func `silence has no figures`() throws {
    let found = try constants([(-90, -90), (-90, -90)], floor: -90)
    #expect(found.isSilent)
    #expect(found.silentTicks == 2)
    #expect(try constants([]).isSilent)
  }

  @Test func `several inputs share one set, if they have the same channels`() throws {
    var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
    try builder.beginInput(channelCount: 2)
    let loud = ChannelLevel(peak: Decibels(-1), average: Decibels(-2))
    let quiet = ChannelLevel(peak: Decibels(-30), average: Decibels(-40))
    builder.include(Tick(index: 0, levels: [loud, .init(peak: .silence, average: .silence)]))
    try builder.beginInput(channelCount: 2)
    builder.include(Tick(index: 0, levels: [quiet, loud]))
    let found = builder.constants()
    #expect(found.ticks == 2)
    #expect(found.silentTicks == 0)
    #expect(found.channels.map { $0.peak?[.max] } == [30, 1])
    #expect(throws: ConstantsError.channelCountsDiffer(first: 2, next: 6)) {
      try builder.beginInput(channelCount: 6)
    }
  }

  @Test func `a mono input is both sides, first or last`() throws {
    let loud = ChannelLevel(peak: Decibels(-1), average: Decibels(-2))
    let quiet = ChannelLevel(peak: Decibels(-30), average: Decibels(-40))
    let silent = ChannelLevel(peak: .silence, average: .silence)
    for inputs in [[[quiet], [loud, silent]], [[loud, silent], [quiet]]] {
      var builder = ConstantsBuilder(ballistics: .tick, tickRate: .sixty)
      for levels in inputs {
        try builder.beginInput(channelCount: levels.count)
        builder.include(Tick(index: 0, levels: levels))
      }
      let found = builder.constants()
      #expect((found.ticks, found.silentTicks) == (2, 0))
      #expect(found.channels.map { $0.peak?[.max] } == [30, 30])
      #expect(found.channels.map { $0.peak?[.p50] } == [1, 30])
      // A mono track is on the scale of each side, a stereo one on that of its own channels.
      #expect(found.sides(of: (0, 0), in: 1) == found.channels)
      #expect(found.sides(of: (1, 0), in: 2) == found.channels.reversed())
    }
  }

  @Test func `constants of another kind than the run are refused, with both values`() throws {
    let set = ConstantsSet([try constants([(-10, -20)])])
    let ntsc = try #require(Rate(30_000, over: 1001))
    #expect(
      try set.constants(for: .tick, tickRate: .sixty, channelCount: 1) == set.all[0])
    #expect(throws: ConstantsError.ballisticsDiffer(constants: [.tick], run: .avaudioplayer)) {
      try set.constants(for: .avaudioplayer, tickRate: .sixty, channelCount: 1)
    }
    #expect(throws: ConstantsError.tickRatesDiffer(constants: .sixty, run: ntsc)) {
      try set.constants(for: .tick, tickRate: ntsc, channelCount: 1)
    }
    #expect(throws: ConstantsError.tooFewChannels(constants: 1, needed: 2)) {
      try set.constants(for: .tick, tickRate: .sixty, channelCount: 2)
    }
  }
}
