// SPDX-License-Identifier: MIT

/// Bytes that need not be UTF-8, such as file names and arguments, as text and back without loss.
///
/// A file name is any bytes but NUL and `/`, and a `String` holds Unicode only. So each byte that
/// belongs to no valid character becomes a private scalar of its own, and so does each byte of a
/// scalar of that private range: ``bytes(_:)`` of ``text(_:)`` are always the bytes before.
public enum RawText {
  /// What is added to a byte; the scalars are those of the bytes 0x80 to 0xFF.
  private static let base: UInt32 = 0x10_FE00

  /// The text of bytes: the characters that they are, where they are UTF-8.
  public static func text(_ bytes: [UInt8]) -> String {
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

  /// The bytes of a text: its UTF-8, and each private scalar as the byte that it stands for.
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

  /// The bytes of a text with a NUL behind them, as C takes them.
  public static func cString(_ text: String) -> [CChar] {
    bytes(text).map { CChar(bitPattern: $0) } + [0]
  }

  /// The byte that a scalar stands for; `nil` for the scalars of characters.
  public static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// `\xff` for a scalar that stands for a byte; `nil` for the scalars of characters.
  public static func escaped(_ scalar: Unicode.Scalar) -> String? {
    byte(scalar).map { "\\x" + String($0, radix: 16) }
  }

  private static func scalar(ofByte byte: UInt8) -> Unicode.Scalar {
    // Plane 16 has no surrogates: there is always one.
    Unicode.Scalar(base + UInt32(byte)) ?? "\u{FFFD}"
  }
}
