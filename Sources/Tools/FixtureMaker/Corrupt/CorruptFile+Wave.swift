// SPDX-License-Identifier: MIT

extension CorruptFile {
  /// 400 sample frames of ½ on the left and −¼ on the right, 8000 Hz: three ticks and 1 sample
  /// frame. The header has 44 bytes, a sample frame 4.
  static let sound = ChunkedSound(
    sampleRate: 8000, channelCount: 2, samples: (0..<800).map { $0 % 2 == 0 ? 16_384 : -8192 })

  private static let good = Base(
    description: "WAV, 16 bits",
    bytes: WAVFile(
      sampleRate: 8000, channelCount: 2, encoding: .signed(bits: 16),
      samples: (0..<800).map { $0 % 2 == 0 ? 0.5 : -0.25 }
    ).bytes)

  private static func wave(
    _ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]
  ) -> CorruptFile { CorruptFile("Audio/\(name).wav", of: good, change, edit) }

  /// WAV files that break off, and ones whose chunks are not what they should be.
  static var wave: [CorruptFile] {
    [
      wave("cut-in-riff", "the first 3 bytes, in the middle of `RIFF`") { Array($0.prefix(3)) },
      wave("cut-in-header", "the first 10 bytes, in the middle of `WAVE`") { Array($0.prefix(10)) },
      wave("cut-in-fmt", "the first 30 bytes, in the middle of `fmt `") { Array($0.prefix(30)) },
      wave("cut-before-data", "the first 36 bytes, all before `data`") { Array($0.prefix(36)) },
      wave("cut-in-data-header", "the first 42 bytes, in the middle of the size of `data`") {
        Array($0.prefix(42))
      },
      wave("cut-after-header", "the first 44 bytes, all before the samples") {
        Array($0.prefix(44))
      },
      wave("cut-in-data", "the header and 200 sample frames") { Array($0.prefix(44 + 800)) },
      wave("cut-in-sample-frame", "the header, 200 sample frames and 3 bytes") {
        Array($0.prefix(44 + 803))
      },
      wave("empty", "nothing is left") { _ in [] },
      wave("text", "the words of a letter instead") { _ in
        Array("Dear reader,\n\nthis is a letter, and no sound at all.\n".utf8)
      },
      wave("data-0", "`data` says 0 bytes, as a recorder that was killed leaves it") {
        $0.replacing(40, with: .little(UInt32(0)))
      },
      wave("data-ffffffff", "`data` says 2³²−1 bytes, as writers to a pipe do") {
        $0.replacing(40, with: .little(UInt32.max))
      },
      wave("data-huge", "`data` says 4 000 000 000 bytes") {
        $0.replacing(40, with: .little(UInt32(4_000_000_000)))
      },
      wave("chunk-0", "a chunk of 0 bytes before `fmt `") {
        $0.inserting(Array("none".utf8) + .little(UInt32(0)), at: 12)
      },
      wave("chunk-ffffffff", "the header of a chunk of 2³²−1 bytes before `fmt `") {
        $0.inserting(Array("much".utf8) + .little(UInt32.max), at: 12)
      },
      wave("chunk-loop", "the header of a chunk of −8 bytes, which leads back to itself") {
        $0.inserting(Array("loop".utf8) + .little(Int32(-8)), at: 12)
      },
      wave("many-chunks", "1000 chunks of 0 bytes before `fmt `") {
        let chunk = Array("many".utf8) + [UInt8].little(UInt32(0))
        return $0.inserting((0..<1000).flatMap { _ in chunk }, at: 12)
      },
      wave("fmt-0", "`fmt ` says 0 bytes") { $0.replacing(16, with: .little(UInt32(0))) },
      wave("fmt-ffffffff", "`fmt ` says 2³²−1 bytes") {
        $0.replacing(16, with: .little(UInt32.max))
      },
      wave("data-before-fmt", "`data` stands before `fmt `") {
        Array($0[..<12] + $0[36...] + $0[12..<36])
      },
    ]
  }

  /// WAV files whose `fmt ` says what cannot be.
  static var waveHeaders: [CorruptFile] {
    [
      wave("channels-0", "0 channels") { $0.replacing(22, with: .little(UInt16(0))) },
      wave("channels-65535", "65 535 channels") { $0.replacing(22, with: .little(UInt16.max)) },
      wave("channels-1024", "1024 channels, and a block align of 4 bytes") {
        $0.replacing(22, with: .little(UInt16(1024)))
      },
      wave("rate-0", "0 Hz") { $0.replacing(24, with: .little(UInt32(0))) },
      wave("rate-4g", "4 294 967 295 Hz") { $0.replacing(24, with: .little(UInt32.max)) },
      wave("align-0", "a block align of 0 bytes") { $0.replacing(32, with: .little(UInt16(0))) },
      wave("align-65535", "a block align of 65 535 bytes") {
        $0.replacing(32, with: .little(UInt16.max))
      },
      wave("bits-0", "0 bits a sample") { $0.replacing(34, with: .little(UInt16(0))) },
      wave("bits-255", "255 bits a sample") { $0.replacing(34, with: .little(UInt16(255))) },
      wave("format-ffff", "the unknown format 0xFFFF") { $0.replacing(20, with: [0xFF, 0xFF]) },
      wave("adpcm-0", "the format ADPCM, with a block align of 0 bytes and 0 bits") {
        $0.replacing(20, with: [2, 0]).replacing(32, with: [0, 0, 0, 0])
      },
    ]
  }

  /// Floating-point samples that are not numbers, or greater than full scale.
  static var samples: [CorruptFile] {
    func float(
      _ name: String, _ change: String, _ value: Double, at place: Int
    ) -> CorruptFile {
      var samples = [Double](repeating: 0.5, count: 800)
      samples[place] = value
      let file = WAVFile(
        sampleRate: 8000, channelCount: 2, encoding: .float32, samples: samples)
      let good = Base(description: "WAV, 32-bit float", bytes: file.bytes)
      return CorruptFile("Audio/\(name).wav", of: good, change) { $0 }
    }
    return [
      float("nan", "NaN in sample frame 300, channel 1", .nan, at: 601),
      float("plus-infinity", "+∞ in sample frame 250, channel 0", .infinity, at: 500),
      float("minus-infinity", "−∞ in sample frame 399, channel 1", -.infinity, at: 799),
      float("loud", "1000 in sample frame 200, channel 0: 60 dBFS, and no error", 1000, at: 400),
      float(
        "loudest", "the greatest number in sample frame 200, channel 0: 770 dBFS",
        Double(Float.greatestFiniteMagnitude), at: 400),
      float(
        "smallest", "the least number above 0 in sample frame 200, channel 0",
        Double(Float.leastNonzeroMagnitude), at: 400),
    ]
  }
}
