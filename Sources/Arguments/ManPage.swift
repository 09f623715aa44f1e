// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// The manual page of the whole program, in the macros of man(7) and without a date.
  ///
  /// `sections` stand between those of the commands and EXAMPLES; `related` are the pages of SEE ALSO,
  /// such as `sox(1)`.
  public func manPage(sections: [ManSection] = [], related: [String] = []) -> String {
    var page = RoffPage()
    page.macro("TH", [name.uppercased(), "1", "", versionLine, "User Commands"])
    // No hyphens that are not in the words, and no gaps between words to make up for that.
    page.request("nh")
    page.request("ad l")
    page.macro("SH", ["NAME"])
    page.text("\(name) - \(summary.hasSuffix(".") ? String(summary.dropLast()) : summary)")
    page.macro("SH", ["SYNOPSIS"])
    for (index, command) in commands.enumerated() {
      if index > 0 { page.macro("PP", []) }
      page.words([name, command.name], then: command.synopsis)
    }
    page.macro("SH", ["DESCRIPTION"])
    page.paragraphs(paragraphs.isEmpty ? [summary] : paragraphs)
    var known: [(command: String, section: OptionSection)] = []
    var knownTables: [HelpTable] = []
    for command in commands {
      add(command, knowing: &known, knownTables, to: &page)
      knownTables += command.tables
    }
    for section in sections {
      page.macro("SH", [section.heading])
      page.paragraphs(section.paragraphs)
      page.rows(section.rows)
    }
    page.macro("SH", ["EXAMPLES"])
    // A command's first example may be one of the program's.
    let ofCommands = commands.flatMap(\.examples).filter { !examples.contains($0) }
    page.rows((examples + ofCommands).map { HelpRow($0.command, $0.meaning) })
    if !related.isEmpty {
      page.macro("SH", ["SEE ALSO"])
      page.text(related.joined(separator: ", "))
    }
    return page.source
  }

  private typealias OptionSection = (heading: String, options: [OptionDescription])

  /// Adds a command; sections of options that an earlier command has as well are told by its name,
  /// and its tables are not told again.
  private func add(
    _ command: CommandDescription, knowing known: inout [(command: String, section: OptionSection)],
    _ knownTables: [HelpTable], to page: inout RoffPage
  ) {
    page.macro("SH", ["THE COMMAND \(command.name.uppercased())"])
    page.paragraphs([command.summary] + command.paragraphs)
    for operand in command.operands where !operand.help.isEmpty {
      page.macro("TP", [])
      page.words([], then: [operand.name])
      page.text(operand.help)
    }
    var own: [OptionSection] = []
    var others: [(command: String, headings: [String])] = []
    for section in command.sections {
      guard let owner = known.first(where: { $0.section == section })?.command else {
        own.append(section)
        continue
      }
      if let index = others.firstIndex(where: { $0.command == owner }) {
        others[index].headings.append(section.heading)
      } else {
        others.append((owner, [section.heading]))
      }
    }
    for (owner, headings) in others {
      page.macro("PP", [])
      page.text("It also has the options of \(owner) under: \(headings.joined(separator: ", ")).")
    }
    known += own.map { (command.name, $0) }
    for section in own {
      page.macro("SS", [section.heading])
      for option in section.options {
        page.macro("TP", [])
        let letter = option.letter.map { "-\($0), " } ?? ""
        page.words(
          [letter + "--\(option.name)"], then: option.value.map { [$0.metavariable] } ?? [])
        page.text(option.fullHelp)
      }
    }
    for table in command.tables where !knownTables.contains(table) {
      page.macro("SS", [table.heading])
      page.rows(table.rows)
    }
  }
}

/// A section of a manual page: paragraphs, and words with their meanings behind them.
public struct ManSection: Hashable, Sendable {
  /// In capitals.
  public let heading: String
  /// What stands first.
  public let paragraphs: [String]
  /// What follows.
  public let rows: [HelpRow]

  /// A section.
  public init(_ heading: String, _ paragraphs: [String] = [], rows: [HelpRow] = []) {
    self.heading = heading
    self.paragraphs = paragraphs
    self.rows = rows
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

  /// A request of roff itself, whose arguments have no quotes.
  mutating func request(_ request: String) { source += ".\(request)\n" }

  /// Paragraphs behind a heading.
  mutating func paragraphs(_ paragraphs: [String]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { macro("PP", []) }
      text(paragraph)
    }
  }

  /// Prose in lines of a terminal's width, none of which is taken for a request.
  mutating func text(_ text: String) {
    var line = ""
    func end(_ line: String) { source += (line.hasPrefix(".") ? "\\&" : "") + line + "\n" }
    for word in text.split(whereSeparator: { " \n".contains($0) }).map({ Self.escaped(String($0)) })
    {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > 78 {
        end(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    end(line)
  }

  /// A line of bold words and then of italic ones.
  mutating func words(_ bold: [String], then italic: [String]) {
    let parts = bold.map { "\\fB\(Self.escaped($0))\\fR" }
    source += (parts + italic.map { "\\fI\(Self.escaped($0))\\fR" }).joined(separator: " ") + "\n"
  }

  /// Words in bold, each with its meaning below it.
  mutating func rows(_ rows: [HelpRow]) {
    for row in rows {
      macro("TP", [])
      words([row.word], then: [])
      text(row.meaning)
    }
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
