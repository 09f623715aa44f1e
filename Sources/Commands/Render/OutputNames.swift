// SPDX-License-Identifier: MIT
internal import Filming
internal import Platform
internal import Rendering
internal import Writing

/// The meaning of `--output` and `--format` together.
struct OutputNames {
  let pattern: FramePattern
  let kind: OutputKind

  /// `film` is the command that makes a film with this name, for the hint to users who want one.
  init(
    _ output: String, _ kind: OutputKind?, film: (_ output: String) -> String?
  ) throws(Diagnostic) {
    let implied = FramePattern.kind(of: output)
    self.kind = try OutputNames.kind(kind, implied, output)
    guard output != "-" else {
      throw Diagnostic(
        "a sequence of images cannot go to standard output",
        hint: "name a folder, or ./- for one of that name; for one raw stream add --format "
          + RawKind.choice, status: .usage)
    }
    if let (promised, other) = FileKind.promised(by: output), implied == nil {
      if promised == .film { throw OutputNames.film(output, other, film) }
      throw Diagnostic(
        "the pattern '\(output)' ends in .\(other), which render cannot write",
        hint: "name a folder, or end the pattern in "
          + OutputKind.all.map { ".\($0.name)" }.joined(separator: " or "), status: .usage)
    }
    guard !output.isEmpty, !output.utf8.contains(0) else {
      throw Diagnostic("--output is empty", hint: "name a folder", status: .usage)
    }
    guard FramePattern.isPattern(output) else {
      var folder = output
      while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      pattern = FramePattern(folder: folder, fileExtension: self.kind.name)
      return
    }
    do {
      pattern = try FramePattern(parsing: output, fileExtension: self.kind.name)
    } catch { throw OutputNames.diagnostic(error, output) }
  }

  /// The image format that the options choose together.
  static func kind(
    _ chosen: OutputKind?, _ implied: OutputKind?, _ output: String
  ) throws(Diagnostic) -> OutputKind {
    if let chosen, let implied, chosen != implied {
      throw Diagnostic(
        "--format \(chosen.name) contradicts the pattern '\(output)'",
        hint: "leave out --format, or end the pattern in .\(chosen.name)", status: .usage)
    }
    return chosen ?? implied ?? OutputKind.all[0]
  }

  private static func film(
    _ output: String, _ fileExtension: String, _ film: (String) -> String?
  ) -> Diagnostic {
    let stem = output.unicodeScalars.dropLast(fileExtension.unicodeScalars.count)
    let isWritten = FilmContainer(fileExtension: fileExtension) != nil
    let line = film(isWritten ? output : String(stem) + "mp4") ?? "\(ProgramText.name) film"
    return Diagnostic(
      "\(output): is a film, and render writes images", hint: "type \(line)", status: .usage)
  }

  private static func diagnostic(
    _ error: FramePattern.ParseError, _ output: String
  ) -> Diagnostic {
    let example = "write a folder, or a pattern such as frames/frame-%06d.png"
    let (problem, hint) =
      switch error {
      case .noNumber:
        (
          "has no place for the frame's number",
          "add --at TIME or --frames last for one image, or \(example)"
        )
      case .severalNumbers: ("has more than one place for the frame's number", example)
      case .badConversion:
        (
          "has a % that is not %0Nd",
          "write %% for a percent sign, or end the name of a folder in /"
        )
      case .tooManyDigits(let count):
        (
          "asks for \(count.map { "\($0)" } ?? "too many") digits",
          "\(FramePattern.mostDigits) are the most"
        )
      case .nameTooLong(let count):
        (
          "makes file names of \(count) bytes",
          "\(Folder.longestName) is the limit for a file name"
        )
      case .numberInFolder:
        ("has a frame's number in the name of a folder", "all frames go into one folder")
      case .unusable: ("cannot be a file name", example)
      }
    return Diagnostic("the pattern '\(output)' \(problem)", hint: hint, status: .usage)
  }
}
