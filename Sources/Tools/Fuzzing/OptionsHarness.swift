// SPDX-License-Identifier: MIT
internal import Commands
internal import Text

/// Command lines, an argument a line, as far as they can be read without doing what they say.
enum OptionsHarness {
  static let harness = Harness(name: "options", longestInput: 1024, words: words, check: check)

  private static var words: [String] {
    CommandLineReading.vocabulary + ["-", "--", "=", "--no-", "\n-", "\n--", "\n-o\n", "\u{301}"]
  }

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let arguments = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { RawText.text(Array($0)) }
    switch CommandLineReading(arguments) {
    case .refused(let text): try checkMessage(text)
    case .text(let text): try law(text.hasSuffix("\n"), "what is printed ends its last line")
    case .options(_, _, let resumption):
      guard let (line, options) = resumption else { return }
      // The line that an interrupted run tells to type.
      guard let words = words(ofShellLine: line), words.first == "radial-audio" else {
        throw BrokenLaw("a shell reads the line: \(line)")
      }
      guard case .options(let again, _, _) = CommandLineReading(Array(words.dropFirst())) else {
        throw BrokenLaw("\(arguments): the line to go on is refused: \(line)")
      }
      try law(again == options, "\(arguments): the line to go on means something else: \(line)")
    }
  }

  /// A message is one line, or two with a hint, whatever the user's words hold; a list of choices
  /// may follow the hint, indented.
  private static func checkMessage(_ text: String) throws(BrokenLaw) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let choices = lines.dropFirst(2).dropLast()
    try law(
      lines.last == "" && lines.count >= 2 && choices.allSatisfy { $0.hasPrefix("  ") },
      "lines of '\(text)'")
    try law(lines[0].hasPrefix("radial-audio: error: "), "beginning of '\(text)'")
    try law(lines.count == 2 || lines[1].hasPrefix("hint: "), "hint of '\(text)'")
    let hasControls = text.unicodeScalars.contains {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    try law(!hasControls, "no control characters in '\(text)'")
  }

  /// The words of a line as a shell splits it; `nil` where a quotation does not end.
  private static func words(ofShellLine line: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8]?
    var bytes = RawText.bytes(line)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: " "):
        if let word { words.append(RawText.text(word)) }
        word = nil
      case UInt8(ascii: "\""):
        guard let text = printedText(&bytes) else { return nil }
        word = (word ?? []) + text
      case UInt8(ascii: "'"):
        guard let end = bytes.firstIndex(of: UInt8(ascii: "'")) else { return nil }
        word = (word ?? []) + bytes[..<end]
        bytes = bytes[(end + 1)...]
      case UInt8(ascii: "\\"):
        guard let next = bytes.popFirst() else { return nil }
        word = (word ?? []) + [next]
      default: word = (word ?? []) + [byte]
      }
    }
    if let word { words.append(RawText.text(word)) }
    return words
  }

  /// What the shell puts in place of `$(printf '…')"`, which is taken away.
  private static func printedText(_ bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
    let (before, after) = (Array("$(printf '".utf8), Array("')\"".utf8))
    guard bytes.starts(with: before) else { return nil }
    bytes = bytes.dropFirst(before.count)
    var text: [UInt8] = []
    while !bytes.starts(with: after), let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let value = UInt8(String(decoding: bytes.prefix(3), as: UTF8.self), radix: 8) else {
          return nil
        }
        bytes = bytes.dropFirst(3)
        text.append(value)
      case UInt8(ascii: "%"):
        guard bytes.popFirst() == byte else { return nil }
        text.append(byte)
      default: text.append(byte)
      }
    }
    bytes = bytes.dropFirst(after.count)
    return text
  }
}
