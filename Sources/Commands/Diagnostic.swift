// SPDX-License-Identifier: MIT
// All wording of errors, with the hint and the exit status, in one place.
internal import Analysis
internal import Arguments
internal import Decoding
internal import Drawing
internal import Hashing
internal import Pipeline
internal import Platform
internal import Text
internal import Views
internal import Writing

/// An error as the user reads it.
struct Diagnostic: Error {
  /// What is wrong: `what: detail`.
  let message: String
  /// What to do.
  let hint: String?
  /// How the process ends.
  let status: ExitStatus
  /// The input that another program has to decode, and what to type before this one for that.
  var helper: (path: String, command: [String])?
  /// Whether nobody needs to be told: the reader of our output has gone on its own will, as `head`
  /// does.
  var isSilent = false

  init(_ message: String, hint: String? = nil, status: ExitStatus) {
    // A name that is empty is to be seen all the same.
    self.message = message.utf8.starts(with: ": ".utf8) ? "''" + message : message
    self.hint = hint
    self.status = status
  }

  /// `radial-audio: error: …` and, where there is one, `hint: …`; each one line, whatever the
  /// names in it hold.
  var text: String {
    guard !isSilent else { return "" }
    let hintLine = hint.map { "hint: \(LineText.escaped($0))\n" } ?? ""
    return "\(ProgramText.name): error: \(LineText.escaped(message))\n" + hintLine
  }

  /// The same with the whole command to type as its hint, where another program has to help.
  ///
  /// `arguments` are those of this run of `command`; the operand that cannot be decoded becomes `-`.
  func withHelper<SomeCommand: Command>(
    for command: SomeCommand, _ arguments: [String]
  ) -> Diagnostic {
    guard let helper else { return self }
    var words = Array(arguments.dropFirst())
    for (place, word) in CommandWords(words, of: SomeCommand.description(for: words)).operands
    where word.utf8.elementsEqual(helper.path.utf8) {
      words[place] = "-"
    }
    guard let first = ShellText.line(helper.command),
      let second = ProgramText.line(arguments.prefix(1) + words)
    else { return self }
    return Diagnostic(
      message, hint: "install ffmpeg, or type where it is: \(first) | \(second)", status: status)
  }
}

extension Diagnostic {
  /// What a command has thrown.
  init(thrown error: any Error) {
    switch error {
    case let error as Diagnostic: self = error
    case let error as PipelineError: self.init(error)
    case let error as WritingError: self.init(error)
    default: preconditionFailure("no command throws \(error)")
    }
  }

  /// An input that the system does not give.
  init(reading path: String, _ error: SystemError) {
    self.init(
      "\(path): \(error)", hint: error.readingHint,
      status: error.isShortage ? .ioError : .noInput)
  }

  init(_ error: PipelineError) {
    switch error {
    // Whoever stops a service sends the signal to ffmpeg as well.
    case .decoding(.helperFailed) where Interruption.signal != nil: self.init(.interrupted)
    case .decoding(let error): self.init(error)
    case .metering(let error, let path): self.init(error, path: path)
    case .usage(let error): self.init(error, command: nil)
    case .request(let error, let path): self.init(error, path: path)
    case .image(let error): self.init(error)
    case .imageTooFar(let path):
      self.init(
        "\(path): would reach more than \(Int(PlacedImage.farthest)) points far",
        hint: "make it smaller, or bring its anchor nearer", status: .usage)
    case .constants(let error, let path): self.init(error, path: path)
    case .readings(let folder, let error):
      self.init(
        "\(folder): cannot take the readings of the track: \(error)",
        hint: error.readingHint ?? "set TMPDIR to a folder with room", status: .ioError)
    case .writing(let error): self.init(error)
    case .output(let path, let error): self.init(output: path, error)
    case .interrupted: self = .interruption()
    }
  }

  init(_ error: MeteringError, path: String) {
    switch error {
    case .notANumber(let channel, let frame):
      self.init(
        "\(path): the sample at sample frame \(frame), channel \(channel) is not a finite number",
        hint: "write the file anew as PCM"
          + (frame > 0 ? ", or use --until-damage to take what comes before" : ""),
        status: .badData)
    case .ticksWithoutSamples(let sampleRate, let tickRate):
      self.init(
        "\(path): \(tickRate) ticks a second are more than its \(sampleRate) sample frames",
        hint: "use --tick-rate \(sampleRate) or less", status: .usage)
    case .rateTooLow(let sampleRate, let needed):
      self.init(
        "\(path): has \(sampleRate) sample frames a second, and this look needs at least \(needed)",
        hint: "choose another --look", status: .usage)
    }
  }

  init(_ error: RequestError, path: String) {
    switch error {
    case .noSuchChannel(let left, let right, let count):
      self.init(
        "\(path): has \(counted(count, "channel")), not number \(max(left, right)) of "
          + "--channels \(left),\(right)",
        hint: "channels are counted from 0", status: .usage)
    case .tooManyFrames(let count, let rate):
      self.init(
        "\(path): would have \(count) frames at \(rate) a second, and \(SequenceJob.mostFrames) "
          + "are the most",
        hint: "use a lower --fps, or render a part of the sound with --start and --duration",
        status: .usage)
    case .noSuchFrames(let selection, let count):
      self.init(
        "\(path): has \(counted(count, "frame")), none of them in --frames "
          + selection.argumentText,
        hint: "the last one is number \(count - 1)", status: .usage)
    }
  }

  init(_ error: ConstantsFileError, path: String) {
    let anew = "write it anew: \(ProgramText.name) normalize INPUT... -o FILE"
    switch error {
    case .cannotRead(let error): self.init(reading: path, error)
    case .tooLarge(let limit):
      self.init(
        "\(path): has more than \(limit >> 20) MiB and so is no constants file", hint: anew,
        status: .badData)
    case .unusable(let error):
      let hint: String? =
        switch error {
        case .ballisticsDiffer(let constants, _):
          "use --ballistics \(constants.rawValue), or constants of this run's ballistics"
        case .tickRatesDiffer(let constants, _):
          "use --tick-rate \(constants), or constants of this run's tick rate"
        case .tooFewChannels: nil
        case .silentChannel: "use --max-peak and --max-average, or constants of other tracks"
        default: anew
        }
      self.init("\(path): \(error.wording)", hint: hint, status: .badData)
    case .channelsDiffer(let constants, let track):
      self.init(
        "\(path): has constants of \(counted(constants, "channel")), but the track has \(track)",
        hint: "constants are for tracks with the same number of channels", status: .badData)
    }
  }

  init(_ error: WritingError) {
    switch error {
    case .cannotUseFolder(let path, let error):
      self.init(
        "\(path): cannot be the folder of the frames: \(error)",
        hint: error.hint(ofWriting: .folder)
          ?? "-o names a folder, or a pattern such as frames/frame-%06d.png",
        status: error.isShortage ? .ioError : .cannotCreate)
    case .framesExist(let path, let count):
      self.init(
        "\(path): the frame exists already" + (count > 1 ? ", and \(count - 1) more" : ""),
        hint: "use --overwrite to replace frames, --resume to keep them, or another folder",
        status: .cannotCreate)
    case .cannotWriteFrame(let path, let error), .cannotWriteManifest(let path, let error):
      self.init("\(path): \(error)", hint: error.hint(ofWriting: .frame), status: .ioError)
    case .cannotReadFrame(let path, let error):
      self.init(
        "\(path): cannot be compared: \(error)", hint: error.readingHint, status: .ioError)
    case .foreignFrame(let path):
      self.init(
        "\(path): is not a frame of this job",
        hint: "move it away and go on with --resume, or start afresh with --overwrite",
        status: .cannotCreate)
    case .otherJob(let path, let differences):
      self.init(
        "\(path): the existing frames were rendered with other options: "
          + SequenceJob.Difference.wording(differences),
        hint: "use the same options and input, --overwrite to start afresh, or another folder",
        status: .cannotCreate)
    case .inUse(let path):
      self.init(
        "\(path): another run is writing these frames",
        hint: "wait for it, render other frames of the same job, or use another folder",
        status: .cannotCreate)
    case .manifestGone(let path):
      self.init(
        "\(path): was removed or replaced while frames were written",
        hint: "render with --resume makes sure of the frames that are there", status: .ioError)
    case .noManifest(let path):
      self.init(
        "\(path): has no manifest of frames",
        hint: "name the folder or pattern that was given to render -o", status: .noInput)
    case .badManifest(let path, .notAManifest):
      self.init(
        "\(path): is not what render writes beside its frames, but has its name",
        hint: "move it away, or use another folder", status: .cannotCreate)
    case .badManifest(let path, .otherVersion):
      self.init(
        "\(path): was written by another version of \(ProgramText.name)",
        hint: "use that version, or another folder; or move the file away to go on without it",
        status: .cannotCreate)
    case .badManifest(let path, .malformed):
      self.init(
        "\(path): was changed or is cut off, so nothing is known of the frames",
        hint: "use --overwrite to start afresh, or another folder", status: .cannotCreate)
    }
  }

  init(output path: String, _ error: OutputFile.OpenError) {
    switch error {
    case .exists:
      self.init(
        "\(path): the file exists already", hint: "use --overwrite to replace it",
        status: .cannotCreate)
    case .system(.notOpen):
      self.init(
        "\(Diagnostic.outputName(path)): is closed, or not open for writing", status: .ioError)
    case .system(let error):
      self.init(
        "\(Diagnostic.outputName(path)): \(error)", hint: error.hint(ofWriting: .newFile),
        status: error.isShortage ? .ioError : .cannotCreate)
    }
  }

  init(output path: String, _ error: SystemError) {
    // Somebody else has made it meanwhile.
    if error == .exists {
      self.init(output: path, OutputFile.OpenError.exists)
      return
    }
    self.init(
      "\(Diagnostic.outputName(path)): \(error)", hint: error.hint(ofWriting: .file),
      status: .ioError)
    isSilent = path == "-" && error == .brokenPipe
  }

  private static func outputName(_ path: String) -> String {
    path == "-" ? "standard output" : path
  }
}

extension SequenceJob.Difference {
  /// The differences, without those that follow from others.
  fileprivate static func wording(_ differences: [SequenceJob.Difference]) -> String {
    let consequences = ["sample-frames", "ticks", "frames", "max-peak", "max-average"]
    // Another view has other options, all of which differ.
    let views = differences.filter { $0.name == "view" }
    let causes =
      views.isEmpty ? differences.filter { !consequences.contains($0.name) } : views
    return (causes.isEmpty ? differences : causes).map(\.wording).joined(separator: "; ")
  }

  /// What was there and what is wanted, in the words of the command line.
  fileprivate var wording: String {
    switch name {
    case "audio": "from other samples"
    case "view":
      "--view \(found ?? ViewCatalog.all[0].name), not \(wanted ?? ViewCatalog.all[0].name)"
    case _ where [found, wanted].contains { $0.flatMap(ContentHash.init(text:)) != nil }:
      found == nil
        ? "without --\(name)" : wanted == nil ? "with --\(name)" : "with another --\(name)"
    case "names", "version", "ticks", "sample-rate", "sample-frames", "frames":
      "\(name) \(found ?? "unknown"), not \(wanted ?? "unknown")"
    default:
      "--\(name) " + (found ?? "not given") + ", not " + (wanted ?? "given")
    }
  }
}

/// `1 channel`, `2 channels`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
