// SPDX-License-Identifier: MIT
internal import Filming
internal import Platform
internal import Rendering
internal import Writing

/// The meaning of `--output` and `--format` together.
extension FrameSequence {
  /// The names of the frames, and their kind.
  static func names(
    _ drawing: DrawingRequest, _ chosen: OutputKind?
  ) throws(Diagnostic) -> (pattern: FramePattern, kind: OutputKind) {
    let output = drawing.options.output
    let implied = FileKind(of: output)?.image
    let kind = try kind(chosen, implied, output)
    guard output != "-" else {
      throw Diagnostic(
        "a sequence of images cannot go to standard output",
        hint: "name a folder, or ./- for one of that name; for one raw stream add --format "
          + RawKind.choice, status: .usage)
    }
    if let other = FileKind.promised(by: output), implied == nil {
      if let chosen, other.raw != nil { throw .contradiction(of: chosen.name, output) }
      if other.isFilm { throw film(output, other, drawing) }
      throw .wrongName(
        output, for: "frames", ends: OutputKind.all.map(\.name), orElse: "name a folder")
    }
    guard !output.isEmpty, !output.utf8.contains(0) else {
      throw Diagnostic("--output is empty", hint: "name a folder", status: .usage)
    }
    guard FramePattern.isPattern(output) else {
      var folder = output
      while folder.utf8.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      return (FramePattern(folder: folder, fileExtension: kind.name), kind)
    }
    do {
      return (try FramePattern(parsing: output, fileExtension: kind.name), kind)
    } catch { throw diagnostic(error, output) }
  }

  /// The image format that the options choose together.
  static func kind(
    _ chosen: OutputKind?, _ implied: OutputKind?, _ output: String
  ) throws(Diagnostic) -> OutputKind {
    if let chosen, let implied, chosen != implied {
      throw .contradiction(of: chosen.name, output)
    }
    return chosen ?? implied ?? OutputKind.all[0]
  }

  private static func film(
    _ output: String, _ kind: FileKind, _ drawing: DrawingRequest
  ) -> Diagnostic {
    let stem = output.unicodeScalars.dropLast(kind.fileExtension.unicodeScalars.count)
    let line =
      drawing.filmLine(output: kind.container != nil ? output : String(stem) + "mp4")
      ?? "\(ProgramText.name) film"
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
          "\(FramePattern.maxDigits) are the most"
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
