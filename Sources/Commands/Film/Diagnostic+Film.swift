// SPDX-License-Identifier: MIT
internal import Arguments
internal import Filming
internal import Platform
internal import Text

extension Diagnostic {
  init(_ error: FilmError) {
    switch error {
    case .refused(let message, let hint): self.init(message, hint: hint, status: .usage)
    case .noEncoder:
      self.init(
        "ffmpeg, which encodes films, was not found on the PATH",
        hint: "install ffmpeg (apt-get install ffmpeg), or pipe: \(ProgramText.name) render INPUT "
          + "-o - --format y4m | ENCODER",
        status: .helperAbsent)
    case .cannotStart(let path, let error):
      self.init(
        "\(path) cannot be started: \(error)",
        hint: error.readingHint ?? "put one that works first on the PATH",
        status: error.isShortage || error == .tooManyProcesses ? .ioError : .helperAbsent)
    case .pipeline(let error): self.init(error)
    case _ where Interruption.signal != nil: self = .interruption()
    // The exit statuses of shells and loaders for a program that cannot be run.
    case .encoderFailed(.exited(126...127), let message):
      self.init(
        "ffmpeg does not start" + Diagnostic.words(message), hint: Diagnostic.helperHint,
        status: .helperAbsent)
    case .encoderFailed(.killed(let signal), let message):
      self.init(
        "ffmpeg was killed by signal \(signal)" + Diagnostic.words(message),
        hint: "try again; the system may have run out of memory", status: .internalError)
    case .encoderFailed(.exited(let status), let message):
      self.init(
        "ffmpeg did not finish the film, and ended with status \(status)"
          + Diagnostic.words(message), status: .internalError)
    case .framesLost(let left, let count):
      self.init(
        "with these --encoder-args the film has \(left) of \(count) frames",
        hint: "--frames and --duration choose a part, and --fps the rate", status: .usage)
    case .playerFailed(let path, .killed(let signal), let message):
      self.init(
        "\(path) was killed by signal \(signal)" + Diagnostic.words(message),
        status: .internalError)
    case .playerFailed(let path, .exited(let status), let message):
      self.init(
        "\(path) ended with status \(status)" + Diagnostic.words(message),
        hint: "it needs a screen; film writes a film to a file", status: .helperAbsent)
    case .soundChanged(let path):
      self.init(
        "\(path): changed while the film was made", hint: "try again when it is complete",
        status: .badData)
    }
  }

  /// The same, with the details of the film.
  init(_ error: FilmError, _ film: ReadFilm, output: String, _ ffmpeg: FFmpeg) {
    guard case .encoderFailed(let ending, let message) = error, Interruption.signal == nil else {
      self.init(error)
      return
    }
    let recipe = film.recipe
    switch ending {
    case _ where output == "-" && message.contains("Broken pipe"), .killed(signal: 13):
      self.init("standard output: Broken pipe", status: .ioError)
      isSilent = true
    // SIGXFSZ
    case .killed(signal: 25): self.init(output: output, SystemError.fileTooLarge)
    case .exited where message.contains(SystemError.noSpace.description):
      self.init(
        "\(OutputFile.name(output)): no space left for the film",
        hint: SystemError.noSpace.hint(ofWriting: .file), status: .ioError)
    case .exited where message.contains("Unknown encoder '\(recipe.encoder)'"):
      let encoders = ffmpeg.encoders
      let others = recipe.container.codecs.filter { codec in
        codec.encoders.isSubset(of: encoders)
      }
      self.init(
        "this ffmpeg has no \(recipe.encoder)" + Diagnostic.words(message),
        hint: others.isEmpty
          ? "install an ffmpeg that has it"
          : "choose --codec " + others.map(\.name).joined(separator: ", "),
        status: recipe.hasCodecOfTheUser ? .usage : .helperAbsent)
    case .exited(1...) where recipe.hasWordsOfTheUser:
      self.init(
        "ffmpeg fails with these --encoder-args" + Diagnostic.words(message),
        hint: "--print-command shows the whole command", status: .usage)
    default: self.init(error)
    }
  }

  /// The messages of ffmpeg, to append to our own.
  private static func words(_ message: String) -> String {
    message.isEmpty ? "" : ": \(message)"
  }
}
