// SPDX-License-Identifier: MIT
import Rendering
import TestSupport
import Testing

@Suite struct ChecksumTests {
  @Test(
    arguments: [
      ("", 0, 1), ("a", 0xE8B7_BE43, 0x0062_0062), ("123456789", 0xCBF4_3926, 0x091E_01DE),
      ("IEND", 0xAE42_6082, 0x02D7_0121),
    ] as [(String, UInt32, UInt32)])
  func `known texts have their known checksums`(text: String, crc: UInt32, adler: UInt32) {
    let bytes = Array(text.utf8)
    #expect(CRC32.checksum(bytes.span) == crc)
    #expect(adler32(bytes).value == adler)
  }

  @Test(arguments: TestRun.seeds(1...4))
  func `the checksum of chunks is that of the standard's text`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in Array(0...40) + [255, 767, 768, 769, 1600, 5000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(CRC32.checksum(bytes.span) == PNGFile.bitwiseCRC(bytes[...]), "\(count) bytes")
    }
  }

  @Test(arguments: [0, 1, 2047, 2048, 2049, 5552, 65_521, 100_000], [255, 1] as [UInt8])
  func `the checksum of the stream is that of its definition`(count: Int, byte: UInt8) {
    let bytes = [UInt8](repeating: byte, count: count)
    #expect(adler32(bytes).value == definition(bytes))
  }

  /// RFC 1950, section 8.2.
  private func definition(_ bytes: [UInt8]) -> UInt32 {
    var (sum, sums) = (1, 0)
    for byte in bytes {
      sum = (sum + Int(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return UInt32(sums << 16 | sum)
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `sums that follow changed columns are those of the rows`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stride = random.pick([1, 2, 96, 97, 98, 193, 300, 1000])
    let rows = Int.random(in: 1...8, using: &random)
    // The greatest sums there are, and any.
    let values = random.pick([255...255, 0...255] as [ClosedRange<UInt8>])
    var bytes = (0..<rows * stride).map { _ in UInt8.random(in: values, using: &random) }
    var sums = PartialSums()
    sums.update(to: bytes.span, stride: stride, changed: [0..<stride - 1])
    for step in 0..<6 {
      var ranges: [Range<Int>] = []
      var start = 0
      while start < stride - 1, step > 0 {
        let end = min(start + Int.random(in: 1...60, using: &random), stride - 1)
        ranges.append(start..<end)
        start = end + random.pick([0, 1, 40, 200])
      }
      for row in 0..<rows {
        bytes[row * stride] = .random(in: values, using: &random)
        for index in ranges.joined() {
          bytes[row * stride + 1 + index] = .random(in: values, using: &random)
        }
      }
      sums.update(to: bytes.span, stride: stride, changed: ranges)
      #expect(sums.checksum.value == definition(bytes), "stride \(stride), step \(step)")
    }
  }

  @Test(arguments: TestRun.seeds(1...4))
  func `the checksum of a whole follows from those of its parts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var whole: [UInt8] = []
    var combined = Adler32()
    for _ in 0..<12 {
      let count = random.pick([0, 1, 3000, 65_521])
      let part = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ whole.count | 192) }
      whole += part
      combined.append(adler32(part), count: count)
      #expect(combined.value == adler32(whole).value)
    }
  }
}
