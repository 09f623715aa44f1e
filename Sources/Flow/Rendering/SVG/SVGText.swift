// SPDX-License-Identifier: MIT
internal import Drawing
internal import Text

/// Attributes of SVG elements.
enum SVGText {
  /// ` data-name="value"` for each value, escaped.
  static func append(_ data: [DataAttribute], to bytes: inout [UInt8]) {
    for attribute in data {
      bytes += " data-\(attribute.name)=\"".utf8
      bytes += MarkupText.escaped(attribute.value).utf8
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// The title of a document, escaped; empty if there is none.
  static func appendTitle(_ title: String, to bytes: inout [UInt8]) {
    guard !title.isEmpty else { return }
    bytes += "<title>".utf8
    bytes += MarkupText.escaped(title).utf8
    bytes += "</title>\n".utf8
  }

  /// ` fill="#eeff00"`, and ` fill-opacity="0.502"` if the colour is not opaque.
  static func append(_ color: Color, as name: String, to bytes: inout [UInt8]) {
    bytes += " \(name)=\"\(color.hexadecimal)\"".utf8
    guard color.alpha != 255 else { return }
    let opacity = DecimalText.text(Double(color.alpha) / 255, places: 6)
    let part = name == "stop-color" ? "stop" : name
    bytes += " \(part)-opacity=\"\(opacity)\"".utf8
  }

  /// The colour of an item, or a reference to its gradient.
  static func append(_ paint: Paint, id: String, as name: String, to bytes: inout [UInt8]) {
    if case .color(let color) = paint {
      append(color, as: name, to: &bytes)
    } else {
      bytes += " \(name)=\"url(#\(id))\"".utf8
    }
  }

  /// The element of a gradient, placed before its item; empty for a colour.
  static func appendGradient(_ paint: Paint, id: String, to bytes: inout [UInt8]) {
    func number(_ value: Double) -> String { DecimalText.text(value, places: 3) }
    let (kind, place, stops): (String, String, [GradientStop])
    switch paint {
    case .color: return
    case .linear(let from, let to, let colors):
      kind = "linearGradient"
      place =
        "x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" "
        + "x2=\"\(number(to.x))\" y2=\"\(number(to.y))\""
      stops = colors
    case .radial(let center, let radius, let colors):
      kind = "radialGradient"
      place =
        "cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\""
      stops = colors
    }
    bytes += "<\(kind) id=\"\(id)\" gradientUnits=\"userSpaceOnUse\" \(place)>".utf8
    for stop in stops {
      bytes += "<stop offset=\"\(number(stop.offset))\"".utf8
      append(stop.color, as: "stop-color", to: &bytes)
      bytes += "/>".utf8
    }
    bytes += "</\(kind)>\n".utf8
  }
}
