// SPDX-License-Identifier: MIT

/// Text in HTML and SVG.
///
/// - Source: W3C, *Extensible Markup Language (XML) 1.0*, section 2.2; WHATWG, *HTML*, section 13.1.4.
public enum MarkupText {
  private static let names: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  /// A text as the content of an element, or as an attribute in double quotes.
  public static func escaped(_ text: String) -> String { replaced(shown(text), names) }

  /// JSON that cannot end the element of HTML that it is in.
  public static func escaped(json: String) -> String { replaced(json, ["<": "\\u003c"]) }

  /// What a reader is shown of a text: control characters, which XML does not allow, are spaces, and
  /// marks are left out that cannot be seen, or would reorder what stands behind the text.
  public static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in JSONText.valid(text).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case _ where scalar.properties.isNoncharacterCodePoint: result.append("\u{FFFD}")
      case _ where LineText.isTroublesome(scalar, after: result.last): break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text whose escaped form this is.
  public static func unescaped(_ bytes: some Collection<UInt8>) -> String {
    // The ampersand last, since it may stand before the name of another.
    let order = names.sorted { $0.key != "&" && $1.key == "&" }
    return String(
      decoding: order.reduce(Array(bytes)) { text, name in
        text.replacing(Array(name.value.utf8), with: Array(String(name.key).utf8))
      }, as: UTF8.self)
  }

  private static func replaced(_ text: String, _ names: [Unicode.Scalar: String]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let name = names[scalar] {
        result.append(contentsOf: name.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
