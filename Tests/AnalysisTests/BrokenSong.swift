// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// A song whose beats are known: a rhythm of `Fixtures/Structure/broken-patterns.txt`, played by drums of
/// noise and sines, a bass and chords, each note up to 8 ms off its place.
struct BrokenSong {
  /// A rhythm.
  struct Pattern: Sendable, CustomTestStringConvertible {
    let name: String
    /// Beats in a bar, and steps in a beat.
    let beats, steps: Int
    /// In beats a minute.
    let tempi: ClosedRange<Double>
    /// The share of a pair of steps that the first one has, and the share by which the tempo goes up and
    /// down.
    let swing, bend: Double
    /// What instruments play in each step: `x` is loud, `o` less so, a comma soft, a dot nothing.
    fileprivate(set) var rows: [(instrument: String, marks: [Character])] = []

    var testDescription: String { name }

    static let all: [Pattern] = {
      let path = Repository.fixture("Structure/broken-patterns.txt")
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
      var patterns: [Pattern] = []
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ").map(String.init)
        let numbers = words.dropFirst().compactMap(Double.init)
        if numbers.count == 6 {
          patterns.append(
            Pattern(
              name: words[0], beats: Int(numbers[0]), steps: Int(numbers[1]),
              tempi: numbers[2]...numbers[3], swing: numbers[4] / 100, bend: numbers[5] / 100))
        } else {
          patterns[patterns.count - 1].rows.append((words[0], Array(words[1])))
        }
      }
      return patterns
    }()
  }

  let tempo: Double
  /// When the beats are, in seconds.
  private(set) var beats: [Double] = []
  private(set) var samples: [Float]

  static let sampleRate = 11_025

  init(_ pattern: Pattern, seed: UInt64, seconds: Double = 60) {
    var random = SeededGenerator(seed: seed)
    tempo = .random(in: pattern.tempi, using: &random)
    samples = [Float](repeating: 0, count: Int(seconds * Double(Self.sampleRate)))
    let begin = Double.random(in: 0.05...1.5, using: &random)
    let round = Double.random(in: 16...30, using: &random) / (2 * .pi)
    /// When a place in beats is.
    func time(_ place: Double) -> Double {
      let plain = place * 60 / tempo
      return begin + plain + pattern.bend * round * (1 - cos(plain / round))
    }
    let roots = [0, 9, 5, 7].map { Double($0 + Int.random(in: -3...3, using: &random)) }
    let size = pattern.beats * pattern.steps
    for step in 0... {
      let (bar, inBar) = (step / size, step % size)
      guard time(Double((bar + 1) * pattern.beats)) < seconds - 0.5 else { break }
      if inBar.isMultiple(of: pattern.steps) { beats.append(time(Double(step / pattern.steps))) }
      let swung =
        step.isMultiple(of: 2) || pattern.swing == 0.5
        ? Double(step) : Double(step - 1) + 2 * pattern.swing
      for (instrument, marks) in pattern.rows {
        let mark = marks[step % marks.count]
        // Chords come and go every eight bars.
        guard mark != ".", instrument != "chord" || bar % 16 >= 8 else { continue }
        let late = Double.random(in: -0.008...0.008, using: &random)
        let gain = mark == "x" ? 1 : mark == "o" ? 0.6 : 0.2
        play(
          instrument, time(swung / Double(pattern.steps)) + late, gain * 0.25, roots[bar % 4],
          &random)
      }
    }
  }

  /// Adds a note of an instrument; its root is in semitones above C.
  private mutating func play(
    _ instrument: String, _ time: Double, _ gain: Double, _ root: Double,
    _ random: inout SeededGenerator
  ) {
    func hertz(_ semitones: Double) -> Double { 65.4 * pow(2, (root + semitones) / 12) }
    switch instrument {
    case "kick": add(time, gain * 1.5, tones: [52, 80], decay: 0.06)
    case "snare":
      add(time, gain, tones: [190, 330], decay: 0.05)
      addNoise(time, gain, decay: 0.05, &random)
    case "stick": add(time, gain, tones: [1100, 1700], decay: 0.02)
    case "hat": addNoise(time, gain * 0.5, decay: 0.015, isHigh: true, &random)
    case "ride": addNoise(time, gain * 0.5, decay: 0.06, isHigh: true, &random)
    case "bass": add(time, gain, tones: [hertz(0), 2 * hertz(0), 3 * hertz(0)], decay: 0.12)
    case "lead": add(time, gain, tones: [hertz(36), hertz(48)], decay: 0.1)
    default: add(time, gain * 0.5, tones: [24, 28, 31].map(hertz), decay: 0.3)
    }
  }

  private mutating func add(_ time: Double, _ gain: Double, tones: [Double], decay: Double) {
    let rate = Double(Self.sampleRate)
    let first = Int(time * rate)
    for index in max(first, 0)..<min(first + Int(5 * decay * rate), samples.count) {
      let second = Double(index) / rate - time
      let sum = tones.reduce(0) { $0 + sin(2 * .pi * $1 * second) }
      samples[index] += Float(gain * exp(-second / decay) * sum / Double(tones.count))
    }
  }

  private mutating func addNoise(
    _ time: Double, _ gain: Double, decay: Double, isHigh: Bool = false,
    _ random: inout SeededGenerator
  ) {
    let rate = Double(Self.sampleRate)
    let first = Int(time * rate)
    var last = 0.0
    for index in max(first, 0)..<min(first + Int(5 * decay * rate), samples.count) {
      let noise = Double.random(in: -1...1, using: &random)
      let colored = isHigh ? (noise - last) / 2 : noise
      let envelope = gain * exp(-Double(index - first) / rate / decay)
      samples[index] += Float(envelope * colored)
      last = noise
    }
  }
}
