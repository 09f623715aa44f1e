// SPDX-License-Identifier: MIT

/// A RIFF WAVE file of one `fmt ` and one `data` chunk, put together byte by byte.
///
/// Files of more than two channels, or of samples that are not 8 or 16 bits, take the extensible
/// header of 40 bytes as the standard asks; floating point takes its own of 18 and a `fact` chunk.
/// - Source: Microsoft, *Multiple channel audio data and WAVE files*, 2007.
package struct WAVFile {
  /// How one sample is stored.
  package enum Encoding: Hashable, Sendable {
    /// 8 bits, 128 is zero.
    case unsigned8
    /// Two's complement of 16, 24 or 32 bits.
    case signed(bits: Int)
    /// IEEE 754 single precision.
    case float32
    /// IEEE 754 double precision.
    case float64

    /// The length of a stored sample, in bytes.
    package var width: Int {
      switch self {
      case .unsigned8: 1
      case .signed(let bits): bits / 8
      case .float32: 4
      case .float64: 8
      }
    }

    var isFloat: Bool { self == .float32 || self == .float64 }
  }

  /// Sample frames a second.
  package var sampleRate: Int

  /// Samples in a sample frame, 1 to 6.
  package var channelCount: Int

  /// How one sample is stored.
  package var encoding: Encoding

  /// The samples, channels alternating, full scale 1.
  ///
  /// Integers hold −1 up to just below 1; what lies outside is held at the nearest value.
  package var samples: [Double]

  /// A file of samples, channels alternating.
  package init(sampleRate: Int, channelCount: Int, encoding: Encoding, samples: [Double]) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
    self.samples = samples
  }

  /// The whole file.
  package var bytes: [UInt8] {
    let data = storedSamples
    let chunks = formatChunk + factChunk
    var file = ByteBuffer()
    file.append(tag: "RIFF")
    file.append(littleEndian: UInt32(4 + chunks.count + 8 + data.count + data.count % 2))
    file.append(tag: "WAVE")
    file.append(chunks)
    file.append(tag: "data")
    file.append(littleEndian: UInt32(data.count))
    file.append(data)
    if data.count % 2 == 1 { file.append([0]) }
    return file.bytes
  }
}

extension WAVFile {
  private var isExtensible: Bool {
    !encoding.isFloat && (channelCount > 2 || encoding.width > 2)
  }

  /// The tag of the samples' kind: 1 for integers, 3 for floating point.
  private var kind: UInt16 { encoding.isFloat ? 3 : 1 }

  private var formatChunk: [UInt8] {
    var chunk = ByteBuffer()
    chunk.append(tag: "fmt ")
    chunk.append(littleEndian: UInt32(isExtensible ? 40 : encoding.isFloat ? 18 : 16))
    chunk.append(littleEndian: isExtensible ? 0xFFFE : kind)
    chunk.append(littleEndian: UInt16(channelCount))
    chunk.append(littleEndian: UInt32(sampleRate))
    chunk.append(littleEndian: UInt32(sampleRate * channelCount * encoding.width))
    chunk.append(littleEndian: UInt16(channelCount * encoding.width))
    chunk.append(littleEndian: UInt16(8 * encoding.width))
    if encoding.isFloat { chunk.append(littleEndian: UInt16(0)) }
    if isExtensible { chunk.append(extensionFields) }
    return chunk.bytes
  }

  /// The valid bits, the speakers, one bit for each channel, and the kind as a GUID.
  private var extensionFields: [UInt8] {
    var fields = ByteBuffer()
    fields.append(littleEndian: UInt16(22))
    fields.append(littleEndian: UInt16(8 * encoding.width))
    fields.append(littleEndian: UInt32(channelCount == 1 ? 4 : (1 << channelCount) - 1))
    fields.append(littleEndian: kind)
    fields.append([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
    return fields.bytes
  }

  /// The number of sample frames, which floating-point files state.
  private var factChunk: [UInt8] {
    guard encoding.isFloat else { return [] }
    var chunk = ByteBuffer()
    chunk.append(tag: "fact")
    chunk.append(littleEndian: UInt32(4))
    chunk.append(littleEndian: UInt32(samples.count / channelCount))
    return chunk.bytes
  }

  private var storedSamples: [UInt8] {
    var data = ByteBuffer()
    for sample in samples {
      switch encoding {
      case .unsigned8: data.append([UInt8(128 + integer(sample, bits: 8))])
      case .signed(let bits):
        var stored = ByteBuffer()
        stored.append(littleEndian: Int32(integer(sample, bits: bits)))
        data.append(stored.bytes.prefix(bits / 8))
      case .float32: data.append(littleEndian: Float(sample).bitPattern)
      case .float64: data.append(littleEndian: sample.bitPattern)
      }
    }
    return data.bytes
  }

  /// The nearest integer that a sample of `bits` bits can hold.
  private func integer(_ sample: Double, bits: Int) -> Int {
    let scale = Double(1 << (bits - 1))
    return Int(min(max((sample * scale).rounded(.toNearestOrEven), -scale), scale - 1))
  }
}
