// SPDX-License-Identifier: MIT

/// Lines of a help page, wrapped at words.
struct TextLayout {
  /// The columns of a line; a longer word has a line of its own.
  let width: Int
  private(set) var text = ""

  init(width: Int) { self.width = width }

  /// A line as it is, however long, with its no-break spaces as spaces.
  mutating func line(_ content: String = "") {
    text += content.map { $0 == "\u{A0}" ? " " : String($0) }.joined() + "\n"
  }

  /// A paragraph behind `lead`, whose other lines begin at column `indent`.
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

  /// Two columns: the second begins behind the widest label that has no more than 26 characters.
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

  /// The column that fits the labels, those that are too long not counted.
  static func labelWidth(_ labels: [String]) -> Int {
    labels.map(\.count).filter { $0 <= 26 }.max() ?? 0
  }
}
