// SPDX-License-Identifier: MIT

/// Bytes as text.
///
/// - Source: RFC 4648, section 4.
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The characters for `count` bytes.
  public static func size(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// The characters for some bytes.
  public static func text(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    append(bytes, to: &text)
    return text
  }

  /// Appends four characters for each three bytes, padded with `=`.
  public static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    let alphabet = alphabet
    text.reserveCapacity(text.count + size(of: bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(bytes.count - start, 3)
      var bits = UInt32(bytes[start]) << 16
      if count > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { bits |= UInt32(bytes[start + 2]) }
      for place in 0..<4 {
        let isPadding = place > count
        text.append(
          isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)])
      }
    }
  }
}
