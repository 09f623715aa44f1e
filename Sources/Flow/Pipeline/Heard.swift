// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Platform
internal import Signal
internal import Views
internal import Writing

/// What a figure is drawn from: the readings of a track, its structure, and which frames are wanted.
struct Heard<SomeFigure: Figure> {
  private(set) var options: SomeFigure.Options
  private(set) var context: ViewContext
  private(set) var readings: ReadingTrack<SomeFigure.Reading>
  private(set) var summary: TrackSummary
  let structure: SongStructure?
  /// Whether the picture changes with the sections of the song.
  let hasScenes: Bool
  /// The shots that are named and that the look does not take, and those that it takes.
  private(set) var missingShots: (missing: [Shot], taken: [Shot]) = ([], [])
  let schedule: FrameSchedule
  /// The frames that the request selects.
  let frames: Range<Int>
  /// Whether the one frame at the end of the fullest turn is wanted.
  let wantsFullestTurn: Bool
  private let lyrics: SceneSequence.Lyrics?

  /// Reads the track of a run.
  ///
  /// - Throws: ``PipelineError``.
  init(
    _ run: inout OpenRun, _ options: SomeFigure.Options, progress: (Int) -> Bool
  ) throws(PipelineError) {
    let request = run.request
    (self.options, context) = (options, run.context)
    let analysis = SomeFigure.analysis(for: options, of: context.request)
    hasScenes = options.scenes != .none && run.knowsSong
    let findsStructure = hasScenes || SomeFigure.traits(for: options).followsBars && run.knowsSong
    let found: SongStructure?
    (readings, found, summary) = try run.readings(
      analysis,
      MissingReadings(
        SomeFigure.self, options, of: context.request,
        request.channels == nil ? nil : context.channels),
      findsStructure: findsStructure && run.structure == nil, progress: progress)
    structure = run.structure ?? found
    context.loudness = try run.loudness(progress)
    if let colors = try run.colorsOfSong(found, progress: { _ in progress(0) }) {
      context.setColors(colors)
    }
    // Its times are those of the whole song.
    context.structure = run.knowsSong ? structure : nil
    if hasScenes, let structure {
      let shots = SomeFigure.traits(for: options).shots
      missingShots = (options.shots.missing(in: structure, from: shots), shots)
      context.setScenes(
        of: structure, ticks: run.readsWhole ? readings.count : nil, shots: options.shots,
        among: shots)
    }
    let ticks = summary.lead..<summary.lead + summary.tickCount
    if context.scaleScope == .part { context.scaleTicks = ticks }
    if request.loops {
      try Heard.loop(ticks, &self.options, &readings, &summary, context)
    } else if request.isFresh, summary.lead > 0 || context.scaleScope == .track {
      // The scale has been measured on more than the part.
      readings = readings.part(ticks)
      summary.lead = 0
    }
    schedule = FrameSchedule(
      rate: request.rate ?? run.track.clock.rate, clock: summary.clock,
      sampleFrames: summary.sampleFrames, tickCount: summary.tickCount, lead: summary.lead)
    frames = try schedule.frames(of: request.selection, path: run.track.name)
    wantsFullestTurn = request.selection == .fullest
    lyrics = run.shownLyrics(context)
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

  /// The seconds that a figure without turns may remember.
  private static var memory: Double { 10 }

  /// The figure, in scenes if there are any.
  func figure() throws(PipelineError) -> any Figure<SomeFigure.Options> {
    do {
      return context.scenes.isEmpty
        ? try SomeFigure(options: options, track: readings, context: context)
        : try ScenesFigure<SomeFigure>(options: options, track: readings, context: context)
    } catch { throw PipelineError(error, of: options) }
  }

  /// The scenes of a figure on a sheet of the picture's size.
  func scenes(
    of figure: some Figure, _ frames: Range<Int>
  ) throws(PipelineError) -> SceneSequence {
    let picture = context.picture
    guard
      var canvas = Canvas(
        width: picture.width, height: picture.height,
        shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    canvas.paper = picture.paper
    var template = Scene(canvas: canvas, background: picture.background)
    template.title = SomeFigure.Options.Drawn.title
    var scenes = SceneSequence(
      schedule: schedule, figure: figure, template: template, lyrics: lyrics)
    if let first = frames.first { try scenes.addSketch(before: first) }
    return scenes
  }
}

/// The pictures of a track that was read.
struct Drawn {
  let scenes: SceneSequence
  /// What the figure found out about the whole track.
  let findings: Findings
  /// The frames to render.
  let frames: Range<Int>

  /// - Throws: ``PipelineError``, as the figure does.
  init<SomeFigure: Figure>(_ heard: Heard<SomeFigure>) throws(PipelineError) {
    let figure = try heard.figure()
    findings = figure.findings
    if heard.wantsFullestTurn, !heard.frames.isEmpty, let end = findings.fullestTurnEnd {
      let frame = heard.schedule.frame(showing: end)
      frames = frame..<frame + 1
    } else {
      frames = heard.frames
    }
    scenes = try heard.scenes(of: figure, frames)
    for case .image(let image) in scenes.blank.items.map(\.shape) where !image.isWithinReach {
      throw .imageTooFar(path: heard.options.imagePath ?? "")
    }
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
      do throws(PipelineError) {
        var track = try Track(request.track.whole)
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
    let hasLooks = if case .looks = options.scenes { true } else { false }
    self.init(
      name: SomeFigure.nameOfTable(for: options, request),
      look: hasLooks ? "scenes" : "\(Options.Drawn.name)/\(options.look.name)",
      ballistics: options.look.otherMeters(request), floor: request.floor,
      left: channels?.left, right: channels?.right, tickRate: request.tickRate)
  }
}
