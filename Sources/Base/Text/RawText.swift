// SPDX-License-Identifier: MIT

/// Converts bytes that need not be UTF-8, such as file names and arguments, to text and back
/// without loss.
///
/// A file name has any bytes but NUL and `/`, while a `String` has only Unicode. So each byte that
/// is not part of a valid character becomes a private scalar, and so does each byte of a scalar in
/// that private range. ``bytes(_:)`` of ``text(_:)`` always gives the original bytes.
public enum RawText {
  /// Added to a byte from 0x80 to 0xFF, this gives its private scalar.
  private static let base: UInt32 = 0x10_FE00

  /// The text of bytes: their characters where they are UTF-8.
  public static func text(_ bytes: [UInt8]) -> String {
    // Most names are plain, and a folder may have a million of them.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var place = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if byte(scalar) == nil {
          text.append(scalar)
        } else {
          text.append(contentsOf: encoded.map(scalar(ofByte:)))
        }
        place += encoded.count
      case .error(let length):
        text.append(contentsOf: bytes[place..<place + length].map(scalar(ofByte:)))
        place += length
      case .emptyInput: return String(text)
      }
    }
  }

  /// The bytes of a text: UTF-8, and for each private scalar its byte.
  public static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let byte = byte(scalar) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  /// The bytes of a text with a NUL at the end, for C.
  public static func cString(_ text: String) -> [CChar] {
    bytes(text).map { CChar(bitPattern: $0) } + [0]
  }

  /// The byte that a scalar stands for; `nil` for a real character.
  public static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// `\xff` for a scalar that stands for a byte; `nil` for a real character.
  public static func escaped(_ scalar: Unicode.Scalar) -> String? {
    byte(scalar).map { "\\x" + String($0, radix: 16) }
  }

  private static func scalar(ofByte byte: UInt8) -> Unicode.Scalar {
    // Plane 16 has no surrogates, so this scalar always exists.
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }
}
