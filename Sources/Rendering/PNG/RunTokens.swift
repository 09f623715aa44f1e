// SPDX-License-Identifier: MIT

/// A piece of bytes as tokens for deflate: single bytes, and runs of one colour.
package struct RunTokens {
  private var storage: [UInt16] = []
  private var count = 0

  /// The tokens: a byte, below 256, or the length of a run plus ``lengthBase``.
  package var tokens: ArraySlice<UInt16> { storage[0..<count] }

  /// The number of kinds of tokens, which is that of their words.
  static let kindCount = BitWriter.wordCount
  /// A run of the shortest length follows the 256 bytes.
  package static let lengthBase = 256 - RunLength.shortest

  /// No tokens.
  package init() {}

  /// Replaces the tokens by those of bytes whose pixels are `distance` bytes wide, 1, 3 or 4: a run
  /// repeats the bytes at this distance before it.
  package mutating func cut(_ bytes: Span<UInt8>, distance: Int) {
    // Sixteen tokens are stored at a time, even if fewer of them count.
    if storage.count < bytes.count + 16 {
      storage = [UInt16](repeating: 0, count: bytes.count + 16)
    }
    count = RunTokens.cut(bytes, distance, into: &storage)
  }

  private static func cut(
    _ bytes: Span<UInt8>, _ distance: Int, into storage: inout [UInt16]
  ) -> Int {
    var tokens = storage.mutableSpan
    // The first pixel repeats nothing.
    var place = min(distance, bytes.count)
    for index in 0..<place { tokens[index] = UInt16(bytes[index]) }
    var count = place
    while place < bytes.count {
      while place <= bytes.count &- 16 {
        let (single, run) = RunScanner.scan(bytes, at: place, distance: distance)
        tokens.set(SIMD16(truncatingIfNeeded: bytes.part(at: place)), at: count)
        place &+= single
        count &+= single
        if single &+ run == 16 { break }
        // Short runs are common in shaded pictures, so no branch asks whether there is one.
        tokens[count] = UInt16(truncatingIfNeeded: lengthBase &+ run)
        place &+= run
        count &+= min(run, 1)
      }
      var run = RunScanner.runLength(bytes, at: place, distance: distance)
      if run < RunLength.shortest {
        // Only near the end.
        tokens[count] = UInt16(bytes[place])
        place &+= 1
        count &+= 1
        continue
      }
      place &+= run
      while run >= RunLength.shortest {
        let part = min(run, RunLength.longest)
        tokens[count] = UInt16(truncatingIfNeeded: lengthBase &+ part)
        count &+= 1
        run &-= part
      }
      // What is left is too short for a run.
      place &-= run
    }
    return count
  }
}
