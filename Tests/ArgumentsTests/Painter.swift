// SPDX-License-Identifier: MIT
import Arguments

/// A program that has a row of every kind.
enum Painter {
  enum Format: String, CaseIterable, ArgumentValue { case png, svg, tiff }

  /// An exact fraction, as a command would add it.
  struct Rate: Hashable, ArgumentValue {
    var numerator = 60
    var denominator = 1

    init() {}

    init(argument: String) throws(ArgumentValueError) {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
      guard argument != "29.97" else {
        throw ArgumentValueError("not exact", hint: "use 30000/1001")
      }
      guard parts.count <= 2, let first = Int(parts[0]), let last = Int(parts.last ?? "") else {
        throw ArgumentValueError("not a rate")
      }
      numerator = first
      denominator = parts.count == 2 ? last : 1
    }

    var argumentText: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
  }

  struct View: Hashable, Sendable {
    var radius = 100.5
    var spokes = true

    static let table: [Option<View>] = [
      .value("radius", "PT", into: \.radius, help: "Radius of the circle."),
      .flag("no-spokes", into: \.spokes, value: false, help: "Leave out the spokes."),
    ]
  }

  struct Options: Hashable, Sendable {
    var inputs: [String] = []
    var output: String?
    var format = Format.png
    var rate = Rate()
    var floor = -160.0
    var jobs: Int?
    var isQuiet = false
    var overwrites = false
    var tags = ["new"]
    var paper = "white"
    var view = View()
  }

  static let paint = CommandSpec(
    name: "paint",
    summary: "Paint each drawing as a picture.",
    paragraphs: ["Every line of a drawing becomes a stroke; what cannot be read stops the run."],
    options: Option.section(
      "Input and time",
      [
        .value("rate", letter: "r", "N[/D]", into: \.rate, help: "Strokes a second."),
        .value("floor", "DB", into: \.floor, help: "What silence reads."),
      ])
      + Option.section("Picture", Option.group(View.table, at: \.view))
      + Option.section(
        "Output",
        [
          .value(
            "output", letter: "o", "DIR|PATTERN", into: \.output, completion: .directory,
            help: "A folder, or a pattern with one number; the folders above it must exist."),
          .value("format", letter: "f", into: \.format, help: "Kind of file."),
          .value(
            "paper", letter: nil, "FILE", into: \.paper, completion: .file, showsDefault: false,
            help: "Picture of the paper."),
          .repeated("tag", letter: "t", "WORD", into: \.tags, help: "A word to file it under."),
          .flag("overwrite", into: \.overwrites, help: "Replace files."),
          .value(
            "jobs", letter: "j", "N", into: \.jobs, help: "Workers; one for each core if unset."),
          .flag("quiet", letter: "q", into: \.isQuiet, help: "Say nothing."),
        ]),
    operands: [
      .repeated("INPUT", into: \.inputs, completion: .file, help: "Drawings; - is standard input.")
    ],
    examples: [
      Example("painter paint -o out a.txt", "Paint one drawing."),
      Example("painter paint -f svg -o 'p-%02d.svg' - < a.txt", "Paint standard input."),
    ],
    defaults: Options())

  struct CopyOptions: Hashable, Sendable {
    var shell = Shell.bash
    var count = 1
    var from = ""
    var to: String?
  }

  static let copy = CommandSpec(
    name: "copy", summary: "Copy a picture.",
    options: [
      .value("count", letter: "n", "N", into: \.count, help: "How many."),
      .value("shell", "SHELL", into: \.shell, help: "For which shell."),
    ],
    operands: [
      .required("FROM", into: \.from, completion: .file), .required("TO", into: \.to),
    ],
    defaults: CopyOptions())

  static let program = ProgramSpec(
    name: "painter", summary: "Paint pictures from drawings.", version: "1.2.3",
    paragraphs: ["Messages go to standard error."],
    commands: [ProgramCommand(paint.description), ProgramCommand(copy.description)])
}

/// The programs whose pages and scripts are checked by other programs.
enum Sample: CaseIterable {
  case painter, awkward, dependent

  var program: ProgramSpec {
    switch self {
    case .painter: Painter.program
    case .awkward: CompletionTests.awkward
    case .dependent: CompletionTests.dependent
    }
  }
}
