// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Writing

/// The destination of a command's data.
struct DataOutputOptions {
  /// The user's choice.
  var named: String?
  /// The default destination.
  var defaultPath = "-"
  var existing = ExistingOutput.fail

  var path: String { named ?? defaultPath }

  static let table: [Option<DataOutputOptions>] = Option.section(
    "Output",
    [
      .value(
        "output", letter: "o", "FILE", into: \.named, completion: .file,
        help: "File to write; - is standard output. [default: -]"),
      .flag("overwrite", into: \.existing.replaces, help: "Replace the file if it exists.").sharing(
        .typed),
    ])

  /// Opens it for text in a format, `csv`, `jsonl` or `json`. Refuses a file extension of another
  /// format, and an output that is one of the inputs, which would be lost.
  func open(inputs: [String], for format: String) throws(Diagnostic) -> DataOutput {
    if let kind = FileKind.promised(by: path),
      ![kind.fileExtension, kind.meterFormat?.rawValue].contains(format)
    {
      throw .wrongName(path, for: format.uppercased(), ends: [format])
    }
    try DataOutput.checkSources(inputs, path)
    return try DataOutput(path, replacing: existing.replaces)
  }
}

/// A command's data on its way to a file or to standard output.
struct DataOutput: ~Copyable {
  private let path: String
  private let file: OutputFile

  /// Opens it; at least `bytes` bytes will be written.
  init(_ path: String, replacing: Bool, needing bytes: Int = 1) throws(Diagnostic) {
    self.path = path
    try DataOutput.checkName(path)
    try DataOutput.checkSpace(path, bytes)
    do { file = try OutputFile(path, replacing: replacing) } catch {
      throw Diagnostic(output: path, error)
    }
  }

  /// Refuses a full disk early, which is otherwise noticed after all the work.
  private static func checkSpace(_ path: String, _ needed: Int) throws(Diagnostic) {
    guard path != "-", !Folder.isLink(path), [nil, .regular].contains(Folder.kind(of: path)),
      let free = (try? FileSystem(ofFolder: Folder.parent(of: path)))?.availableBytes, free < needed
    else { return }
    throw Diagnostic(output: path, .noSpace)
  }

  /// Writes everything to standard output.
  static func print(_ bytes: [UInt8]) throws(Diagnostic) {
    try DataOutput("-", replacing: true).commit(bytes)
  }

  /// Refuses names early that the system would refuse only after all the work.
  static func checkName(_ path: String) throws(Diagnostic) {
    let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last.map { String($0) } ?? ""
    guard !path.isEmpty else {
      throw Diagnostic(
        "--output is empty", hint: "name a file, or - for standard output", status: .usage)
    }
    guard !name.isEmpty || Folder.kind(of: path) == .directory else {
      throw Diagnostic(
        "\(path): is the name of a folder", hint: "name a file in it", status: .usage)
    }
    let count = RawText.bytes(name).count
    guard count <= Folder.longestName else {
      throw Diagnostic(
        "the name of the output has \(count) bytes",
        hint: "\(Folder.longestName) is the limit for a file name", status: .usage)
    }
  }

  /// Refuses an output that is one of the inputs, which would be lost.
  static func checkSources(_ inputs: [String], _ path: String) throws(Diagnostic) {
    let input =
      path == "-" ? nil : inputs.first { Folder.areSame($0 == "-" ? "/dev/stdin" : $0, path) }
    guard let input else { return }
    throw Diagnostic(
      "\(path): is also the input" + (input == path ? "" : ", as \(inputName(input))"),
      hint: "name another file with -o", status: .cannotCreate)
  }

  borrowing func write(_ bytes: [UInt8]) throws(PipelineError) { try write(bytes.span) }

  borrowing func write(_ bytes: Span<UInt8>) throws(PipelineError) {
    do { try file.write(bytes) } catch { throw .output(path: path, error) }
  }

  /// Writes the last bytes, and gives the file its name. What is not committed is removed.
  consuming func commit(_ bytes: [UInt8] = []) throws(Diagnostic) {
    let path = self.path
    do throws(SystemError) {
      try file.write(bytes.span)
      try file.commit()
    } catch { throw Diagnostic(output: path, error) }
  }
}

/// The reading of a track, with progress.
struct ReadingProgress {
  private let progress: Progress

  /// Starts; `name` is that of the stage if it is not the noun.
  init(
    _ format: StreamFormat, _ expected: Int?, _ options: ReportOptions, name: String? = nil
  ) {
    let stage = Progress.Stage(
      noun: "sample frames", total: expected, microseconds: 1e6 / Double(format.sampleRate),
      name: name, isSound: true)
    progress = Progress(stage, options)
  }

  /// Reads with progress, until a signal requests the end.
  func reporting<Result, Failure>(
    _ read: ((Int) -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { progress.finish() }
    var counted = 0
    return try read { count in
      progress.advance(by: count - counted)
      counted = count
      return Interruption.signal == nil
    }
  }
}

extension Track {
  /// Reads to the end with progress. `handOut` is called when the readings so far are complete.
  mutating func readReporting<Measured>(
    _ analysis: Analysis<Measured>, _ options: ReportOptions,
    handOut: () throws(PipelineError) -> Void = {},
    reading: (Measured) throws(PipelineError) -> Void
  ) throws(PipelineError) -> TrackSummary {
    extend(for: analysis)
    return try ReadingProgress(format, expectedSampleFrames, options).reporting {
      (progress) throws(PipelineError) in
      let report = { (count: Int) throws(PipelineError) in
        try handOut()
        return progress(count)
      }
      return try read(analysis, progress: report, reading: reading)
    }
  }
}

extension TrackSummary {
  /// Warns of a track that ended early or is empty.
  func warnAboutDefects(_ input: String, _ options: TrackOptions, _ report: ReportOptions) {
    if let damage { report.warn("\(damage); the sound before it is used") }
    if let lengthConflict, options.duration == nil {
      report.warn(
        "\(inputName(input)): its header declares \(lengthConflict.declared) sample frames, but "
          + "\(lengthConflict.found) were found; all are used")
    }
    if let fractionalRate {
      let rate = Double(format.sampleRate)
      let late = 3600 * (fractionalRate / rate - 1)
      report.warn(
        "\(inputName(input)): its sample rate of \(DecimalText.text(fractionalRate, places: 4)) Hz is read "
          + "as \(format.sampleRate) Hz: times are late by \(DecimalText.text(late, places: 2)) s an hour"
      )
    }
    if incompleteBytes > 0 {
      let end = incompleteBytes == 1 ? "byte is" : "\(incompleteBytes) bytes are"
      report.warn("\(inputName(input)): the last \(end) not a complete sample frame, and left out")
    }
    if let silentNotes = score?.silentNotes(at: format.sampleRate) {
      report.warn("\(inputName(input)): \(silentNotes)")
    }
    guard sampleFrames == 0 else { return }
    if let duration = options.duration, duration.sampleFrame(sampleRate: format.sampleRate) == 0 {
      report.warn("\(inputName(input)): has no samples with --duration \(duration)")
    } else {
      report.warn("\(inputName(input)): has no samples")
    }
  }
}

/// The name of an operand in messages: "standard input" for `-`.
func inputName(_ operand: String) -> String {
  operand == "-" ? AudioInput.standardInputName : operand
}
