// SPDX-License-Identifier: MIT

/// A piece of bytes as tokens for deflate: single bytes, and runs of one colour.
///
/// When few of the bytes change, only the tokens near the changes are made again. The result is
/// always the same as that for new bytes.
package struct RunTokens: Sendable {
  /// A byte, below 256, or the length of a run plus ``lengthBase``.
  package private(set) var tokens: [UInt16] = []
  /// How many tokens there are of each kind.
  package private(set) var counts = [UInt32](repeating: 0, count: RunTokens.kindCount)
  /// The bytes of a pixel: a run repeats the bytes at this distance before it.
  let distance: Int

  /// The number of kinds of tokens, which is that of their words.
  static let kindCount = BitWriter.wordCount
  /// A run of the shortest length follows the 256 bytes.
  package static let lengthBase = 256 - RunLength.shortest
  /// With fewer tokens for each change, it is faster to cut all bytes anew.
  private static let minTokensPerChange = 40

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
    if ranges.count * RunTokens.minTokensPerChange > tokens.count {
      for kind in counts.indices { counts[kind] = 0 }
      scratch.cut(bytes, 0..<bytes.count, distance: distance, &counts)
    } else {
      join(to: bytes, changed: ranges, &scratch)
    }
    scratch.copy(to: &tokens)
  }

  /// Joins the old tokens that are still right with new ones.
  private mutating func join(
    to bytes: Span<UInt8>, changed ranges: [Range<Int>], _ scratch: inout TokenBuffer
  ) {
    // The next old token and the place of its bytes, and the first token that is not copied yet.
    var (index, place, taken) = (0, 0, 0)
    var next = 0
    while next < ranges.count {
      let beginning = (index, place)
      skip(to: ranges[next].lowerBound, &index, &place)
      while index > beginning.0, place >= ranges[next].lowerBound || repeats(bytes, index, place) {
        index -= 1
        place -= RunTokens.length(tokens[index])
      }
      scratch.append(tokens[taken..<index])
      let start = place
      remove(bytes, ranges, &next, &index, &place)
      scratch.cut(bytes, start..<place, distance: distance, &counts)
      taken = index
    }
    scratch.append(tokens[taken...])
  }

  /// Moves on to the token that contains a place, or to the end.
  private func skip(to end: Int, _ index: inout Int, _ place: inout Int) {
    let tokens = tokens.span
    // Many at a time, if they end before it.
    while index + 16 <= tokens.count {
      let part = tokens.extracting(index..<index + 16)
      var sum: UInt16 = 0
      for next in 0..<16 { sum &+= UInt16(truncatingIfNeeded: RunTokens.length(part[next])) }
      guard place + Int(sum) <= end else { break }
      place += Int(sum)
      index += 16
    }
    while index < tokens.count {
      let after = place + RunTokens.length(tokens[index])
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

  /// The number of bytes of a token: without a branch, 1 below 256.
  @inline(__always)
  private static func length(_ token: UInt16) -> Int {
    Int(1 &+ (token &- UInt16(lengthBase + 1)) & (0 &- token &>> 8))
  }

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
      let token = tokens[index]
      counts[Int(token)] &-= 1
      place &+= length(token)
      index &+= 1
    }
  }
}
