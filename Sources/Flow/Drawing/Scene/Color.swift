// SPDX-License-Identifier: MIT

/// A colour in sRGB with straight (not premultiplied) alpha, 8 bits each.
public struct Color: Sendable, Hashable {
  /// The red, green, and blue parts, 0 to 255.
  public let red, green, blue: UInt8

  /// 0 for fully transparent to 255 for opaque.
  public let alpha: UInt8

  /// A colour of these components, opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// `#000000`.
  public static let black = Color(red: 0, green: 0, blue: 0)

  /// Fully transparent: the colour `none`.
  public static let none = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

extension Color {
  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a CSS name, `rgb(r,g,b)` in numbers from 0 to
  /// 255, `transparent` or `none`.
  ///
  /// Letters may be upper or lower case. `0x` may replace the number sign, which begins a comment
  /// in shells, or the sign may be left out. `nil` for any other text.
  ///
  /// - Source: W3C, *CSS Color Module Level 4*, sections 5.2 and 6.1.
  public init?(parsing text: String) {
    // Some letters outside ASCII have an ASCII lower case.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let lowercased = text.lowercased()
    if lowercased == "none" || lowercased == "transparent" {
      self = .none
    } else if let digits = Color.namedColors[lowercased] {
      self.init(hexadecimal: Array(digits.utf8))
    } else if lowercased.utf8.starts(with: "rgb(".utf8) {
      self.init(decimal: lowercased.utf8.dropFirst(4))
    } else {
      let mark = ["#", "0x"].first { lowercased.utf8.starts(with: $0.utf8) } ?? ""
      self.init(hexadecimal: Array(lowercased.utf8.dropFirst(mark.utf8.count)))
    }
  }

  /// Reads three numbers separated by commas, with optional spaces, up to a closing parenthesis.
  private init?(decimal text: Substring.UTF8View) {
    guard text.last == UInt8(ascii: ")") else { return nil }
    var values: [UInt8] = []
    for part in text.dropLast().split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    {
      var digits = part.drop { $0 == UInt8(ascii: " ") }
      while digits.last == UInt8(ascii: " ") { digits.removeLast() }
      guard (1...3).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }),
        let value = UInt8(Substring(digits))
      else { return nil }
      values.append(value)
    }
    guard values.count == 3 else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2])
  }

  private init?(hexadecimal digits: [UInt8]) {
    var values: [UInt8] = []
    for digit in digits {
      guard let value = Color.value(ofHexadecimalDigit: digit) else { return nil }
      values.append(value)
    }
    let parts: [UInt8]
    switch values.count {
    case 3, 4: parts = values.map { $0 * 17 }
    case 6, 8:
      parts = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    self.init(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
  }

  private static func value(ofHexadecimalDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension Color: CustomStringConvertible {
  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque, or `none`.
  public var description: String {
    if self == .none { return "none" }
    return alpha == 255 ? hexadecimal : hexadecimal + Color.twoDigits(alpha)
  }

  /// `#rrggbb`, without the alpha.
  public var hexadecimal: String {
    "#" + Color.twoDigits(red) + Color.twoDigits(green) + Color.twoDigits(blue)
  }

  private static func twoDigits(_ value: UInt8) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
