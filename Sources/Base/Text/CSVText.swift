// SPDX-License-Identifier: MIT

/// Fields of tables of comma-separated values: each is one line of valid UTF-8.
///
/// - Source: RFC 4180.
public enum CSVText {
  /// A text as a field in quotes, with the escapes of ``LineText``.
  public static func quoted(_ text: String) -> String {
    let parts = LineText.escaped(text).unicodeScalars.split(
      separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
  }

  /// The same, in quotes only if it needs them.
  public static func field(_ text: String) -> String {
    text.unicodeScalars.contains { $0 == "," || $0 == "\"" } ? quoted(text) : LineText.escaped(text)
  }
}
