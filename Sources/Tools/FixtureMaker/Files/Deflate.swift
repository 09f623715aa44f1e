// SPDX-License-Identifier: MIT

/// A compressor that knows one thing: a byte that repeats.
///
/// It uses the fixed codes of Deflate and only matches at distance 1.
/// - Source: RFC 1951, section 3.2.6.
enum Deflate {
  /// The bytes as a zlib stream.
  static func zlibStream(of bytes: [UInt8]) -> [UInt8] {
    var bits = Bits()
    bits.append(1, count: 1)  // the last block
    bits.append(1, count: 2)  // fixed codes
    var index = 0
    while index < bytes.count {
      bits.append(symbol: Int(bytes[index]))
      var run = 0
      while index + 1 + run < bytes.count, bytes[index + 1 + run] == bytes[index] { run += 1 }
      index += 1 + run
      appendRun(of: run, repeating: bytes[index - 1], to: &bits)
    }
    bits.append(symbol: 256)
    bits.append(0, count: 7)
    var stream = ByteBuffer()
    stream.append([0x78, 0x01])
    stream.append(bits.bytes)
    stream.append(bigEndian: Checksum.adler32(bytes))
    return stream.bytes
  }

  /// Many zeros in as few bytes as Deflate can: 258 of them in two bits.
  ///
  /// The only codes are 0 for the longest repetition, 10 for a zero and 11 for the end, and 0 for
  /// the distance of one byte.
  static func bomb(repetitions: Int) -> [UInt8] {
    var bits = Bits()
    bits.append(1, count: 1)  // the last block
    bits.append(2, count: 2)  // codes of its own
    bits.append(286 - 257, count: 5)
    bits.append(1 - 1, count: 5)
    bits.append(18 - 4, count: 4)
    // The codes of the code lengths, in the order of the format: 0 for 18, 10 for 1, 11 for 2.
    for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] {
      bits.append(length, count: 3)
    }
    func zeros(_ count: Int) {
      bits.append(0, count: 1)
      bits.append(count - 11, count: 7)
    }
    let (one, two) = (0b01, 0b11)  // Codes go highest bit first.
    bits.append(two, count: 2)  // a zero
    zeros(138)
    zeros(117)
    bits.append(two, count: 2)  // the end
    zeros(28)
    bits.append(one, count: 2)  // the longest repetition
    bits.append(one, count: 2)  // the distance
    bits.append(0b01, count: 2)
    for _ in 0..<repetitions { bits.append(0b00, count: 2) }
    bits.append(0b11, count: 2)
    bits.append(0, count: 7)
    // Adler-32 of zeros: 1, and the number of them.
    let second = UInt32((258 * repetitions + 1) % 65_521)
    return [0x78, 0xDA] + bits.bytes + [UInt8].big(second << 16 | 1)
  }

  /// Repetitions of the byte before, 3 to 258 at a time and then by ones, each at distance 1.
  private static func appendRun(of count: Int, repeating byte: UInt8, to bits: inout Bits) {
    var rest = count
    while rest >= 3 {
      let length = min(rest, 258)
      appendLength(length, to: &bits)
      bits.append(0, count: 5)  // distance 1
      rest -= length
    }
    for _ in 0..<rest { bits.append(symbol: Int(byte)) }
  }

  /// The code of a length and its extra bits: four codes for each doubling from 11 on.
  private static func appendLength(_ length: Int, to bits: inout Bits) {
    guard length < 258 else { return bits.append(symbol: 285) }
    let excess = length - 3
    let extra = excess < 8 ? 0 : excess.bitWidth - excess.leadingZeroBitCount - 3
    bits.append(symbol: 257 + 4 * extra + (excess >> extra))
    bits.append(excess, count: extra)
  }

  /// Bits on their way into bytes, the first one lowermost.
  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt8 = 0
    private var pendingCount: UInt8 = 0

    /// Appends the lowest bits of a number, the lowest first.
    mutating func append(_ value: Int, count: Int) {
      for place in 0..<count {
        pending |= UInt8(value >> place & 1) << pendingCount
        pendingCount += 1
        if pendingCount == 8 {
          bytes.append(pending)
          (pending, pendingCount) = (0, 0)
        }
      }
    }

    /// Appends the fixed code of a literal, of the end or of a length; codes go highest bit first.
    mutating func append(symbol: Int) {
      let (code, count) =
        switch symbol {
        case 0..<144: (0x30 + symbol, 8)
        case 144..<256: (0x190 + symbol - 144, 9)
        case 256..<280: (symbol - 256, 7)
        default: (0xC0 + symbol - 280, 8)
        }
      for place in (0..<count).reversed() { append(code >> place & 1, count: 1) }
    }
  }
}
