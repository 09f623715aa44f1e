// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import H264

/// Bits, Exp-Golomb codes and NAL units.
@Suite struct BitWriterTests {
  private static func word(_ write: (inout BitWriter) -> Void) -> String {
    var bits = BitWriter()
    write(&bits)
    let count = bits.count
    bits.align()
    let all = bits.bytes.map { byte in
      (0..<8).map { byte >> (7 - $0) & 1 == 1 ? "1" : "0" }.joined()
    }
    return String(all.joined().prefix(count))
  }

  @Test(
    arguments: [
      (0, "1"), (1, "010"), (2, "011"), (3, "00100"), (6, "00111"), (7, "0001000"),
      (14, "0001111"), (254, "000000011111111"),
    ])
  func `numbers have the codes of table 9-2`(number: Int, word: String) {
    #expect(Self.word { $0.putUnsigned(number) } == word)
    #expect(BitWriter.unsignedLength(number) == word.count)
  }

  @Test(arguments: [(0, "1"), (1, "010"), (-1, "011"), (2, "00100"), (-2, "00101"), (3, "00110")])
  func `signed numbers have the codes of table 9-3`(number: Int, word: String) {
    #expect(Self.word { $0.putSigned(number) } == word)
    #expect(BitWriter.signedLength(number) == word.count)
  }

  @Test(arguments: TestRun.seeds(1...10))
  func `bits are read as they were written, also after going back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (bits, numbers) = (BitWriter(), [(Int, Int)]())
    for _ in 0..<300 {
      let length = Int.random(in: 0...32, using: &random)
      let number = Int(random.next() & (1 << UInt64(length) - 1))
      let mark = bits.mark
      if Int.random(in: 0...3, using: &random) == 0 {
        for _ in 0..<5 { bits.put(1, Int.random(in: 1...32, using: &random)) }
        bits.rewind(to: mark)
      }
      bits.put(number, length)
      numbers.append((number, length))
    }
    #expect(bits.count == numbers.reduce(0) { $0 + $1.1 })
    bits.finish()
    var reader = BitReader(bits.bytes)
    for (number, length) in numbers { #expect(try reader.bits(length) == number) }
    #expect(try reader.bits(1) == 1)
  }

  @Test(
    arguments: [
      ([], []), ([0], [0]), ([0, 0], [0, 0]), ([0, 0, 0], [0, 0, 3, 0]),
      ([0, 0, 1], [0, 0, 3, 1]), ([0, 0, 2, 0], [0, 0, 3, 2, 0]), ([0, 0, 3], [0, 0, 3, 3]),
      ([0, 0, 4], [0, 0, 4]), ([0, 1, 0, 2], [0, 1, 0, 2]),
      ([0, 0, 0, 0, 0, 0], [0, 0, 3, 0, 0, 3, 0, 0]), ([7, 0, 0, 0, 7], [7, 0, 0, 3, 0, 7]),
    ] as [([UInt8], [UInt8])])
  func `a three stands before what would look like a start code`(
    payload: [UInt8], expected: [UInt8]
  ) {
    #expect(NALUnit.slice.bytes(payload) == [0x61] + expected)
  }

  @Test(arguments: TestRun.seeds(1...10))
  func `no unit holds a start code, and a reader finds the payload`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let payload: [UInt8] = (0..<2000).map { _ in
      [0, 0, 0, 1, 2, 3, 200].randomElement(using: &random)!
    }
    let unit = NALUnit.idrSlice.bytes(payload)
    for place in 0..<unit.count - 2 {
      #expect(unit[place] != 0 || unit[place + 1] != 0 || unit[place + 2] >= 3)
    }
    var reader = BitReader(unit: unit)
    for byte in payload { #expect(try reader.bits(8) == Int(byte)) }
  }
}
