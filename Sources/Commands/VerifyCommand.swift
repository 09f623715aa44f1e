// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// `verify`: a sequence held against its manifest.
struct VerifyCommand: PlainCommand {
  var operands: [String] = []
  var report = ReportOptions()

  static let spec = CommandSpec<VerifyCommand>(
    name: "verify", summary: "Check the frames of a sequence against its manifest.",
    paragraphs: [
      "render writes a manifest beside its frames, which has a checksum of each. verify prints what "
        + "is wrong as CSV, one line for each frame with its problem."
    ],
    options: ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "DIR|PATTERN", into: \.operands, completion: .directory,
        help: "Folders with frames, or patterns as render takes them.")
    ],
    lists: [
      WordList(
        "Problems",
        [
          ("missing", "The frame is not there (status 75)."),
          ("not-asked", "It is not there, and no run was told to make it (75)."),
          ("unfinished", "A run ended before it had written it (75)."),
          ("unknown", "It is there, but the manifest has no checksum of it (75)."),
          ("damaged", "It is not what was written (65)."),
          ("foreign", "Another file has its name (65)."),
          ("unreadable", "It cannot be read (74)."),
        ])
    ],
    examples: [
      Example("radial-audio verify frames", "Check that all frames are there, and whole."),
      Example("radial-audio verify frames -q | grep damaged", "List the damaged frames."),
      Example(
        "radial-audio render song.flac -o frames --resume", "Make what is missing or damaged."),
    ],
    closing: ExitStatus.line([.usage, .badData, .noInput, .ioError, .unfinished, .interrupt]),
    defaults: VerifyCommand())

  func run() throws {
    var text = "path,problem\n"
    var counts: [SequenceInspection.Problem: Int] = [:]
    var frameCount = 0
    // All are looked at first, so that a wrong word costs nothing that was found.
    var sequences: [SequenceInspection] = []
    for operand in operands {
      do { sequences += try SequenceInspection.sequences(at: operand) } catch {
        throw Diagnostic(verifying: error)
      }
    }
    for sequence in sequences {
      let findings = try findings(sequence)
      for finding in findings {
        text += "\(csvField(finding.path)),\(finding.problem.rawValue)\n"
        counts[finding.problem, default: 0] += 1
      }
      frameCount += sequence.frameCount
      if findings.isEmpty {
        report.note(
          "\(sequence.pattern.printfPattern): \(counted(sequence.frameCount, "frame")), all whole")
      }
    }
    try DataOutput.print(RawText.bytes(text))
    try conclude(counts, of: frameCount)
  }

  private func findings(
    _ sequence: SequenceInspection
  ) throws -> [SequenceInspection.Finding] {
    let progress = Progress(
      Progress.Stage(noun: "frames", total: sequence.frameCount, microseconds: 0), report)
    defer { progress.finish() }
    let findings: [SequenceInspection.Finding]
    do {
      findings = try sequence.findings {
        progress.advance()
        return Interruption.signal == nil
      }
    } catch { throw Diagnostic(verifying: error) }
    guard Interruption.signal == nil else { throw PipelineError.interrupted }
    return findings
  }

  /// Ends well only if nothing was found.
  private func conclude(
    _ counts: [SequenceInspection.Problem: Int], of frameCount: Int
  ) throws(Diagnostic) {
    guard !counts.isEmpty else { return }
    let list = SequenceInspection.Problem.allCases.compactMap { problem in
      counts[problem].map { "\($0) \(problem == .notAsked ? "never asked for" : problem.rawValue)" }
    }
    let isBroken = counts[.damaged] != nil || counts[.foreign] != nil
    let hint =
      if counts[.foreign] != nil {
        "move what is foreign away; render --resume makes all the others anew"
      } else if counts[.unreadable] != nil {
        "look at who may read them, and at the disk"
      } else if counts[.unknown] != nil {
        "render --resume with the same input and options keeps what is the same, and makes the rest"
      } else {
        "render --resume with the same input and options makes them"
      }
    throw Diagnostic(
      "of \(counted(frameCount, "frame")), " + list.joined(separator: ", "), hint: hint,
      status: isBroken ? .badData : counts[.unreadable] != nil ? .ioError : .unfinished)
  }

  /// A field of CSV, after RFC 4180.
  private func csvField(_ text: String) -> String {
    // By code points: a mark behind a quotation mark is one character with it, and in a table two.
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { [",", "\"", "\n", "\r"].contains($0) }) else { return text }
    let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map(String.init).joined(separator: "\"\"") + "\""
  }
}

extension Diagnostic {
  /// What keeps a sequence from being looked at: here its files are the input.
  fileprivate init(verifying error: WritingError) {
    switch error {
    case .cannotUseFolder(let path, let error), .cannotReadFrame(let path, let error),
      .cannotWriteManifest(let path, let error):
      self.init(reading: path, error)
    case .badManifest(_, .otherVersion):
      self.init(
        "\(error)", hint: "verify the frames with that version", status: .badData)
    case .badManifest:
      self.init("\(error)", hint: "render --overwrite makes all frames anew", status: .badData)
    default: self.init(error)
    }
  }
}
