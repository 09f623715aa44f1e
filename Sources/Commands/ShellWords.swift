// SPDX-License-Identifier: MIT
internal import Arguments
internal import Text
internal import Views

/// Command lines as text that a shell reads back.
enum ShellWords {
  /// The command line with `--resume`, and without `--overwrite`, which would start afresh.
  static func resuming(_ commandLine: [String]) -> String {
    let arguments = Array(commandLine.dropFirst())
    let unwanted = places(of: ViewName.view(in: arguments), in: arguments)
    let kept = arguments.indices.filter { !unwanted.contains($0) }.map { arguments[$0] }
    return line(commandLine.prefix(1) + ["--resume"] + kept)
  }

  /// The command line as it was typed.
  static func line(_ commandLine: [String]) -> String {
    ([ProgramText.name] + commandLine).map(ShellText.word).joined(separator: " ")
  }

  /// Where both flags stand, also where they are abbreviated; the same words may be values.
  private static func places<SomeView: View>(
    of view: SomeView.Type, in arguments: [String]
  ) -> Set<Int> {
    Parser(RenderCommand<SomeView>.spec)
      .places(ofFlags: ["overwrite", "resume"], in: arguments)
  }
}
