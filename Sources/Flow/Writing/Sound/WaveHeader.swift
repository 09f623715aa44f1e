// SPDX-License-Identifier: MIT

/// The header of a WAV file; RF64 if it is longer than 4 GiB. That of a file that still grows has the
/// same size at any length.
///
/// - Source: Microsoft, *Multiple channel audio data and WAVE files*, 2007; EBU Tech 3306, RF64.
struct WaveHeader {
  private(set) var bytes: [UInt8] = []

  init(_ format: SoundFormat, sampleFrames: Int, isGrowing: Bool = false) {
    let bits = format.depth?.rawValue ?? 32
    let frameSize = format.channelCount * bits / 8
    let dataSize = sampleFrames * frameSize
    let isFloat = format.depth == .float
    // More than 16 bits and names of speakers require the extensible format, floating point the number
    // of sample frames.
    let isExtensible = bits == 24 || format.namesSpeakers
    let formatSize = isExtensible ? 40 : isFloat ? 18 : 16
    let riffSize =
      4 + 8 + formatSize + (isFloat ? 12 : 0) + 8 + dataSize + (isGrowing ? 36 : 0)
    let isLong = riffSize + 36 > Int(UInt32.max)

    append(isLong ? "RF64" : "RIFF")
    append(isLong ? Int(UInt32.max) : riffSize, 4)
    append("WAVE")
    if isLong {
      append("ds64")
      append(28, 4)
      append(isGrowing ? riffSize : riffSize + 36, 8)
      append(dataSize, 8)
      append(sampleFrames, 8)
      append(0, 4)
    } else if isGrowing {
      append("JUNK")
      append(28, 4)
      bytes += [UInt8](repeating: 0, count: 28)
    }
    append("fmt ")
    append(formatSize, 4)
    append(isExtensible ? 0xFFFE : isFloat ? 3 : 1, 2)
    append(format.channelCount, 2)
    append(format.sampleRate, 4)
    append(format.sampleRate * frameSize, 4)
    append(frameSize, 2)
    append(bits, 2)
    if isExtensible {
      append(22, 2)
      append(bits, 2)
      append(format.speakerMask, 4)
      append(isFloat ? 3 : 1, 2)
      bytes += [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    } else if isFloat {
      append(0, 2)
    }
    if isFloat {
      append("fact")
      append(4, 4)
      append(isLong ? Int(UInt32.max) : sampleFrames, 4)
    }
    append("data")
    append(isLong ? Int(UInt32.max) : dataSize, 4)
  }

  private mutating func append(_ tag: String) { bytes += Array(tag.utf8) }

  private mutating func append(_ value: Int, _ byteCount: Int) {
    for place in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }
}
