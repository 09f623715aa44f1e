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
