// SPDX-License-Identifier: MIT
public import Arguments
internal import Platform
internal import Synthesis
internal import Text
public import Writing

/// A sound file to write, before the instrument is read.
struct SoundOutput {
  /// The file name, or `-`.
  let path: String
  let format: SoundFormat

  /// Prepares a file from the options.
  init(_ path: String, _ depth: SampleDepth?, _ rate: SampleRate?) throws(Diagnostic) {
    try DataOutput.checkName(path)
    let kind = try SoundOutput.kind(of: path)
    guard depth == nil || kind.depths.contains(where: { $0 == depth }) else {
      let choices = kind.depths.map(\.argumentText).joined(separator: " or ")
      throw Diagnostic(
        "\(kind.title) has no samples of \(depth?.argumentText ?? "") bits",
        hint: choices.isEmpty ? "leave out --bits" : "use --bits \(choices)", status: .usage,
        for: ["bits"])
    }
    let hertz = rate?.hertz ?? kind.sampleRates?.last ?? SampleRate.default.hertz
    if let rates = kind.sampleRates, !rates.contains(hertz) {
      throw Diagnostic(
        "\(kind.title) has no sample rate of \(hertz) Hz",
        hint: "use --sample-rate " + rates.map(String.init).joined(separator: ", ")
          + ", or another kind of file", status: .usage, for: ["sample-rate"])
    }
    self.path = path
    format = SoundFormat(
      kind, depth ?? kind.depths.first, sampleRate: hertz, channelCount: Instrument.channelCount)
  }

  /// The format of the file extension; WAV for streams.
  private static func kind(of path: String) throws(Diagnostic) -> SoundKind {
    let kind = FileKind(of: path)?.sound
    let isStream =
      switch Folder.kind(of: path) {
      case .pipe, .other: true
      case .regular, .directory, nil: path == "-"
      }
    if isStream, let kind, kind != .wav {
      throw Diagnostic(
        "\(path): \(kind.title) cannot be written into a pipe: its encoder has to go back in the "
          + "file",
        hint: "name a file, or write WAV", status: .usage)
    }
    guard let kind = kind ?? (isStream ? .wav : nil) else {
      throw Diagnostic(
        "the name '\(path)' does not end like that of a sound file",
        hint: "end it in " + SoundKind.choices, status: .usage)
    }
    return kind
  }

  func open(replacing: Bool) throws(Diagnostic) -> SoundWriter {
    if path == "-", StandardStreams.outputIsTerminal {
      throw Diagnostic(
        "sound cannot be shown on a terminal",
        hint: "name a file with -o, or pipe it into a program", status: .usage)
    }
    do { return SoundWriter(format, to: try OutputFile(path, replacing: replacing)) } catch {
      throw Diagnostic(output: path, error)
    }
  }

  /// The format in words: `WAV, 44100 Hz, 32-bit floating point`.
  var description: String {
    let bits =
      switch format.depth {
      case .float?: ", 32-bit floating point"
      case let depth?: ", \(depth.argumentText) bits"
      case nil: ""
      }
    return "\(format.kind.title), \(format.sampleRate) Hz" + bits
  }
}

extension SoundKind {
  /// The file extensions of all formats.
  static var choices: String {
    allCases.flatMap(\.extensions).map { ".\($0)" }.joined(separator: " ")
  }
}

extension SampleDepth: ArgumentValue {
  /// Reads the number of bits.
  public init(argument: String) throws(ArgumentValueError) {
    guard let depth = Int(argument).flatMap(SampleDepth.init) else {
      throw ArgumentValueError(noneOf: SampleDepth.choices)
    }
    self = depth
  }

  /// The number of bits.
  public var argumentText: String { "\(rawValue)" }

  /// All numbers of bits.
  public static var choices: [String] { allCases.map(\.argumentText) }
}

extension Diagnostic {
  init(_ error: SoundError, _ output: SoundOutput) {
    switch error {
    case .system(let error): self.init(output: output.path, error)
    case .refused(let reason):
      self.init(
        "\(output.path): libsndfile does not write \(output.description): \(reason)",
        hint: "use another kind of file, or another --sample-rate", status: .cannotCreate)
    }
  }
}
