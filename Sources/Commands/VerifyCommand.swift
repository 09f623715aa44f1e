// SPDX-License-Identifier: MIT
internal import Arguments
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// `verify`: compares a sequence with its manifest.
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
    tables: [
      HelpTable(
        "Problems",
        SequenceInspection.Problem.allCases.map {
          HelpRow($0.rawValue, "\($0.meaning) Status \($0.status.rawValue).")
        })
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
    // All operands are checked first, so that a wrong one does not discard any results.
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

  /// Succeeds only if there are no findings.
  private func conclude(
    _ counts: [SequenceInspection.Problem: Int], of frameCount: Int
  ) throws(Diagnostic) {
    guard !counts.isEmpty else { return }
    let list = SequenceInspection.Problem.allCases.compactMap { problem in
      counts[problem].map { "\($0) \(problem == .notAsked ? "never asked for" : problem.rawValue)" }
    }
    let statuses = Set(counts.keys.map(\.status))
    let worst = [ExitStatus.badData, .ioError].first(where: statuses.contains) ?? .unfinished
    let hint =
      if counts[.foreign] != nil {
        "move what is foreign away; render --resume makes all the others anew"
      } else if counts[.unreadable] != nil {
        "look at who may read them, and at the disk"
      } else if counts.count == 1, counts[.notAsked] != nil {
        "all that runs were asked for are whole; render --resume without --frames makes the others"
      } else if counts[.unknown] != nil {
        "render --resume with the same input and options keeps what is the same, and makes the rest"
      } else {
        "render --resume with the same input and options makes them"
      }
    throw Diagnostic(
      "of \(counted(frameCount, "frame")), " + list.joined(separator: ", "), hint: hint,
      status: worst)
  }

  /// A CSV field, quoted as in RFC 4180.
  private func csvField(_ text: String) -> String {
    // By scalars: a combining mark after a quotation mark would hide it from a comparison of
    // characters.
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { [",", "\"", "\n", "\r"].contains($0) }) else { return text }
    let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map(String.init).joined(separator: "\"\"") + "\""
  }
}

extension SequenceInspection.Problem {
  /// Its meaning, as a sentence.
  fileprivate var meaning: String {
    switch self {
    case .missing: "It was to be written, and is not there."
    case .notAsked: "No run was asked for it."
    case .unfinished: "A run was ended while it made it."
    case .damaged: "It is cut off or destroyed."
    case .unknown: "It is there, but the manifest does not say what it is."
    case .foreign: "Something else has its name."
    case .unreadable: "The system does not let it be read."
    }
  }

  /// The exit status of a run with this problem and no worse one.
  fileprivate var status: ExitStatus {
    switch self {
    case .missing, .notAsked, .unfinished, .unknown: .unfinished
    case .damaged, .foreign: .badData
    case .unreadable: .ioError
    }
  }
}

extension Diagnostic {
  /// An error that keeps a sequence from being verified: its files are the input here.
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
