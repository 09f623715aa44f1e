// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// `verify`: compares a sequence with its manifest, and files of readings with their hashes.
struct VerifyCommand: PlainCommand {
  var operands: [String] = []
  var report = ReportOptions()

  static let name = "verify"
  static let summary = "Check the frames of sequences, and files of readings."

  static let spec = CommandSpec<VerifyCommand>(
    name: name, summary: summary,
    paragraphs: [
      "render writes a manifest next to its frames, with a checksum of each. verify prints "
        + "problems as CSV, one line for each frame that has one. A file of readings, which meter writes, "
        + "has several checksums: verify reads all of them."
    ],
    options: ReportOptions.table.at(\.report),
    operands: [
      .repeated(
        "DIR|PATTERN|FILE", into: \.operands, completion: .file,
        help: "Folders with frames, patterns as render takes them, or files of readings.")
    ],
    tables: [
      HelpTable(
        "Problems",
        SequenceInspection.Problem.allCases.map {
          HelpRow($0.rawValue, "\($0.meaning) Status \($0.status.rawValue).")
        })
    ],
    examples: [
      Example("radial-audio verify frames", "Check that all frames exist and are intact."),
      Example("radial-audio verify frames -q | grep damaged", "List the damaged frames."),
      Example("radial-audio verify catalogue/*.readings", "List the damaged files of readings."),
      Example(
        "radial-audio render song.flac -o frames --existing keep",
        "Render the frames that are missing or damaged."),
    ],
    closing: ExitStatus.line([.usage, .badData, .noInput, .ioError, .unfinished, .interrupt]),
    mainOptions: ["quiet", "progress"], defaults: VerifyCommand())

  func run() throws(Diagnostic) {
    var counts: [SequenceInspection.Problem: Int] = [:]
    var frameCount = 0
    // All operands are checked first, so that a wrong one does not discard any results.
    var sequences: [SequenceInspection] = []
    var (readings, others): ([String], [String]) = ([], [])
    for operand in operands {
      if FileKind(of: operand)?.meterFormat == .readings, Folder.kind(of: operand) == .regular {
        readings.append(operand)
      } else if FileKind.promised(by: operand)?.isFilm == true {
        throw Diagnostic(
          "\(operand): films are not verified",
          hint: "sha256sum song.mp4 > song.mp4.sha256 writes the checksum of a new film, and "
            + "sha256sum -c song.mp4.sha256 compares it", status: .usage)
      } else {
        others.append(operand)
      }
    }
    for operand in others {
      do { sequences += try SequenceInspection.sequences(at: operand) } catch {
        throw Diagnostic(verifying: error)
      }
    }
    let output = try DataOutput("-", replacing: true)
    var text = "path,problem\n"
    for sequence in sequences {
      let before = counts
      var fault: Diagnostic?
      try inspect(sequence) { finding in
        text += "\(CSVText.field(finding.path)),\(finding.problem.rawValue)\n"
        counts[finding.problem, default: 0] += 1
        guard text.utf8.count >= 1 << 16 else { return }
        do throws(PipelineError) { try output.write(Array(text.utf8)) } catch {
          fault = Diagnostic(error)
        }
        text = ""
      } isStopped: {
        fault != nil
      }
      if let fault { throw fault }
      frameCount += sequence.frameCount
      if counts == before {
        report.note(
          "\(sequence.pattern.printfPattern): \(counted(sequence.frameCount, "frame")), all whole")
      }
    }
    let damaged = try damagedReadings(of: readings)
    guard Interruption.signal == nil else { throw .interruption() }
    for path in damaged { text += "\(CSVText.field(path)),damaged\n" }
    try output.commit(Array(text.utf8))
    let faults = [
      VerifyCommand.fault(ofReadings: damaged, of: readings.count), fault(counts, of: frameCount),
    ]
    // The gravest one has the lowest status.
    if let worst = faults.compactMap(\.self).min(by: { $0.status.rawValue < $1.status.rawValue }) {
      throw worst
    }
  }

  private static func fault(ofReadings damaged: [String], of count: Int) -> Diagnostic? {
    damaged.isEmpty
      ? nil
      : Diagnostic(
        "of \(counted(count, "file")) of readings, \(damaged.count) damaged",
        hint: "make them again: \(ProgramText.name) meter SOUND -o song.readings --overwrite",
        status: .badData)
  }

  /// Reads files of readings whole; returns the paths of those that are damaged.
  private func damagedReadings(of paths: [String]) throws(Diagnostic) -> [String] {
    guard !paths.isEmpty else { return [] }
    let progress = Progress(
      Progress.Stage(noun: "files", total: paths.count, microseconds: 0), report)
    defer { progress.finish() }
    var damaged: [String] = []
    for path in paths {
      defer { progress.advance() }
      do throws(DecodingError) {
        let input = try AudioInput.open(path, kinds: InputKind.all)
        guard case .readings(let file) = input.content else {
          throw .unrecognized(path: path, reason: "no readings")
        }
        guard try file.check(while: { Interruption.signal == nil }) else { break }
        report.note("\(path): \(counted(file.head.tables.count, "table")), all whole")
      } catch .badReadings {
        damaged.append(path)
      } catch { throw Diagnostic(.decoding(error)) }
    }
    return damaged
  }

  private func inspect(
    _ sequence: SequenceInspection, _ finding: (SequenceInspection.Finding) -> Void,
    isStopped: () -> Bool
  ) throws(Diagnostic) {
    let progress = Progress(
      Progress.Stage(noun: "frames", total: sequence.frameCount, microseconds: 0), report)
    defer { progress.finish() }
    do {
      try sequence.inspect(
        progress: {
          progress.advance()
          return Interruption.signal == nil && !isStopped()
        }, report: finding)
    } catch { throw Diagnostic(verifying: error) }
    guard Interruption.signal == nil else { throw .interruption() }
  }

  /// How the run ends because of frames; `nil` if there are no findings.
  private func fault(
    _ counts: [SequenceInspection.Problem: Int], of frameCount: Int
  ) -> Diagnostic? {
    guard !counts.isEmpty else { return nil }
    let list = SequenceInspection.Problem.allCases.compactMap { problem in
      counts[problem].map { "\($0) \(problem == .notAsked ? "never asked for" : problem.rawValue)" }
    }
    let hint =
      if counts[.foreign] != nil {
        "move the foreign files away; render --existing keep renders all the others again"
      } else if counts[.unreadable] != nil {
        "check their permissions, and the disk"
      } else if counts.count == 1, counts[.notAsked] != nil {
        "all frames of the runs so far are intact; render --existing keep without --frames renders the "
          + "others"
      } else if counts[.unknown] != nil {
        "render --existing keep with the same input and options keeps frames that are the same, and "
          + "renders the rest"
      } else {
        "render --existing keep with the same input and options renders them"
      }
    return Diagnostic(
      "of \(counted(frameCount, "frame")), " + list.joined(separator: ", "), hint: hint,
      status: SequenceInspection.Problem.status(of: counts.keys))
  }
}

extension SequenceInspection.Problem {
  /// Its meaning, as a sentence.
  fileprivate var meaning: String {
    switch self {
    case .missing: "It should have been written, but does not exist."
    case .notAsked: "No run was asked for it."
    case .unfinished: "Its run ended before it was complete."
    case .damaged: "It is truncated or destroyed."
    case .unknown: "It exists, but there is no checksum of it."
    case .foreign: "A different file has its name."
    case .unreadable: "The system cannot read it."
    }
  }

  /// The exit status of a run with some problems.
  fileprivate static func status(
    of problems: some Sequence<SequenceInspection.Problem>
  ) -> ExitStatus {
    let statuses = Set(problems.map(\.status))
    return [.badData, .ioError].first(where: statuses.contains) ?? .unfinished
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
