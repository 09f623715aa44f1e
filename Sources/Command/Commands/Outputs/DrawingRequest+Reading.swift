// SPDX-License-Identifier: MIT
// How a track is read for its pictures: with progress and warnings.
internal import Analysis
internal import Arguments
internal import Fonts
internal import Pipeline
internal import Platform
internal import Signal
internal import Text
internal import Views

extension DrawingRequest {
  /// Opens the inputs of the pictures, for pictures of another size if one is given.
  func open(_ size: PixelSize? = nil) throws(Diagnostic) -> OpenRun {
    try .opened(request(size))
  }

  /// Reads a track to its end with progress and warnings.
  func read(_ open: inout OpenRun) throws(Diagnostic) -> ReadRun {
    let reading = ReadingProgress(open.format, open.expectedSampleFrames, options.report)
    let run: ReadRun
    do {
      run = try reading.reporting { (progress) throws(PipelineError) in
        try open.read(progress: progress)
      }
    } catch {
      guard let moment = options.frames.moment, case .request(.noSuchFrames, let path) = error
      else {
        throw Diagnostic(error)
      }
      let startsLater = options.track.start != .zero
      let isPart = startsLater || options.track.duration != nil
      throw Diagnostic(
        "\(path): \(isPart ? "the part " : "")ends before --at \(moment.argumentText)",
        hint: (startsLater ? "--at counts from --start; " : "")
          + "choose an earlier time, or --frames last", status: .usage,
        for: ["at"])
    }
    run.summary.warnAboutDefects(options.input, options.track, options.report)
    if let damage = run.summary.laterDamage {
      options.report.warn("\(Diagnostic(damage).message); the scale is that of the sound before it")
    }
    if let silence = run.silence {
      options.report.warn("\(inputName(options.input)): \(silence)", hint: hint(for: silence))
    } else {
      noteChannels(open.format)
    }
    noteLoop(of: run)
    if run.shareAtStop > 0.2 {
      let share = DecimalText.text(100 * run.shareAtStop, places: 0)
      options.report.warn(
        "\(inputName(options.input)): with this --reference a needle stands at the end of its scale \(share) % of the time",
        hint: "leave out --reference, which then follows the loudness of the track")
    }
    if run.isSpeech {
      options.report.note(
        "\(inputName(options.input)): sounds like speech, without a beat and with pauses, so the picture "
          + "has no scenes; --structure FILE gives it some")
    }
    warn(of: run.coverFault)
    let (missing, taken) = run.missingShots
    if !missing.isEmpty {
      let names = missing.map(\.rawValue).joined(separator: " and ")
      let others = taken.isEmpty ? "none" : taken.map(\.rawValue).joined(separator: ", ")
      options.report.warn(
        "--shots or a label asks for \(names), which this look does not have",
        hint: "of shots it has \(others)")
    }
    for remark in run.songRemarks { options.report.warn("\(remark)") }
    if let fault = run.lyricsFault {
      let missing = Diagnostic.noLyrics(fault, of: options.input)
      options.report.warn(missing.message, hint: missing.hint)
    }
    noteFonts(run)
    warnOfBoxes(run)
    return run
  }

  /// Says why the cover is not in the picture.
  private func warn(of fault: CoverFault?) {
    switch fault {
    case .absent?:
      options.report.warn(
        "\(inputName(options.input)): has no cover in its tags, and there is no cover.* or folder.* "
          + "beside it",
        hint: "name a picture with --cover FILE, or leave out "
          + (view.appearance?.palette == .cover ? "--palette cover" : "--cover auto"))
    case .unreadable(let error)?:
      options.report.warn(
        "\(error); the cover is left out",
        hint: "name a picture with --cover FILE, or write --cover none")
    case nil: break
    }
  }

  /// The command with channels that have sound.
  private func hint(for silence: Silence) -> String? {
    let others = silence.elsewhere
    guard !others.isEmpty else { return nil }
    let choice = others.count > 2 ? "mix" : others.map(String.init).joined(separator: ",")
    return ProgramText.line(
      [line.command.name]
        + line.rewritten(
          for: line.command, without: ["channels"],
          adding: ["--channels", choice]
            // This run is about to write what that line would find.
            + (writesFile && !given.contains("overwrite") ? ["--overwrite"] : [])))
  }

  /// Whether the command leaves a file, or a folder of them.
  private var writesFile: Bool {
    options.output != "-" && !["watch", "plan"].contains(line.command.name)
  }

  /// Says which channels are shown of a file with more, unless the user has chosen.
  func noteChannels(_ format: StreamFormat) {
    guard format.channelCount > 2, !given.contains("channels"), !view.readsNothing,
      !view.unusedOptions.contains("channels")
    else { return }
    let names = format.speakers.list.prefix(2).map(\.rawValue).joined(separator: " and ")
    options.report.note(
      "\(inputName(options.input)): channels 0 and 1 of \(format.channelCount)"
        + (names.isEmpty ? "" : " (\(names))") + " are shown; --channels "
        + "chooses others, or the mix of all")
  }

  /// Says how long a loop is if the music has made it shorter than it was to be.
  private func noteLoop(of run: ReadRun) {
    guard options.frames.loops, let turn = run.lockedTurn, let asked = options.track.duration else {
      return
    }
    let rate = run.schedule.rate
    let seconds =
      Double(run.schedule.frameCount) * Double(rate.denominator) / Double(rate.numerator)
    let wanted = Double(asked.nanoseconds) * 1e-9
    guard turn.fit == .loop, abs(wanted - seconds) > 0.05 else { return }
    options.report.note(
      "the loop lasts \(Quantity.length(seconds)), not \(Quantity.length(wanted)), so that it ends "
        + "on a beat")
  }

  /// Says which fonts of the machine are in the pictures: those of another machine may differ.
  private func noteFonts(_ run: ReadRun) {
    if given.contains("font"), run.words.isEmpty {
      options.report.warn(
        "\(inputName(options.input)): --font changes nothing, since the pictures have no words",
        hint: "add --title, --subtitle or --lyrics")
    }
    let found = (run.fonts?.files ?? []).filter { $0.name != nil }
    guard let fonts = run.fonts, !found.isEmpty else { return }
    let names = found.map { "\($0.name ?? "") (\($0.path))" }.joined(separator: ", ")
    let hasFile = fonts.files.count > found.count
    options.report.note(
      hasFile
        ? "letters that \(fonts.files[0].path) lacks are in \(names)"
        : fonts.isChosen
          ? "the words are in \(names)"
          : "letters that --font strokes lacks are in \(names)")
  }

  /// Tells the characters that the font of the pictures lacks, and what to do.
  private func warnOfBoxes(_ run: ReadRun) {
    let missing = run.words.missing
    let lines = [
      ("title", missing.title), ("subtitle", missing.subtitle),
      ("lyrics", run.lyrics.map { run.words.missing(in: $0) } ?? []),
    ].filter { !$0.1.isEmpty }
    guard !lines.isEmpty else { return }
    let lacks = lines.map { line, characters in
      let rest = characters.count > 10 ? " and \(characters.count - 10) others" : ""
      return "no " + characters.prefix(10).map(String.init).joined(separator: " ") + rest
        + " for the \(line)"
    }
    let hint =
      switch (run.fonts, run.fonts?.fault) {
      case (nil, _): "write --font auto, which takes an installed font"
      case (_, let fault?): fault.advice.hint
      default:
        "install a font that has them (Debian, Ubuntu: apt-get install fonts-noto-core "
          + "fonts-noto-cjk fonts-symbola), or name another one with --font"
      }
    // Pictures are left out, of letters there are boxes.
    let leftOut = lines.flatMap(\.1).filter(run.words.isLeftOut)
    let fate =
      leftOut.isEmpty
      ? "it draws boxes instead"
      : leftOut.count == lines.flatMap(\.1).count
        ? "the picture leaves them out" : "it draws boxes instead, and leaves out symbols"
    options.report.warn(
      "\(inputName(options.input)): the font has \(lacks.joined(separator: " and ")); "
        + fate, hint: hint)
  }

  /// Makes sure that there is enough memory for a picture.
  func checkMemory(_ bytes: Int) throws(Diagnostic) {
    guard bytes == 0 || Machine.hasMemory(bytes) else {
      throw Diagnostic(
        "a picture of \(options.size.argumentText) takes \(Quantity.bytes(bytes)) of memory, which "
          + "is not available",
        hint: "choose a smaller --size, or \(Diagnostic.memoryHint)", status: .ioError)
    }
  }
}

extension OpenRun {
  /// Opens the inputs of a run, and words the error.
  static func opened(_ request: RunRequest) throws(Diagnostic) -> OpenRun {
    do { return try OpenRun(request) } catch { throw Diagnostic(error) }
  }
}
