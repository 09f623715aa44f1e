// SPDX-License-Identifier: MIT
// Hashes of contents. Imports nothing.

/// A hash of bytes: equal contents have equal hashes; different contents have different ones,
/// except with a probability of 2⁻⁶⁴. It finds damage and mix-ups; it is not secure against
/// deliberate forgery.
///
/// It is XXH64 with the seed 0: `xxhsum -H64` prints the same for a file.
public struct ContentHash: Sendable, Hashable {
  /// The hash as a number.
  public let value: UInt64

  /// The number of digits in ``text``.
  public static let digitCount = 16

  /// A hash that was computed before.
  public init(value: UInt64) { self.value = value }

  /// The hash of bytes.
  public init(of bytes: [UInt8]) {
    var hasher = ContentHasher()
    hasher.update(bytes.span)
    self = hasher.finish()
  }

  /// Reads ``text``; `nil` for anything else.
  public init?(text: some StringProtocol) {
    guard text.utf8.count == ContentHash.digitCount,
      text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
      let value = UInt64(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// Sixteen lower-case hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: ContentHash.digitCount - digits.count) + digits
  }
}
