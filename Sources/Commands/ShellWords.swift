// SPDX-License-Identifier: MIT
internal import Text

/// Command lines as text that a shell reads back.
enum ShellWords {
  /// The command line with `--resume`, and without `--overwrite`, which would start afresh.
  static func resuming(_ commandLine: [String]) -> String {
    let end = commandLine.firstIndex(of: "--") ?? commandLine.endIndex
    // Also where they are abbreviated, to as little as still is unambiguous.
    var words = commandLine[..<end].filter { word in
      !["--overwrite", "--resume"].contains { word.count > 3 && $0.hasPrefix(word) }
    }
    words += commandLine[end...]
    words.insert("--resume", at: min(1, words.count))
    return ([ProgramText.name] + words).map(ShellText.word).joined(separator: " ")
  }
}
