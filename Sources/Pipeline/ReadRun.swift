// SPDX-License-Identifier: MIT
internal import Analysis
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
  /// What the user should know if all that is shown is silent.
  public let silence: Silence?
  /// The turn that was locked to the music, if any.
  public let lockedTurn: LockedTurn?
  /// What is written in the pictures.
  public let words: Captions
  /// The place and the size of a figure that is one disc, on a sheet whose shorter side is 432 points;
  /// `nil` for other figures.
  public let disc: Composition?
  /// The colours of the chosen palette; `nil` for the look's own.
  public let colors: PaletteColors?
  /// The tags of the file, if the request asks for them.
  public let tags: AudioTags
  /// The title of the piece: its tag, or else the name of its file; `nil` if there is neither.
  public let title: String?
  /// The name of the file that readings were made of; `nil` if the input is the sound itself.
  public let soundName: String?
  /// Whether the cover of the input was asked for, and it has none.
  public let lacksCover: Bool
  /// How ffmpeg reads the same sound in the file; `nil` if that is not known, or in doubt.
  public let demuxing: Demuxing?
  /// The scenes by frame.
  public let scenes: SceneSequence
  /// The frames to render: all of the ``schedule``, or those that the request selects.
  public private(set) var frames: Range<Int>
  /// Facts beside the options that determine the bytes of the frames.
  public let facts: [SequenceSettings.Fact]
  /// The hash of the picture that the view shows.
  public let imageHash: ContentHash?

  /// Which ticks each frame shows.
  public var schedule: FrameSchedule { scenes.schedule }

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
    try self.init(&run, options, options.look.figure, progress: progress)
  }

  private init<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _ run: inout OpenRun, _ options: Options, _: SomeFigure.Type, progress: (Int) -> Bool
  ) throws(PipelineError) {
    var options = options
    let request = run.request
    var context = run.context
    let path = run.track.name
    let analysis = SomeFigure.analysis(for: options, of: context.request)
    let rate = analysis.rate ?? run.track.clock.rate
    var readings: ReadingTrack<SomeFigure.Reading>
    var summary: TrackSummary
    if let file = run.track.readingsFile {
      let wanted = context.request
      (readings, summary) = try run.track.readings(
        of: file, analysis,
        MissingReadings(
          name: SomeFigure.nameOfTable(wanted), look: "\(Options.Drawn.name)/\(options.look.name)",
          ballistics: options.look.otherMeters(wanted), floor: wanted.floor,
          left: request.channels?.left, right: request.channels?.right, tickRate: wanted.tickRate),
        isFresh: request.isFresh)
    } else {
      readings = ReadingTrack(
        format: run.track.metered,
        clock: TickClock(sampleRate: run.track.format.sampleRate, rate: rate))
      summary = try run.track.read(analysis, progress: progress) {
        reading throws(PipelineError) in
        do throws(SystemError) { try readings.append(reading) } catch { throw .readings(error) }
      }
    }
    let count = summary.tickCount
    let ticks = summary.lead..<summary.lead + count
    if context.scaleScope == .part { context.scaleTicks = ticks }
    var lead = summary.lead
    if request.loops {
      let drawn: Int
      do {
        drawn = try options.loop(
          ticks: count, of: readings.beginnings(StereoLevels.self), context)
      } catch { throw PipelineError(error, of: options) }
      // As many rounds before the first one as the figure can remember.
      let rounds = drawn == 0 ? 0 : max(4, ReadRun.memory / drawn + 1)
      readings = readings.part(ticks.prefix(drawn), rounds: rounds + 1)
      lead = rounds * drawn
      summary.sampleFrames = min(
        summary.sampleFrames, summary.clock.firstSampleFrame(ofTick: drawn))
      summary.tickCount = drawn
    } else if request.isFresh, lead > 0 || context.scaleScope == .track {
      // The scale has been measured on more than the part.
      readings = readings.part(ticks)
      lead = 0
    }
    self.summary = summary
    let schedule = FrameSchedule(
      rate: request.rate ?? run.track.clock.rate, clock: summary.clock,
      sampleFrames: summary.sampleFrames, tickCount: summary.tickCount, lead: lead)
    guard schedule.frameCount <= SequenceSettings.maxFrames else {
      throw .request(.tooManyFrames(schedule.frameCount, rate: schedule.rate), path: path)
    }
    if let frames = request.selection.frames(of: schedule.frameCount) {
      self.frames = frames
    } else {
      guard schedule.frameCount == 0 else {
        throw .request(.noSuchFrames(request.selection, count: schedule.frameCount), path: path)
      }
      frames = 0..<0
    }
    let figure: SomeFigure
    do { figure = try SomeFigure(options: options, track: readings, context: context) } catch {
      throw PipelineError(error, of: options)
    }
    (channels, demuxing) = (context.channels, run.track.demuxing)
    tags = request.track.readsTags ? run.track.tags : AudioTags()
    title = run.track.title
    soundName = run.track.readingsFile?.head.name
    let findings = figure.findings
    if request.selection == .fullest, !frames.isEmpty, let end = findings.fullestTurnEnd {
      let frame = schedule.frame(showing: end)
      frames = frame..<frame + 1
    }
    (measures, words) = (findings.measures, context.words)
    silence = findings.silentFigure.map { [summary] in
      Silence(figure: $0, of: context.channels, in: summary)
    }
    (lockedTurn, lacksCover) = (findings.lockedTurn, run.lacksCover)
    (disc, colors) = (options.isDisc ? context.composition : nil, context.colors)
    scaleScope = context.scaleScope
    let picture = context.picture
    guard
      var canvas = Canvas(
        width: picture.width, height: picture.height,
        shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    canvas.paper = picture.paper
    var template = Scene(canvas: canvas, background: picture.background)
    template.title = Options.Drawn.title
    var scenes = SceneSequence(schedule: schedule, figure: figure, template: template)
    if !frames.isEmpty { try scenes.addSketch(before: frames.lowerBound) }
    self.scenes = scenes
    for case .image(let image) in scenes.blank.items.map(\.shape) where !image.isWithinReach {
      throw .imageTooFar(path: options.imagePath ?? "")
    }
    imageHash = context.image.map { ContentHash(of: $0.bytes) }
    facts =
      [
        .init("audio", summary.contentHash?.text),
        .init("sample-rate", "\(summary.format.sampleRate)"),
        .init("sample-frames", "\(summary.sampleFrames)"),
        .init("ticks", "\(schedule.tickCount)"),
        .init(
          "channels",
          request.track.mixesChannels ? "mix" : "\(channels.left),\(channels.right)"),
        .init("fps", "\(schedule.rate)"),
        .init("background", picture.background.argumentText),
      ] + ReadRun.chosen(context) + measures.map { .init($0.name, $0.text) }
      + (picture.ballistics.fall.map { [.init("fall", $0.argumentText)] } ?? [])
      + [.init("view", Options.Drawn.name)].filter { !SequenceSettings.implied.contains($0) }
  }
}

extension ReadRun {
  /// The same with one of `count` equal parts of its frames, counted from 1.
  public func part(_ index: Int, of count: Int) -> ReadRun {
    var part = self
    if let frames = FrameSelection.shard(index: index, count: count).frames(of: frames.count) {
      part.frames =
        self.frames.lowerBound + frames.lowerBound..<self.frames.lowerBound + frames.upperBound
    }
    return part
  }

  /// The ticks that a figure without turns may remember.
  private static let memory = 600

  /// The chosen colours, words and cover, if any.
  private static func chosen(_ context: ViewContext) -> [SequenceSettings.Fact] {
    [
      ("palette", context.colors?.description), ("title", context.words.title),
      ("subtitle", context.words.subtitle),
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
