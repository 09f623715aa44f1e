// SPDX-License-Identifier: MIT

/// The references of HTML to characters, such as `&amp;`, `&#233;` and `&#xE9;`, which WebVTT has too.
///
/// - Source: WHATWG, *HTML*, 13.2.5.72 to 13.2.5.80 and 13.5; `References/html.txt` has the names of 13.5
///   with the numbers of their characters; those without `;` may have one.
package enum CharacterReference {
  /// The characters that a reference at the beginning of a text stands for, and how long it is; `nil` if
  /// there is none. Some names need no semicolon. At most 40 scalars are looked at.
  package static func read(
    _ text: ArraySlice<Unicode.Scalar>
  ) -> (text: String, length: Int)? {
    guard text.first == "&" else { return nil }
    let name = text.dropFirst().prefix(longest)
    if name.first == "#" { return numeric(name.dropFirst()) }
    let letters = name.prefix { $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0) }
    let end = letters.endIndex
    if end < name.endIndex, name[end] == ";", let text = names[string(letters) + ";"] {
      return (text, letters.count + 2)
    }
    for count in stride(from: min(letters.count, longestWithout), to: 1, by: -1) {
      if let text = names[string(letters.prefix(count))] { return (text, count + 1) }
    }
    return nil
  }

  /// A reference by number, from behind its `#` on.
  private static func numeric(_ text: ArraySlice<Unicode.Scalar>) -> (String, Int)? {
    let isHexadecimal = text.first == "x" || text.first == "X"
    let digits = text.dropFirst(isHexadecimal ? 1 : 0).prefix {
      isHexadecimal ? $0.properties.isASCIIHexDigit : "0"..."9" ~= $0
    }
    guard !digits.isEmpty else { return nil }
    let hasEnd = digits.endIndex < text.endIndex && text[digits.endIndex] == ";"
    let length = 2 + (isHexadecimal ? 1 : 0) + digits.count + (hasEnd ? 1 : 0)
    let number = UInt32(string(digits), radix: isHexadecimal ? 16 : 10) ?? 0
    // Pages that say Latin-1 are in Windows-1252.
    let scalar =
      (0x80...0x9F).contains(number)
      ? windows1252[Int(number) - 0x80] ?? Unicode.Scalar(number) : Unicode.Scalar(number)
    return (String(number == 0 ? "\u{FFFD}" : scalar ?? "\u{FFFD}"), length)
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// The most characters of a reference behind `&`, and of one that needs no semicolon.
  private static let (longest, longestWithout) = (40, 6)

  /// The characters by their names, which end with `;`, or need not.
  private static let names: [String: String] = {
    var names: [String: String] = [:]
    let words = String(decoding: PackageResources.html_txt, as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }
    for index in stride(from: 1, to: words.count, by: 2) {
      let scalars = words[index].split(separator: ",").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let name = String(words[index - 1])
      names[name] = string(scalars[...])
      if !name.hasSuffix(";") { names[name + ";"] = string(scalars[...]) }
    }
    return names
  }()

  private static let windows1252: [Unicode.Scalar?] =
    Array("€".unicodeScalars) + [nil] + Array("‚ƒ„…†‡ˆ‰Š‹Œ".unicodeScalars) + [nil]
    + Array("Ž".unicodeScalars) + [nil, nil] + Array("‘’“”•–—˜™š›œ".unicodeScalars) + [nil]
    + Array("žŸ".unicodeScalars)
}
