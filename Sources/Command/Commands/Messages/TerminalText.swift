// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// Bold and coloured words, and links, for text that a person reads in a terminal.
struct TerminalText {
  /// Whether the reader is a terminal that shows them.
  let isStyled: Bool

  /// Without any of these.
  static let plain = TerminalText(isStyled: false)

  /// For standard output.
  static var output: TerminalText {
    TerminalText(isStyled: StandardStreams.outputIsTerminal && allowsStyles)
  }

  /// For standard error.
  static var errors: TerminalText {
    TerminalText(isStyled: StandardError.isTerminal && allowsStyles)
  }

  /// Whether the environment allows colours.
  ///
  /// - Source: no-color.org: any value of `NO_COLOR` but an empty one forbids them.
  private static var allowsStyles: Bool {
    let isDumb = ["dumb", "", nil].contains(Environment.value("TERM"))
    return !isDumb && (Environment.value("NO_COLOR") ?? "").isEmpty
  }

  enum Style: Int {
    case bold = 1
    case red = 31
    case yellow = 33
    case cyan = 36
  }

  /// The words in these styles.
  func styled(_ words: String, _ styles: Style...) -> String {
    guard isStyled, !words.isEmpty else { return words }
    let numbers = styles.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1B}[\(numbers)m\(words)\u{1B}[0m"
  }

  /// A line with a link to a file where it is named, as the line names it.
  ///
  /// - Source: OSC 8, *Hyperlinks in Terminal Emulators*: a link to a file has the name of the host.
  func linking(_ path: String, in line: String) -> String {
    // The console of Linux prints what it does not know.
    guard isStyled, Environment.value("TERM") != "linux", let target = Folder.resolved(path)
    else { return line }
    let name = LineText.escaped(path)
    guard let range = line.firstRange(of: name) else { return line }
    let link = "\u{1B}]8;;file://\(Machine.hostName)\(AddressText.encoded(target))\u{1B}\\"
    let (head, tail) = (line[..<range.lowerBound], line[range.upperBound...])
    return "\(head)\(link)\(name)\u{1B}]8;;\u{1B}\\\(tail)"
  }

  /// A page of help with bold headings, and with what can be typed in a colour.
  func styled(page: String) -> String {
    guard isStyled else { return page }
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let styledLines = lines.enumerated().map { index, line in
      let hasRows = index + 1 < lines.count && lines[index + 1].hasPrefix("  ")
      if line.hasPrefix("Usage: ") {
        return styled("Usage:", .bold) + " " + styled(String(line.dropFirst(7)), .cyan)
      }
      if hasRows, line.hasSuffix(":"), !line.hasPrefix(" ") { return styled(String(line), .bold) }
      // Labels are indented by two columns, and options without a letter by four more.
      let indent = line.prefix { $0 == " " }.count
      guard indent == 2 || indent == 6 && line.dropFirst(6).hasPrefix("--") else {
        return String(line)
      }
      let rest = line.dropFirst(indent)
      let end = rest.firstRange(of: "  ")?.lowerBound ?? rest.endIndex
      return line.prefix(indent) + styled(String(rest[..<end]), .cyan) + rest[end...]
    }
    return styledLines.joined(separator: "\n")
  }

  /// The width of a page of help: that of the terminal, within what reads well; 80 columns elsewhere.
  static var pageWidth: Int {
    StandardStreams.outputColumnCount.map { min(max($0, 40), 100) } ?? 80
  }
}
