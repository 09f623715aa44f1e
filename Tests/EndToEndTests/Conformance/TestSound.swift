// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport

/// Sound for a test, the same in all channels or different in each: 32-bit floating-point samples.
struct TestSound {
  private let sampleRate, channelCount: Int
  /// The bytes of the interleaved samples.
  private var data: [UInt8] = []

  init(sampleRate: Int = 48_000, channels: [[Double]]) {
    (self.sampleRate, channelCount) = (sampleRate, channels.count)
    data = TestSound.data(channels)
  }

  /// A sine in both channels whose level, in dBFS, and length, in seconds, change; the phase goes on.
  init(
    _ parts: [(level: Double?, seconds: Double)], hertz: Int = 1000, sampleRate: Int = 48_000
  ) {
    self.init(
      levels: parts.map { ([$0.level, $0.level], $0.seconds) }, hertz: hertz,
      sampleRate: sampleRate)
  }

  /// A sine that has a level in each channel, in dBFS; `nil` is silence.
  init(
    levels parts: [(levels: [Double?], seconds: Double)], hertz: Int = 1000,
    sampleRate: Int = 48_000
  ) {
    (self.sampleRate, channelCount) = (sampleRate, parts[0].levels.count)
    // What repeats is computed once: so many sample frames are a whole number of periods.
    var (period, rest) = (sampleRate, hertz)
    while rest != 0 { (period, rest) = (rest, period % rest) }
    period = sampleRate / period
    let sine = (0..<period).map { frame in
      sin(2 * .pi * Double(hertz * frame % sampleRate) / Double(sampleRate))
    }
    let frameSize = 4 * channelCount
    var (frame, end) = (0, 0.0)
    for part in parts {
      end += part.seconds * Double(sampleRate)
      let chunk = TestSound.data(
        part.levels.map { level in
          let amplitude = level.map { pow(10, $0 / 20) } ?? 0
          return sine.map { amplitude * $0 }
        })
      while frame < Int(end.rounded()) {
        let place = frame % period
        let count = min(period - place, Int(end.rounded()) - frame)
        data += chunk[place * frameSize..<(place + count) * frameSize]
        frame += count
      }
    }
  }

  private static func data(_ channels: [[Double]]) -> [UInt8] {
    var samples: [Float] = []
    samples.reserveCapacity(channels.count * channels[0].count)
    for frame in channels[0].indices {
      for channel in channels { samples.append(Float(channel[frame])) }
    }
    return samples.withUnsafeBytes { Array($0) }
  }

  /// The samples of such a sine in one channel.
  static func sine(
    _ parts: [(level: Double?, seconds: Double)], hertz: Double = 1000, sampleRate: Int = 48_000
  ) -> [Double] {
    var samples: [Double] = []
    var end = 0.0
    for part in parts {
      end += part.seconds * Double(sampleRate)
      let amplitude = part.level.map { pow(10, $0 / 20) } ?? 0
      while samples.count < Int(end.rounded()) {
        let turns = hertz * Double(samples.count) / Double(sampleRate)
        samples.append(amplitude * sin(2 * .pi * turns.truncatingRemainder(dividingBy: 1)))
      }
    }
    return samples
  }

  /// The bytes of a WAV file.
  var wave: [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("RIFF".utf8) + little(36 + data.count, 4)
    bytes += Array("WAVEfmt ".utf8) + little(16, 4)
    bytes += little(3, 2) + little(channelCount, 2) + little(sampleRate, 4)
    bytes += little(sampleRate * channelCount * 4, 4) + little(channelCount * 4, 2) + little(32, 2)
    return bytes + Array("data".utf8) + little(data.count, 4) + data
  }

  /// What the command `meter` makes of it.
  private func meter(_ options: [String]) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      try folder.write(wave, "sound.wav")
      return try Program.succeed(
        Program.command(["meter", folder.path("sound.wav"), "-q"] + options)
      ).bytes
    }
  }

  /// The columns that `meter` writes, by name.
  func columns(_ options: String...) throws -> [String: [Double]] {
    let lines = String(decoding: try meter(options), as: UTF8.self).split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    var columns: [String: [Double]] = [:]
    for line in lines.dropFirst() {
      for (name, field) in zip(names, line.split(separator: ",")) {
        columns[name, default: []].append(Double(field) ?? .nan)
      }
    }
    return columns
  }

  /// The summary that `meter` writes.
  func summary(_ options: String...) throws -> Summary {
    try JSONDecoder().decode(
      Summary.self, from: Data(try meter(["--summary", "-"] + options)))
  }

  struct Summary: Decodable {
    struct Greatest: Decodable {
      let level, time: Double
    }
    let integrated, range: Double
    let maxMomentary, maxShortTerm: Greatest
    let truePeak, samplePeak: [Double]
  }
}
