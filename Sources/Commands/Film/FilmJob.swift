// SPDX-License-Identifier: MIT
internal import Arguments
internal import Decoding
internal import Drawing
internal import Filming
internal import Pipeline
internal import Platform
internal import Rendering
internal import Signal
internal import Views
internal import Writing

/// A film to make, before the track is read.
struct FilmJob: Sendable {
  /// What to draw.
  let drawing: ChosenDrawing
  /// The file name of the film, or `-`.
  let output: String
  let recipe: FilmRecipe

  var options: RenderOptions { drawing.options }
  /// Whether the user has chosen the channels.
  fileprivate var choosesChannels: Bool { drawing.given.contains("channels") }

  /// Prepares a film from its options.
  init(_ drawing: ChosenDrawing) throws(Diagnostic) {
    let options = drawing.options
    let usual = (options.film.container ?? .usual).fileExtensions[0]
    let output =
      drawing.given.contains("output")
      ? options.output : OutputName.usual("film", for: options.input, fileExtension: usual)
    try DataOutput.checkName(output)
    let container = try FilmJob.container(output, options.film.container)
    let request = options.filmRequest(
      container, isPiped: output == "-" || FilmJob.isPipe(output))
    do { recipe = try FilmRecipe(request) } catch { throw Diagnostic(error) }
    let side = min(options.size.width, options.size.height)
    let padding = recipe.feed == .planar(.subsampled) ? 1 : 0
    let least = recipe.codec.leastSide
    guard side + padding >= least else {
      throw Diagnostic(
        "\(recipe.codec.title) needs pictures of at least \(least)x\(least) pixels",
        hint: "use a larger --size, or choose another --codec", status: .usage)
    }
    var drawing = drawing
    drawing.options.rate = options.rate ?? recipe.usualRate
    let rate = drawing.options.rate ?? options.track.tickRate
    guard recipe.canShow(rate) else {
      throw Diagnostic(
        "a GIF shows each frame for whole hundredths of a second, so it cannot have \(rate) a "
          + "second",
        hint: "use --fps 50, 25, 20, 10 or another rate that divides 100", status: .usage)
    }
    (self.drawing, self.output) = (drawing, output)
  }

  /// Prepares a live preview.
  init(preview drawing: ChosenDrawing) throws(Diagnostic) {
    do { recipe = try .preview() } catch { throw Diagnostic(error) }
    (self.drawing, output) = (drawing, "-")
  }

  private static func isPipe(_ path: String) -> Bool {
    switch Folder.kind(of: path) {
    case .pipe, .other: true
    case .regular, .directory, nil: false
    }
  }

  private static func container(
    _ output: String, _ chosen: FilmContainer?
  ) throws(Diagnostic) -> FilmContainer {
    let implied = FilmContainer(nameOf: output)
    if let chosen, let implied, chosen != implied {
      throw Diagnostic(
        "--format \(chosen.name) contradicts the name '\(output)'",
        hint: "leave out --format, or end the name in .\(chosen.fileExtensions[0])",
        status: .usage)
    }
    if let container = chosen ?? implied { return container }
    if output == "-" || isPipe(output) {
      throw Diagnostic(
        "nothing says what kind of film goes to \(output == "-" ? "standard output" : output)",
        hint: "add --format "
          + FilmContainer.all.filter(\.isStream).map(\.name).joined(separator: ", "),
        status: .usage)
    }
    throw Diagnostic(
      "the name '\(output)' does not end like that of a film",
      hint: "end it in "
        + FilmContainer.all.flatMap(\.fileExtensions).map { ".\($0)" }.joined(separator: " ")
        + ", or add --format; \(ProgramText.name) render writes pictures",
      status: .usage)
  }

  /// Refuses to overwrite one of the film's inputs.
  func checkSources() throws(Diagnostic) {
    guard output != "-" else { return }
    for source in drawing.sources {
      guard source != "-", Folder.areSame(source, output) else { continue }
      throw Diagnostic(
        "\(output): the film would replace its own input", hint: "name another file with -o",
        status: .cannotCreate)
    }
  }

  /// Reads the track, and decides about the sound. The samples of an input that can be read only
  /// once are kept if the film will be made.
  func read(keepsSamples keeps: Bool, ffmpeg: FFmpeg?) throws -> ReadFilm {
    let isReadTwice = options.input != "-" && Folder.kind(of: options.input) == .regular
    var spool: SampleSpool?
    var request = options.request
    // There is no manifest to record it.
    request.track.hashesSamples = false
    let pair: (left: Int, right: Int)? =
      choosesChannels ? (options.channels.left, options.channels.right) : nil
    let (most, drawn) = (recipe.mostChannels, options.channels)
    @Sendable func encoding(_ channelCount: Int) -> SampleEncoding {
      SampleEncoding(
        channelCount: channelCount, pair: pair, drawn: (drawn.left, drawn.right), most: most)
    }
    if keeps, !isReadTwice, recipe.hasSound {
      let kept = try SampleSpool(name: inputName(options.input))
      request.track.samples = { block throws(PipelineError) in
        try kept.append(block, encoding(block.channelCount))
      }
      spool = kept
    }
    let opened = try drawing.open(request)
    let isChained = opened.isChained
    let prepared = try drawing.read(opened)
    return ReadFilm(
      job: self, prepared: prepared,
      sound: try sound(
        prepared, encoding(prepared.summary.format.channelCount), spool, isChained: isChained,
        isReadTwice: isReadTwice, ffmpeg))
  }

  private func sound(
    _ prepared: PreparedRender, _ encoding: SampleEncoding, _ spool: SampleSpool?,
    isChained: Bool, isReadTwice: Bool, _ ffmpeg: FFmpeg?
  ) throws(Diagnostic) -> FilmSound {
    guard recipe.hasSound, !prepared.frames.isEmpty else { return .none }
    let obstacle = copyObstacle(prepared, isChained: isChained, isReadTwice: isReadTwice)
    if obstacle == nil, [.auto, .copy].contains(recipe.sound), let ffmpeg {
      let codec = ffmpeg.soundCodec(of: options.input)
      if let codec, recipe.container.copies(codec, onRequest: recipe.sound == .copy) {
        return .copied(path: options.input)
      }
      if recipe.sound == .copy {
        throw Diagnostic(
          "\(recipe.container.name) cannot hold a copy of the sound of \(options.input)"
            + (codec.map { " (\($0))" } ?? ""),
          hint: "leave out --sound copy, or choose another kind of film", status: .usage)
      }
    }
    if recipe.sound == .copy, let obstacle {
      throw Diagnostic(
        "--sound copy copies whole tracks only, and \(obstacle)", hint: "leave out --sound copy",
        status: .usage)
    }
    if let spool { return .samples(SampleSource(.spool(spool), encoding, of: prepared)) }
    guard isReadTwice else { return .none }
    return .samples(
      SampleSource(.track(options.track.request(for: options.input)), encoding, of: prepared))
  }

  /// Why the packets of the input cannot be copied into the film.
  private func copyObstacle(
    _ prepared: PreparedRender, isChained: Bool, isReadTwice: Bool
  ) -> String? {
    let summary = prepared.summary
    let isPart = options.track.start != .zero || options.track.duration != nil
    if isPart || prepared.frames.count < prepared.schedule.frameCount {
      return "this is a part of one"
    }
    if summary.instrument != nil { return "the input is an instrument" }
    if !isReadTwice { return "the input cannot be read twice" }
    if choosesChannels { return "--channels chooses some channels" }
    if summary.damage != nil { return "the track is damaged" }
    if summary.lengthConflict != nil { return "the header of the track declares fewer samples" }
    if options.track.raw != nil { return "the samples have no header" }
    if isChained { return "the track is a chain of streams" }
    if summary.format.channelCount > recipe.mostChannels { return "the track has more channels" }
    return nil
  }
}

/// A film whose track was read.
struct ReadFilm {
  let job: FilmJob
  let prepared: PreparedRender
  let sound: FilmSound

  var frames: Range<Int> { prepared.frames }
  var recipe: FilmRecipe { job.recipe }
  private var canvas: Canvas { prepared.scenes.blank.canvas }

  /// The size of the film in pixels.
  var size: (width: Int, height: Int) { recipe.feed.size(of: canvas) }

  /// Where the user's ffmpeg finds the sound.
  var soundFile: TypedFilm.SoundFile { prepared.soundFile(job.options) }

  /// The length of the film in seconds.
  var seconds: Double {
    let rate = prepared.schedule.rate
    return Double(frames.count) * Double(rate.denominator) / Double(rate.numerator)
  }

  /// The format in words: `H.264 in mp4, standard`.
  var description: String {
    "\(recipe.codec.title) in \(recipe.container.name)"
      + (recipe.codec.qualities.count > 1 ? ", \(recipe.quality.rawValue)" : "")
  }

  /// Remarks for the user about the sound and the pictures.
  func notes() throws(PipelineError) -> [String] {
    var notes: [String] = []
    let (channels, most) = (prepared.summary.format.channelCount, recipe.mostChannels)
    if case .samples = sound, channels > most, !job.choosesChannels {
      notes.append(
        "the film has only \(prepared.channels.left == prepared.channels.right ? 1 : 2) of the "
          + "\(channels) channels: \(recipe.soundCodec.name) takes \(most) here; --channels "
          + "chooses others")
    }
    let (width, height) = size
    if max(canvas.width, canvas.height) < PixelSize.leastOrdinarySide {
      notes.append(
        "\(canvas.width)x\(canvas.height) are pixels; --size \(canvas.width):\(canvas.height) is a "
          + "larger film of this shape")
    }
    if (width, height) != (canvas.width, canvas.height) {
      notes.append(
        "\(canvas.width)x\(canvas.height) is padded to \(width)x\(height): chroma 420 needs even "
          + "sides")
    }
    if recipe.blursColor, let last = frames.last {
      var cursor = SceneSequence.Cursor(prepared.scenes, from: last)
      let scene = try cursor.scene(ofFrame: last)
      if scene.items.contains(where: { $0.isThinAndColored(on: scene.canvas) }) {
        let ways = recipe.feed == .rgba ? "" : "--chroma 444 keeps it, or "
        notes.append(
          "chroma 420 dulls coloured lines thinner than 2 pixels: \(ways)a larger --size or "
            + "--line-width")
      }
    }
    return notes
  }

  /// The approximate size of the film in bytes.
  var bytes: Int {
    let channels = prepared.summary.format.channelCount
    let sound =
      if case .none = sound { 0.0 } else { Double(recipe.soundBytes(channels: channels)) * seconds }
    return Int(min(recipe.cost(ofFrames: frames.count, pixels: pixels).bytes + sound, 1e18))
  }

  /// The approximate time to make it in seconds, on all processors.
  var work: Double {
    recipe.cost(ofFrames: frames.count, pixels: pixels).seconds / Double(Machine.processorCount)
  }

  private var pixels: Int { size.width * size.height }

  /// The reason why the film does not fit on the disk; `nil` if none is known.
  func lack(in folder: String) -> String? {
    guard let free = (try? FileSystem(ofFolder: folder))?.availableBytes, bytes > free else {
      return nil
    }
    return "the film needs about \(Quantity.bytes(bytes)), and \(Quantity.bytes(free)) are free"
  }
}

extension PreparedRender {
  /// The file with the sound of the frames, and the part of it.
  func soundFile(_ options: RenderOptions) -> TypedFilm.SoundFile {
    if summary.instrument != nil {
      return TypedFilm.SoundFile(
        path: options.instrumentSound, start: 0, isWhole: frames.count == schedule.frameCount)
    }
    return TypedFilm.SoundFile(
      path: options.input, format: options.track.raw?.ffmpegWords ?? [],
      start: options.track.start.sampleFrame(sampleRate: summary.format.sampleRate),
      isWhole: options.track.start == .zero && options.track.duration == nil
        && frames.count == schedule.frameCount && summary.damage == nil)
  }
}

extension RenderOptions {
  /// The name of the file for the sound of an instrument, in commands for the user's ffmpeg.
  fileprivate var instrumentSound: String {
    OutputName.usual("sound", for: input, fileExtension: SoundKind.wav.rawValue)
  }

  /// The command that writes the sound of an instrument's part; `nil` if it cannot be typed, and
  /// for other inputs.
  func soundCommand(_ summary: TrackSummary) -> String? {
    guard summary.instrument != nil else { return nil }
    var words = ["synth", input, "-o", instrumentSound]
    if let rate = track.sampleRate { words += ["--sample-rate", rate.argumentText] }
    if track.start != .zero { words += ["--start", track.start.argumentText] }
    if let duration = track.duration { words += ["--duration", duration.argumentText] }
    return ProgramText.line(words)
  }
}

extension Item {
  /// Whether it is a line thinner than two pixels in a colour far from any grey.
  fileprivate func isThinAndColored(on canvas: Canvas) -> Bool {
    guard case .stroke(_, let width) = shape, width * canvas.pixelsPerPoint < 2 else {
      return false
    }
    let colors =
      switch paint {
      case .color(let color): [color]
      case .linear(_, _, let stops), .radial(_, _, let stops): stops.map(\.color)
      }
    return colors.contains { color in
      let parts = [color.red, color.green, color.blue]
      return Int(parts.max() ?? 0) - Int(parts.min() ?? 0) >= 128
    }
  }
}

extension FilmContainer {
  /// The container of a file extension.
  init?(nameOf path: String) {
    guard let last = path.unicodeScalars.split(separator: ".").last, path.contains(".") else {
      return nil
    }
    self.init(fileExtension: String(last).lowercased())
  }
}

extension HeaderlessSamples {
  /// The input options for ffmpeg.
  fileprivate var ffmpegWords: [String] {
    ["-f", sampleFormat.rawValue, "-ar", "\(sampleRate)", "-ac", "\(channelCount)"]
  }
}
