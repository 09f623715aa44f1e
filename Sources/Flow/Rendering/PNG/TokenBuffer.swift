// SPDX-License-Identifier: MIT

/// Scratch space for the tokens of a piece, so that no piece allocates.
package struct TokenBuffer: Sendable {
  private var storage: [UInt16] = []
  private var count = 0

  package init() {}

  /// Starts over, with space for this many tokens.
  mutating func begin(most: Int) {
    // Sixteen tokens are stored at a time, even if fewer of them count.
    if storage.count < most + 16 { storage = [UInt16](repeating: 0, count: most + 16) }
    count = 0
  }

  mutating func append(_ tokens: ArraySlice<UInt16>) {
    storage.replaceSubrange(count..<count + tokens.count, with: tokens)
    count += tokens.count
  }

  /// Appends the tokens of some bytes, and counts them. No run may continue into the bytes.
  mutating func cut(
    _ bytes: Span<UInt8>, _ range: Range<Int>, distance: Int, _ counts: inout [UInt32]
  ) {
    let first = count
    count = TokenBuffer.cut(
      bytes.extracting(0..<range.upperBound), from: range.lowerBound, distance, &storage, first)
    TokenBuffer.count(storage.span.extracting(first..<count), &counts)
  }

  private static func cut(
    _ bytes: Span<UInt8>, from start: Int, _ distance: Int, _ storage: inout [UInt16], _ first: Int
  ) -> Int {
    var tokens = storage.mutableSpan
    var (place, count) = (start, first)
    // The first pixel repeats nothing.
    while place < min(distance, bytes.count) {
      tokens[count] = UInt16(bytes[place])
      place &+= 1
      count &+= 1
    }
    while place < bytes.count {
      while place <= bytes.count &- 16 {
        let (single, run) = RunScanner.scan(bytes, at: place, distance: distance)
        tokens.set(SIMD16(truncatingIfNeeded: bytes.part(at: place)), at: count)
        place &+= single
        count &+= single
        if single &+ run == 16 { break }
        // Short runs are common in shaded pictures, so no branch asks whether there is one.
        tokens[count] = UInt16(truncatingIfNeeded: RunTokens.lengthBase &+ run)
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
        tokens[count] = UInt16(truncatingIfNeeded: RunTokens.lengthBase &+ part)
        count &+= 1
        run &-= part
      }
      // What is left is too short for a run.
      place &-= run
    }
    return count
  }

  /// Counts tokens of each kind.
  private static func count(_ tokens: Span<UInt16>, _ counts: inout [UInt32]) {
    var counts = counts.mutableSpan
    precondition(counts.count == RunTokens.kindCount)
    func count(_ token: UInt16, _ counts: inout MutableSpan<UInt32>) {
      counts[Int(token) & (RunTokens.kindCount - 1)] &+= 1
    }
    var left = tokens
    while left.count >= 8 {
      for index in 0..<8 { count(left[index], &counts) }
      left = left.extracting(droppingFirst: 8)
    }
    for index in left.indices { count(left[index], &counts) }
  }

  /// Replaces `tokens` by these.
  func copy(to tokens: inout [UInt16]) {
    tokens.removeAll(keepingCapacity: true)
    tokens += storage[0..<count]
  }
}
