// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// The manual page of the whole program, in the macros of man(7) and without a date.
  ///
  /// `sections` are printed after the commands and before EXAMPLES; `related` are the pages of SEE
  /// ALSO, such as `sox(1)`.
  public func manPage(sections: [ManSection] = [], related: [String] = []) -> String {
    let commands = commands.map(\.description)
    var page = RoffPage()
    page.macro("TH", [name.uppercased(), "1", "", versionLine, "User Commands"])
    // No hyphenation, and no justified lines.
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
    // The first example of a command may also be an example of the program.
    let ofCommands = commands.flatMap(\.examples).filter { !examples.contains($0) }
    page.rows((examples + ofCommands).map { HelpRow($0.command, $0.meaning) })
    if !related.isEmpty {
      page.macro("SH", ["SEE ALSO"])
      page.text(related.joined(separator: ", "))
    }
    return page.source
  }

  private typealias OptionSection = (heading: String, options: [OptionDescription])

  /// Adds a command. Option sections that an earlier command also has become a reference to it, and
  /// its tables are not repeated.
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

/// A section of a manual page: paragraphs, then words with their meanings.
public struct ManSection: Hashable, Sendable {
  /// The heading in capitals.
  public let heading: String
  /// The paragraphs.
  public let paragraphs: [String]
  /// The words with their meanings.
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

  /// A macro with quoted arguments.
  mutating func macro(_ name: String, _ arguments: [String]) {
    let words = arguments.map { "\"\(Self.escaped($0))\"" }
    source += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  /// A request of roff itself, whose arguments are not quoted.
  mutating func request(_ request: String) { source += ".\(request)\n" }

  /// Paragraphs after a heading.
  mutating func paragraphs(_ paragraphs: [String]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { macro("PP", []) }
      text(paragraph)
    }
  }

  /// Prose in lines of a terminal's width, none of which begins like a request.
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

  /// A line of bold words followed by italic ones.
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

  /// The text with glyph names in place of characters that roff would interpret or turn into curly
  /// quotes.
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
