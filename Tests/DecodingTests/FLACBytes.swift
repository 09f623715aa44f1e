// SPDX-License-Identifier: MIT
import TestSupport

/// FLAC files whose frames have their samples as they are, written here and not by the library that is
/// tested.
///
/// - Source: RFC 9639.
struct FLACBytes {
  var bits = 16
  var blockSize = 256
  /// The sample rate of each frame, of 44 100, 48 000 and 96 000 Hz.
  var rates: [Int]
  /// Whether the header says how many sample frames there are.
  var saysLength = true

  private static let sizeCodes = [8: 1, 12: 2, 16: 4, 20: 5, 24: 6]
  private static let rateCodes = [44_100: 9, 48_000: 10, 96_000: 11]

  /// The bits of a number, the highest first.
  private func bits(_ value: Int, _ count: Int) -> [Bool] {
    (0..<count).reversed().map { value >> $0 & 1 == 1 }
  }

  private func bytes(_ bits: [Bool]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 << 1 | (($1 < bits.count && bits[$1]) ? 1 : 0) }
    }
  }

  private static func sum(_ bytes: [UInt8], _ polynomial: Int, width: Int) -> Int {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte) << (width - 8)) { sum, _ in
        (sum << 1 ^ (sum >> (width - 1) & 1 == 1 ? polynomial : 0)) & (1 << width - 1)
      }
    }
  }

  /// One channel, of which each sample is a number of so many bits.
  func file(_ samples: [Int]) -> [UInt8] {
    let count = saysLength ? samples.count : 0
    let info =
      bits(blockSize, 16) + bits(blockSize, 16) + bits(0, 48) + bits(rates[0], 20) + bits(0, 3)
      + bits(bits - 1, 5) + bits(count, 36) + bits(0, 128)
    let blocks = stride(from: 0, to: samples.count, by: blockSize)
      .map { Array(samples[$0..<min($0 + blockSize, samples.count)]) }
    return Array("fLaC".utf8) + [0x80, 0, 0, 34] + bytes(info)
      + blocks.enumerated().flatMap { frame($0.offset, $0.element) }
  }

  private func frame(_ index: Int, _ samples: [Int]) -> [UInt8] {
    let rate = rates[min(index, rates.count - 1)]
    var header: [UInt8] = [
      0xFF, 0xF8, UInt8(7 << 4 | (FLACBytes.rateCodes[rate] ?? 0)),
      UInt8((FLACBytes.sizeCodes[bits] ?? 0) << 1), UInt8(index),
    ]
    header += WaveBytes.big(UInt64(samples.count - 1), 2)
    header.append(UInt8(FLACBytes.sum(header, 0x07, width: 8)))
    let body = header + bytes(bits(2, 8) + samples.flatMap { bits($0, bits) })
    return body + WaveBytes.big(UInt64(FLACBytes.sum(body, 0x8005, width: 16)), 2)
  }
}
