// SPDX-License-Identifier: MIT
import Analysis
import Foundation
import Signal
import TestSupport
import Testing

/// The tempo, the beats and the sections of sounds that are made of them.
@Suite struct SongStructureTests {
  /// Clicks with a louder and higher one at the begin of each bar.
  private func clicks(
    _ tempo: Double, seconds: Int = 60, sampleRate: Int = 44_100, beatsInBar: Int = 4,
    begin: Double = 0.3137
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: seconds * sampleRate)
    var number = 0
    while true {
      let first = Int((begin + Double(number) * 60 / tempo) * Double(sampleRate))
      guard first + sampleRate / 20 < samples.count else { return samples }
      let isFirst = number % beatsInBar == 0
      for index in 0..<sampleRate / 20 {
        let turns = (isFirst ? 1000.0 : 800) * Double(index) / Double(sampleRate)
        let decay = 1 / (1 + Double(index * index) / Double(sampleRate) * 0.02)
        samples[first + index] += Float((isFirst ? 0.8 : 0.4) * decay * sine(ofTurns: turns))
      }
      number += 1
    }
  }

  private func structure(
    _ samples: [Float], sampleRate: Int = 44_100, rate: Rate = .sixty,
    blockLengths: () -> Int = { 4096 }
  ) throws -> SongStructure {
    var all = StructureReadings()
    for new in try readings(
      .structure(), interleaved: samples, sampleRate: sampleRate, rate: rate,
      blockLengths: blockLengths)
    { all.append(new) }
    return try #require(SongStructure(all))
  }

  @Test(
    arguments: [8000, 22_050, 44_100, 48_000, 96_000], [3, 4])
  func `a click of 120 reads 120.00 at any sample rate, in three and in four`(
    sampleRate: Int, beatsInBar: Int
  ) throws {
    let song = try structure(
      clicks(120, sampleRate: sampleRate, beatsInBar: beatsInBar), sampleRate: sampleRate)
    #expect(song.tempo == 120 && song.isSteady)
    #expect(song.beats.count >= 118)
    for beat in song.beats {
      let nearest = 0.3137 + ((beat.time - 0.3137) * 2).rounded() / 2
      #expect(abs(beat.time - nearest) < 0.02)
    }
  }

  @Test(arguments: [62.5, 80, 97.3, 128.37, 173.29])
  func `the tempo of a steady click is within 0.02 percent`(tempo: Double) throws {
    let song = try structure(clicks(tempo, seconds: 90, sampleRate: 22_050), sampleRate: 22_050)
    #expect(abs(try #require(song.tempo) / tempo - 1) <= 0.0002 && song.isSteady)
  }

  @Test func `what has no beat has none, and what does not change is one section`() throws {
    let seed: UInt64 = 11
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let noise = (0..<60 * 8000).map { _ in Float.random(in: -1...1, using: &random) }
    let ofNoise = try structure(noise, sampleRate: 8000)
    #expect(ofNoise.beats.isEmpty && ofNoise.tempo == nil && ofNoise.sections.count == 1)
    let silence = try structure([Float](repeating: 0, count: 30 * 8000), sampleRate: 8000)
    #expect(silence.beats.isEmpty && silence.sections.isEmpty)
    for samples in [[], [1], [Float](repeating: 0.5, count: 900)] {
      #expect(try structure(samples, sampleRate: 8000).beats.isEmpty)
    }
    // Nothing is heard below 4 kHz.
    #expect(
      try structure(clicks(120, sampleRate: 2000), sampleRate: 2000) == SongStructure(entries: []))
  }

  @Test func `tones that swell slowly have no beat`() throws {
    let rate = 22_050
    let drone = (0..<90 * rate).map { index in
      let time = Double(index) / Double(rate)
      let tones = [110, 164.8, 220, 277.2, 329.6, 440].map { frequency in
        sin(2 * .pi * frequency * time)
          * (0.5 + 0.5 * sin(2 * .pi * time / (17 + frequency / 30)))
      }
      return Float(tones.reduce(0, +) / 6 * min(1, time / 20, (90 - time) / 20))
    }
    let song = try structure(drone, sampleRate: rate)
    #expect(song.beats.isEmpty && song.tempo == nil)
  }

  @Test func `the structure depends neither on the ticks of the track nor on the blocks`() throws {
    let seed: UInt64 = 12
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let samples = clicks(100, seconds: 20, sampleRate: 8000)
    let whole = try structure(samples, sampleRate: 8000)
    #expect(whole.beats.count > 25)
    let ntsc = try #require(Rate(30_000, over: 1001))
    for rate in [Rate.sixty, ntsc] {
      #expect(
        try structure(samples, sampleRate: 8000, rate: rate) {
          Int.random(in: 1...9000, using: &random)
        } == whole)
    }
  }

  @Test func `sections begin where the sound changes, and those that are alike have one rank`()
    throws
  {
    let seed: UInt64 = 13
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let beat = clicks(120, seconds: 100, sampleRate: 8000, begin: 0)
    let samples = beat.enumerated().map { index, click -> Float in
      let isLoud = [24, 64].contains { (8000 * $0..<8000 * ($0 + 16)).contains(index) }
      return 0.3 * click
        + (isLoud
          ? .random(in: -0.6...0.6, using: &random) : .random(in: -0.01...0.01, using: &random))
    }
    let song = try structure(samples, sampleRate: 8000)
    #expect(song.sections.count == 5)
    for (section, begin) in zip(song.sections, [0, 24, 40, 64, 80]) {
      #expect(abs(section.begin - Double(begin)) < 2.1)
    }
    #expect(song.sections.map(\.rank) == [0, 1, 0, 1, 0])
    #expect(song.sections.map(\.name) == ["A", "B", "A", "B", "A"])
    #expect(song.sections.last?.end == 100)
  }

  /// Steady sounds at 8 kHz: partials of a low tone, of a middle one, and noise, which lights all bands.
  private func sound(_ kind: Int, _ gain: Double, _ random: inout SeededGenerator) -> [Float] {
    (0..<16 * 8000).map { index in
      let second = Double(index) / 8000
      let wave =
        kind == 2
        ? Double.random(in: -1.2...1.2, using: &random)
        : [200.0, 300, 400].reduce(0) {
          $0 + sine(ofTurns: $1 * (kind == 0 ? 1 : 4) * second) / 1.7320508
        }
      return Float(gain * wave)
    }
  }

  /// Loud is what is loud, and not what is bright: rows of kinds of sounds and their levels in dB.
  @Test(arguments: [
    [(2, -30.0), (0, -12.0), (2, -30.0), (0, -12.0)],
    [(2, -18.0), (2, -36.0), (0, -12.0), (2, -18.0)],
    [(1, -10.0), (2, -22.0), (0, -16.0), (2, -28.0)],
  ])
  func `a bright breakdown does not rank above the louder parts`(
    parts: [(kind: Int, level: Double)]
  ) throws {
    let seed: UInt64 = 15
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let samples = parts.flatMap { sound($0.kind, pow(10, $0.level / 20), &random) }
    let song = try structure(samples, sampleRate: 8000)
    let ranks = try parts.indices.map { index in
      let middle = 16 * Double(index) + 8
      return try #require(song.sections.first { $0.end > middle }).rank
    }
    for (one, first) in parts.enumerated() {
      for (other, second) in parts.enumerated() where first.level - second.level >= 5 {
        #expect(ranks[one] > ranks[other], "\(ranks)")
      }
    }
  }

  @Test func `linkage joins what is nearest on average, and looks at no more than some squares`() {
    let seed: UInt64 = 16
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for count in [0, 1, 2, 7, 30, 300, 1200] {
      let points = (0..<count).map { _ in Double.random(in: 0...100, using: &random) }
      let linkage = Linkage(count: count) { abs(points[$0] - points[$1]) }
      #expect(linkage.comparisonCount <= 4 * count * count)
      guard count <= 30 else { continue }
      for (limit, most) in [(3.0, 100), (10, 4), (0, 5)] {
        var groups = points.indices.map { [$0] }
        func distance(_ one: Int, _ two: Int) -> Double {
          let pairs = groups[one].flatMap { first in
            groups[two].map { abs(points[first] - points[$0]) }
          }
          return pairs.reduce(0, +) / Double(pairs.count)
        }
        while groups.count > 1 {
          let pairs = groups.indices.flatMap { one in (0..<one).map { (one, $0) } }
          guard let best = pairs.min(by: { distance($0.0, $0.1) < distance($1.0, $1.1) }),
            distance(best.0, best.1) <= limit || groups.count > most
          else { break }
          groups[best.1] += groups[best.0]
          groups.remove(at: best.0)
        }
        let found = linkage.groups(limit: limit, atMost: most)
        #expect(
          Set(groups.map(Set.init))
            == Set(Dictionary(grouping: points.indices) { found[$0] }.values.map(Set.init)))
      }
    }
  }

  /// Readings of noise.
  private func noise(tenths: Int, _ random: inout SeededGenerator) -> [StructureReading] {
    (0..<tenths).map { _ in
      StructureReading(
        levels: (0..<300).map { _ in .random(in: 100...120, using: &random) },
        chroma: [Float](repeating: 1, count: 12), power: 0.01)
    }
  }

  @Test(arguments: [21, 22, 23, 24] as [UInt64])
  func `sections are ranked by their loudness, however bright they are`(seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (readings, loudness) = (StructureReadings(), [Double]())
    var kind = 0
    for _ in 0..<7 {
      kind = (kind + Int.random(in: 1...2, using: &random)) % 3
      loudness.append(.random(in: -32 ... -8, using: &random))
      let power = Float(pow(10, ((loudness.last ?? 0) + 0.691) / 10))
      for _ in 0..<200 {
        let levels = (0..<300).map { index -> UInt8 in
          let isLit = [index % 30 < 8, index % 30 >= 8, true][kind]
          return .random(in: isLit ? 160...190 : 60...90, using: &random)
        }
        readings.append([
          StructureReading(
            levels: levels, chroma: [Float](repeating: 1, count: 12), power: power)
        ])
      }
    }
    let sections = try #require(SongStructure(readings)).sections
    try #require(sections.count == loudness.count, "\(sections)")
    for (one, first) in zip(sections, loudness) {
      for (other, second) in zip(sections, loudness) {
        // A class is within 3 LU of its sections, and classes within 1 LU are as loud.
        if first > second + 7 { #expect(one.rank > other.rank, "\(loudness), \(sections)") }
        if one.rank == other.rank { #expect(abs(first - second) <= 7) }
      }
    }
  }

  @Test func `a track of ten hours is kept in no more than one of two hours`() {
    let seed: UInt64 = 17
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let minute = noise(tenths: 600, &random)
    var readings = StructureReadings()
    for number in 1...600 {
      readings.append(minute)
      // Two hours, and a tenth of a second.
      #expect(readings.storedCount <= min(number * 600, 72_001) * 314)
    }
    #expect(SongStructure(readings)?.sections.isEmpty == true)
  }

  @Test func `a search for beats that nobody wants any more ends, however far it is`() {
    let seed: UInt64 = 18
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func asked(_ readings: StructureReadings, until last: Int) -> (count: Int, isFound: Bool) {
      var count = 0
      let song = SongStructure(readings) {
        count += 1
        return count < last
      }
      return (count, song != nil)
    }
    var counts: [Int] = []
    for tenths in [600, 6000] {
      var readings = StructureReadings()
      readings.append(noise(tenths: tenths, &random))
      let all = asked(readings, until: .max)
      #expect(all.isFound)
      counts.append(all.count)
      for _ in 0..<3 {
        let last = Int.random(in: 1...all.count, using: &random)
        #expect(asked(readings, until: last) == (last, false))
      }
    }
    // It asks as often in each minute.
    #expect(counts[1] >= 5 * counts[0])
  }

  @Test(
    arguments: BrokenSong.Pattern.all.map { ($0, 1 as UInt64) }
      + BrokenSong.Pattern.all.filter { $0.name == "slow-triplets" }.map { ($0, 11) })
  func `the beats of broken rhythms are found, or the tempo is called unsteady`(
    pattern: BrokenSong.Pattern, seed: UInt64
  ) throws {
    let made = BrokenSong(pattern, seed: seed)
    let song = try structure(made.samples, sampleRate: BrokenSong.sampleRate)
    let found = song.beats.map(\.time).filter { $0 >= 5 }
    let beats = made.beats.filter { $0 >= 5 }
    let met = beats.count { beat in found.contains { abs($0 - beat) <= 0.07 } }
    let score = 2 * Double(met) / Double(max(beats.count + found.count, 1))
    #expect(score >= 0.6 || !song.isSteady, "\(pattern.name): \(score)")
    // One is read at double the tempo. The triplets of the seed 11 are as bare as clicks.
    #expect(score >= 0.9 || ["off-beats"].contains(pattern.name), "\(pattern.name): \(score)")
    if pattern.bend == 0 {
      let tempo = try #require(song.tempo)
      #expect([0.5, 1, 2].contains { abs(tempo / made.tempo / $0 - 1) <= 0.005 }, "\(tempo)")
    }
  }

  @Test func `a label file and the entries of a file of readings say the same as the structure`()
    throws
  {
    let seed: UInt64 = 14
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var (time, beats) = (0.0, [SongStructure.Beat]())
      for index in 0..<Int.random(in: 0...40, using: &random) {
        time += Double(Int.random(in: 200_000...900_000, using: &random)) / 1e6
        beats.append(SongStructure.Beat(time: (time * 1e6).rounded() / 1e6, number: index % 4 + 1))
      }
      var (begin, sections) = (0.0, [SongStructure.Section]())
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let end = begin + Double(Int.random(in: 1...40, using: &random))
        let rank = Int.random(in: 0...4, using: &random)
        let name = try #require(["A", "B", "C", "D", "E"].randomElement(using: &random))
        sections.append(SongStructure.Section(begin: begin, end: end, name: name, rank: rank))
        begin = end
      }
      let song = SongStructure(
        tempo: nil, isSteady: false, beats: beats, sections: sections,
        pauses: Double.random(in: 0...1, using: &random))
      let read = try LabelFile.structure(LabelFile.text(song))
      #expect(read.beats == beats && read.sections == sections)
      let entries = song.entries.map { entry in
        var bytes: [UInt8] = []
        entry.pack(into: &bytes)
        let isPossible = StructureEntry.isPossible(bytes.span)
        #expect(bytes.count == StructureEntry.size && isPossible)
        return StructureEntry(unpacking: bytes.span)
      }
      #expect(SongStructure(entries: entries) == song)
    }
  }

  /// Syllables of noise of random lengths, some of which have a pause behind them.
  private func speech(pauses: ClosedRange<Double>, seed: UInt64) -> [Float] {
    var random = SeededGenerator(seed: seed)
    var samples: [Float] = []
    while samples.count < 60 * 8000 {
      for _ in 0..<Int.random(in: 4...14, using: &random) {
        let count = Int(8000 * Double.random(in: 0.08...0.3, using: &random))
        let loudness = Float.random(in: 0.05...0.4, using: &random)
        samples += (0..<count).map { _ in loudness * Float.random(in: -1...1, using: &random) }
      }
      let count = Int(8000 * Double.random(in: pauses, using: &random))
      samples += (0..<count).map { _ in 0.001 * Float.random(in: -1...1, using: &random) }
    }
    return samples
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `sound without a beat is speech if it pauses for breath, and music if it sounds on`(
    seed: UInt64
  ) throws {
    print("seed \(seed)")
    let talk = try structure(speech(pauses: 0.4...1.2, seed: seed), sampleRate: 8000)
    #expect(talk.isSpeech && talk.pauses > 0.15 && talk.pauses < 0.6, "\(talk.pauses)")
    let on = try structure(speech(pauses: 0...0, seed: seed), sampleRate: 8000)
    #expect(!on.isSpeech && on.pauses < 0.02, "\(on.pauses)")
    // Silence round the sound is no pause.
    let silence = [Float](repeating: 0, count: 40 * 8000)
    let late = try structure(
      silence + speech(pauses: 0...0, seed: seed) + silence, sampleRate: 8000)
    #expect(late.pauses < 0.02, "\(late.pauses)")
    // A beat with rests is music.
    let beat = try structure(clicks(120, sampleRate: 8000), sampleRate: 8000)
    #expect(!beat.isSpeech && beat.isSteady, "\(beat.pauses)")
  }

  @Test func `labels in any order, with gaps and overlaps, are one structure`() throws {
    let song = try LabelFile.structure(
      """
      # a comment
      10\t20\tChorus
      \\\t100\t200
      1.5\t1.5\t2
      1\t1\t1
      0\t12\tVerse 2

      25\t30\tChorus 3
      2\t2\t1\n
      """)
    #expect(song.sections.map(\.name) == ["Verse", "Chorus", "Chorus"])
    #expect(song.sections.map(\.begin) == [0, 10, 25] && song.sections.map(\.end) == [10, 20, 30])
    #expect(song.sections.map(\.rank) == [1, 2, 2])
    #expect(song.beats.map(\.time) == [1, 1.5, 2] && song.downbeats == [1, 2])
    #expect(song.tempo == 120)
  }

  @Test(
    arguments: [
      [5, 0, 0], [4, 6, 0], [0, 2, 0], [1, 0, 0], [1, 33, 0], [2, 0, 64], [2, 0, 91],
    ] as [[UInt8]])
  func `impossible entries are known as such`(head: [UInt8]) {
    var bytes = head + [0]
    bytes.pack(1.0)
    bytes.pack(2.0)
    let isPossible = StructureEntry.isPossible(bytes.span)
    #expect(!isPossible)
    var far: [UInt8] = [1, 1, 0, 0]
    far.pack(Double.infinity)
    far.pack(0.0)
    let isFarPossible = StructureEntry.isPossible(far.span)
    #expect(!isFarPossible)
  }
}
