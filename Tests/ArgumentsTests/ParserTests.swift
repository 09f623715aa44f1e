// SPDX-License-Identifier: MIT
import Arguments
import Testing

/// The line as the shell cuts it, for words without spaces.
private func words(_ line: String) -> [String] {
  line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
}

private func parsed(
  _ arguments: [String], base: Painter.Options = Painter.Options()
) throws(UsageError) -> (Painter.Options, Set<String>) {
  let line = Line(arguments, of: Painter.paint.description)
  guard case .values(let values) = try Parser(Painter.paint).parse(line, into: base)
  else { preconditionFailure("help or version: \(arguments)") }
  return (values, line.given)
}

private func message(_ arguments: [String]) -> String? {
  do throws(UsageError) {
    _ = try Parser(Painter.paint).parse(arguments, into: Painter.Options())
    return nil
  } catch {
    return error.description
  }
}

private func options(_ change: (inout Painter.Options) -> Void) -> Painter.Options {
  var options = Painter.Options()
  options.inputs = ["a"]
  change(&options)
  return options
}

@Suite struct ParserTests {
  static let good: [(line: String, values: Painter.Options)] = [
    ("a", options { _ in }),
    ("--format svg a", options { $0.format = .svg }),
    ("--format=svg a", options { $0.format = .svg }),
    ("a --format svg", options { $0.format = .svg }),
    ("--form svg a", options { $0.format = .svg }),
    ("-fsvg a", options { $0.format = .svg }),
    ("-f svg a", options { $0.format = .svg }),
    ("-qfsvg a", options { ($0.format, $0.isQuiet) = (.svg, true) }),
    ("-qf svg a", options { ($0.format, $0.isQuiet) = (.svg, true) }),
    ("-j4 -q a", options { ($0.jobs, $0.isQuiet) = (4, true) }),
    ("--output= a", options { $0.output = "" }),
    ("--output=x=y a", options { $0.output = "x=y" }),
    ("-o-q a", options { $0.output = "-q" }),
    ("-o -q a", options { $0.output = "-q" }),
    ("-o -- a", options { $0.output = "--" }),
    ("-o - a", options { $0.output = "-" }),
    ("--output --unknown a", options { $0.output = "--unknown" }),
    ("--output=--format a", options { $0.output = "--format" }),
    ("--floor -16.5 a", options { $0.floor = -16.5 }),
    ("--floor=-1e2 a", options { $0.floor = -100 }),
    ("--rate 30000/1001 a", options { ($0.rate.numerator, $0.rate.denominator) = (30000, 1001) }),
    ("-f svg -f tiff a", options { $0.format = .tiff }),
    ("-t x --tag y a", options { $0.tags = ["x", "y"] }),
    ("--no-spokes a", options { $0.view.spokes = false }),
    ("--no a", options { $0.view.spokes = false }),
    ("--radius .5 a", options { $0.view.radius = 0.5 }),
    ("--over a", options { $0.overwrites = true }),
    ("a - b", options { $0.inputs = ["a", "-", "b"] }),
    ("a -q b", options { ($0.inputs, $0.isQuiet) = (["a", "b"], true) }),
    ("-- -q --help", options { $0.inputs = ["-q", "--help"] }),
    ("a -- -- b", options { $0.inputs = ["a", "--", "b"] }),
  ]

  @Test(arguments: good)
  func `a command line sets exactly what it says`(
    line: String, values: Painter.Options
  ) throws {
    #expect(try parsed(words(line)).0 == values)
  }

  static let bad: [(line: String, message: String)] = [
    ("--fromat svg a", "unrecognized option '--fromat'"),
    ("--fromat=svg a", "unrecognized option '--fromat'"),
    ("--colour a", "unrecognized option '--colour'"),
    ("--=x a", "unrecognized option '--'"),
    ("-x a", "unrecognized option '-x'"),
    ("-qx a", "unrecognized option '-x'"),
    ("-5 a", "unrecognized option '-5'"),
    ("-radius 5 a", "unrecognized option '-radius'"),
    ("-no-spoke a", "unrecognized option '-no-spoke'"),
    ("--o a", "option '--o' is ambiguous; possibilities: '--output' '--overwrite'"),
    ("--ra=5 a", "option '--ra' is ambiguous; possibilities: '--rate' '--radius'"),
    ("a -o", "option '-o' requires an argument"),
    ("a --output", "option '--output' requires an argument"),
    ("a --outp", "option '--output' requires an argument"),
    ("--output --format svg a", "option '--output' requires an argument"),
    ("--output --no-spokes a", "option '--output' requires an argument"),
    ("-o --help a", "option '-o' requires an argument"),
    ("--quiet=yes a", "option '--quiet' doesn't allow an argument, but got 'yes'"),
    ("--no-spokes= a", "option '--no-spokes' doesn't allow an argument, but got ''"),
    ("--help=x", "option '--help' doesn't allow an argument, but got 'x'"),
    ("-f sgv a", "invalid argument 'sgv' for '-f': no such choice"),
    ("--format bmpx a", "invalid argument 'bmpx' for '--format': no such choice"),
    ("--rate 29.97 a", "invalid argument '29.97' for '--rate': not exact"),
    ("--floor=1,5 a", "invalid argument '1,5' for '--floor': not a number"),
    ("--floor= a", "invalid argument '' for '--floor': not a number"),
    ("-j=4 a", "invalid argument '=4' for '-j': not a whole number"),
    (
      "-j 99999999999999999999 a",
      "invalid argument '99999999999999999999' for '-j': out of range"
    ),
    ("", "missing operand 'INPUT'"),
    ("-q --", "missing operand 'INPUT'"),
  ]

  @Test(arguments: bad)
  func `a bad command line is refused in the words of GNU`(line: String, expected: String) {
    #expect(message(words(line)) == expected)
  }

  @Test(arguments: [
    ("--fromat svg a", "did you mean '--format'?"), ("--colour a", nil), ("-x a", nil),
    ("-radius 5 a", "did you mean '--radius'?"), ("-no-spoke a", "did you mean '--no-spokes'?"),
    ("-output=b a", "did you mean '--output'?"), ("--rdaisu 5 a", "did you mean '--radius'?"),
    ("--o a", "write one of them in full"), ("a -o", "write -o DIR|PATTERN"),
    ("a --outp", "write --output DIR|PATTERN"), ("--quiet=yes a", "write --quiet without a value"),
    ("-f sgv a", "did you mean 'svg'? Otherwise choose from png, svg, tiff"),
    ("--format bmpx a", "choose from png, svg, tiff"), ("--rate 29.97 a", "use 30000/1001"),
    ("--floor=1,5 a", "write a point, not a comma"), ("--floor= a", nil),
    ("", "write painter paint INPUT... [OPTION]..."),
  ])
  func `the hint says what to type instead`(line: String, hint: String?) {
    do throws(UsageError) {
      _ = try parsed(words(line))
      Issue.record("\(line) is not refused")
    } catch {
      #expect(error.hint(program: "painter", command: Painter.paint.description) == hint)
    }
  }

  @Test func `three letters of the option that has a letter are enough`() throws {
    let options: [Option<Painter.CopyOptions>] = [
      .value("outer", into: \.count, help: "How far out."),
      .value("output", letter: "o", into: \.from, help: "Where to."),
      .value("ink", "COLOR", into: \.from, help: "Which colour."),
    ]
    let spec = CommandSpec(
      name: "copy", summary: "Copy.", options: options, defaults: Painter.CopyOptions())
    let outcome = try Parser(spec).parse(["--out", "a"], into: spec.defaults)
    guard case .values(let values) = outcome else { preconditionFailure() }
    #expect(values.from == "a")
    #expect(throws: UsageError.ambiguousOption("--ou", candidates: ["--outer", "--output"])) {
      try Parser(spec).parse(["--ou", "a"], into: spec.defaults)
    }
    // A shell takes the rest of the line for a comment.
    let missing = UsageError.missingValue(option: "--ink")
    #expect(missing.hint(program: "it", command: spec.description)?.contains("'#101820'") == true)
  }

  @Test func `the cases of an error carry the values`() {
    #expect(throws: UsageError.missingValue(option: "--output")) { try parsed(["--output"]) }
    #expect(throws: UsageError.unknownOption("--fromat", suggestion: "--format")) {
      try parsed(["--fromat"])
    }
    #expect(throws: UsageError.ambiguousOption("--o", candidates: ["--output", "--overwrite"])) {
      try parsed(["--o"])
    }
  }

  @Test func `a message stays one line whatever the user wrote`() {
    #expect(
      message(["--a\nb\u{1b}[2J\u{202E}\u{2028}\t"])
        == #"unrecognized option '--a\nb\u{1b}[2J\u{202e}\u{2028}\t'"#)
    #expect(
      message(["-f", "é 🎨\r\n"])
        == #"invalid argument 'é 🎨\r\n' for '-f': no such choice"#)
  }

  @Test func `a combining mark hides neither hyphens nor the equals sign`() throws {
    #expect(try parsed(["a", "--output=\u{301}x"]).0.output == "\u{301}x")
    #expect(try parsed(["a", "-o\u{301}x"]).0.output == "\u{301}x")
    #expect(message(["--\u{301}a"]) == "unrecognized option '--\u{301}a'")
    #expect(message(["-\u{301}"]) == "unrecognized option '-\u{301}'")
  }

  @Test func `the long names of the options that were given are reported`() throws {
    #expect(
      try parsed(words("a -q --no-spokes --form=png -j 2")).1
        == ["quiet", "no-spokes", "format", "jobs"])
    #expect(try parsed(["a"]).1.isEmpty)
  }

  @Test func `options and operands are found where they are such, and not where they are values`() {
    func read(_ line: String) -> Line {
      Line(words(line), of: Painter.paint.description)
    }
    let line = read("a --overwrite --output --over --over -- --overwrite")
    #expect(line.operands.map(\.place) == [0, 6])
    #expect(line.operands.map(\.word) == ["a", "--overwrite"])
    #expect(line.given == ["output", "overwrite"])
    #expect(
      line.arguments(without: ["overwrite"]) == ["a", "--output", "--over", "--", "--overwrite"])
    #expect(
      line.replacingOperands { $0 == "a" ? "-" : nil }
        == words(
          "- --overwrite --output --over --over -- --overwrite"))
    #expect(line.text(of: "output") == "--over")
    #expect(
      line.options(without: []) == ["--overwrite", "--output=--over", "--overwrite"])
    let others = read("-qox b --out=c -o d")
    #expect(others.given == ["quiet", "output"])
    #expect(others.text(of: "output") == "d")
    #expect(others.options(without: ["output"]) == ["--quiet"])
    #expect(read("--help --overwrite").given.isEmpty)
    let whole = Line(
      words("--help --output b"), of: Painter.paint.description, pastRequests: true)
    #expect(whole.text(of: "output") == "b")
    // What comes before a fault is known.
    let faulty = read("--form svg --fromat png -f png")
    #expect(faulty.text(of: "format") == "svg")
    #expect(faulty.error == .unknownOption("--fromat", suggestion: "--format"))
  }

  @Test func `parsing again over other defaults keeps them where nothing was given`() throws {
    var look = Painter.Options()
    (look.format, look.floor, look.tags, look.inputs) = (.tiff, -1, ["old", "older"], ["z"])
    let (values, given) = try parsed(words("a --floor=-2"), base: look)
    #expect(values.format == .tiff)
    #expect(values.floor == -2)
    #expect(values.tags == ["old", "older"])
    #expect(values.inputs == ["a"])
    #expect(given == ["floor"])
    #expect(try parsed(words("a -t x"), base: look).0.tags == ["x"])
  }

  @Test(arguments: [
    ("--help", "help"), ("-h", "short help"), ("a -qh", "short help"), ("--he --fromat", "help"),
    ("--help --version", "help"), ("--version --fromat", "version"), ("a b --ver", "version"),
    ("--fromat --help", "error"), ("-o -h a", "values"), ("-- --help", "values"),
    ("-hx", "short help"),
  ])
  func `help and version win over what is wrong behind them`(line: String, kind: String) {
    let outcome = Result { try Parser(Painter.paint).parse(words(line), into: .init()) }
    let found =
      switch outcome {
      case .success(.request(.help)): "help"
      case .success(.request(.shortHelp)): "short help"
      case .success(.request(.version)): "version"
      case .success(.values): "values"
      case .failure: "error"
      }
    #expect(found == kind)
  }

  @Test func `a full name wins over the longer ones that begin with it`() throws {
    let spec = CommandSpec(
      name: "copy", summary: "Copy.",
      options: [
        .value("from", into: \.from, help: "Where from."),
        .value("from-line", into: \.count, help: "Where it begins."),
      ],
      defaults: Painter.CopyOptions())
    let outcome = try Parser(spec).parse(["--from", "a", "--from-=3"], into: spec.defaults)
    guard case .values(let values) = outcome else { preconditionFailure() }
    #expect(values == .init(count: 3, from: "a"))
  }

  @Test func `a table that contradicts itself stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let row = Option<Bool>.flag("quiet", into: \.self, help: "Say nothing.")
      _ = CommandSpec(name: "go", summary: "Go.", options: [row, row], defaults: false)
    }
    await #expect(processExitsWith: .failure) {
      let row = Option<Bool>.flag("hush", letter: "h", into: \.self, help: "Say nothing.")
      _ = CommandSpec(name: "go", summary: "Go.", options: [row], defaults: false)
    }
    await #expect(processExitsWith: .failure) {
      let row = Operand<[String]>.repeated("INPUT", into: \.self)
      _ = CommandSpec(name: "go", summary: "Go.", options: [], operands: [row, row], defaults: [])
    }
  }

  @Test func `operands are filled in order, and what is missing or left over is named`() throws {
    func copied(_ line: String) throws(UsageError) -> Painter.CopyOptions {
      let outcome = try Parser(Painter.copy).parse(words(line), into: .init())
      guard case .values(let values) = outcome else { preconditionFailure() }
      return values
    }
    #expect(try copied("-n 2 a c") == .init(count: 2, from: "a", to: "c"))
    #expect(try copied("a -n 2 b") == .init(count: 2, from: "a", to: "b"))
    #expect(throws: UsageError.extraOperand("c")) { try copied("a b c -n 1") }
    #expect(throws: UsageError.missingOperand("FROM")) { try copied("-n 1") }
    #expect(throws: UsageError.missingOperand("TO")) { try copied("-n 1 a") }
  }
}

@Suite struct ProgramTests {
  @Test func `the first argument chooses the command`() throws {
    let program = Painter.program
    #expect(
      try program.request(["paint", "a", "-q"])
        == .command(index: 0, arguments: ["a", "-q"]))
    #expect(try program.request(["--help", "paint"]) == .text(.help))
    #expect(try program.request(["-h"]) == .text(.shortHelp))
    #expect(try program.request(["--vers"]) == .text(.version))
    #expect(try program.request(["help"]) == .text(.shortHelp))
    #expect(try program.request(["help", "help", "help"]) == .text(.help))
    #expect(
      try program.request(["help", "copy", "--", "a"])
        == .command(index: 1, arguments: ["--help", "--", "a"]))
    for word in ["version", "-V"] { #expect(try program.request([word]) == .text(.version)) }
    #expect(program.versionLine == "painter 1.2.3")
  }

  @Test(arguments: [
    ([], "missing command"),
    (["--"], "missing command"),
    (["panit"], "unrecognized command 'panit'"),
    (["-"], "unrecognized command '-'"),
    ([""], "unrecognized command ''"),
    (["a.txt"], "unrecognized command 'a.txt'"),
    (["--hlep"], "unrecognized option '--hlep'"),
    (["--format=png"], "unrecognized option '--format'"),
  ])
  func `a bad command is refused`(arguments: [String], expected: String) throws {
    let error = #expect(throws: UsageError.self) { try Painter.program.request(arguments) }
    #expect(error?.description == expected)
  }

  @Test func `the hint line names the command`() {
    #expect(
      UsageError.helpHint(program: "painter", command: "paint")
        == "Try 'painter paint --help' for more information.")
    #expect(
      UsageError.helpHint(program: "painter")
        == "Try 'painter --help' for more information.")
  }
}
