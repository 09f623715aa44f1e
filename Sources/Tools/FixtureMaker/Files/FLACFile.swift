// SPDX-License-Identifier: MIT

/// A FLAC file of two channels of 16 bits, by the format's fixed predictors.
///
/// A tenth larger than what libFLAC makes, but the same bytes wherever it is built, and written by
/// other code than reads it.
/// - Source: RFC 9639.
package struct FLACFile {
  /// Sample frames in a block.
  private static let blockSize = 4096

  /// Sample frames a second: 8000, 22 050 or 44 100.
  private let sampleRate: Int

  /// The samples, left and right alternating.
  package var samples: [Int16]

  /// A file of samples, left and right alternating.
  package init(samples: [Int16], sampleRate: Int = 44_100) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// The whole file.
  package var bytes: [UInt8] {
    var file = ByteBuffer()
    file.append(tag: "fLaC")
    file.append([0x80, 0, 0, 34])
    file.append(streamInformation)
    for frame in frames { file.append(frame.bytes) }
    return file.bytes
  }

  /// The frames, and how many sample frames each holds.
  var frames: [(bytes: [UInt8], length: Int)] {
    let frameCount = samples.count / 2
    return stride(from: 0, to: frameCount, by: FLACFile.blockSize).enumerated().map {
      index, start in
      let end = min(start + FLACFile.blockSize, frameCount)
      return (frame(index, from: start, to: end), end - start)
    }
  }

  /// The one metadata block: block size, rate, channels, length and digest; frame sizes unknown.
  var streamInformation: [UInt8] {
    var bits = BitWriter()
    bits.append(FLACFile.blockSize, bits: 16)
    bits.append(FLACFile.blockSize, bits: 16)
    bits.append(0, bits: 24)
    bits.append(0, bits: 24)
    bits.append(sampleRate, bits: 20)
    bits.append(2 - 1, bits: 3)
    bits.append(16 - 1, bits: 5)
    bits.append(0, bits: 4)
    bits.append(samples.count / 2, bits: 32)
    var pcm: [UInt8] = []
    pcm.reserveCapacity(2 * samples.count)
    for sample in samples {
      pcm.append(UInt8(truncatingIfNeeded: sample))
      pcm.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return bits.bytes + MD5.digest(pcm)
  }

  private func frame(_ index: Int, from start: Int, to end: Int) -> [UInt8] {
    let left = (start..<end).map { Int(samples[2 * $0]) }
    let right = (start..<end).map { Int(samples[2 * $0 + 1]) }
    let side = zip(left, right).map { $0 - $1 }
    let middle = zip(left, right).map { ($0 + $1) >> 1 }
    let channels = [left, right, middle, side]
    let sizes = channels.map { FLACSubframe.size(of: $0) }
    // The channel assignments of the format: their codes, and which two channels they store.
    let pairs = [(1, 0, 1), (8, 0, 3), (9, 3, 1), (10, 2, 3)]
    let best = pairs.min { sizes[$0.1] * sizes[$0.2] < sizes[$1.1] * sizes[$1.2] }
    let (code, first, second) = best ?? (1, 0, 1)

    var bits = BitWriter()
    appendHeader(to: &bits, index: index, length: end - start, assignment: code)
    bits.append(Int(Checksum.crc8(bits.bytes)), bits: 8)
    for place in [first, second] {
      FLACSubframe(samples: channels[place], bits: place == 3 ? 17 : 16).append(to: &bits)
    }
    bits.align()
    bits.append(Int(Checksum.crc16(bits.bytes)), bits: 16)
    return bits.bytes
  }

  private func appendHeader(to bits: inout BitWriter, index: Int, length: Int, assignment: Int) {
    let isWhole = length == FLACFile.blockSize
    bits.append(0xFFF8, bits: 16)
    bits.append(isWhole ? 12 : 7, bits: 4)
    bits.append([8000: 4, 22_050: 6, 44_100: 9][sampleRate] ?? 0, bits: 4)
    bits.append(assignment, bits: 4)
    bits.append(4 << 1, bits: 4)  // 16 bits
    // The frame's number, coded as UTF-8 codes a character.
    if index < 0x80 {
      bits.append(index, bits: 8)
    } else {
      bits.append(0xC0 | index >> 6, bits: 8)
      bits.append(0x80 | index & 0x3F, bits: 8)
    }
    if !isWhole { bits.append(length - 1, bits: 16) }
  }
}
