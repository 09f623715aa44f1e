// SPDX-License-Identifier: MIT

/// A piece of bytes as tokens for deflate: single bytes, and runs of one colour.
///
/// When the bytes change, only the tokens near the changes are made again. The result is always the
/// same as that for new bytes.
package struct RunTokens: Sendable {
  /// A byte, below 256, or 256 plus the length of a run.
  package private(set) var tokens: [UInt16] = []
  /// How many tokens there are of each kind.
  package private(set) var counts = [UInt32](repeating: 0, count: RunTokens.kindCount)
  /// The bytes of a pixel: a run repeats the bytes at this distance before it.
  let distance: Int

  /// The number of kinds of tokens.
  static let kindCount = 256 + RunLength.longest + 1
  /// Deflate's symbol for the end of a block.
  static let endOfBlock = 256

  /// The tokens of no bytes, with pixels that are `distance` bytes wide, 1, 3 or 4.
  init(distance: Int) { self.distance = distance }

  /// The tokens of bytes whose pixels are `distance` bytes wide, 1, 3 or 4.
  package init(_ bytes: Span<UInt8>, distance: Int) {
    self.init(distance: distance)
    var scratch = TokenBuffer()
    update(to: bytes, changed: [0..<bytes.count], &scratch)
  }

  /// Updates the tokens after the bytes changed in some ranges, in ascending order.
  package mutating func update(
    to bytes: Span<UInt8>, changed ranges: [Range<Int>], _ scratch: inout TokenBuffer
  ) {
    scratch.begin(most: bytes.count)
    // The next old token and the place of its bytes, and the first token that is not copied yet.
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

  /// Moves on to the token that contains a place, or to the end.
  private func skip(to end: Int, _ index: inout Int, _ place: inout Int) {
    let tokens = tokens.span
    // Many at a time, if they end before it.
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

  /// Whether a token, or the new bytes in its place, repeat the pixel before.
  @inline(__always)
  private func repeats(_ bytes: Span<UInt8>, _ index: Int, _ place: Int) -> Bool {
    tokens[index] >= 256 || place >= distance && bytes[place] == bytes[place - distance]
  }

  private func length(_ index: Int) -> Int { max(Int(tokens[index]), 257) - 256 }

  /// Removes old tokens up to a place where new tokens can be joined to old ones.
  private mutating func remove(
    _ bytes: Span<UInt8>, _ ranges: [Range<Int>], _ next: inout Int, _ index: inout Int,
    _ place: inout Int
  ) {
    // A pixel after the last changed byte may no longer repeat it.
    var end = ranges[next].upperBound + distance
    next += 1
    while index < tokens.count {
      while next < ranges.count, ranges[next].lowerBound <= place {
        end = ranges[next].upperBound + distance
        next += 1
      }
      let limit = next < ranges.count ? min(end, ranges[next].lowerBound) : end
      // After the end, one by one while they continue a run.
      guard place < limit || repeats(bytes, index, place) else { return }
      RunTokens.remove(tokens, to: max(limit, place + 1), &counts, &index, &place)
    }
    (place, next) = (bytes.count, ranges.count)
  }

  /// Removes tokens that begin before a place.
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

  /// Starts over, with space for this many tokens.
  fileprivate mutating func begin(most: Int) {
    if storage.count < most { storage = [UInt16](repeating: 0, count: most) }
    count = 0
  }

  fileprivate mutating func append(_ tokens: ArraySlice<UInt16>) {
    storage.replaceSubrange(count..<count + tokens.count, with: tokens)
    count += tokens.count
  }

  /// Appends the tokens of some bytes, and counts them. No run may continue into the bytes.
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

  /// Replaces `tokens` by these.
  fileprivate func copy(to tokens: inout [UInt16]) {
    tokens.removeAll(keepingCapacity: true)
    tokens += storage[0..<count]
  }
}
