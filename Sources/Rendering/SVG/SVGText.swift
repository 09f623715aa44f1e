// SPDX-License-Identifier: MIT
internal import Drawing
internal import Text

/// Attributes of SVG elements.
enum SVGText {
  /// ` data-name="value"` for each, escaped.
  static func append(_ data: [DataAttribute], to bytes: inout [UInt8]) {
    for attribute in data {
      bytes += " data-\(attribute.name)=\"".utf8
      appendEscaped(attribute.value, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// ` fill="#eeff00"`, and ` fill-opacity="0.502"` where the colour is not opaque.
  static func append(_ color: Color, as name: String, to bytes: inout [UInt8]) {
    bytes += " \(name)=\"\(color.hexadecimal)\"".utf8
    guard color.alpha != 255 else { return }
    let opacity = DecimalText.text(Double(color.alpha) / 255, places: 6)
    bytes += " \(name)-opacity=\"\(opacity)\"".utf8
  }

  /// Text that can never end the attribute that it stands in.
  private static func appendEscaped(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"": bytes += "&quot;".utf8
      // XML has no control characters but tab and line ends, and folds those in attributes.
      case "\0"..<" ": bytes.append(UInt8(ascii: " "))
      // Nor has it these two, whatever Unicode says.
      case "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
      default: bytes += String(scalar).utf8
      }
    }
  }
}
