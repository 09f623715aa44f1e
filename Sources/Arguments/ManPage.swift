// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// The manual page of the whole program, in the macros of man(7) and without a date.
  ///
  /// The rows of the section EXIT STATUS are such as `("64", "Usage error.")`; `sections` stand before
  /// it, each a heading and paragraphs.
  public func manPage(
    sections: [(heading: String, paragraphs: [String])] = [],
    exitStatuses: [(status: String, meaning: String)]
  ) -> String {
    var page = RoffPage()
    page.macro("TH", [name.uppercased(), "1", "", versionLine, "User Commands"])
    page.macro("SH", ["NAME"])
    page.text("\(name) - \(summary.hasSuffix(".") ? String(summary.dropLast()) : summary)")
    page.macro("SH", ["SYNOPSIS"])
    for command in commands {
      page.macro("PP", [])
      page.words([name, command.name], then: command.synopsis)
    }
    page.macro("SH", ["DESCRIPTION"])
    for paragraph in paragraphs.isEmpty ? [summary] : paragraphs {
      page.macro("PP", [])
      page.text(paragraph)
    }
    for command in commands { add(command, to: &page) }
    for (heading, paragraphs) in sections {
      page.macro("SH", [heading])
      for paragraph in paragraphs {
        page.macro("PP", [])
        page.text(paragraph)
      }
    }
    page.macro("SH", ["EXIT STATUS"])
    for (status, meaning) in exitStatuses {
      page.macro("TP", [])
      page.words([status], then: [])
      page.text(meaning)
    }
    page.macro("SH", ["EXAMPLES"])
    var told: Set<Example> = []
    for example in examples + commands.flatMap(\.examples) where !told.contains(example) {
      told.insert(example)
      page.macro("TP", [])
      page.words([example.command], then: [])
      page.text(example.meaning)
    }
    return page.source
  }

  private func add(_ command: CommandDescription, to page: inout RoffPage) {
    page.macro("SH", ["THE COMMAND \(command.name.uppercased())"])
    for paragraph in [command.summary] + command.paragraphs {
      page.macro("PP", [])
      page.text(paragraph)
    }
    for operand in command.operands where !operand.help.isEmpty {
      page.macro("TP", [])
      page.words([], then: [operand.name])
      page.text(operand.help)
    }
    for section in command.sections {
      page.macro("SS", [section.heading])
      for option in section.options {
        page.macro("TP", [])
        let letter = option.letter.map { "-\($0), " } ?? ""
        page.words(
          [letter + "--\(option.name)"], then: option.value.map { [$0.metavariable] } ?? [])
        page.text(option.fullHelp)
      }
    }
    for list in command.lists {
      page.macro("SS", [list.heading])
      for row in list.rows {
        page.macro("TP", [])
        page.words([row.word], then: [])
        page.text(row.meaning)
      }
    }
  }
}

/// The source of a manual page.
private struct RoffPage {
  private(set) var source = ""

  /// A request with its arguments in quotes.
  mutating func macro(_ name: String, _ arguments: [String]) {
    let words = arguments.map { "\"\(Self.escaped($0))\"" }
    source += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  /// A line of prose, never taken for a request.
  mutating func text(_ text: String) {
    let escaped = Self.escaped(text)
    source += (escaped.hasPrefix(".") ? "\\&" : "") + escaped + "\n"
  }

  /// A line of bold words and then of italic ones.
  mutating func words(_ bold: [String], then italic: [String]) {
    let parts = bold.map { "\\fB\(Self.escaped($0))\\fR" }
    source += (parts + italic.map { "\\fI\(Self.escaped($0))\\fR" }).joined(separator: " ") + "\n"
  }

  /// The text with what roff would interpret, or set as a curly quote, spelled as a glyph's name.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\n": result += " "
      case "\u{A0}": result += "\\ "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
