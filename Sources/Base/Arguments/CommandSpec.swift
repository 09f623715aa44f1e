// SPDX-License-Identifier: MIT

/// A command as a value: its parser, help, completions and man page all come from here.
///
/// ```swift
/// struct PaintOptions: Sendable {
///   var input = ""
///   var format = Format.png
///   var frame = false
///   var view = ViewOptions()
/// }
///
/// let paint = CommandSpec(
///   name: "paint", summary: "Paint a picture.",
///   options: Option.section("Picture", [
///     .value("format", letter: "f", into: \.format, help: "Kind of file."),
///     .flag("frame", into: \.frame, help: "Draw a frame around it."),
///   ]) + Option.group(ViewOptions.table, at: \.view),
///   operands: [.required("INPUT", into: \.input, completion: .file)],
///   examples: [Example("painter paint -f svg a.txt", "Paint a drawing.")],
///   defaults: PaintOptions())
/// ```
public struct CommandSpec<Root: Sendable>: Sendable {
  /// The word that chooses the command.
  public let name: String
  /// One sentence for the list of commands.
  public let summary: String
  /// The options before parsing, which the help shows as defaults.
  public let defaults: Root
  package let options: [Option<Root>]
  let operands: [Operand<Root>]
  /// The command without the type of its options, for ``ProgramSpec``.
  public private(set) var description: CommandDescription

  /// A command. Its help has the paragraphs, the operands and `lists`, the options, the examples,
  /// and `closing` as its last line. The short page of `-h` has the first three examples and the
  /// options named in `mainOptions`; without names, it is the whole help. Of options that are rivals,
  /// a file cannot add one to another that is typed.
  ///
  /// - Precondition: names are lower-case letters, digits and hyphens; no name or letter occurs
  ///   twice; `help`, `version` and `h` are reserved; a repeated operand is the last.
  public init(
    name: String, summary: String, paragraphs: [String] = [], options: [Option<Root>],
    operands: [Operand<Root>] = [], tables: [HelpTable] = [], examples: [Example] = [],
    closing: String = "", mainOptions: [String] = [], rivals: [[String]] = [], defaults: Root
  ) {
    self.name = name
    self.summary = summary
    self.defaults = defaults
    self.options = options
    self.operands = operands
    let rows = options.map { option in
      var row = option.description
      row.defaultText = option.defaultText(defaults)
      return row
    }
    description = CommandDescription(
      name: name, summary: summary, paragraphs: paragraphs, options: rows + [.help, .version],
      operands: operands.map(\.description), examples: examples, closing: closing, tables: tables,
      mainOptions: mainOptions, rivals: rivals)
    description.check()
  }

  /// The command with the option `--options`, which sets nothing: the program reads the files before
  /// it parses the rest, as ``Preset``s.
  public var readingFiles: CommandSpec {
    var spec = self
    let place = spec.description.options.count - 2
    spec.description.options.insert(.optionsFile, at: place)
    spec.description.check()
    return spec
  }
}

/// An example of a command line.
public struct Example: Hashable, Sendable {
  /// The line as it is typed.
  public let command: String
  /// What it does, in a sentence.
  public let meaning: String

  /// A line and what it does.
  public init(_ command: String, _ meaning: String) {
    self.command = command
    self.meaning = meaning
  }
}
