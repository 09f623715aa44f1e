// SPDX-License-Identifier: MIT
import TestSupport

/// Bytes of sound files, written here and not by the library that is tested.
enum WaveBytes {
  /// How samples are stored.
  enum Encoding: CaseIterable, Sendable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    var bits: Int {
      switch self {
      case .unsigned8: 8
      case .signed16: 16
      case .signed24: 24
      case .signed32, .float32: 32
      case .float64: 64
      }
    }

    var isFloat: Bool { self == .float32 || self == .float64 }

    /// One sample, of a whole number of steps of 1/128: exact in each of the encodings.
    func bytes(_ step: Int) -> [UInt8] {
      switch self {
      case .unsigned8: [UInt8(step + 128)]
      case .signed16: little(UInt64(bitPattern: Int64(step) << 8), 2)
      case .signed24: little(UInt64(bitPattern: Int64(step) << 16), 3)
      case .signed32: little(UInt64(bitPattern: Int64(step) << 24), 4)
      case .float32: little(UInt64((Float(step) / 128).bitPattern), 4)
      case .float64: little((Double(step) / 128).bitPattern, 8)
      }
    }
  }

  /// Steps of 1/128, −128 to 127, the same for the same seed.
  static func steps(_ count: Int, seed: UInt64 = 1) -> [Int] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int.random(in: -128...127, using: &generator) }
  }

  /// A WAV file; lengths in its header may be false. Its container ends with the samples.
  static func wave(
    _ steps: [Int], _ encoding: Encoding = .signed16, channels: Int = 1, rate: Int = 8000,
    dataSize: Int? = nil, behind: [UInt8] = []
  ) -> [UInt8] {
    let data = steps.flatMap(encoding.bytes)
    let frame = channels * encoding.bits / 8
    let chunk =
      little(encoding.isFloat ? 3 : 1, 2) + little(UInt64(channels), 2) + little(UInt64(rate), 4)
      + little(UInt64(rate &* frame & 0xFFFF_FFFF), 4) + little(UInt64(frame & 0xFFFF), 2)
      + little(UInt64(encoding.bits), 2)
    let size = UInt64(dataSize ?? data.count)
    let whole = size > 0 ? max(size, UInt64(data.count)) : 0
    return Array("RIFF".utf8) + little(min(whole + 36, 0xFFFF_FFFF), 4) + Array("WAVEfmt ".utf8)
      + little(16, 4) + chunk + Array("data".utf8) + little(size, 4) + data + behind
  }

  /// An AU file of 16-bit samples.
  static func au(
    _ steps: [Int], channels: UInt32 = 1, rate: UInt32 = 8000, dataSize: Int? = nil
  ) -> [UInt8] {
    let data = steps.flatMap { Array(Encoding.signed16.bytes($0).reversed()) }
    let fields = [24, UInt32(dataSize ?? data.count), 3, rate, channels]
    return Array(".snd".utf8) + fields.flatMap { big(UInt64($0), 4) } + data
  }

  /// A CAF file of 16-bit samples with the lowest byte first.
  static func caf(_ steps: [Int], rate: Double = 8000, dataSize: Int64? = nil) -> [UInt8] {
    let data = steps.flatMap(Encoding.signed16.bytes)
    let description =
      big(rate.bitPattern, 8) + Array("lpcm".utf8) + [2, 2, 1, 1, 16].flatMap { big($0, 4) }
    return Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + big(32, 8) + description
      + Array("data".utf8) + big(UInt64(bitPattern: dataSize ?? Int64(data.count + 4)), 8)
      + [0, 0, 0, 0] + data
  }

  /// An AIFF file of 16-bit samples at 8000 Hz that begin behind an offset.
  static func aiff(_ steps: [Int], offset: Int = 0) -> [UInt8] {
    let rate: [UInt8] = [0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
    let common = big(1, 2) + big(UInt64(steps.count), 4) + big(16, 2) + rate
    let sound =
      big(UInt64(offset), 4) + big(0, 4) + [UInt8](repeating: 0x55, count: offset)
      + steps.flatMap { Array(Encoding.signed16.bytes($0).reversed()) }
    let form =
      Array("AIFFCOMM".utf8) + big(18, 4) + common + Array("SSND".utf8)
      + big(UInt64(sound.count), 4) + sound
    return Array("FORM".utf8) + big(UInt64(form.count), 4) + form
  }

  static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: UInt64, _ count: Int) -> [UInt8] { little(value, count).reversed() }
}

/// The samples that steps of 1/128 stand for.
func samples(_ steps: [Int]) -> [Float] { steps.map { Float($0) / 128 } }
