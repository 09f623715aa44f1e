// SPDX-License-Identifier: MIT

/// The levels of one block in the order of its scan, and where they are.
struct ScannedBlock {
  /// The levels that are not 0, the last one first.
  private var levels = InlineArray<16, Int16>(repeating: 0)
  /// Before each of these the zeros, down to the next one or to the start of the block.
  private var runs = InlineArray<16, Int8>(repeating: 0)
  private var count = 0
  private var trailingOnes = 0
  private var zeros = 0

  /// The block whose levels with the numbers of the bits in a mask are not 0.
  @inline(__always)
  init(mask: UInt16, _ level: (_ number: Int) -> Int) {
    guard mask != 0 else { return }
    var rest = mask
    var (last, isRunning) = (15 - mask.leadingZeroBitCount, true)
    zeros = last + 1 - mask.nonzeroBitCount
    while rest != 0 {
      let number = 15 - rest.leadingZeroBitCount
      rest ^= 1 << UInt16(number)
      let value = level(number)
      levels[count] = Int16(truncatingIfNeeded: value)
      if count > 0 { runs[count - 1] = Int8(truncatingIfNeeded: last - number - 1) }
      isRunning = isRunning && trailingOnes < 3 && abs(value) == 1
      if isRunning { trailingOnes += 1 }
      last = number
      count += 1
    }
  }

  /// Writes residual_block_cavlc().
  ///
  /// `kind` is the class of nC, 4 for the DC levels of chroma; `length` is how many levels the block
  /// can have. Returns whether all levels have a code.
  ///
  /// - Source: ITU-T H.264, 7.3.5.3.2 and 9.2.
  func write(to bits: inout BitWriter, kind: Int, length: Int) -> Bool {
    func put(_ code: CodeTables.Code) { bits.put(Int(code & 255), Int(code >> 8)) }
    put(CodeTables.tokens[CodeTables.tokenStride * kind + 4 * count + trailingOnes])
    guard count > 0 else { return true }
    for index in 0..<trailingOnes { bits.put(levels[index] < 0 ? 1 : 0, 1) }
    guard writeLevels(to: &bits) else { return false }
    if count < length {
      put(
        kind == 4
          ? CodeTables.chromaZeros[4 * (count - 1) + zeros]
          : CodeTables.zeros[16 * (count - 1) + zeros])
    }
    var left = zeros
    for index in 0..<count - 1 where left > 0 {
      let run = Int(runs[index])
      put(CodeTables.runs[16 * (min(left, 7) - 1) + run])
      left -= run
    }
    return true
  }

  /// Writes level_prefix and level_suffix of the levels after the trailing ones: 9.2.2.1.
  private func writeLevels(to bits: inout BitWriter) -> Bool {
    var suffixLength = count > 10 && trailingOnes < 3 ? 1 : 0
    for index in trailingOnes..<count {
      let level = Int(levels[index])
      let magnitude = abs(level)
      var code = 2 * magnitude - (level < 0 ? 1 : 2)
      // The first level after fewer than three ones is not a one itself.
      if index == trailingOnes, trailingOnes < 3 { code -= 2 }
      let escape = suffixLength == 0 ? 30 : 15 << suffixLength
      if suffixLength == 0, code < 14 {
        bits.put(1, code + 1)
      } else if suffixLength == 0, code < 30 {
        bits.put(16 + code - 14, 19)
      } else if code < escape {
        let suffix = code & (1 << suffixLength - 1)
        bits.put(1 << suffixLength + suffix, code >> suffixLength + 1 + suffixLength)
      } else {
        // level_prefix 15 has a suffix of 12 bits; a longer prefix is not for this profile.
        guard code - escape < 4096 else { return false }
        bits.put(4096 + code - escape, 28)
      }
      if suffixLength == 0 { suffixLength = 1 }
      if magnitude > 3 << (suffixLength - 1), suffixLength < 6 { suffixLength += 1 }
    }
    return true
  }

  /// The class of nC from the counts of the blocks at the left and above; `nil` where there is none.
  @inline(__always)
  static func kind(left: UInt8, above: UInt8) -> Int {
    // A count that is not there is 128.
    let sum = Int(left) + Int(above)
    let count = sum < 128 ? (sum + 1) / 2 : sum & 127
    return count < 2 ? 0 : count < 4 ? 1 : count < 8 ? 2 : 3
  }

  /// The count of a block that is not there.
  static let none: UInt8 = 128
}
