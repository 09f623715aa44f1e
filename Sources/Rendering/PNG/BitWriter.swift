// SPDX-License-Identifier: MIT

/// Packs bits into bytes, the lowest bit first, as deflate does.
///
/// - Source: RFC 1951, section 3.1.1.
struct BitWriter {
  private var storage: [UInt8] = []
  private var count = 0
  private var held: UInt64 = 0
  private var heldCount = 0

  /// The whole bytes written so far.
  var bytes: ArraySlice<UInt8> { storage[0..<count] }

  /// Starts over, with space for this many bits.
  mutating func begin(mostBits: Int) {
    let size = mostBits / 8 + 16
    if storage.count < size { storage = [UInt8](repeating: 0, count: size) }
    count = 0
    held = 0
    heldCount = 0
  }

  /// Writes a value of `count` bits, at most 32. Its higher bits must be 0.
  @inline(__always)
  mutating func write(_ value: UInt32, count bitCount: Int) {
    held |= UInt64(value) << UInt64(heldCount)
    heldCount += bitCount
    guard heldCount >= 32 else { return }
    let place = count
    let word = UInt32(truncatingIfNeeded: held)
    var bytes = storage.mutableSpan
    bytes[place] = UInt8(truncatingIfNeeded: word)
    bytes[place + 1] = UInt8(truncatingIfNeeded: word >> 8)
    bytes[place + 2] = UInt8(truncatingIfNeeded: word >> 16)
    bytes[place + 3] = UInt8(truncatingIfNeeded: word >> 24)
    count = place + 4
    held >>= 32
    heldCount -= 32
  }

  /// Writes the word of each token: its bits, at most 24, and from the 24th bit on their number.
  ///
  /// It writes two tokens at a time and flushes all whole bytes after them, without branches.
  mutating func write(_ tokens: ArraySlice<UInt16>, as words: [UInt32]) {
    let (tokens, words) = (tokens.span, words.span)
    var (held, heldCount, place) = (held, UInt64(heldCount), count)
    var bytes = storage.mutableSpan
    func flush(_ bytes: inout MutableSpan<UInt8>) {
      bytes.set(held, at: place)
      place &+= Int(truncatingIfNeeded: heldCount &>> 3)
      held &>>= heldCount & ~7
      heldCount &= 7
    }
    flush(&bytes)
    var index = 0
    while index &+ 1 < tokens.count {
      let (one, two) = (words[Int(tokens[index])], words[Int(tokens[index + 1])])
      let pair = UInt64(one & 0xFF_FFFF) | UInt64(two & 0xFF_FFFF) &<< UInt64(one &>> 24)
      held |= pair &<< heldCount
      heldCount &+= UInt64(one &>> 24 &+ two &>> 24)
      flush(&bytes)
      index &+= 2
    }
    if index < tokens.count {
      let word = words[Int(tokens[index])]
      held |= UInt64(word & 0xFF_FFFF) &<< heldCount
      heldCount += UInt64(word >> 24)
      flush(&bytes)
    }
    (self.held, self.heldCount, count) = (held, Int(heldCount), place)
  }

  /// Pads the last byte with zeros.
  mutating func align() {
    while heldCount > 0 {
      storage[count] = UInt8(truncatingIfNeeded: held)
      count += 1
      held >>= 8
      heldCount -= 8
    }
    held = 0
    heldCount = 0
  }
}
