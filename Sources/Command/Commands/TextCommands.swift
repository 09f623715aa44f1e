// SPDX-License-Identifier: MIT
internal import Arguments

/// `completions`: prints a shell script that completes the command line.
struct CompletionsCommand: PlainCommand {
  var shell = Shell.bash

  static let name = "completions"
  static let readsFiles = false
  static let summary = "Print the completion script for a shell."

  static let spec = CommandSpec<CompletionsCommand>(
    name: name, summary: summary,
    options: [],
    operands: [.required("SHELL", into: \.shell, help: "bash, zsh or fish.")],
    examples: [
      Example(
        "source <(radial-audio completions bash)", "Complete commands and options in this bash."),
      Example(
        "radial-audio completions fish > ~/.config/fish/completions/radial-audio.fish",
        "Complete them in fish from now on."),
    ],
    closing: ExitStatus.line([.usage, .ioError]),
    defaults: CompletionsCommand())

  func run() throws(Diagnostic) {
    try DataOutput.print(Array(ProgramSpec.radialAudio.completions(for: shell).utf8))
  }
}

/// `manual`: prints the man page.
struct ManualCommand: PlainCommand {
  static let name = "manual"
  static let readsFiles = false
  static let summary = "Print the man page, in roff."

  static let spec = CommandSpec<ManualCommand>(
    name: name, summary: summary,
    options: [],
    examples: [
      Example("radial-audio manual | man -l -", "Read the man page."),
      Example("radial-audio manual > radial-audio.1", "Write it to a file."),
    ],
    closing: ExitStatus.line([.usage, .ioError]),
    defaults: ManualCommand())

  func run() throws(Diagnostic) {
    let page = ProgramSpec.radialAudio.manPage(
      sections: ManualText.sections, related: ManualTables.related)
    try DataOutput.print(Array(page.utf8))
  }
}
