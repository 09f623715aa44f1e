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
  private let kind: SoundKind
  private let depth: SampleDepth?
  /// The sample rate in Hz, if it is chosen, or the kind of file has few; else that of the instrument.
  var sampleRate: Int?

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
    sampleRate = rate?.hertz ?? kind.sampleRates?.last
    if let rates = kind.sampleRates, let hertz = sampleRate, !rates.contains(hertz) {
      throw Diagnostic(
        "\(kind.title) has no sample rate of \(hertz) Hz",
        hint: "use --sample-rate " + rates.map(String.init).joined(separator: ", ")
          + ", or another kind of file", status: .usage, for: ["sample-rate"])
    }
    (self.path, self.kind, self.depth) = (path, kind, depth ?? kind.depths.first)
  }

  /// The format of the samples.
  var format: SoundFormat {
    SoundFormat(
      kind, depth, sampleRate: sampleRate ?? Instrument.defaultSampleRate,
      channelCount: Instrument.channelCount)
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
      throw .wrongName(path, for: "a sound file", ends: SoundKind.allCases.flatMap(\.extensions))
    }
    return kind
  }

  func open(replacing: Bool) throws(Diagnostic) -> SoundWriter {
    try Diagnostic.checkTerminal(path, "sound")
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

/// A sample rate in Hz for what is played.
struct SampleRate: ArgumentValue {
  let hertz: Int

  /// The allowed range as text.
  static var choice: String {
    "\(Instrument.sampleRates.lowerBound) to \(Instrument.sampleRates.upperBound)"
  }

  init(argument: String) throws(ArgumentValueError) {
    guard let hertz = Int(argument) else {
      throw ArgumentValueError("not a whole number of Hz", hint: "write 44100 or 48000")
    }
    guard Instrument.sampleRates.contains(hertz) else {
      throw ArgumentValueError("out of range", hint: "use \(SampleRate.choice) Hz")
    }
    self.hertz = hertz
  }

  var argumentText: String { "\(hertz)" }
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
