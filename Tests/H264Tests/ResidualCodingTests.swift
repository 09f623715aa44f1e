// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import H264

/// Levels as CAVLC, read back.
@Suite struct ResidualCodingTests {
  private static func write(_ levels: [Int], kind: Int) -> [UInt8]? {
    var bits = BitWriter()
    var mask: UInt16 = 0
    for (number, level) in levels.enumerated() where level != 0 { mask |= 1 << UInt16(number) }
    let isCoded = bits.putLevels(mask, kind: kind, length: levels.count) { levels[$0] }
    guard isCoded else { return nil }
    bits.finish()
    return bits.bytes
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `random levels are read as they were written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let kind = Int.random(in: 0...4, using: &random)
      let length = kind == 4 ? 4 : Int.random(in: 15...16, using: &random)
      let (most, density) = (
        [1, 1, 2, 7, 40, 400, 2047].randomElement(using: &random)!,
        Int.random(in: 0...8, using: &random)
      )
      let levels = (0..<length).map { _ in
        Int.random(in: 0..<8, using: &random) < density
          ? Int.random(in: -most...most, using: &random) : 0
      }
      let bytes = try #require(Self.write(levels, kind: kind), "\(levels)")
      var reader = BitReader(bytes)
      #expect(try reader.block(kind: kind, length: length) == levels, "kind \(kind)")
      #expect(try reader.bits(1) == 1, "\(levels)")
    }
  }

  @Test(
    arguments: [
      // The largest levels in a block of one, two and twelve levels, and the first without a code.
      ([], 2063, -2063, 2064, -2065), ([2], 2063, -2063, 2064, -2064),
      ([Int](repeating: 9, count: 11), 2048 + 60, -2048 - 60, 2048 + 61, -2048 - 61),
    ])
  func `levels up to the longest prefix of the profile have a code`(
    last: [Int], most: Int, least: Int, over: Int, under: Int
  ) throws {
    for (level, isCoded) in [
      (most, true), (least, true), (over + 200, false), (under - 200, false),
    ] {
      let levels = [level] + last + [Int](repeating: 0, count: 15 - last.count)
      let bytes = Self.write(levels, kind: 0)
      #expect((bytes != nil) == isCoded, "\(levels)")
      guard let bytes else { continue }
      var reader = BitReader(bytes)
      #expect(try reader.block(kind: 0, length: 16) == levels)
    }
  }

  @Test func `the class of a block is that of the mean of its neighbours`() {
    let none = MacroblockContext.none
    for (left, above, kind) in [
      (0, 0, 0), (1, 1, 0), (1, 2, 1), (2, 4, 1), (3, 4, 2), (8, 7, 3), (16, 16, 3),
      (none, none, 0), (none, 1, 0), (3, none, 1), (none, 4, 2), (8, none, 3),
    ] as [(UInt8, UInt8, Int)] {
      // Of the first block the neighbours are in other macroblocks.
      let found = MacroblockContext.kind(
        0, width: 4, .zero, SIMD16(repeating: left), SIMD16(repeating: above))
      #expect(found == kind, "\(left), \(above)")
    }
  }
}
