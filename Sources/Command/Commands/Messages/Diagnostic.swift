// SPDX-License-Identifier: MIT
// Errors as the user sees them: a message, a hint and the exit status.
internal import Analysis
internal import Arguments
internal import Decoding
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// An error as the user sees it.
struct Diagnostic: Error {
  /// What is wrong: `what: detail`.
  let message: String
  /// How to solve it.
  private(set) var hint: String?
  /// The exit status.
  let status: ExitStatus
  /// The input that ffmpeg has to decode, and the command to type before this one.
  var helper: (path: String, command: [String])?
  /// The possible choices with their meanings; not included in JSON.
  var list: [HelpRow] = []
  /// The long names of the options that the error speaks of.
  var options: [String] = []
  /// Whether their values are right, and only this run has no use for them.
  var isForOtherRuns = false
  /// Those that stand in files, and are in use.
  var presets: Set<String> = []
  /// Whether to print nothing: the reader of our output has stopped on purpose, as `head` does.
  var isSilent = false

  /// An error, and the options that it speaks of; where it is one of usage, these are right for other runs.
  init(
    _ message: String, hint: String? = nil, status: ExitStatus, for options: [String] = []
  ) {
    (self.options, isForOtherRuns) = (options, status == .usage && !options.isEmpty)
    // An empty name must still be visible.
    self.message = message.utf8.starts(with: ": ".utf8) ? "''" + message : message
    self.hint = hint
    self.status = status
  }

  /// The diagnostic with the whole command to type as its hint, if another program must decode the input.
  ///
  /// `line` is that of this run; the operand that cannot be decoded becomes `-`.
  func withHelper(for line: Line) -> Diagnostic {
    guard let helper else { return self }
    let words = line.replacingOperands { $0.utf8.elementsEqual(helper.path.utf8) ? "-" : nil }
    guard let first = ShellText.line(helper.command),
      let second = ProgramText.line([line.command.name] + words)
    else { return self }
    return Diagnostic(
      message,
      hint: "install ffmpeg here, or run this on a machine that has it: \(first) | \(second)",
      status: status)
  }
}

extension Diagnostic {
  /// The diagnostic with the file and the line of each option that it speaks of: those that name the file
  /// before its colon, or else its options.
  func naming(_ presets: [Preset]) -> Diagnostic {
    let named = presets.filter { preset in
      preset.text.map { !$0.isEmpty && message.hasPrefix("\($0):") } ?? false
    }
    let meant = named.isEmpty ? presets.filter { options.contains($0.name) } : named
    guard !meant.isEmpty, !isSilent else { return self }
    let places = meant.map { "--\($0.name) stands in \($0.origin)" }.joined(separator: ", ")
    var other = self
    other.presets = Set(meant.map(\.name))
    other.hint = hint.map { $0.hasSuffix(".") ? places : "\($0); \(places)" } ?? places
    return other
  }

  /// The diagnostic with another hint added.
  func suggesting(_ hint: String) -> Diagnostic {
    var other = self
    other.hint = self.hint.map { "\($0), or \(hint)" } ?? hint
    return other
  }

  /// An input that the system cannot read.
  init(reading path: String, _ error: SystemError) {
    self.init("\(path): \(error)", error.adviceOfReading)
  }

  init(_ error: PipelineError) {
    let advice: Advice
    switch error {
    // Stopping a service sends the signal to ffmpeg as well.
    case .decoding(.helperFailed) where Interruption.signal != nil, .interrupted:
      self = .interruption()
      return
    case .output(let path, let cause):
      self.init(output: path, cause)
      return
    case .decoding(let error): advice = error.advice
    case .scale:
      advice = (
        "use --range part if the part comes before that, or --until-damage", .badData
      )
    case .metering(let error, _): advice = error.advice
    case .usage(let error):
      self.init(error, command: nil)
      return
    case .request(let error, _): advice = error.advice
    case .image(let error): advice = error.advice
    case .imageTooFar:
      advice = ("choose a smaller --set logo-width, or logo-x and logo-y nearer to 0.5", .usage)
    case .constants(let error, _): advice = error.advice
    case .song(let error, let path): advice = error.advice(path)
    case .palette(let error, let path): advice = error.advice(path)
    case .font(let error, _): advice = error.advice
    case .figure: advice = (nil, .internalError)
    case .readings(_, let error):
      advice = (error.readingHint ?? "set TMPDIR to a folder with free space", .ioError)
    case .writing(let error): advice = error.advice
    }
    self.init("\(error)", advice)
    options = error.options
    if case .decoding(.helperMissing(let path, let command)) = error { helper = (path, command) }
  }

  init(_ error: WritingError) { self.init("\(error)", error.advice) }

  init(output path: String, _ error: OutputFile.OpenError) {
    let advice: Advice
    switch error {
    case .exists: advice = ("use --overwrite to replace it", .cannotCreate)
    case .system(.notOpen): advice = (nil, .ioError)
    case .system(let error):
      advice = (
        error.hint(ofWriting: .newFile), error.isShortage ? .ioError : .cannotCreate
      )
    }
    self.init("\(OutputFile.name(path)): \(error)", advice)
  }

  init(output path: String, _ error: SystemError) {
    // Another program has created it in the meantime.
    if error == .exists {
      self.init(output: path, OutputFile.OpenError.exists)
      return
    }
    // A reader that has enough is not an error.
    let isEnough = path == "-" && error == .brokenPipe
    self.init(
      "\(PipelineError.output(path: path, error))", hint: error.hint(ofWriting: .file),
      status: isEnough ? .success : .ioError)
    isSilent = isEnough
  }

  private init(_ message: String, _ advice: Advice) {
    self.init(message, hint: advice.hint, status: advice.status)
  }
}

extension PipelineError {
  /// The long names of the options that may have the value that is wrong.
  fileprivate var options: [String] {
    switch self {
    case .scale: ["range"]
    case .imageTooFar: ["set"]
    case .request(.noSuchChannel, _), .request(.otherMix, _): ["channels"]
    case .request(.noSuchFrames, _): ["frames", "at"]
    case .request(.tooManyFrames, _), .request(.otherTickRate, _): ["fps"]
    case .request(.startBeyondEnd, _), .request(.partWithinTick, _): ["start"]
    case .request(.cannotLoop, _): ["loop"]
    case .request(.notLive, _), .request(.otherReadings, _): ["look", "view"]
    case .decoding(.noSuchTrack): ["track"]
    case .metering(.ticksWithoutSamples, _), .metering(.rateTooLow, _): ["fps"]
    case .metering(.noChannelWeights, _): ["weights"]
    case .metering(.noChannelLevels, _): ["ballistics"]
    default: []
    }
  }
}

extension WritingError {
  fileprivate var advice: Advice {
    switch self {
    case .cannotUseFolder(_, let error):
      (
        error.hint(ofWriting: .folder)
          ?? "-o names a folder, or a pattern such as frames/frame-%06d.png",
        error.isShortage ? .ioError : .cannotCreate
      )
    case .framesExist:
      (
        "use --overwrite to replace frames, --existing keep to keep them, or another folder",
        .cannotCreate
      )
    case .cannotWriteFrame(_, let error), .cannotWriteManifest(_, let error):
      (error.hint(ofWriting: .frame), .ioError)
    case .cannotReadFrame(_, let error): (error.readingHint, .ioError)
    case .foreignFrame:
      (
        "move it away and continue with --existing keep, or start over with --overwrite",
        .cannotCreate
      )
    case .otherJob:
      (
        "use the same options and input, --overwrite to start over, or another folder",
        .cannotCreate
      )
    case .inUse:
      ("wait for it, render other frames of the same job, or use another folder", .unfinished)
    case .manifestGone:
      ("render with --existing keep checks the existing frames", .ioError)
    case .noManifest: ("name the folder or pattern that was given to render -o", .noInput)
    case .badManifest(_, .notAManifest): ("move it away, or use another folder", .cannotCreate)
    case .badManifest(_, .otherVersion):
      (
        "use that version, or another folder; or move the file away to continue without it",
        .cannotCreate
      )
    case .badManifest(_, .malformed):
      ("use --overwrite to start over, or another folder", .cannotCreate)
    }
  }
}
