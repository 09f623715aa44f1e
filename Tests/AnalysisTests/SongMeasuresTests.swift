// SPDX-License-Identifier: MIT
import Analysis
import Signal
import TestSupport
import Testing

/// The key and the sound of a song, of sounds whose key and sound are known.
@Suite struct SongMeasuresTests {
  private static let sampleRate = 22_050

  private func song(_ samples: [Float], channelCount: Int = 1) throws -> SongStructure {
    var all = StructureReadings()
    for new in try readings(
      .structure(channels: (0, channelCount - 1)), interleaved: samples,
      channelCount: channelCount, sampleRate: Self.sampleRate)
    { all.append(new) }
    return try #require(SongStructure(all))
  }

  private func measures(_ samples: [Float], channelCount: Int = 1) throws -> SongMeasures {
    try #require(try song(samples, channelCount: channelCount).measures)
  }

  /// A note with four partials, from C of the octave below the middle one on, in half tones.
  private func note(_ halfTones: Int, at frame: Int) -> Double {
    var frequency = 130.812783
    for _ in 0..<halfTones { frequency *= 1.0594630943592953 }
    let turns = frequency * Double(frame) / Double(Self.sampleRate)
    return (1...4).reduce(0) { $0 + sine(ofTurns: Double($1) * turns) / Double($1 * $1) }
  }

  private func wave(_ frequency: Double, seconds: Int = 4, level: Double = 0.5) -> [Float] {
    (0..<seconds * Self.sampleRate).map {
      Float(level * sine(ofTurns: frequency * Double($0) / Double(Self.sampleRate)))
    }
  }

  @Test(arguments: 0..<12, [true, false])
  func `the key of a cadence is found in each of 24 keys`(tonic: Int, isMajor: Bool) throws {
    let third = isMajor ? 4 : 3
    // Tonic, subdominant, dominant and tonic; the dominant of a minor key is major.
    let chords = [
      [0, third, 7], [5, 5 + third, 12], [7, 11, 14], [0, third, 7],
    ].map { $0.map { $0 + tonic } }
    let length = Self.sampleRate
    let samples = (0..<chords.count * length).map { frame in
      Float(chords[frame / length].reduce(0) { $0 + note($1, at: frame) } / 8)
    }
    let measures = try measures(samples)
    #expect(measures.key == SongMeasures.Key(tonic: tonic, isMajor: isMajor))
    #expect(measures.hasClearKey && measures.clearness > 0.7 && measures.clearness <= 1)
  }

  @Test func `keys are named as musicians write them, and lie on the circle of fifths`() {
    func key(_ tonic: Int, _ isMajor: Bool) -> SongMeasures.Key {
      SongMeasures.Key(tonic: tonic, isMajor: isMajor)
    }
    #expect("\(key(0, true))" == "C major" && "\(key(1, false))" == "C# minor")
    #expect("\(key(10, true))" == "Bb major" && "\(key(4, false))" == "E minor")
    // C, G, D; and each minor key is where its relative major one is.
    #expect([0, 7, 2].map { key($0, true).fifths } == [0, 1, 2])
    for tonic in 0..<12 {
      #expect(key((tonic + 9) % 12, false).fifths == key(tonic, true).fifths)
    }
    #expect(Set((0..<12).map { key($0, true).fifths }) == Set(0..<12))
  }

  @Test(arguments: [60, 250, 440, 1000, 3000, 8000] as [Double])
  func `brightness is the frequency of a sine, and bass is what is below 141 Hz`(
    frequency: Double
  ) throws {
    let measures = try measures(wave(frequency))
    // Bands are a fifth of the frequency wide.
    #expect(abs(measures.brightness / frequency - 1) < 0.12, "\(measures.brightness)")
    #expect(frequency < 100 ? measures.bass > 0.98 : measures.bass < 0.02)
  }

  @Test(arguments: [0, 1, 2, 4])
  func `hits are the rises of a second`(count: Int) throws {
    let seconds = 8
    var samples = wave(500, seconds: seconds, level: 0.01)
    for hit in 0..<count * seconds {
      let first = (2 * hit + 1) * Self.sampleRate / (2 * count)
      for frame in first..<first + Self.sampleRate / 20 { samples[frame] *= 30 }
    }
    #expect(abs(try measures(samples).hits - Double(count)) < 0.01)
  }

  @Test func `width is what differs between the channels, to what they share`() throws {
    let seed: UInt64 = 21
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let noise = (0..<4 * Self.sampleRate).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    let other = noise.indices.map { _ in Float.random(in: -0.5...0.5, using: &random) }
    func width(_ left: [Float], _ right: [Float]) throws -> Double {
      try measures(zip(left, right).flatMap { [$0, $1] }, channelCount: 2).width
    }
    #expect(try measures(noise).width == 0 && width(noise, noise) == 0)
    #expect(try abs(width(noise, other) - 1) < 0.05)
    // One channel alone is as much difference as sum.
    #expect(try abs(width(noise, noise.map { _ in 0 }) - 1) < 1e-4)
    #expect(try width(noise, noise.map { -0.9 * $0 }) == 100)
    // A quarter of the power is in the difference of x and x / 3: (2/3)² to (4/3)².
    #expect(try abs(width(noise, noise.map { $0 / 3 }) - 0.25) < 1e-4)
  }

  @Test func `silence has no measures, noise has no clear key, and files keep all`() throws {
    #expect(try song([Float](repeating: 0, count: 40_000)).measures == nil)
    #expect(try song([]).measures == nil)
    var random = SeededGenerator(seed: 22)
    let noise = (0..<20 * Self.sampleRate).map { _ in Float.random(in: -1...1, using: &random) }
    let song = try song(noise)
    #expect(song.measures?.hasClearKey == false)
    #expect(SongStructure(entries: song.entries) == song)
    // A measure that is missing makes all unknown.
    for index in song.entries.indices {
      guard case .measure = song.entries[index] else { continue }
      var entries = song.entries
      entries.remove(at: index)
      #expect(SongStructure(entries: entries).measures == nil)
    }
    var bytes: [UInt8] = []
    for (place, value) in [(0, 24.5), (1, 1.1), (4, -1), (6, 0), (3, .nan)] as [(Int, Double)] {
      bytes.removeAll()
      StructureEntry.measure(place, value).pack(into: &bytes)
      let isPossible = StructureEntry.isPossible(bytes.span)
      #expect(!isPossible, "\(place) \(value)")
    }
  }
}
