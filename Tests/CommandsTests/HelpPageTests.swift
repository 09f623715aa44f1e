// SPDX-License-Identifier: MIT
import CommandSupport
import TestSupport
import Testing

/// The form of the pages of help: what all of them keep to.
@Suite struct HelpPageTests {
  /// All commands, and none for the page of the program.
  private static let commands: [String] = {
    let page = (try? Inside.run("--help").text) ?? ""
    let list = page.split(separator: "\n\n").first { $0.hasPrefix("Commands:\n") } ?? ""
    return [""] + list.matches(of: #/(?m)^ {2}([a-z]+) /#).map { String($0.output.1) }
  }()

  /// The page of a command.
  private func page(_ command: String) throws -> String {
    let result = try Inside.command(words(command) + ["--help"]).run()
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    return result.text
  }

  private func words(_ command: String) -> [String] { command.isEmpty ? [] : [command] }

  /// The long names of the options of a page, in its order.
  private func options(_ page: String) -> [String] {
    page.matches(of: #/(?m)^ {2}.{4}--([a-z-]+)/#).map { String($0.output.1) }
  }

  @Test func `the page of the program lists its commands`() {
    #expect(HelpPageTests.commands.count >= 16)
    #expect(HelpPageTests.commands[...1] == ["", "film"])
  }

  @Test(arguments: commands) func `a page has one form`(command: String) throws {
    let text = try page(command)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix((["Usage: radial-audio"] + words(command)).joined(separator: " ")))
    #expect(lines[1].isEmpty && lines[2].first?.isUppercase == true)
    for line in lines {
      let isExample = line.hasPrefix("  ") && line.contains("radial-audio ")
      #expect(line.count <= 80 || isExample, "\(line)")
      #expect(line.last?.isWhitespace != true && !line.contains("\t"), "\(line)")
    }
    #expect(!text.contains("\n\n\n") && text.hasSuffix(".\n"))
    let headings = lines.filter { $0.first?.isUppercase == true && $0.hasSuffix(":") }
    #expect(Set(headings).count == headings.count, "\(headings)")
  }

  @Test(arguments: commands)
  func `an option has one row, its label at the left and a sentence in one column`(
    command: String
  ) throws {
    let text = try page(command)
    let names = options(text)
    #expect(Set(names).count == names.count)
    #expect(names.suffix(2) == ["help", "version"])
    let rows = text.matches(of: #/(?m)^ {2}(?:-.,| {3}) --.+(?:\n {10,}.+)*/#).map(\.output)
    #expect(rows.count == names.count)
    var columns: Set<Int> = []
    for row in rows {
      // A label that is too wide has a line of its own.
      let words = row.split(separator: "\n")
      let label = try #require(words[0].firstMatch(of: #/^ {2}.{4}--.*?(?: {2,}|$)/#)).output.count
      let isAlone = label >= words[0].count
      columns.insert(isAlone ? words[1].prefix { $0 == " " }.count : label)
      for line in words.dropFirst() { columns.insert(line.prefix { $0 == " " }.count) }
      let sentence = row.dropFirst(label)
      #expect(!sentence.isEmpty && (row.hasSuffix(".") || row.hasSuffix("]")), "\(row)")
    }
    #expect(columns.count <= 1, "\(columns)")
  }

  @Test func `the options of a page are among its completions`() throws {
    let script = try Inside.run("completions", "fish").text.split(separator: "\n")
    for command in HelpPageTests.commands.dropFirst() {
      let condition = "'__fish_seen_subcommand_from \(command)'"
      let completed = script.filter { $0.contains(condition) }
        .compactMap { $0.firstMatch(of: #/ -l ([a-z-]+)/#).map { String($0.output.1) } }
      // Completions know the options of all views.
      #expect(try Set(options(page(command))).subtracting(completed).isEmpty, "\(command)")
    }
  }

  @Test(arguments: commands)
  func `the short page fits on a screen, and holds nothing that the page lacks`(
    command: String
  ) throws {
    try checkShortHelp(words(command) + ["-h"], whole: page(command))
  }

  private func checkShortHelp(_ words: [String], whole: String) throws {
    let result = try Inside.command(words).run()
    #expect(result.status == 0 && result.errors.isEmpty)
    guard result.text != whole else { return #expect(whole.count { $0 == "\n" } <= 40) }
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.count <= 41 && lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  radial-audio ") })
    let example = words.count == 1 ? ", such as 'radial-audio film song.ogg'" : ""
    #expect(lines[0] == whole.split(separator: "\n")[0] + example)
    #expect(lines.suffix(4).joined(separator: " ").contains("--help"))
    let forms = result.text.matches(of: #/(?m)^ {2}(?:-., | {4})--[a-z-]+/#).map { $0.output }
    #expect(words.count == 1 || forms.count >= 2)
    for form in forms { #expect(whole.contains("\n\(form)"), "\(form)") }
    for example in result.text.matches(of: #/(?m)^ {2}radial-audio .*$/#) {
      #expect(whole.contains(example.output), "\(example.output)")
    }
  }

  @Test func `every option of a command is in its help, its manual and its completions`() throws {
    let manual = try Inside.run("manual").text.replacing(/\n(?!\.)/, with: " ")
    #expect(manual.contains(".TH"))
    for status in ["64", "65", "66", "69", "70", "73", "74", "130", "142", "143"] {
      #expect(manual.contains(status))
    }
    let scripts = try ["bash", "zsh", "fish"].map { try Inside.run("completions", $0).text }
    // Each view has options of its own, and each is in all of these.
    let names = try #require(
      manual.firstMatch(of: /What is drawn\. [^\[]*\[choices: ([^\]]*)\]/)?.output.1)
    let views = names.split(separator: ", ").map { ["--view", String($0)] }
    #expect(views.first == ["--view", "radial"])
    for (command, choices) in [
      ("render", views), ("meter", [[]]), ("normalize", [[]]),
    ] {
      for choice in choices {
        let options = try Inside.command([command] + choice + ["--help"]).run().text
          .matches(of: #/(?m)^ {2}.{4}--([a-z-]+)/#).map { String($0.output.1) }
        #expect(options.count >= 10)
        for option in options {
          #expect(manual.replacing("\\-", with: "-").contains("--\(option)"), "\(option)")
          for script in scripts { #expect(script.contains(option), "\(option)") }
        }
      }
    }
    // plan takes the options of render, and its help says so instead of repeating them.
    let plan = try Inside.run("plan", "--help").text
    #expect(plan.contains("'radial-audio render --help'") && !plan.contains("--background"))
    #expect(scripts[2].contains("'__fish_seen_subcommand_from plan' -l background"))
    let folders = "-l output-dir -x -a '(__fish_complete_directories)'"
    #expect(scripts[2].contains("'__fish_seen_subcommand_from film' \(folders)"))
    // verify takes folders and files of readings.
    #expect(scripts[1].contains("'*:DIR|PATTERN|FILE:_files'"))
    #expect(scripts[2].contains("'__fish_seen_subcommand_from verify' -F -d 'Folders with frames"))
    #expect(scripts[0].contains("render:--background) _radial_audio_reply -W 'aliceblue "))
    let unknown = try Inside.run("completions", "tcsh")
    #expect(unknown.status == 64)
  }
}
