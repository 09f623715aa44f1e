// SPDX-License-Identifier: MIT

extension ProgramSpec {
  /// The help page of the whole program, wrapped at `width` columns.
  ///
  /// `tables` are printed after the options.
  public func help(width: Int = 80, tables: [HelpTable] = []) -> String {
    var page = TextLayout(width: width)
    page.paragraph("Usage: \(name) COMMAND [OPTION]...", indent: 7)
    for paragraph in [summary] + paragraphs {
      page.line()
      page.paragraph(paragraph)
    }
    let commands = commands.map { (label: $0.name, text: $0.summary) }
    let options = [OptionDescription.help, .version].map { ($0.helpLabel, $0.fullHelp) }
    let labelWidth = TextLayout.labelWidth((commands + options).map(\.label))
    page.section("Commands", commands, labelWidth)
    page.section("General", options, labelWidth)
    page.examples(examples)
    for table in tables { page.section(table, labelWidth) }
    page.line()
    page.paragraph("'\(name) COMMAND --help' explains a command.")
    return page.text
  }

  /// The page of `-h` and of `help`: the commands, on one screen.
  public func shortHelp(width: Int = 80) -> String {
    var page = TextLayout(width: width)
    let example = examples.first.map { ", such as '\($0.command)'" } ?? ""
    page.paragraph("Usage: \(name) COMMAND [OPTION]...\(example)", indent: 7)
    page.line()
    page.paragraph(summary)
    let commands = commands.map { (label: $0.name, text: $0.summary) }
    page.section("Commands", commands, TextLayout.labelWidth(commands.map(\.label)))
    page.line()
    page.paragraph(
      "'\(name) COMMAND -h' shows its main options; --help says more.")
    return page.text
  }

  /// The page of `-h` of a command: the first examples, and the options that most people need.
  public func shortHelp<Root>(for spec: CommandSpec<Root>, width: Int = 80) -> String {
    let command = spec.description
    let options = command.mainOptions.compactMap { name in
      command.options.first { $0.name == name && $0.isListed }
    }
    guard !options.isEmpty else { return help(for: spec, width: width) }
    var page = TextLayout(width: width)
    let usage = [name, command.name] + command.synopsis
    page.paragraph("Usage: " + usage.joined(separator: " "), indent: 7)
    page.line()
    page.paragraph(command.summary)
    page.examples(Array(command.examples.prefix(Self.shortExampleCount)))
    let rows = options.map { (label: $0.helpLabel, text: $0.shortHelp) }
    page.section("Main options", rows, TextLayout.labelWidth(rows.map(\.label)))
    page.line()
    page.paragraph("'\(name) \(command.name) --help' shows all options.")
    return page.text
  }

  private static var shortExampleCount: Int { 3 }

  /// The help page of a command, with the defaults of its spec.
  public func help<Root>(for spec: CommandSpec<Root>, width: Int = 80) -> String {
    let command = spec.description
    var page = TextLayout(width: width)
    let usage = [name, command.name] + command.synopsis
    page.paragraph("Usage: " + usage.joined(separator: " "), indent: 7)
    for paragraph in [command.summary] + command.paragraphs {
      page.line()
      page.paragraph(paragraph)
    }
    let operands = command.operands.filter { !$0.help.isEmpty }.map { ($0.name, $0.help) }
    let sections = command.sections.map { section in
      (section.heading, section.options.map { (label: $0.helpLabel, text: $0.fullHelp) })
    }
    let labelWidth = TextLayout.labelWidth(
      operands.map(\.0) + sections.flatMap { $0.1.map(\.label) })
    if !operands.isEmpty { page.section("Operands", operands, labelWidth) }
    for (heading, rows) in sections { page.section(heading, rows, labelWidth) }
    for table in command.tables {
      page.section(table, TextLayout.labelWidth(table.rows.map(\.word)))
    }
    page.examples(command.examples)
    if !command.closing.isEmpty {
      page.line()
      page.paragraph(command.closing)
    }
    return page.text
  }
}

extension TextLayout {
  fileprivate mutating func section(
    _ heading: String, _ content: [(label: String, text: String)], _ labelWidth: Int
  ) {
    line()
    paragraph("\(heading):")
    rows(content, labelWidth: labelWidth)
  }

  fileprivate mutating func section(_ table: HelpTable, _ labelWidth: Int) {
    section(table.heading, table.rows.map { ($0.word, $0.meaning) }, labelWidth)
  }

  fileprivate mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    line()
    paragraph("Examples:")
    for example in examples {
      line("  " + example.command)
      paragraph(example.meaning, lead: "      ", indent: 6)
    }
  }
}

extension OptionDescription {
  /// `-o, --output FILE`, with the long names of a page aligned.
  fileprivate var helpLabel: String {
    (letter.map { "-\($0), " } ?? "    ") + "--\(name)"
      + (value.map { " \($0.metavariable)" } ?? "")
  }
}
