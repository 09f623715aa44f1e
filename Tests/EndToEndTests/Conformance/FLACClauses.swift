// SPDX-License-Identifier: MIT
import CommandSupport
import Foundation
import TestSupport

/// Whether FLAC is decoded to the sample.
extension Standard {
  static let flac = Standard(
    name: "RFC 9639 (FLAC)",
    remark: """
      Each sample of files that ffmpeg encodes, read by `meter` with a tick for each sample, beside what was \
      encoded: how many differ. The test files of FLAC (ietf-wg-cellar/flac-test-files) are not passed on \
      here: a test reads them where the variable `FLAC_TEST_FILES` names a folder of them, and compares \
      each millisecond with what ffmpeg decodes. 52 of the 64 files of `subset` were at hand once: 49 read \
      the same, and the other three, of 12 and 20 bits a sample, are refused, since libsndfile has no such \
      samples.
      """,
    clauses: [
      (1, 16, 44_100, 5), (2, 16, 44_100, 0), (2, 16, 44_100, 5), (2, 16, 44_100, 12),
      (3, 16, 48_000, 5), (4, 16, 48_000, 5), (5, 16, 48_000, 5), (6, 16, 48_000, 5),
      (7, 16, 48_000, 5), (8, 16, 48_000, 5), (1, 24, 48_000, 5), (2, 24, 96_000, 8),
      (6, 24, 48_000, 8), (2, 16, 8000, 5), (2, 16, 22_050, 5), (2, 24, 192_000, 5),
    ].map { channels, bits, sampleRate, level in
      Clause(
        "decoding",
        "\(channels) \(channels == 1 ? "channel" : "channels") of \(bits) bits, "
          + "\(Clause.kilohertz(sampleRate)), compression \(level)", "samples", 0...0,
        with: [.ffmpeg]
      ) { try differences(channels, bits: bits, sampleRate, level: level) }
    })

  /// How many samples differ from what was encoded.
  private static func differences(
    _ channels: Int, bits: Int, _ sampleRate: Int, level: Int
  ) throws -> Double {
    print("seed \(channels)")
    var generator = SeededGenerator(seed: UInt64(channels))
    // Magnitudes are what is read, so all are positive; and half of full scale, where a step of 24 bits
    // is two of the sixth decimal.
    let scale = 1 << (bits - 1)
    let frames = 10_000
    let samples = (0..<channels).map { channel in
      (0..<frames).map { index in
        let tone = 0.4 + 0.08 * sin(Double(index * (channel + 2)) / 40)
        return Int(tone * Double(scale)) + Int.random(in: -50...50, using: &generator)
      }
    }
    return try TemporaryFolder.with { folder in
      let floats = samples.map { $0.map { Double($0) / Double(scale) } }
      try folder.write(TestSound(sampleRate: sampleRate, channels: floats).wave, "a.wav")
      try InstalledTool.ffmpeg.run(
        [
          "-v", "error", "-i", "a.wav", "-c:a", "flac", "-sample_fmt", bits == 16 ? "s16" : "s32",
          "-compression_level", "\(level)", "-strict", "experimental", "a.flac",
        ], in: folder)
      let rows = try Program.rows(folder.path("a.flac"), "--fps", "\(sampleRate)", "-q")
      guard rows.count == frames else { return .nan }
      var different = 0
      for (frame, row) in rows.enumerated() {
        for channel in 0..<channels {
          let wanted = 20 * log10(floats[channel][frame])
          let read = Double(row[2 + 2 * channel]) ?? .nan
          if !(abs(read - wanted) < 6e-7) { different += 1 }
        }
      }
      return Double(different)
    }
  }
}
