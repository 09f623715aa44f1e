// SPDX-License-Identifier: MIT
internal import Arguments

/// The meaning of a command line as text: for tests that compare command lines.
package enum CommandLineReading {
  /// An error; the text is what the user sees.
  case refused(String)
  /// A text to print.
  case text(String)
  /// A command to run with these options, after these warnings. If it can be continued after an
  /// interruption, also the line for that, and its options.
  case options(String, warnings: [String], resumption: (line: String, options: String)?)

  /// Parses the arguments without the program's own name.
  package init(_ arguments: [String]) {
    do throws(Diagnostic) {
      switch try Invocation(arguments) {
      case .text(let text): self = .text(text)
      case .command(let command, _):
        let resumption = command.resumption.map { ($0.line, String(reflecting: $0.meaning)) }
        self = .options(
          String(reflecting: command.meaning),
          warnings: command.ignored.map { ReportOptions().lines(of: $0, in: .plain) },
          resumption: resumption)
      }
    } catch { self = .refused(ReportOptions().lines(of: error, in: .plain)) }
  }

  /// All command names and options, as they are typed.
  package static var vocabulary: [String] {
    let commands = ProgramSpec.radialAudio.commands
    let options = commands.flatMap { $0.description.options.map { "\n--\($0.name)" } }
    let choices = commands.flatMap { $0.description.options.flatMap { $0.value?.choices ?? [] } }
    return Array(Set(commands.map(\.name) + options + choices)).sorted()
  }
}
