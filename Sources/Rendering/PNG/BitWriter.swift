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
  mutating func begin(maxBits: Int) {
    let size = maxBits / 8 + 16
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

  /// The number of words that tokens can have.
  static let wordCount = 512

  /// Writes the word of each token. No word has more than `longest` bits.
  mutating func write(_ tokens: ArraySlice<UInt16>, as words: [BitWord], longest: Int) {
    // Up to seven bits are left from before, and all together stay below 64.
    switch longest {
    case ...14: write(tokens.span, words.span, atOnce: 4)
    case ...18: write(tokens.span, words.span, atOnce: 3)
    default: write(tokens.span, words.span, atOnce: 2)
    }
  }

  /// Writes some tokens at once and flushes all whole bytes after them, without branches.
  @inline(__always)
  private mutating func write(_ tokens: Span<UInt16>, _ words: Span<BitWord>, atOnce: Int) {
    precondition(words.count == BitWriter.wordCount)
    var (held, heldCount, place) = (held, UInt32(heldCount), count)
    var bytes = storage.mutableSpan
    func hold(_ token: UInt16) {
      let word = words[Int(token) & (BitWriter.wordCount - 1)]
      held |= UInt64(word.bits) &<< UInt64(heldCount)
      heldCount &+= word.count
    }
    func flush(_ bytes: inout MutableSpan<UInt8>) {
      bytes.set(held, at: place)
      place &+= Int(heldCount &>> 3)
      held &>>= UInt64(heldCount & ~7)
      heldCount &= 7
    }
    flush(&bytes)
    var left = tokens
    while left.count >= atOnce {
      for index in 0..<atOnce { hold(left[index]) }
      flush(&bytes)
      left = left.extracting(droppingFirst: atOnce)
    }
    for index in left.indices {
      hold(left[index])
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

/// Up to 32 bits that are written together, the lowest first.
struct BitWord {
  var bits: UInt32 = 0
  /// Their number.
  var count: UInt32 = 0
}
