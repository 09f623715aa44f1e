// SPDX-License-Identifier: MIT

/// A piece of bytes as a deflater writes it: cut into single bytes and runs of one colour.
///
/// It is kept while the bytes change. Then only what a change may alter is cut anew, so that a change
/// costs what it is long. The tokens are always those of the bytes, whatever the bytes were before.
package struct RunTokens: Sendable {
  /// Below 256 a byte; else 256 and the length of a run.
  package private(set) var tokens: [UInt16] = []
  /// How many tokens there are of each kind.
  package private(set) var counts = [UInt32](repeating: 0, count: RunTokens.kindCount)
  /// Bytes of a pixel, and so how far before itself a run repeats what there was.
  let distance: Int

  /// The number of kinds of tokens.
  static let kindCount = 256 + RunLength.longest + 1
  /// The symbol of deflate that ends a block.
  static let endOfBlock = 256

  /// The tokens of nothing.
  init() { distance = 1 }

  /// The tokens of bytes whose pixels are `distance` bytes wide, 1, 3 or 4.
  package init(_ bytes: Span<UInt8>, distance: Int) {
    self.distance = distance
    var scratch = TokenBuffer()
    update(to: bytes, changed: [0..<bytes.count], &scratch)
  }

  /// Replaces the bytes by as many others, which differ from them in some ranges, in ascending order.
  package mutating func update(
    to bytes: Span<UInt8>, changed ranges: [Range<Int>], _ scratch: inout TokenBuffer
  ) {
    scratch.begin(most: bytes.count)
    // The next of the old tokens, and where its bytes begin: here no run goes on in the new ones.
    var (index, place, taken) = (0, 0, 0)
    var next = 0
    while next < ranges.count {
      let beginning = (index, place)
      skip(to: ranges[next].lowerBound, &index, &place)
      while index > beginning.0, place >= ranges[next].lowerBound || repeats(bytes, index, place) {
        index -= 1
        place -= length(index)
      }
      scratch.append(tokens[taken..<index])
      let start = place
      remove(bytes, ranges, &next, &index, &place)
      scratch.cut(bytes, start..<place, distance: distance, &counts)
      taken = index
    }
    scratch.append(tokens[taken...])
    scratch.copy(to: &tokens)
  }

  /// Goes to the token that holds a place, or to the end.
  private func skip(to end: Int, _ index: inout Int, _ place: inout Int) {
    let tokens = tokens.span
    // Many at a time, as far as they end before it.
    while index + 16 <= tokens.count {
      let part = tokens.extracting(index..<index + 16)
      var sum: UInt16 = 0
      for next in 0..<16 { sum &+= max(part[next], 257) &- 256 }
      guard place + Int(sum) <= end else { break }
      place += Int(sum)
      index += 16
    }
    while index < tokens.count {
      let after = place + max(Int(tokens[index]), 257) - 256
      guard after <= end else { return }
      place = after
      index += 1
    }
  }

  /// Whether a token, or what its bytes are now, repeats the pixel before.
  @inline(__always)
  private func repeats(_ bytes: Span<UInt8>, _ index: Int, _ place: Int) -> Bool {
    tokens[index] >= 256 || place >= distance && bytes[place] == bytes[place - distance]
  }

  private func length(_ index: Int) -> Int { max(Int(tokens[index]), 257) - 256 }

  /// Takes old tokens away, from one on, up to where new ones may join them.
  private mutating func remove(
    _ bytes: Span<UInt8>, _ ranges: [Range<Int>], _ next: inout Int, _ index: inout Int,
    _ place: inout Int
  ) {
    // What repeats the last changed byte may be a run no more.
    var end = ranges[next].upperBound + distance
    next += 1
    while index < tokens.count {
      while next < ranges.count, ranges[next].lowerBound <= place {
        end = ranges[next].upperBound + distance
        next += 1
      }
      let limit = next < ranges.count ? min(end, ranges[next].lowerBound) : end
      // From the end on one by one, as long as each goes on from the pixel before.
      guard place < limit || repeats(bytes, index, place) else { return }
      RunTokens.remove(tokens, to: max(limit, place + 1), &counts, &index, &place)
    }
    (place, next) = (bytes.count, ranges.count)
  }

  /// Takes tokens away that begin before a place.
  @inline(__always)
  private static func remove(
    _ tokens: [UInt16], to end: Int, _ counts: inout [UInt32], _ index: inout Int,
    _ place: inout Int
  ) {
    let tokens = tokens.span
    var counts = counts.mutableSpan
    while place < end, index < tokens.count {
      let token = Int(tokens[index])
      counts[token] &-= 1
      place &+= max(token, 257) &- 256
      index &+= 1
    }
  }
}

/// Scratch space for the tokens of a piece, so that no piece allocates.
package struct TokenBuffer: Sendable {
  fileprivate var storage: [UInt16] = []
  fileprivate var count = 0

  package init() {}

  /// Starts over, with room for so many tokens.
  fileprivate mutating func begin(most: Int) {
    if storage.count < most { storage = [UInt16](repeating: 0, count: most) }
    count = 0
  }

  fileprivate mutating func append(_ tokens: ArraySlice<UInt16>) {
    storage.replaceSubrange(count..<count + tokens.count, with: tokens)
    count += tokens.count
  }

  /// Cuts some of the bytes, which no run goes on into, and counts the tokens of each kind.
  fileprivate mutating func cut(
    _ bytes: Span<UInt8>, _ range: Range<Int>, distance: Int, _ counts: inout [UInt32]
  ) {
    count = TokenBuffer.cut(bytes, range, distance, &storage, from: count, &counts)
  }

  private static func cut(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ distance: Int, _ tokens: inout [UInt16],
    from first: Int, _ counts: inout [UInt32]
  ) -> Int {
    var counts = counts.mutableSpan
    var tokens = tokens.mutableSpan
    var count = first
    var place = range.lowerBound
    while place < range.upperBound {
      var token = Int(bytes[place])
      var length = 1
      if place >= distance, bytes[place - distance] == bytes[place] {
        let limit = min(range.upperBound - place, RunLength.longest)
        let run = RunScanner.runLength(bytes, at: place, distance: distance, limit: limit)
        if run >= RunLength.shortest { (token, length) = (256 + run, run) }
      }
      tokens[count] = UInt16(truncatingIfNeeded: token)
      counts[token] &+= 1
      count &+= 1
      place &+= length
    }
    return count
  }

  /// Puts the tokens in place of others.
  fileprivate func copy(to tokens: inout [UInt16]) {
    tokens.removeAll(keepingCapacity: true)
    tokens += storage[0..<count]
  }
}
