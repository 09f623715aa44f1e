// SPDX-License-Identifier: MIT

extension BitWriter {
  /// Appends the levels of one block: residual_block_cavlc().
  ///
  /// The levels whose numbers in the scan are in a mask are not 0. `kind` is the class of nC, 4 for the DC
  /// levels of chroma; `length` is how many levels the block can have. Returns whether all levels have a
  /// code.
  ///
  /// - Source: ITU-T H.264, 7.3.5.3.2 and 9.2.
  @inline(__always)
  mutating func putLevels(
    _ mask: UInt16, kind: Int, length: Int, _ level: (_ number: Int) -> Int
  ) -> Bool {
    let count = mask.nonzeroBitCount
    var (rest, ones, signs) = (mask, 0, 0)
    while rest != 0, ones < 3 {
      let value = level(rest.highest)
      guard abs(value) == 1 else { break }
      (ones, signs) = (ones &+ 1, 2 &* signs &+ (value < 0 ? 1 : 0))
      rest ^= 1 << UInt16(rest.highest)
    }
    put(CodeTables.tokens[CodeTables.tokenStride &* kind &+ 4 &* count &+ ones])
    guard count > 0 else { return true }
    put(signs, ones)
    var suffixLength = count > 10 && ones < 3 ? 1 : 0
    // The first level after fewer than three ones is not a one itself.
    var least = ones < 3 ? 2 : 1
    while rest != 0 {
      let number = rest.highest
      let value = level(number)
      rest ^= 1 << UInt16(number)
      let code = 2 &* (abs(value) &- least) &+ (value < 0 ? 1 : 0)
      if code < CodeTables.levelStride {
        let known = CodeTables.levels[CodeTables.levelStride &* suffixLength &+ code]
        put(Int(known >> 8), Int(known & 255))
      } else if let long = CodeTables.level(code, suffixLength) {
        put(long.bits, long.length)
      } else {
        return false
      }
      (least, suffixLength) = (1, max(suffixLength, 1))
      if abs(value) > 3 << (suffixLength &- 1), suffixLength < 6 { suffixLength &+= 1 }
    }
    putRuns(mask, isChromaDirect: kind == 4, isFull: count == length)
    return true
  }

  /// Appends total_zeros, but for full blocks, and each run_before: 9.2.3.
  private mutating func putRuns(_ mask: UInt16, isChromaDirect: Bool, isFull: Bool) {
    let count = mask.nonzeroBitCount
    var zeros = mask.highest + 1 - count
    if !isFull {
      put(
        isChromaDirect
          ? CodeTables.chromaZeros[4 * (count - 1) + zeros]
          : CodeTables.zeros[16 * (count - 1) + zeros])
    }
    var rest = mask
    while zeros > 0 {
      let last = rest.highest
      rest ^= 1 << UInt16(last)
      guard rest != 0 else { break }
      let run = last - rest.highest - 1
      put(CodeTables.runs[16 * (min(zeros, 7) - 1) + run])
      zeros -= run
    }
  }

  /// Appends a code of a table.
  @inline(__always)
  private mutating func put(_ code: CodeTables.Code) { put(Int(code & 255), Int(code >> 8)) }
}

extension UInt16 {
  /// The number of the highest bit that is set.
  @inline(__always)
  fileprivate var highest: Int { 15 &- leadingZeroBitCount }
}
