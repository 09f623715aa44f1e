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

  /// The most bits of a word.
  static let longest = 18

  /// Writes the word of each token.
  mutating func write(_ tokens: ArraySlice<UInt16>, as words: [BitWord]) {
    let words = words.span
    precondition(words.count == BitWriter.wordCount)
    var (held, heldCount, place) = (held, UInt64(heldCount), count)
    var bytes = storage.mutableSpan
    @inline(__always)
    func hold(_ token: UInt16) {
      let word = words[Int(token) & (BitWriter.wordCount - 1)].packed
      held |= (word &>> 6) &<< heldCount
      // Shifts are by the lowest six bits of a number.
      heldCount &+= word
    }
    @inline(__always)
    func flush(_ bytes: inout MutableSpan<UInt8>) {
      bytes.set(held, at: place)
      let whole = heldCount & 56
      place &+= Int(truncatingIfNeeded: whole &>> 3)
      held &>>= whole
      heldCount &= 7
    }
    flush(&bytes)
    var left = tokens.span
    while left.count >= 3 {
      for index in 0..<3 { hold(left[index]) }
      flush(&bytes)
      left = left.extracting(droppingFirst: 3)
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

/// Up to 58 bits that are written together, the lowest first.
struct BitWord {
  /// The bits, above their number in six bits.
  fileprivate var packed: UInt64 = 0

  /// No bits.
  init() {}

  /// The lowest bits of a value; the others must be 0.
  @inline(__always)
  init(_ value: UInt64, count: Int) { packed = value << 6 | UInt64(count) }
}
