// SPDX-License-Identifier: MIT
public import Analysis
internal import Arguments
public import Decoding
internal import Drawing
public import Hashing
internal import Platform
internal import Signal
public import Views
public import Writing

/// A track that was read, and its pictures: all that drawing needs.
public struct ReadRun: Sendable {
  /// What was read: its format, its length, and damage that was found.
  public let summary: TrackSummary
  /// The indices of the file's channels on the left and on the right, from 0.
  public let channels: (left: Int, right: Int)
  /// The values that the view measured, such as its scale.
  public let measures: [Measure]
  /// Which part the scale is measured over; `nil` if the whole track is drawn, or if there is no
  /// scale.
  public let scaleScope: ScaleScope?
  /// The share of the time in which a needle stands at the end of its scale, if the user has chosen this.
  public let shareAtStop: Double
  /// What the user should know if all that is shown is silent.
  public let silence: Silence?
  /// The beats and sections of the song, if a file describes them, or if they were found for its scenes.
  public let structure: SongStructure?
  /// Whether the film has no scenes since it is speech; see ``SongStructure/isSpeech``.
  public let isSpeech: Bool
  /// The ticks in which the scenes of the whole film begin; none if it does not change.
  private let sceneTicks: [Int]
  /// The turn that was locked to the music, if any.
  public let lockedTurn: LockedTurn?
  /// What is written in the pictures.
  public let words: Captions
  /// The place and the size of a figure that is one disc, on a sheet whose shorter side is 432 points;
  /// `nil` for other figures.
  public let disc: Composition?
  /// The first frame with the poster at the end, and the place of its disc; `nil` if there is none.
  public let endCard: (frame: Int, disc: Composition)?
  /// The colours of the chosen palette; `nil` for the look's own.
  public let colors: PaletteColors?
  /// The tags of the file, if the request asks for them.
  public let tags: AudioTags
  /// The title of the piece: its tag, or else the name of its file; `nil` if there is neither.
  public let title: String?
  /// The name of the file that readings were made of; `nil` if the input is the sound itself.
  public let soundName: String?
  /// Why the cover of the input is not shown; `nil` if it is, or if none is wanted.
  public let coverFault: CoverFault?
  /// The lyrics in the pictures, if there are any.
  public let lyrics: SongLyrics?
  /// Why there are none, though they were asked for.
  public let lyricsFault: LyricsFault?
  /// What of the files that describe the song is not used.
  public let songRemarks: [SongFileRemark]
  /// The fonts of the words; `nil` if they need none.
  public let fonts: UsedFonts?
  /// How ffmpeg reads the same sound in the file; `nil` if that is not known, or in doubt.
  public let demuxing: Demuxing?
  /// The scenes by frame.
  public let scenes: SceneSequence
  /// The scenes in other colours, and as the film of a song has them in some ticks.
  private let recolored:
    @Sendable (PaletteColors?, SongStructure?, Range<Int>) throws(PipelineError) -> SceneSequence
  /// The frames to render: all of the ``schedule``, or those that the request selects.
  public private(set) var frames: Range<Int>
  /// Facts beside the options that determine the bytes of the frames.
  public let facts: [SequenceSettings.Fact]
  /// The hash of the picture that the view shows.
  public let imageHash: ContentHash?

  /// Which ticks each frame shows.
  public var schedule: FrameSchedule { scenes.schedule }

  /// How many scenes the frames show; 1 if they do not change.
  public var sceneCount: Int {
    guard let first = frames.first, let last = frames.last else { return 1 }
    let ticks = [first, last].map { max(schedule.ticksShown(byFrame: $0) - 1, 0) }
    return 1 + sceneTicks.count { $0 > ticks[0] && $0 <= ticks[1] }
  }

  /// Opens and reads what a request asks for.
  ///
  /// `progress` is called after each block with the number of sample frames so far; it returns
  /// `false` to stop.
  ///
  /// - Throws: ``PipelineError``.
  public init(
    _ request: RunRequest, progress: (Int) -> Bool = { _ in true }
  ) throws(PipelineError) {
    var run = try OpenRun(request)
    self = try run.read(progress: progress)
  }

  /// Reads the track of a run whose scale was read.
  init<Options: ViewOptions>(
    _ run: inout OpenRun, _ options: Options, progress: (Int) -> Bool
  ) throws(PipelineError) {
    let figure: any Figure<Options>.Type =
      run.knowsSong ? options.figureOfScenes : options.look.figure
    try self.init(&run, options, figure, progress: progress)
  }

  private init<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _ run: inout OpenRun, _ given: Options, _: SomeFigure.Type, progress: (Int) -> Bool
  ) throws(PipelineError) {
    let request = run.request
    var (options, context) = (given, run.context)
    let analysis = SomeFigure.analysis(for: options, of: context.request)
    let hasScenes = options.scenes != .none && run.knowsSong
    let findsStructure = hasScenes || SomeFigure.followsBars && run.knowsSong
    var (readings, found, summary) = try run.readings(
      analysis,
      MissingReadings(
        SomeFigure.self, options, of: context.request,
        request.channels == nil ? nil : context.channels),
      findsStructure: findsStructure && run.structure == nil, progress: progress)
    structure = run.structure ?? found
    context.loudness = try run.loudness(progress)
    // Its times are those of the whole song.
    context.structure = run.knowsSong ? structure : nil
    if hasScenes, let structure {
      context.setScenes(of: structure, ticks: run.readsWhole ? readings.count : nil)
    }
    let ticks = summary.lead..<summary.lead + summary.tickCount
    if context.scaleScope == .part { context.scaleTicks = ticks }
    if request.loops {
      try ReadRun.loop(ticks, &options, &readings, &summary, context)
    } else if request.isFresh, summary.lead > 0 || context.scaleScope == .track {
      // The scale has been measured on more than the part.
      readings = readings.part(ticks)
      summary.lead = 0
    }
    let schedule = FrameSchedule(
      rate: request.rate ?? run.track.clock.rate, clock: summary.clock,
      sampleFrames: summary.sampleFrames, tickCount: summary.tickCount, lead: summary.lead)
    frames = try schedule.frames(of: request.selection, path: run.track.name)
    let figure = try ReadRun.figure(SomeFigure.self, options, readings, context)
    let findings = figure.findings
    if request.selection == .fullest, !frames.isEmpty, let end = findings.fullestTurnEnd {
      let frame = schedule.frame(showing: end)
      frames = frame..<frame + 1
    }
    let shownLyrics = run.shownLyrics(context)
    scenes = try ReadRun.scenes(figure, options, context.picture, schedule, shownLyrics, frames)
    let ground = request.picture.background
    recolored = {
      [frames, options, readings, context] (colors, song, ticks) throws(PipelineError) in
      var options = options
      // Nothing is measured again.
      if let scale = LevelScale(findings.measures) { options.setScale(scale) }
      options.scenes = .auto
      let isStaged = options.scenes == .auto && !options.unusedOptions.contains("scenes")
      let scenes = song.flatMap { isStaged ? SongScene.scenes(of: $0, in: ticks, at: .sixty) : nil }
      let own = context.colored(colors, on: ground, in: scenes ?? [], of: song)
      return try ReadRun.scenes(
        try ReadRun.figure(SomeFigure.self, options, readings, own), options, own.picture,
        schedule, shownLyrics, frames)
    }
    for case .image(let image) in scenes.blank.items.map(\.shape) where !image.isWithinReach {
      throw .imageTooFar(path: options.imagePath ?? "")
    }
    self.summary = summary
    (channels, demuxing) = (context.channels, run.track.demuxing)
    tags = request.track.readsTags ? run.track.tags : AudioTags()
    title = run.track.title
    soundName = run.track.readingsFile?.head.name
    (measures, words) = (findings.measures, context.words)
    shareAtStop = findings.shareAtStop
    silence = findings.silentFigure.map { [summary] in
      Silence(figure: $0, of: context.channels, in: summary)
    }
    (lockedTurn, coverFault) = (findings.lockedTurn, run.coverFault)
    (lyrics, lyricsFault, fonts) = (run.lyrics, run.lyricsFault, run.fonts)
    songRemarks = run.songRemarks
    isSpeech = hasScenes && structure?.isSpeech == true
    sceneTicks = context.scenes.map(\.firstTick)
    (disc, colors) = (options.isDisc ? context.composition : nil, context.colors)
    endCard = findings.endCard.map { (schedule.frame(showing: $0.tick), $0.disc) }
    scaleScope = context.scaleScope
    imageHash = context.image.map { ContentHash(of: $0.bytes) }
    facts =
      ReadRun.facts(
        of: summary, schedule, context, measures, isMix: request.track.mixesChannels,
        viewName: Options.Drawn.name)
      + (hasScenes && options.scenes != .auto
        ? [.init("looks", options.scenes.argumentText)] : [])
      + [run.lyrics].compactMap(\.self).map {
        .init("lyrics", ContentHash(of: Array($0.text.utf8)).text)
      }
      + [run.fonts].compactMap(\.self).filter { !$0.files.isEmpty }.map { .init("font", $0.hash) }
  }

  /// The figure, in scenes if there are any.
  private static func figure<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _: SomeFigure.Type, _ options: Options, _ readings: ReadingTrack<SomeFigure.Reading>,
    _ context: ViewContext
  ) throws(PipelineError) -> any Figure<Options> {
    do {
      return context.scenes.isEmpty
        ? try SomeFigure(options: options, track: readings, context: context)
        : try ScenesFigure<SomeFigure>(options: options, track: readings, context: context)
    } catch { throw PipelineError(error, of: options) }
  }

  /// Gives a loop whole turns: the readings are those of its ticks, round and round.
  private static func loop<Options: ViewOptions, Reading>(
    _ ticks: Range<Int>, _ options: inout Options, _ readings: inout ReadingTrack<Reading>,
    _ summary: inout TrackSummary, _ context: ViewContext
  ) throws(PipelineError) {
    let drawn: Int
    do {
      drawn = try options.loop(
        ticks: ticks.count, of: readings.beginnings(StereoLevels.self), context)
    } catch { throw PipelineError(error, of: options) }
    // As many rounds before the first one as the figure can remember.
    let rounds = drawn == 0 ? 0 : max(4, context.tickRate.count(seconds: memory) / drawn + 1)
    readings = readings.part(ticks.prefix(drawn), rounds: rounds + 1)
    summary.lead = rounds * drawn
    summary.sampleFrames = min(summary.sampleFrames, summary.clock.firstSampleFrame(ofTick: drawn))
    summary.tickCount = drawn
  }

  /// The scenes of a figure on a sheet of the picture's size.
  private static func scenes<Options: ViewOptions>(
    _ figure: some Figure<Options>, _ options: Options, _ picture: PictureSettings,
    _ schedule: FrameSchedule, _ lyrics: SceneSequence.Lyrics?, _ frames: Range<Int>
  ) throws(PipelineError) -> SceneSequence {
    guard
      var canvas = Canvas(
        width: picture.width, height: picture.height,
        shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    canvas.paper = picture.paper
    var template = Scene(canvas: canvas, background: picture.background)
    template.title = Options.Drawn.title
    var scenes = SceneSequence(
      schedule: schedule, figure: figure, template: template, lyrics: lyrics)
    if let first = frames.first { try scenes.addSketch(before: first) }
    return scenes
  }

  /// Facts beside the options that determine the bytes of the frames.
  private static func facts(
    of summary: TrackSummary, _ schedule: FrameSchedule, _ context: ViewContext,
    _ measures: [Measure], isMix: Bool, viewName: String
  ) -> [SequenceSettings.Fact] {
    let channels = isMix ? "mix" : "\(context.channels.left),\(context.channels.right)"
    let facts: [SequenceSettings.Fact] = [
      .init("audio", summary.contentHash?.text),
      .init("sample-rate", "\(summary.format.sampleRate)"),
      .init("sample-frames", "\(summary.sampleFrames)"),
      .init("ticks", "\(schedule.tickCount)"), .init("channels", channels),
      .init("fps", "\(schedule.rate)"),
      .init("background", context.picture.background.argumentText),
    ]
    let parameters = context.picture.ballistics.parameters.map {
      SequenceSettings.Fact($0.name, $0.value.argumentText)
    }
    let view = SequenceSettings.Fact("view", viewName)
    let range = LevelScale(measures)?.range.map {
      [SequenceSettings.Fact("range", $0.argumentText)]
    }
    return facts + chosen(context) + (range ?? measures.map { .init($0.name, $0.text) })
      + parameters + (SequenceSettings.implied.contains(view) ? [] : [view])
  }
}

extension OpenRun {
  /// The readings of an analysis, from a file of them or from the sound, the structure of the song if it
  /// is to be found, and what is known of the sound.
  fileprivate mutating func readings<Reading: PackedReading>(
    _ analysis: Analysis<Reading>, _ wanted: MissingReadings, findsStructure: Bool,
    progress: (Int) -> Bool
  ) throws(PipelineError) -> (ReadingTrack<Reading>, SongStructure?, TrackSummary) {
    if let file = track.readingsFile {
      let (readings, summary) = try track.readings(
        of: file, analysis, wanted, isFresh: request.isFresh)
      return (readings, findsStructure ? try track.structure(of: file) : nil, summary)
    }
    let key = SharedReadings.Key.readings(table: wanted.name, track.window)
    let structure = findsStructure ? request.shared?.structure : nil
    let isLeft = findsStructure && structure == nil
    if !isLeft, let known: SharedReadings.Entry<Reading> = request.shared?.entry(key) {
      return (known.readings, structure, known.summary)
    }
    let result = try readings(analysis, findsStructure: isLeft, progress: progress)
    request.shared?.keep(.init(readings: result.0, summary: result.2), key, result.1)
    return (result.0, structure ?? result.1, result.2)
  }

  private mutating func readings<Reading: PackedReading>(
    _ analysis: Analysis<Reading>, findsStructure: Bool, progress: (Int) -> Bool
  ) throws(PipelineError) -> (ReadingTrack<Reading>, SongStructure?, TrackSummary) {
    var readings = ReadingTrack<Reading>(
      format: track.metered,
      clock: TickClock(
        sampleRate: track.format.sampleRate, rate: analysis.rate ?? track.clock.rate))
    func add(_ reading: Reading) throws(PipelineError) {
      do throws(SystemError) { try readings.append(reading) } catch { throw .readings(error) }
    }
    guard findsStructure else {
      let summary = try track.read(analysis, progress: progress, reading: add)
      return (readings, nil, summary)
    }
    var heard = StructureReadings()
    let both = analysis.joined(with: .structure(channels: context.channels, rate: analysis.rate))
    let summary = try track.read(both, progress: progress) { (tick) throws(PipelineError) in
      try add(tick.0)
      heard.append(tick.1)
    }
    guard let structure = SongStructure(heard) else { throw .interrupted }
    return (readings, structure, summary)
  }
}

extension OpenRun {
  /// The integrated loudness of the whole track, if the view follows it and the track can be read once more;
  /// `nil` if it has none. Of a damaged track that of the sound before the damage.
  fileprivate func loudness(_ progress: (Int) -> Bool) throws(PipelineError) -> Decibels? {
    guard request.view.followsLoudness(with: request.picture.ballistics), !request.isLive,
      !track.isOpenEnded
    else { return nil }
    var integrated = Decibels.silence
    if let file = track.readingsFile {
      guard let programme = try track.programme(of: file), programme.count > 0 else { return nil }
      do {
        integrated = try programme.reading(ofTick: programme.count - 1).loudness.integrated
      } catch {
        throw .readings(error)
      }
    } else {
      var whole = request.track
      (whole.start, whole.duration) = (.zero, nil)
      (whole.samples, whole.hashesSamples, whole.readsTags) = (nil, false, false)
      do throws(PipelineError) {
        var track = try Track(whole)
        _ = try track.read(
          Analysis<LoudnessReading>.loudness(.layout, floor: .silence),
          progress: { _ in progress(0) }
        ) { integrated = $0.integrated }
      } catch { guard error != .interrupted else { throw error } }
    }
    return integrated > .silence ? integrated : nil
  }

  /// The lyrics as the frames show them, from the start of the part on.
  func shownLyrics(_ context: ViewContext) -> SceneSequence.Lyrics? {
    guard let lyrics else { return nil }
    return SceneSequence.Lyrics(
      ShownLyrics(lyrics, LyricsLayout(context)),
      begin: Double(track.window.part.lowerBound) / Double(track.format.sampleRate))
  }
}

extension FrameSchedule {
  /// The frames that are selected.
  ///
  /// - Throws: ``PipelineError/request(_:path:)`` if there are too many in all, or none of these.
  fileprivate func frames(
    of selection: FrameSelection, path: String
  ) throws(PipelineError) -> Range<Int> {
    guard frameCount <= SequenceSettings.maxFrames else {
      throw .request(.tooManyFrames(frameCount, rate: rate), path: path)
    }
    let selection = selection.counted(at: rate)
    if let frames = selection.frames(of: frameCount) { return frames }
    guard frameCount == 0 else {
      throw .request(.noSuchFrames(selection, count: frameCount), path: path)
    }
    return 0..<0
  }
}

extension MissingReadings {
  /// What a figure needs of a file of readings.
  fileprivate init<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _: SomeFigure.Type, _ options: Options, of request: AnalysisRequest,
    _ channels: (left: Int, right: Int)?
  ) {
    self.init(
      name: SomeFigure.nameOfTable(request),
      look: SomeFigure.self == options.look.figure
        ? "\(Options.Drawn.name)/\(options.look.name)" : "scenes",
      ballistics: options.look.otherMeters(request), floor: request.floor,
      left: channels?.left, right: channels?.right, tickRate: request.tickRate)
  }
}

extension ReadRun {
  /// The scenes in the colours of a palette, or in the look's own if it is `nil`, as a film has them that
  /// changes with the sections of a song: for frames that show these ticks alone.
  ///
  /// - Throws: ``PipelineError``, as the figure does.
  public func scenes(
    in colors: PaletteColors?, of song: SongStructure? = nil, ticks: Range<Int>
  ) throws(PipelineError) -> SceneSequence {
    try recolored(colors, song, ticks)
  }

  /// The seconds that a figure without turns may remember.
  private static let memory = 10.0

  /// The chosen colours, words and cover, if any.
  private static func chosen(_ context: ViewContext) -> [SequenceSettings.Fact] {
    [
      ("palette", context.colors?.description), ("title", context.words.title),
      ("subtitle", context.words.subtitle),
      ("frame", context.frame == .bleed ? "bleed" : nil),
      (
        "scenes",
        context.scenes.isEmpty ? nil : context.scenes.map(\.description).joined(separator: ",")
      ),
      ("cover", context.cover.map { ContentHash(of: $0.pixels).text }),
    ].compactMap { name, text in text.map { .init(name, $0) } }
  }
}

extension PipelineError {
  /// The error of a figure's initializer.
  init(_ error: FigureError, of options: some ViewOptions) {
    switch error {
    case .usage(let error): self = .usage(error)
    case .constants(let error):
      self = .constants(.unusable(error), path: options.levelScale?.constants ?? "")
    case .readings(let error): self = .readings(error)
    case .other(let error): self = .figure(look: options.look.name, reason: "\(error)")
    }
  }
}
