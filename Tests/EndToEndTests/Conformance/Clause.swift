// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport

/// Something that a standard demands and that the program is measured for.
struct Clause: Sendable, CustomStringConvertible {
  /// The standard and the place in it.
  let standard, place: String
  /// What is demanded, in a few words.
  let demand: String
  /// The unit of the numbers.
  let unit: String
  let limits: ClosedRange<Double>
  /// What the program does.
  let measure: @Sendable () throws -> Double

  var description: String { "\(standard), \(place): \(demand)" }

  init(
    _ standard: String, _ place: String, _ demand: String, _ unit: String,
    _ limits: ClosedRange<Double>, _ measure: @escaping @Sendable () throws -> Double
  ) {
    (self.standard, self.place, self.demand) = (standard, place, demand)
    (self.unit, self.limits, self.measure) = (unit, limits, measure)
  }

  /// The line of the page for what was measured.
  func row(_ measured: Double) -> String {
    func text(_ value: Double) -> String { String(format: "%.3f", abs(value) < 0.0005 ? 0 : value) }
    let margin = min(measured - limits.lowerBound, limits.upperBound - measured)
    return "| \(place) | \(demand) | \(text(limits.lowerBound)) to \(text(limits.upperBound)) "
      + "\(unit) | \(text(measured)) | \(text(margin)) |"
  }

  static let all =
    Clause.loudness + Clause.range + Clause.truePeaks + Clause.programmeMeters + Clause.vu
    + Clause.samplePeak + Clause.kSystem + Clause.fullScale
}

/// Sound for a test, the same in all channels or different in each.
struct TestSound {
  var sampleRate = 48_000
  var channels: [[Double]]

  init(sampleRate: Int = 48_000, channels: [[Double]]) {
    (self.sampleRate, self.channels) = (sampleRate, channels)
  }

  /// A sine in both channels whose level, in dBFS, and length, in seconds, change; the phase goes on.
  init(
    _ parts: [(level: Double?, seconds: Double)], hertz: Double = 1000, sampleRate: Int = 48_000
  ) {
    let one = TestSound.sine(parts, hertz: hertz, sampleRate: sampleRate)
    self.init(sampleRate: sampleRate, channels: [one, one])
  }

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

  /// The bytes of a WAV file of 32-bit floating-point samples.
  var wave: [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (count, size) = (channels.count, channels.count * channels[0].count * 4)
    var bytes = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    bytes += little(3, 2) + little(count, 2) + little(sampleRate, 4)
    bytes += little(sampleRate * count * 4, 4) + little(count * 4, 2) + little(32, 2)
    bytes += Array("data".utf8) + little(size, 4)
    bytes.reserveCapacity(bytes.count + size)
    for frame in channels[0].indices {
      for channel in channels {
        let bits = Float(channel[frame]).bitPattern
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 24))
      }
    }
    return bytes
  }

  /// What the command `meter` makes of it.
  private func meter(_ options: [String]) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      try folder.write(wave, "sound.wav")
      return try Inside.succeed(
        Inside.command(["meter", folder.path("sound.wav"), "-q"] + options)
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
