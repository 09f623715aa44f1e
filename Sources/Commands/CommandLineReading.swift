// SPDX-License-Identifier: MIT
internal import Arguments

/// What a command line asks for, as texts: for those who hold readings against each other.
package enum CommandLineReading {
  /// It is refused; the text is what the user is told.
  case refused(String)
  /// A text is to be printed.
  case text(String)
  /// A command is to be run with these options. Of one that can be gone on with after an
  /// interruption, also the line that goes on, and the options of that.
  case options(String, resumption: (line: String, options: String)?)

  /// Reads the arguments without the program's own name.
  package init(_ arguments: [String]) {
    do throws(Diagnostic) {
      switch try Invocation(arguments) {
      case .text(let text): self = .text(text)
      case .command(let command):
        let resumption = command.resumption.map { ($0.line, String(reflecting: $0.meaning)) }
        self = .options(String(reflecting: command.meaning), resumption: resumption)
      }
    } catch { self = .refused(error.text) }
  }

  /// The names of all commands and options, as they are written.
  package static var vocabulary: [String] {
    let commands = ProgramSpec.radialAudio.commands
    let options = commands.flatMap { $0.options.map { "\n--\($0.name)" } }
    let choices = commands.flatMap { $0.options.flatMap { $0.value?.choices ?? [] } }
    return Array(Set(commands.map(\.name) + options + choices)).sorted()
  }
}
