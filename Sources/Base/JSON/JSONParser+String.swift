// SPDX-License-Identifier: MIT

extension JSONParser {
  /// A string, with its quotation marks.
  mutating func string() throws(JSONSyntaxError) -> String {
    try expect("\"")
    var result = ""
    var runStart = position
    while true {
      guard let byte = next else { throw unexpected() }
      switch byte {
      case UInt8(ascii: "\""):
        result += try validated(runStart..<position)
        position += 1
        return result
      case UInt8(ascii: "\\"):
        result += try validated(runStart..<position)
        position += 1
        result.unicodeScalars.append(try escaped())
        runStart = position
      case 0..<0x20:
        throw error(.controlCharacter(byte))
      default:
        position += 1
      }
    }
  }

  /// The text of a run of bytes that are valid UTF-8.
  private func validated(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
    let bytes = text[range]
    if let string = String(validating: bytes, as: UTF8.self) { return string }
    // Find the position: the first scalar that does not decode.
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var place = range.lowerBound
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    throw error(.invalidUTF8, at: place)
  }

  /// The rest of an escape, after its backslash.
  private mutating func escaped() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw unexpected() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw error(.unknownEscape(byte), at: position - 1)
    }
  }

  /// Four hexadecimal digits, or a surrogate pair of them.
  private mutating func escapedScalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let place = position - 2
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), take("\\") else {
      throw error(.loneSurrogate(first), at: place)
    }
    guard take("u") else { throw error(.loneSurrogate(first), at: place) }
    let second = try hexadecimal()
    guard UTF16.isTrailSurrogate(second) else { throw error(.loneSurrogate(first), at: place) }
    let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else {
      throw error(.loneSurrogate(first), at: place)
    }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected()
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
