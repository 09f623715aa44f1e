// SPDX-License-Identifier: MIT
// Hints and exit statuses for errors in inputs.
internal import Analysis
internal import Arguments
internal import Decoding
internal import Drawing
internal import Fonts
internal import Pipeline
internal import Platform
internal import Signal
internal import Text

/// A hint and the exit status for an error.
typealias Advice = (hint: String?, status: ExitStatus)

extension SystemError {
  /// For an input that the system cannot read.
  var adviceOfReading: Advice { (readingHint, isShortage ? .ioError : .noInput) }
}

extension DecodingError {
  var advice: Advice {
    switch self {
    case .cannotOpen(let path, let error):
      (
        (error == .notFound ? ForeignInput.hint(forMissing: path) : nil) ?? error.readingHint,
        error.adviceOfReading.status
      )
    case .isDirectory: ("name one audio file in it", .noInput)
    case .unrecognized(let path, _):
      (
        ForeignInput.hint(for: path)
          ?? "for samples without a header, say how they are stored: --raw 48000,2,s16le", .badData
      )
    case .empty, .unsupported, .noSound: (nil, .badData)
    case .noSuchTrack: ("--track counts them from 1", .usage)
    case .badScore:
      ("\(ProgramText.name) synth --example tones (or wheels) prints a correct one", .badData)
    case .badReadings:
      ("make them again: \(ProgramText.name) meter SOUND -o song.readings", .badData)
    case .badFormat:
      (
        "\(StreamLimits.sampleRates.upperBound) Hz and "
          + "\(StreamLimits.channelCounts.upperBound) channels are the most", .badData
      )
    case .truncated(_, let frame, _), .unfinished(_, let frame), .damaged(_, let frame, _),
      .checksumMismatch(_, let frame):
      // Only if there is sound before the damage.
      (frame > 0 ? "use --until-damage to keep the sound before it" : nil, .badData)
    case .indexMissing: ("fetch or copy it again: it broke off on the way", .badData)
    case .helperMissing: ("install ffmpeg, or decode it where ffmpeg is installed", .helperAbsent)
    case .helperUnstartable(_, _, .tooManyProcesses):
      ("raise the limit of processes (ulimit -u, or the container's), or end some", .ioError)
    case .helperUnstartable(_, _, let error):
      (
        error.readingHint ?? Diagnostic.otherHelperHint,
        error.isShortage ? .ioError : .helperAbsent
      )
    case .helperUnusable: (Diagnostic.otherHelperHint, .helperAbsent)
    // The exit statuses of shells and loaders for a program that cannot be run.
    case .helperFailed(_, .exited(126...127), _):
      (Diagnostic.helperHint, .helperAbsent)
    case .helperFailed(_, .exited, _): (nil, .badData)
    case .helperFailed(_, .killed, _):
      ("try again; the system may have run out of memory", .ioError)
    case .readFailed(_, let error): (error.readingHint, .ioError)
    case .cannotSpool(_, _, let error):
      (
        error.readingHint ?? "set TMPDIR to a folder with free space"
          + (error == .noSpace
            ? "; a stream without end: pipe it through "
              + "ffmpeg -t SECONDS -i - -c:a pcm_f32be -f au -" : ""),
        .ioError
      )
    }
  }
}

extension MeteringError {
  var advice: Advice {
    switch self {
    case .notANumber(_, let frame):
      (
        "export the file again as PCM"
          + (frame > 0 ? ", or use --until-damage to keep the sound before it" : ""), .badData
      )
    case .ticksWithoutSamples(let sampleRate, _):
      (
        "write meter --fps \(sampleRate) or less; other commands take its file of readings", .usage
      )
    case .rateTooLow: ("convert it: ffmpeg -i SOUND -ar 44100 song.flac", .usage)
    case .noChannelLevels: ("choose another --ballistics", .usage)
    case .noChannelWeights:
      ("loudness and meter take --weights, a factor for each channel", .usage)
    case .needsSamples: ("give the sound itself", .usage)
    }
  }
}

extension RequestError {
  var advice: Advice {
    switch self {
    case .noSuchChannel(.speaker, _): ("--channels takes these, or numbers from 0", .usage)
    case .noSuchChannel: ("--channels counts them from 0", .usage)
    case .tooManyFrames:
      ("use a lower --fps, or render a part of the sound with --start and --duration", .usage)
    case .noSuchFrames(_, let count): ("the last one is number \(count - 1)", .usage)
    case .needsScore(let kind):
      ("\(ProgramText.name) synth --example \(kind) > my-\(kind).json", .usage)
    case .noScore:
      (
        "\(ProgramText.name) synth --example tones (or wheels) prints one; to convert sound: "
          + "ffmpeg -i SOUND song.flac", .usage
      )
    case .endless: ("set its length: --duration 60, or \"duration\": 60 in the file", .usage)
    case .cannotLoop:
      ("leave out --loop, or choose a running look such as --look sun or bloom", .usage)
    case .otherReadings:
      ("end the show and start it again", .usage)
    case .notLive:
      (
        "choose a look of the views radial, gauge or plots, or save the sound to a file first",
        .usage
      )
    case .freshPartOfReadings: ("use the sound itself", .usage)
    case .partWithinTick(_, let rate):
      (
        "a tick begins every \(rate.denominator)/\(rate.numerator) s; for another start use the sound "
          + "itself", .usage
      )
    case .otherTickRate(_, let first):
      (
        "make its readings again: \(ProgramText.name) meter SOUND --fps \(first) -o song.readings",
        .usage
      )
    case .otherMix(ofReadings: true): ("add --channels mix", .usage)
    case .otherMix(ofReadings: false):
      ("make them: \(ProgramText.name) meter SOUND --channels mix -o song.readings", .usage)
    case .lacksReadings(let missing):
      ("make them: \(ProgramText.name) meter SOUND \(missing.words)-o song.readings", .usage)
    case .gapsNotFilled:
      ("leave out --idle silence, or pipe plain samples: ffmpeg -i INPUT -f au - | ...", .usage)
    case .songUnknown:
      (
        "name --look and --palette, save the sound to a file, or make its readings anew: "
          + "\(ProgramText.name) meter SOUND -o song.readings", .usage
      )
    case .trackNotReadTwice: ("use --range part, or save the sound to a file", .usage)
    case .startBeyondEnd(_, let length): ("it is \(Quantity.length(length)) long", .usage)
    }
  }
}

extension ImageError {
  var advice: Advice {
    switch self {
    case .cannotOpen(_, let error): error.adviceOfReading
    case .readFailed(_, let error): (error.readingHint, .ioError)
    case .isDirectory: (nil, .noInput)
    case .tooLarge, .damaged, .notPicture, .undecodable:
      ("choose another picture, or leave out the option", .badData)
    case .notPNG(let path): (ImageError.conversion(of: path), .badData)
    case .tooManyPixels:
      (
        "\(PNGImage.largestSide) a side and \(PNGImage.maxPixels >> 20) Mi in all are the most",
        .badData
      )
    case .helperMissing: ("install ffmpeg, or give a PNG", .helperAbsent)
    case .helperUnstartable(_, _, let error):
      (
        error.readingHint ?? Diagnostic.otherHelperHint,
        error.isShortage ? .ioError : .helperAbsent
      )
    case .outOfMemory: (Diagnostic.memoryHint, .ioError)
    }
  }
}

extension ImageError {
  /// A command that converts a picture to PNG, chosen by its file extension.
  private static func conversion(of path: String) -> String {
    let parts = path.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    let kind = parts.count > 1 ? String(parts[parts.count - 1]).lowercased() : ""
    let target = path.unicodeScalars.dropLast(kind.unicodeScalars.count) + "png".unicodeScalars
    let (source, png) = (ShellText.operand(path), ShellText.operand(String(target)))
    let line: String? =
      switch kind {
      case "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "heic", "avif":
        ShellText.line(["ffmpeg", "-i", source, png])
      case "svg": ShellText.line(["rsvg-convert", "-o", png, source])
      case "png": "ffmpeg -i IMAGE logo.png"
      default: nil
      }
    return line.map { "convert it: \($0)" }
      ?? "name a PNG file; ffmpeg -i IMAGE logo.png converts other pictures"
  }
}

extension ConstantsFileError {
  var advice: Advice {
    func anew(_ options: String = "") -> String {
      "make it again: \(ProgramText.name) normalize \(options)INPUT... -o FILE"
    }
    return switch self {
    case .cannotRead(let error): error.adviceOfReading
    case .tooLarge, .malformed: (anew(), .badData)
    case .unusable(.ballisticsDiffer(_, let run)):
      (
        anew(Ballistics.usual.contains(run) ? "" : "--ballistics \(run.argumentText) "), .badData
      )
    case .unusable(.tickRatesDiffer(let constants, _)):
      (
        "use constants of the same tick rate, or readings of theirs: \(ProgramText.name) meter SOUND "
          + "--fps \(constants) -o song.readings", .badData
      )
    case .unusable(.pairsDiffer(_, let left, let right)):
      (anew("--channels \(left),\(right) "), .badData)
    case .unusable(.tooFewChannels): (nil, .badData)
    case .unusable(.channelCountsDiffer):
      (
        "one set of constants needs tracks with the same number of channels, or mono and stereo",
        .badData
      )
    case .unusable(.silentChannel):
      ("use --range LOW,HIGH, or constants of other tracks", .badData)
    case .channelsDiffer:
      (
        "constants are for tracks with the same number of channels, or mono and stereo", .badData
      )
    }
  }
}

extension SongFileError {
  private static func conversion(of path: String, from encoding: String) -> String? {
    let words = ["iconv", "-f", encoding, "-t", "UTF-8", ShellText.operand(path)]
    guard let line = ShellText.line(words), let copy = ShellText.word(path + ".utf8") else {
      return nil
    }
    return "convert it: \(line) > \(copy)"
  }

  func advice(_ path: String) -> Advice {
    switch self {
    case .cannotRead(let error): error.adviceOfReading
    case .notText(_, let encoding):
      (
        encoding.flatMap { SongFileError.conversion(of: path, from: $0) }
          ?? "save it as UTF-8, which text editors offer as an encoding", .badData
      )
    case .tooLarge(.lyrics, limit: _), .lyrics:
      (
        "lines are like '[01:23.45] words', or subtitles of SRT or cues of WebVTT; the manual describes "
          + "the formats", .badData
      )
    case .tooLarge(.labels, limit: _), .labels:
      (
        "\(ProgramText.name) meter song.wav --format labels writes a correct one; the manual describes "
          + "the format", .badData
      )
    }
  }
}

extension FontError {
  var advice: Advice {
    switch self {
    case .noLibrary: ("Debian, Ubuntu: apt-get install libharfbuzz0b", .helperAbsent)
    case .noFinder:
      ("name a font file, or install it: apt-get install fontconfig", .helperAbsent)
    case .notInstalled:
      ("fc-list : family prints the fonts that are; or name a font file", .noInput)
    case .cannotRead(let error): error.adviceOfReading
    case .isWebFont: ("use the TrueType or OpenType file of the same font", .badData)
    case .tooLarge, .isNoFont, .noSuchFace, .hasNoOutlines:
      ("name a TrueType or OpenType file (.ttf, .otf, .ttc)", .badData)
    case .outOfMemory: (Diagnostic.memoryHint, .ioError)
    }
  }
}

extension PaletteFileError {
  /// What to do about a file at a path: of a picture the colours can be had, as of a sound with a cover.
  func advice(_ path: String) -> Advice {
    switch self {
    case .cannotRead(let error): error.adviceOfReading
    case .tooLarge, .noText:
      (
        "for a picture: "
          + (ProgramText.line(["palette", "cover:\(path)"])
            ?? "\(ProgramText.name) palette cover:FILE")
          + "; for its colours in a film: --palette cover --cover FILE", .badData
      )
    case .unusable:
      (
        "\(ProgramText.name) palette dusk prints a correct one; the manual describes the format",
        .badData
      )
    }
  }
}

extension MissingReadings {
  /// The options with which they are made.
  fileprivate var words: String {
    var words: [String] = []
    if let look {
      let name = look.split(separator: "/").last.map(String.init) ?? look
      let isOfProgram =
        name == "scenes" || ViewCatalog.all.contains { $0.lookNames.contains(name) }
      words += ["--for", isOfProgram ? look : "FILE.json"]
    }
    // A file has the levels by the meters of all looks.
    if let ballistics, look != nil || ballistics != .petal {
      words += ["--ballistics", ballistics.argumentText]
    }
    if floor != .silence { words.append("--floor=\(floor.value.argumentText)") }
    if let left, let right { words += ["--channels", "\(left),\(right)"] }
    if tickRate != .sixty { words += ["--fps", "\(tickRate)"] }
    return words.map { "\($0) " }.joined()
  }
}

extension Diagnostic {
  /// Why there are no lyrics, though they were asked for.
  static func noLyrics(_ fault: LyricsFault, of input: String) -> Diagnostic {
    switch fault {
    case .absent:
      Diagnostic(
        "\(inputName(input)): has no lyrics in its tags, and there is no .lrc, .srt or .vtt file of its "
          + "name beside it",
        hint: "name a file with --lyrics FILE, or leave out the lyrics", status: .noInput)
    case .unusable(let error):
      Diagnostic(
        "\(inputName(input)): the lyrics in its tags "
          + (error == .noTimes ? "have no times" : "cannot be shown: \(error)"),
        hint: "name a file with --lyrics FILE, or leave out the lyrics", status: .badData)
    }
  }
}
