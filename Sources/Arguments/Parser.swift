// SPDX-License-Identifier: MIT

/// Reads a command line by the rules of GNU programs.
///
/// Options and operands may be mixed; `--` ends the options; `-` is an operand. A value stands in
/// the next argument, behind `=` or right behind its letter. Long names may be abbreviated.
public struct Parser<Root: Sendable>: Sendable {
  private let spec: CommandSpec<Root>

  /// What a command line asks for.
  public enum Outcome {
    /// The options and operands, and the long names of the options that were given.
    case values(Root, given: Set<String>)
    /// The command's help page.
    case help
    /// The version line.
    case version
  }

  /// A parser for the command.
  public init(_ spec: CommandSpec<Root>) { self.spec = spec }

  /// Reads the arguments that follow the command's name over a copy of `base`.
  ///
  /// `--help` and `--version` win over whatever is wrong behind them. A value is taken whatever it
  /// looks like (`--floor -160`), unless it is an option's full long name: then it is missing.
  public func parse(_ arguments: [String], into base: Root) throws(UsageError) -> Outcome {
    var line = CommandLineReader(spec: spec, arguments: arguments, root: base)
    let operands = try read(&line).map(\.element)
    if let request = line.request { return request }
    for option in spec.options.map(\.description) where option.isRequired {
      guard line.given.contains(option.name) else { throw .missingOption("--\(option.name)") }
    }
    try assign(operands, to: &line.root)
    return .values(line.root, given: line.given)
  }

  /// Where options of these long names stand in arguments that were read without an error, however
  /// they are abbreviated; not where the same word is an operand or another option's value.
  ///
  /// An option with a value stands where its value ends: at the end of that argument.
  package func places(ofOptions names: [String], in arguments: [String]) -> Set<Int> {
    var line = CommandLineReader(spec: spec, arguments: arguments, root: spec.defaults)
    _ = try? read(&line)
    return Set(names.flatMap { line.places[$0] ?? [] })
  }

  /// Where the operands stand in arguments that were read without an error.
  package func places(ofOperandsIn arguments: [String]) -> [Int] {
    var line = CommandLineReader(spec: spec, arguments: arguments, root: spec.defaults)
    let operands = (try? read(&line)) ?? []
    return operands.map(\.offset)
  }

  /// Reads the options, up to a request for help; gives the operands and where they stand.
  private func read(
    _ line: inout CommandLineReader<Root>
  ) throws(UsageError) -> [(offset: Int, element: String)] {
    var operands: [(offset: Int, element: String)] = []
    while line.request == nil, let word = line.next() {
      if word == "--" {
        operands += line.rest()
      } else if let name = word.dropping(prefix: "--") {
        try line.readLong(name)
      } else if word != "-", let letters = word.dropping(prefix: "-") {
        try line.readCluster(letters)
      } else {
        operands.append((line.position - 1, word))
      }
    }
    return operands
  }

  private func assign(_ words: [String], to root: inout Root) throws(UsageError) {
    var words = words[...]
    for operand in spec.operands {
      let row = operand.description
      let taken = row.isRepeated ? words : words.prefix(1)
      guard taken.count >= row.minimum else { throw .missingOperand(row.name) }
      words = words.dropFirst(taken.count)
      for (index, word) in taken.enumerated() {
        do throws(ArgumentValueError) {
          try operand.set(&root, word, index == 0)
        } catch {
          throw UsageError(error, in: word, for: row.name, choices: row.value.choices)
        }
      }
    }
    if let extra = words.first { throw .extraOperand(extra) }
  }
}
