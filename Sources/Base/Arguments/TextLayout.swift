// SPDX-License-Identifier: MIT

/// Lines of a help page, wrapped between words.
struct TextLayout {
  /// The width of a line in columns; a longer word has a line of its own.
  let width: Int
  private(set) var text = ""

  init(width: Int) { self.width = width }

  /// A line without wrapping, with no-break spaces printed as spaces.
  mutating func line(_ content: String = "") {
    text += content.map { $0 == "\u{A0}" ? " " : String($0) }.joined() + "\n"
  }

  /// A paragraph after `lead`; its other lines are indented to column `indent`.
  ///
  /// A no-break space (U+00A0) keeps words together.
  mutating func paragraph(_ content: String, lead: String = "", indent: Int = 0) {
    var line = lead
    var isFirst = true
    for word in content.split(separator: " ") {
      if !isFirst, line.count + 1 + word.count > width {
        self.line(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += (isFirst ? "" : " ") + word
      }
      isFirst = false
    }
    self.line(line)
  }

  /// Two columns: the second begins after the widest label of at most 26 characters.
  mutating func rows(_ rows: [(label: String, text: String)], labelWidth: Int) {
    for (label, text) in rows {
      var lead = "  " + label
      if text.isEmpty || label.count > labelWidth {
        line(lead)
        lead = ""
      }
      guard !text.isEmpty else { continue }
      lead += String(repeating: " ", count: labelWidth + 4 - lead.count)
      paragraph(text, lead: lead, indent: labelWidth + 4)
    }
  }

  /// The width of the label column, ignoring labels that are too long.
  static func labelWidth(_ labels: [String]) -> Int {
    labels.map(\.count).filter { $0 <= 26 }.max() ?? 0
  }
}
