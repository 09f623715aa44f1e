// SPDX-License-Identifier: MIT
// Fingerprints of contents. Imports nothing.

/// A fingerprint of bytes: equal contents have equal ones, and others differ but for one chance in
/// 2⁶⁴. It finds damage and mix-ups; it is no defence against somebody who wants two contents to
/// look alike.
///
/// It is XXH64 with the seed 0, so `xxhsum -H64` shows the same of a file.
public struct ContentHash: Sendable, Hashable {
  /// The fingerprint as a number.
  public let value: UInt64

  /// The digits of ``text``: always so many.
  public static let digitCount = 16

  /// A fingerprint that was computed before.
  public init(value: UInt64) { self.value = value }

  /// The fingerprint of bytes.
  public init(of bytes: [UInt8]) {
    var hasher = ContentHasher()
    hasher.update(bytes.span)
    self = hasher.finish()
  }

  /// Reads what ``text`` gives; `nil` for anything else.
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
