// SPDX-License-Identifier: MIT

/// A piece of bytes as a deflater writes it: cut into single bytes and runs of one colour.
///
/// It is kept while the bytes change. Then no more is cut anew than what a change may alter, so that
/// a change costs what it is long, and the tokens are those of the bytes, whatever they were before.
package struct RunTokens: Sendable {
  /// Below 256 a byte; else 256 and the length of a run.
  package private(set) var tokens: [UInt16] = []
  /// How often each symbol of deflate occurs, the end of the block once.
  package private(set) var frequencies: [UInt32]
  /// Bytes of a pixel, and so how far before itself a run repeats what there was.
  let distance: Int
  private var sums: RunSums

  static let endOfBlock = 256

  /// The checksum of the bytes.
  package var checksum: Adler32 { sums.checksum }

  /// The tokens of nothing.
  init() {
    let nothing: [UInt8] = []
    self.init(nothing.span, distance: 1)
  }

  /// The tokens of bytes whose pixels are `distance` bytes wide, 1, 3 or 4.
  package init(_ bytes: Span<UInt8>, distance: Int) {
    self.distance = distance
    frequencies = [UInt32](repeating: 0, count: 286)
    frequencies[RunTokens.endOfBlock] = 1
    sums = RunSums(count: bytes.count, distance: distance)
    var noScratch: [UInt16] = []
    update(to: bytes, changed: [0..<bytes.count], &noScratch)
  }

  /// Replaces the bytes by as many others, which differ from them in some ranges, in ascending order.
  package mutating func update(
    to bytes: Span<UInt8>, changed ranges: [Range<Int>], _ spare: inout [UInt16]
  ) {
    spare.removeAll(keepingCapacity: true)
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
      spare += tokens[taken..<index]
      let start = place
      remove(bytes, ranges, &next, &index, &place)
      cut(bytes, start..<place, &spare)
      taken = index
    }
    spare += tokens[taken...]
    swap(&tokens, &spare)
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
  private func repeats(_ bytes: Span<UInt8>, _ index: Int, _ place: Int) -> Bool {
    tokens[index] >= 256 || place >= distance && bytes[place] == bytes[place - distance]
  }

  private func length(_ index: Int) -> Int { max(Int(tokens[index]), 257) - 256 }

  /// Takes old tokens away, from one on, up to where new ones may join them.
  private mutating func remove(
    _ bytes: Span<UInt8>, _ ranges: [Range<Int>], _ next: inout Int, _ index: inout Int,
    _ place: inout Int
  ) {
    var old = RunSums(of: bytes, from: place, distance: distance)
    // What repeats the last changed byte may be a run no more.
    var end = ranges[next].upperBound + distance
    next += 1
    while index < tokens.count {
      while next < ranges.count, ranges[next].lowerBound <= place {
        end = ranges[next].upperBound + distance
        next += 1
      }
      if place >= end, !repeats(bytes, index, place) { break }
      let token = Int(tokens[index])
      if token < 256 {
        frequencies[token] -= 1
        old.add(UInt8(token))
        place += 1
      } else {
        frequencies[RunLength.symbol(of: token - 256)] -= 1
        old.add(run: token - 256)
        place += token - 256
      }
      index += 1
    }
    if index == tokens.count { (place, next) = (bytes.count, ranges.count) }
    sums.take(old)
  }

  /// Cuts some of the bytes, which no run goes on into.
  private mutating func cut(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ tokens: inout [UInt16]
  ) {
    var new = RunSums(of: bytes, from: range.lowerBound, distance: distance)
    let distance = distance
    var place = range.lowerBound
    var frequencies = frequencies.mutableSpan
    while place < range.upperBound {
      let byte = bytes[place]
      if place >= distance, bytes[place - distance] == byte {
        let limit = min(range.upperBound - place, RunLength.longest)
        let length = RunScanner.runLength(bytes, at: place, distance: distance, limit: limit)
        if length >= RunLength.shortest {
          tokens.append(UInt16(truncatingIfNeeded: 256 + length))
          frequencies[RunLength.symbol(of: length)] += 1
          new.add(run: length)
          place += length
          continue
        }
      }
      tokens.append(UInt16(byte))
      frequencies[Int(byte)] += 1
      new.add(byte)
      place += 1
    }
    sums.add(new)
  }
}
