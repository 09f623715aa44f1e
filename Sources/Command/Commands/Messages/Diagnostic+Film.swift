// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Text
internal import Views

extension Diagnostic {
  init(_ error: FilmError) {
    switch error {
    case .refused(let refusal):
      let (message, hint) = refusal.words
      let isOther = if case .otherSound = refusal { true } else { false }
      self.init(
        message, hint: hint, status: isOther ? .badData : .usage, for: refusal.options)
    case .part(let path, let fault):
      self.init("\(path): \(fault.words)", hint: fault.hint, status: fault.status)
    case .partsMissing(let parts, let count, let frames):
      self.init(missing: parts, of: count, frames)
    case .cannotOpen(let path, let error): self.init(output: path, error)
    case .noEncoder:
      self.init(
        "ffmpeg, which encodes films, was not found on the PATH",
        hint: "install ffmpeg (apt-get install ffmpeg, or, if this came from pip, pip install "
          + "imageio-ffmpeg), or pipe: \(ProgramText.name) render INPUT -o - --format y4m | ENCODER",
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
    // SIGXFSZ
    case .encoderFailed(.killed(signal: 25), _):
      let limit = SystemError.fileTooLarge
      self.init(
        "the sound by ffmpeg: \(limit)", hint: limit.hint(ofWriting: .file), status: .ioError)
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
        hint: "--frames and --duration choose a part, and --fps the rate", status: .usage,
        for: ["encoder-args"])
    case .playerFailed(let path, .killed(let signal), let message):
      self.init(
        "\(path) was killed by signal \(signal)" + Diagnostic.words(message),
        status: .internalError)
    case .playerFailed(let path, .exited(let status), let message):
      self.init(
        "\(path) ended with status \(status)" + Diagnostic.words(message),
        hint: "it needs a screen; film writes a film to a file", status: .helperAbsent)
    case .movie(let error): self.init("an MP4 film \(error)", status: .usage)
    case .soundChanged(let path):
      self.init(
        "\(path): changed while the film was made", hint: "try again when it is complete",
        status: .badData)
    }
  }

  /// The same, with the details of the film.
  init(_ error: FilmError, _ recipe: FilmRecipe, output: String, _ ffmpeg: FFmpeg?) {
    if case .pipeline(.output("", let error)) = error {
      self.init(output: output, error)
      return
    }
    if case .framesLost(let left, let count) = error, !recipe.hasWordsOfTheUser {
      self.init("ffmpeg has joined \(left) of \(count) frames", status: .internalError)
      return
    }
    guard case .encoderFailed(let ending, let message) = error, Interruption.signal == nil else {
      self.init(error)
      return
    }
    switch ending {
    case _ where output == "-" && message.contains("Broken pipe"), .killed(signal: 13):
      // A reader that has enough is not an error.
      self.init("standard output: Broken pipe", status: .success)
      isSilent = true
    // SIGXFSZ
    case .killed(signal: 25): self.init(output: output, SystemError.fileTooLarge)
    case .exited where message.contains(SystemError.noSpace.description):
      self.init(
        "\(OutputFile.name(output)): no space left for the film",
        hint: SystemError.noSpace.hint(ofWriting: .file), status: .ioError)
    case .exited where message.contains("Unknown encoder '\(recipe.encoder)'"):
      let encoders = ffmpeg?.encoders ?? []
      let others = recipe.container.codecs.filter { encoders.contains($0.encoder) }
      self.init(
        "this ffmpeg has no \(recipe.encoder)" + Diagnostic.words(message),
        hint: others.isEmpty
          ? "install an ffmpeg that has it"
          : "choose --codec " + others.map(\.name).joined(separator: ", "),
        status: recipe.hasCodecOfTheUser ? .usage : .helperAbsent)
    case .exited(1...) where recipe.hasWordsOfTheUser:
      self.init(
        "ffmpeg fails with these --encoder-args" + Diagnostic.words(message),
        hint: "\(ProgramText.name) plan with --print-command shows the whole command",
        status: .usage, for: ["encoder-args"])
    default: self.init(error)
    }
  }

  /// The messages of ffmpeg, to append to our own.
  private static func words(_ message: String) -> String {
    message.isEmpty ? "" : ": \(message)"
  }
}

extension FilmRecipe {
  /// The format in words: `H.264 in mp4, standard`.
  var description: String {
    "\(codec.title) in \(container.name)"
      + (codec.qualities.count > 1 ? ", \(quality.rawValue)" : "")
  }
}

extension SampleSource {
  /// The channels that it lacks for a film or a page, for a warning; `nil` if it has all that was asked for.
  func loss(_ recipe: FilmRecipe, of name: String) -> String? {
    guard let (kept, count) = fewerChannels else { return nil }
    return "the \(name) has only \(kept) of the \(count) channels: \(recipe.soundCodec.name) "
      + (count > recipe.maxChannels
        ? "takes \(recipe.maxChannels) here" : "has no layout for their speakers")
      + "; --channels chooses others"
  }
}

extension Film {
  /// The channels that it lacks, for a warning; `nil` if it has all that was asked for.
  var loss: String? {
    if case .samples(let source) = sound { source.loss(recipe, of: "film") } else { nil }
  }

  /// Remarks for the user about the sound and the pictures of a view.
  func notes(_ view: some ViewOptions) throws(Diagnostic) -> [String] {
    let canvas = run.scenes.blank.canvas
    let (width, height) = (canvas.width, canvas.height)
    let remarks: [FilmRemark]
    do { remarks = try self.remarks() } catch { throw Diagnostic(error) }
    var notes = remarks.map { remark in
      switch remark {
      case .otherSpeakers(let own, let speakers):
        "\(recipe.soundCodec.name) has no layout for the speakers \(own): the film has \(speakers)"
          + (speakers.count > own.count ? ", some of them silent" : "")
      case .padded:
        "\(width)x\(height) is padded to \(size.width)x\(size.height): chroma 420 needs even sides"
      case .slow:
        "ffmpeg encodes ProRes slowly: --codec qtrle is lossless, much faster and larger"
      case .slowTransparency:
        "ffmpeg encodes transparent VP9 slowly: --fps 30 or a smaller --size takes less time, and "
          + "so does a mov with --codec qtrle"
      case .dullsThinLines:
        "thin lines lose colour in small films: add "
          + (recipe.sharper.map { "--codec \($0.name), or " } ?? "")
          + "a larger --size, or --set pen=3"
      }
    }
    if parts == nil, view.isSlow {
      notes.append("this look is drawn slowly: --fps 30 or a smaller --size takes less time")
    }
    if parts == nil, max(width, height) < PixelSize.minOrdinarySide {
      notes.insert(
        "\(width)x\(height) are pixels; --size \(width):\(height) is a larger film of this shape",
        at: 0)
    }
    return notes
  }

  /// The reason why the film does not fit on the disk; `nil` if none is known.
  func lack(in folder: String) throws(Diagnostic) -> String? {
    let free = (try? FileSystem(ofFolder: folder))?.availableBytes ?? .max
    // What is foretold for an average look may be wrong by as much.
    guard bytesWhileMade > free / 16 else { return nil }
    let needed: Int
    do { needed = try measured().bytesWhileMade } catch { throw Diagnostic(error) }
    return needed > free
      ? "the film needs about \(Quantity.bytes(needed)), and \(Quantity.bytes(free)) are free" : nil
  }
}

extension FilmRefusal {
  /// The long names of the options that do not fit.
  fileprivate var options: [String] {
    switch self {
    case .notStreamed: ["format"]
    case .part: ["shard"]
    case .joined: ["join"]
    case .notTransparent: ["background"]
    case .codec: ["codec"]
    case .notOwn: ["codec", "encoder-args"]
    case .quality: ["quality"]
    case .tooSmall: ["size"]
    case .noLevel: ["size", "fps"]
    case .rate: ["fps"]
    case .silent, .sound, .copy, .uncopied, .ownSound, .otherSound: ["sound"]
    }
  }

  /// What is wrong, and the way out.
  fileprivate var words: (message: String, hint: String) {
    switch self {
    case .notStreamed(let container):
      (
        "\(container.name) cannot be written into a pipe: its encoder has to go back in the file",
        "use --format \(names(FilmContainer.all.filter(\.isStream))), or name a file"
      )
    case .part(let container):
      (
        "a part of a film cannot be \(container.name)",
        "end its name in .mp4, .mov or .nut; --join makes other films of such parts"
      )
    case .joined(let container):
      (
        "this film in \(container.name) cannot be joined from parts",
        "name an .mp4 or a .mov, or leave out --join"
      )
    case .notTransparent(let name):
      (
        "\(name) cannot be transparent",
        "name a .mov or .webm, or choose an opaque --background"
      )
    case .codec(let codec, let container):
      (
        "\(container.name) cannot hold the codec \(codec.name)",
        "\(container.name) takes " + container.codecs.map(\.name).joined(separator: ", ")
          + "; \(codec.name) is for "
          + names(FilmContainer.all.filter { $0.codecs.contains(codec) })
      )
    case .quality(let codec) where codec.qualities == [.lossless]:
      ("\(codec.name) is always lossless", "leave out --quality")
    case .quality(let codec):
      (
        "\(codec.name) is never lossless",
        "choose --quality " + codec.qualities.map(\.rawValue).joined(separator: ", ")
          + ", or --codec x264-rgb, ffv1 or qtrle, as the kind of film has them"
      )
    case .notOwn:
      (
        "--codec own makes files, and parts in mp4 alone, without --encoder-args",
        "choose --codec x264"
      )
    case .noLevel:
      (
        "H.264 has no pictures of this size at this rate",
        "use a smaller --size or --fps, or --codec x264"
      )
    case .tooSmall(let codec):
      (
        "\(codec.title) needs pictures of at least \(codec.minSide)x\(codec.minSide) pixels",
        "use a larger --size, or choose another --codec"
      )
    case .rate(let rate):
      (
        "a GIF shows each frame for whole hundredths of a second, so it cannot have \(rate) a "
          + "second", "use --fps 50, 25, 20, 10 or another rate that divides 100"
      )
    case .silent(let container): ("\(container.name) has no sound", "leave out --sound")
    case .sound(let codec, let container):
      (
        "\(container.name) cannot hold \(codec.name) sound",
        "choose --sound " + container.sounds.map(\.name).joined(separator: ", ")
      )
    case .copy(let path, let codec, let container):
      (
        "\(container.name) cannot hold a copy of the sound of \(path)"
          + (codec.map { " (\($0))" } ?? ""),
        "leave out --sound copy, or choose another kind of film"
      )
    case .uncopied(let obstacle):
      (
        "--sound copy copies whole tracks only, and \(obstacle.words)", "leave out --sound copy"
      )
    case .ownSound(let path):
      ("--sound FILE is for files of readings, and \(path) has its own sound", "leave it out")
    case .otherSound(let path, let readings):
      ("\(path): is not the sound of \(readings)", "name the file that was measured")
    }
  }

  private func names(_ containers: [FilmContainer]) -> String {
    containers.map(\.name).joined(separator: ", ")
  }
}

extension CopyObstacle {
  /// Words to follow "and".
  var words: String {
    switch self {
    case .part: "this is a part of one"
    case .score: "the input is an instrument"
    case .readOnce: "the input cannot be read twice"
    case .channels: "--channels chooses some channels"
    case .damage: "the track is damaged"
    case .lengthConflict: "the header of the track declares fewer samples"
    case .headerless: "the samples have no header"
    case .chain: "the track is a chain of streams"
    case .otherTrack: "browsers play another audio track of it"
    case .moreChannels: "the track has more channels"
    case .doubt: "ffmpeg may read other sound in this file"
    case .preSkip: "the start before the sound of this Opus stream would be heard"
    case .codec(let codec): "its codec is \(codec ?? "unknown")"
    }
  }
}
