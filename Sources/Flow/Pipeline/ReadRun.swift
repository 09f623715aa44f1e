// SPDX-License-Identifier: MIT
public import Analysis
internal import Arguments
public import Decoding
package import Drawing
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
  /// The scenes of the whole film, and its shots; none if it does not change.
  private var filmScenes: [SongScene]
  /// The shots that are named, in `--shots` or in labels, and that the look does not take; and those that it takes.
  public let missingShots: (missing: [Shot], taken: [Shot])
  private let tickRate: Rate
  /// The turn that was locked to the music, if any.
  public let lockedTurn: LockedTurn?
  /// What is written in the pictures.
  public let words: Captions
  /// The place and the size of a figure that is one disc, on a sheet whose shorter side is 432 points;
  /// `nil` for other figures.
  public let disc: Composition?
  /// The first frame with all of the card at the end, and the place of its picture; `nil` if there is none.
  public let endCard: (frame: Int, disc: Composition)?
  /// The colours of the chosen palette; `nil` for the look's own.
  public let colors: Palette?
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
  public private(set) var scenes: SceneSequence
  /// The frames to render: all of the ``schedule``, or those that the request selects.
  public private(set) var frames: Range<Int>
  /// Facts beside the options that determine the bytes of the frames.
  public let facts: [SequenceSettings.Fact]
  /// The hash of the picture that the view shows.
  public let imageHash: ContentHash?

  /// Which ticks each frame shows.
  public var schedule: FrameSchedule { scenes.schedule }

  /// How many scenes the frames show; 1 if they do not change.
  public var sceneCount: Int { 1 + changes.count { !$0.continues } }

  /// The shots that the frames show, with the time at which each begins, in seconds of the song; none if a film has
  /// no shots.
  public var shots: [(time: Double, name: String)] {
    guard filmScenes.contains(where: { $0.shotName != Shot.wide.rawValue }) else { return [] }
    let begin = filmScenes.last { $0.firstTick <= shownTicks.lowerBound }
    return ([begin].compactMap(\.self) + changes).map { scene in
      (Double(scene.firstTick * tickRate.denominator) / Double(tickRate.numerator), scene.shotName)
    }
  }

  /// The first and the last tick that frames show.
  private var shownTicks: ClosedRange<Int> {
    guard let first = frames.first, let last = frames.last else { return 0...0 }
    let ticks = [first, last].map { max(schedule.ticksShown(byFrame: $0) - 1, 0) }
    return ticks[0]...ticks[1]
  }

  /// The scenes that begin while the frames are shown.
  private var changes: [SongScene] {
    filmScenes.filter {
      $0.firstTick > shownTicks.lowerBound && $0.firstTick <= shownTicks.upperBound
    }
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
    var options = options
    if !run.knowsSong { options.scenes = .none }
    let figure: any Figure<Options>.Type = options.look.figure
    try self.init(&run, options, figure, progress: progress)
  }

  private init<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _ run: inout OpenRun, _ options: Options, _: SomeFigure.Type, progress: (Int) -> Bool
  ) throws(PipelineError) {
    let heard = try Heard<SomeFigure>(&run, options, progress: progress)
    let drawn = try Drawn(heard)
    self.init(run, heard, drawn)
  }

  /// The facts of a run that was read and drawn.
  private init<SomeFigure: Figure>(
    _ run: borrowing OpenRun, _ heard: Heard<SomeFigure>, _ drawn: Drawn
  ) {
    let (request, context, findings) = (run.request, heard.context, drawn.findings)
    (summary, structure) = (heard.summary, heard.structure)
    (scenes, frames) = (drawn.scenes, drawn.frames)
    (channels, demuxing) = (context.channels, run.track.demuxing)
    tags = request.track.readsTags ? run.track.tags : AudioTags()
    title = run.track.title
    soundName = run.track.readingsFile?.head.name
    (measures, words) = (findings.measures, context.words)
    shareAtStop = findings.shareAtStop
    silence = findings.silentFigure.map {
      Silence(figure: $0, of: context.channels, in: heard.summary)
    }
    (lockedTurn, coverFault) = (findings.lockedTurn, run.coverFault)
    (lyrics, lyricsFault, fonts) = (run.lyrics, run.lyricsFault, run.fonts)
    songRemarks = run.songRemarks
    isSpeech = heard.hasScenes && heard.structure?.isSpeech == true
    (filmScenes, tickRate) = (context.scenes, context.tickRate)
    missingShots = heard.missingShots
    (disc, colors) = (heard.options.isDisc ? context.composition : nil, context.palette)
    endCard = findings.endCard.map { (heard.schedule.frame(showing: $0.tick), $0.disc) }
    scaleScope = context.scaleScope
    imageHash = context.image.map { ContentHash(of: $0.bytes) }
    let looks = heard.options.scenes
    facts =
      ReadRun.facts(
        of: summary, heard.schedule, context, measures, isMix: request.track.mixesChannels,
        viewName: SomeFigure.Options.Drawn.name)
      + (heard.hasScenes && looks != .auto ? [.init("looks", looks.settings)] : [])
      + [run.structure].compactMap(\.self).map {
        .init("structure", ContentHash(of: Array(LabelFile.text($0).utf8)).text)
      }
      + [run.lyrics].compactMap(\.self).map {
        .init("lyrics", ContentHash(of: Array($0.text.utf8)).text)
      }
      + [run.fonts].compactMap(\.self).filter { !$0.files.isEmpty }.map { .init("font", $0.hash) }
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
    let view = SequenceSettings.Fact("view", viewName)
    let range = LevelScale(measures)?.range.map {
      [SequenceSettings.Fact("range", $0.argumentText)]
    }
    return facts + chosen(context) + (range ?? measures.map { .init($0.name, $0.text) })
      + (SequenceSettings.implied.contains(view) ? [] : [view])
  }
}

extension ReadRun {
  /// The run with another figure in some of its frames, each of which is a tick of it, on a sheet of its own.
  package func showing(
    _ figure: some Figure, on sheet: Scene, frames: Range<Int>
  ) -> ReadRun {
    let clock = TickClock(sampleRate: summary.format.sampleRate, rate: schedule.rate)
    var run = self
    run.scenes = SceneSequence(
      schedule: FrameSchedule(
        rate: schedule.rate, clock: clock, sampleFrames: summary.sampleFrames),
      figure: figure, template: sheet)
    (run.frames, run.filmScenes) = (frames, [])
    return run
  }

  /// The chosen colours, words and cover, if any.
  private static func chosen(_ context: ViewContext) -> [SequenceSettings.Fact] {
    [
      ("palette", context.palette?.description), ("title", context.words.title),
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

extension SceneChoice {
  /// What determines the looks: their names, and of a file what is in it, wherever it is.
  fileprivate var settings: String {
    guard case .looks(let looks) = self else { return argumentText }
    return looks.map { one in
      guard one.isOwn, let file = one.look.file else { return one.word }
      let set = one.look.variant.map(\.argumentText)
      return ([file.name, ContentHash(of: file.text).text] + set).joined(separator: " ")
    }.joined(separator: ",")
  }
}
