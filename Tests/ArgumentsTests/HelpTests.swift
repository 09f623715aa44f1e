// SPDX-License-Identifier: MIT
import Arguments
import Testing

@Suite struct HelpTests {
  @Test func `the program's page lists the commands`() {
    #expect(
      Painter.program.help() == """
        Usage: painter COMMAND [OPTION]...

        Paint pictures from drawings.

        Messages go to standard error.

        Commands:
          paint          Paint each drawing as a picture.
          copy           Copy a picture.

        General:
          -h, --help     Show this help and exit.
              --version  Show the version and exit.

        'painter COMMAND --help' explains a command.

        """)
  }

  @Test func `a command's page shows usage, groups, defaults, choices and examples`() {
    #expect(
      Painter.program.help(for: Painter.paint) == """
        Usage: painter paint INPUT... [OPTION]...

        Paint each drawing as a picture.

        Every line of a drawing becomes a stroke; what cannot be read stops the run.

        Operands:
          INPUT                      Drawings; - is standard input.

        Input and time:
          -r, --rate N[/D]           Strokes a second. [default: 60]
              --floor DB             What silence reads. [default: -160]

        Picture:
              --radius PT            Radius of the circle. [default: 100.5]
              --no-spokes            Leave out the spokes.

        Output:
          -o, --output DIR|PATTERN   A folder, or a pattern with one number; the folders
                                     above it must exist.
          -f, --format png|svg|tiff  Kind of file. [default: png]
              --paper FILE           Picture of the paper.
          -t, --tag WORD             A word to file it under. [default: new]
              --overwrite            Replace files.
          -j, --jobs N               Workers; one for each core if unset.
          -q, --quiet                Say nothing.

        General:
          -h, --help                 Show this help and exit.
              --version              Show the version and exit.

        Examples:
          painter paint -o out a.txt
              Paint one drawing.
          painter paint -f svg -o 'p-%02d.svg' - < a.txt
              Paint standard input.

        """)
  }

  @Test func `the short page has three examples and the main options, in the order of their list`()
  {
    let spec = CommandSpec(
      name: "copy", summary: "Copy a picture.",
      options: [
        .value(
          "count", letter: "n", "N", into: \.count, help: "How often: once, if it is left out."),
        .value("shell", into: \.shell, help: "For which shell."),
        .value("from", "FILE", into: \.from, help: "Where from, a file or a folder."),
      ],
      examples: ["1", "2", "3", "4"].map { Example("painter copy \($0)", "Copy \($0).") },
      mainOptions: ["from", "count"], defaults: Painter.CopyOptions())
    #expect(
      Painter.program.shortHelp(for: spec) == """
        Usage: painter copy [OPTION]...

        Copy a picture.

        Examples:
          painter copy 1
              Copy 1.
          painter copy 2
              Copy 2.
          painter copy 3
              Copy 3.

        Main options:
              --from FILE  Where from.
          -n, --count N    How often. [default: 1]

        'painter copy --help' shows all options.

        """)
    #expect(
      Painter.program.shortHelp(for: Painter.paint) == Painter.program.help(for: Painter.paint))
  }

  @Test func `a default is read from the struct`() {
    var defaults = Painter.CopyOptions()
    defaults.shell = .fish
    let options: [Option<Painter.CopyOptions>] = [
      .value("shell", into: \.shell, help: "For which shell.")
    ]
    let spec = CommandSpec(name: "copy", summary: "Copy.", options: options, defaults: defaults)
    let page = Painter.program.help(for: spec)
    #expect(page.contains("--shell bash|zsh|fish  For which shell. [default: fish]\n"))
  }

  @Test(arguments: [40, 60, 80, 120])
  func `no line of prose is wider than the page`(width: Int) {
    let page = Painter.program.help(for: Painter.paint, width: width)
    let prose = page.split(separator: "\n").filter { !$0.contains("painter paint") }
    for line in prose where !line.contains("[default: ") {
      #expect(line.count <= width, "\(line)")
    }
    #expect(!page.contains(" \n"))
  }

  @Test func `tables, unlisted options and the last line are where they belong`() {
    var hidden: Option<Painter.CopyOptions> = .value("from", into: \.from, help: "Where from.")
    hidden.description.isListed = false
    let spec = CommandSpec(
      name: "copy", summary: "Copy.", options: [hidden],
      tables: [HelpTable("Problems", [HelpRow("lost", "It is not there.")])],
      examples: [Example("painter copy a", "Copy one.")], closing: "Exit status: 0 success.",
      defaults: Painter.CopyOptions())
    let program = ProgramSpec(
      name: "painter", summary: "Paint.", version: "1",
      commands: [ProgramCommand(spec.description)],
      examples: [Example("painter copy a", "Copy one.")])
    let page = program.help(for: spec)
    #expect(!page.contains("--from"))
    #expect(page.contains("\nProblems:\n  lost  It is not there.\n\nExamples:\n"))
    #expect(page.hasSuffix("\n      Copy one.\n\nExit status: 0 success.\n"))
    #expect(program.help().contains("\nExamples:\n  painter copy a\n      Copy one.\n"))
    let manual = program.manPage()
    #expect(manual.contains(".SS \"Problems\"\n.TP\n\\fBlost\\fR\nIt is not there.\n"))
    #expect(manual.split(separator: "\n").count { $0.contains("painter copy a") } == 1)
    #expect(program.completions(for: .fish).contains("-l from"))
  }

  @Test(arguments: [(false, "INPUT..."), (true, "INPUT")])
  func `operands are shown as several, or as one where the command says so`(
    showsOne: Bool, synopsis: String
  ) throws {
    let spec = CommandSpec(
      name: "paint", summary: "Paint.", options: [],
      operands: [.repeated("INPUT", into: \.inputs, completion: .file, showsOne: showsOne)],
      defaults: Painter.Options())
    #expect(
      Painter.program.help(for: spec).hasPrefix("Usage: painter paint \(synopsis) [OPTION]...\n"))
    let program = ProgramSpec(
      name: "painter", summary: "Paint.", version: "1", commands: [ProgramCommand(spec.description)]
    )
    #expect(program.completions(for: .zsh).contains("'*:INPUT:_files'") == !showsOne)
    let outcome = try Parser(spec).parse(["a", "b"], into: spec.defaults)
    guard case .values(let values) = outcome else { preconditionFailure() }
    #expect(values.inputs == ["a", "b"])
  }

  @Test func `a label that is too wide has a line of its own`() {
    let options: [Option<Painter.CopyOptions>] = [
      .value("from-a-very-distant-place", letter: "f", into: \.from, help: "Where from."),
      .value("count", "N", into: \.count, help: "How many."),
    ]
    let spec = CommandSpec(
      name: "copy", summary: "Copy.", options: options, defaults: Painter.CopyOptions())
    #expect(
      Painter.program.help(for: spec).contains(
        """
        Options:
          -f, --from-a-very-distant-place VALUE
                         Where from.
              --count N  How many. [default: 1]

        """))
  }
}
