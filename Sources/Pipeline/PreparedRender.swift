// SPDX-License-Identifier: MIT
internal import Analysis
internal import Arguments
internal import Decoding
internal import Drawing
public import Hashing
internal import Platform
public import Signal
internal import Synthesis
public import Views
public import Writing

/// Which pictures of which sound to make.
public struct RenderRequest: Sendable {
  /// The sound.
  public var track: TrackRequest
  /// The size and the background of the pictures, and the ballistics of the meters.
  public var picture: PictureSettings
  /// What the meters read for digital silence.
  public var floor = Decibels.silence
  /// The indices of the file's channels on the left and on the right, from 0; if `nil` the first
  /// two, or the only one twice.
  public var channels: (left: Int, right: Int)?
  /// Frames a second; the tick rate if `nil`.
  public var rate: Rate?
  /// The frames to render.
  public var selection = FrameSelection.all

  /// Pictures of a whole input, a frame for each tick.
  public init(_ track: TrackRequest, picture: PictureSettings = PictureSettings()) {
    self.track = track
    self.picture = picture
  }
}

/// A track that was read, and its pictures: all that drawing needs.
public struct PreparedRender: Sendable {
  /// What was read.
  public let summary: TrackSummary
  /// The indices of the file's channels on the left and on the right, from 0.
  public let channels: (left: Int, right: Int)
  /// The values that the view measured, such as its scale.
  public let measures: [Measure]
  /// Which part the scale is measured over; `nil` if the whole track is drawn, or if there is no
  /// scale.
  public let scaleScope: ScaleScope?
  /// The damage that ended the measurement of the whole track's scale early, if the request allows
  /// it.
  public let scaleDamage: PipelineError?
  /// A remark for the user about the track and its pictures, worded to follow the name of the
  /// track.
  public let remark: String?
  /// The turn that was locked to the music, if any.
  public let lockedTurn: LockedTurn?
  /// What is written in the pictures.
  public let words: Words
  /// The scenes by frame.
  public let scenes: SceneSequence
  /// The frames to render.
  public let frames: Range<Int>
  /// Facts beside the options that determine the bytes of the frames.
  public let facts: [SequenceJob.Fact]
  /// The hash of the picture that the view shows.
  public let imageHash: ContentHash?

  /// Which ticks each frame shows.
  public var schedule: FrameSchedule { scenes.schedule }

  /// Reads a track to its end, for a view with its options.
  ///
  /// `progress` is called after each block with the number of sample frames so far; it returns
  /// `false` to stop.
  ///
  /// - Throws: ``PipelineError``.
  public init<SomeView: View>(
    _ view: SomeView.Type, _ options: SomeView.Options, _ request: RenderRequest,
    progress: (Int) -> Bool = { _ in true }
  ) throws(PipelineError) {
    var opened = try OpenedRender(view, options, request)
    self = try opened.read(progress: progress)
  }

  fileprivate init<SomeView: View>(
    _: SomeView.Type, _ options: SomeView.Options, _ request: RenderRequest,
    _ context: ViewContext, scaleDamage: PipelineError?, _ track: inout Track,
    progress: (Int) -> Bool
  ) throws(PipelineError) {
    let path = track.name
    let analysis = SomeView.analysis(for: options, of: context.request)
    let rate = analysis.rate ?? track.clock.rate
    var readings = ReadingTrack<SomeView.Reading>(
      format: track.format, clock: TickClock(sampleRate: track.format.sampleRate, rate: rate))
    summary = try track.read(analysis, progress: progress) { reading throws(PipelineError) in
      do throws(SystemError) { try readings.append(reading) } catch { throw .readings(error) }
    }
    let schedule = FrameSchedule(
      rate: request.rate ?? track.clock.rate, clock: summary.clock,
      sampleFrames: summary.sampleFrames)
    guard schedule.frameCount <= SequenceJob.mostFrames else {
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
    let view: SomeView
    do { view = try SomeView(options: options, track: readings, context: context) } catch {
      throw PipelineError(error, of: options)
    }
    channels = context.channels
    (measures, remark, words) = (view.measures, view.remark, context.words)
    lockedTurn = view.lockedTurn
    (scaleScope, self.scaleDamage) = (context.scaleScope, scaleDamage)
    let picture = context.picture
    guard
      let canvas = Canvas(
        width: picture.width, height: picture.height,
        shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    var sheet = Scene(canvas: canvas, background: picture.background)
    sheet.title = SomeView.title
    scenes = SceneSequence(schedule: schedule, view: view, sheet: sheet)
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
        .init("channels", "\(channels.left),\(channels.right)"),
        .init("fps", "\(schedule.rate)"),
        .init("background", picture.background.argumentText),
      ] + PreparedRender.chosen(context) + measures.map { .init($0.name, $0.text) }
      + (picture.ballistics.fall.map { [.init("fall", $0.argumentText)] } ?? [])
      + [.init("view", SomeView.name)].filter { !SequenceJob.implied.contains($0) }
  }
}

extension PreparedRender {
  /// The chosen colours and words, if any.
  private static func chosen(_ context: ViewContext) -> [SequenceJob.Fact] {
    [
      ("palette", context.colors?.description), ("title", context.words.title),
      ("subtitle", context.words.subtitle),
    ].compactMap { name, text in text.map { .init(name, $0) } }
  }
}

/// Everything that the pictures of a track need, opened and checked but not read yet: so errors are
/// found before the long work.
public struct OpenedRender: ~Copyable {
  private var track: Track
  /// The whole track, if the scale of a part is measured over it.
  private var whole: Track?
  private var scale: WholeScale?
  private let analysis: AnalysisRequest
  private let prepare:
    (inout Track, WholeScale?, (Int) -> Bool) throws(PipelineError) -> PreparedRender

  /// The scale of the whole track, for a part of it.
  private typealias WholeScale = (constants: Constants, damage: PipelineError?)

  /// Opens and checks everything.
  ///
  /// - Throws: ``PipelineError``.
  public init<SomeView: View>(
    _ view: SomeView.Type, _ options: SomeView.Options, _ request: RenderRequest
  ) throws(PipelineError) {
    do { try options.check() } catch { throw .usage(error) }
    var image: PNGImage?
    if let path = options.imagePath {
      do { image = try PNGImage(path: path) } catch { throw .image(error) }
    }
    var given: ConstantsSet?
    let constantsPath = options.levelScale?.constants
    if let path = constantsPath {
      do { given = try ConstantsSet(path: path) } catch { throw .constants(error, path: path) }
    }
    var colors: PaletteColors?
    if let palette = options.style?.palette {
      do { colors = try palette.colors() } catch {
        throw .palette(error, path: palette.argumentText)
      }
    }
    var picture = request.picture
    picture.background = picture.givenBackground ?? colors?.background ?? picture.background
    var wanted = request.track
    wanted.readsTags = options.style?.readsTags == true
    let track = try Track(wanted)
    if let kind = SomeView.instrumentKind, track.instrument?.kind != kind {
      throw .request(.needsInstrument(kind), path: track.name)
    }
    let (instrument, begin) = (track.instrument, track.begin)
    let words = options.style?.words(title: track.title, artist: track.tags.artist) ?? Words()
    let analysis = AnalysisRequest(
      ballistics: request.picture.ballistics, floor: request.floor,
      channels: try OpenedRender.channels(request.channels, of: track),
      tickRate: request.track.tickRate)
    var constants: Constants?
    if let given, let path = constantsPath {
      do { constants = try given.constants(for: analysis, track.format) } catch {
        throw .constants(error, path: path)
      }
    }
    let scope = try OpenedRender.scope(options.levelScale, request.track, of: track)
    whole = scope == .track ? try Track(request.track.whole) : nil
    self.track = track
    self.analysis = analysis
    prepare = {
      [constants, colors, picture, words] (track, whole, progress) throws(PipelineError) in
      let context = ViewContext(
        instrument: instrument, begin: begin, image: image,
        constants: constants ?? whole?.constants, scaleScope: scope,
        colors: colors, words: words, picture: picture, request: analysis)
      return try PreparedRender(
        view, options, request, context, scaleDamage: whole?.damage, &track, progress: progress)
    }
  }

  /// Which part a scale is measured over if a part of a track is drawn; `nil` if there is no scale.
  private static func scope(
    _ scale: LevelScaleOptions?, _ request: TrackRequest, of track: borrowing Track
  ) throws(PipelineError) -> ScaleScope? {
    guard let scale, scale.isMeasured, request.isPart else { return nil }
    if let instrument = track.instrument, instrument.duration == nil {
      guard scale.scope == .track else { return .part }
      throw .request(.endless, path: track.name)
    }
    guard request.input != "-", Folder.kind(of: request.input) == .regular else {
      guard scale.scope == .track else { return .part }
      throw .request(.trackNotReadTwice, path: track.name)
    }
    return scale.scope ?? .track
  }

  /// The file's channels on both sides. A mono track is on both, unless other channels than the
  /// default were requested.
  private static func channels(
    _ wanted: (left: Int, right: Int)?, of track: borrowing Track
  ) throws(PipelineError) -> (left: Int, right: Int) {
    let count = track.format.channelCount
    guard let wanted else { return (0, min(1, count - 1)) }
    guard max(wanted.left, wanted.right) < count else {
      throw .request(
        .noSuchChannel(left: wanted.left, right: wanted.right, count: count), path: track.name)
    }
    return wanted
  }

  /// The shape of the stream.
  public var format: StreamFormat { track.format }

  /// The number of sample frames to read for the pictures; a hint, `nil` if unknown.
  public var expectedSampleFrames: Int? { track.expectedSampleFrames }

  /// The number of sample frames that ``readScale(progress:)`` reads; a hint, `nil` if it reads
  /// none or if unknown.
  public var expectedScaleSampleFrames: Int? {
    // Values that cannot be copied do not allow optional chaining.
    switch whole {
    case .some(let whole): whole.expectedSampleFrames
    case nil: nil
    }
  }

  /// Whether ``readScale(progress:)`` has something to read.
  public var readsScale: Bool {
    switch whole {
    case .some: true
    case nil: false
    }
  }

  /// Whether the input has several streams, one after the other.
  public var isChained: Bool { track.isChained }

  /// Reads the whole track, if the scale of a part is measured over it.
  ///
  /// `progress` is called after each block with the number of sample frames so far; it returns
  /// `false` to stop.
  ///
  /// - Throws: ``PipelineError``.
  public mutating func readScale(progress: (Int) -> Bool) throws(PipelineError) {
    guard var whole = whole.take() else { return }
    var builder = ConstantsBuilder(
      ballistics: analysis.ballistics, tickRate: analysis.tickRate, floor: analysis.floor)
    do { try builder.beginInput(channelCount: whole.format.channelCount) } catch {
      preconditionFailure("the first input has the channels of no other")
    }
    do throws(PipelineError) {
      let levels = Analysis<Tick>.levels(analysis.ballistics, floor: analysis.floor)
      let summary = try whole.read(levels, progress: progress) { builder.include($0) }
      scale = (builder.constants(drawing: analysis.channels), summary.damage)
    } catch {
      guard case .decoding(let error) = error, error.isDamage else { throw error }
      throw .scale(error)
    }
  }

  /// Reads the track to its end, and settles what to draw. To be called once; reads the scale
  /// before if ``readScale(progress:)`` was not called.
  ///
  /// `progress` is called after each block with the number of sample frames so far, anew for the
  /// scale; it returns `false` to stop.
  ///
  /// - Throws: ``PipelineError``.
  public mutating func read(progress: (Int) -> Bool) throws(PipelineError) -> PreparedRender {
    try readScale(progress: progress)
    return try prepare(&track, scale, progress)
  }
}

extension ConstantsSet {
  /// The constants that fit the run's readings and the channels of the stream.
  fileprivate func constants(
    for request: AnalysisRequest, _ format: StreamFormat
  ) throws(ConstantsFileError) -> Constants {
    let constants: Constants
    do {
      constants = try self.constants(
        for: request.ballistics, tickRate: request.tickRate, channelCount: format.channelCount)
    } catch { throw .unusable(error) }
    let count = constants.channels.count
    // A mono track is on both sides.
    guard count == format.channelCount || (count, format.channelCount) == (2, 1) else {
      throw .channelsDiffer(constants: count, track: format.channelCount)
    }
    return constants
  }
}

extension PipelineError {
  /// The error of a view's initializer.
  fileprivate init(_ error: any Error, of options: some ViewOptions) {
    switch error {
    case let error as UsageError: self = .usage(error)
    case let error as ConstantsError:
      self = .constants(.unusable(error), path: options.levelScale?.constants ?? "")
    case let error as SystemError: self = .readings(error)
    default: preconditionFailure("no view throws \(error)")
    }
  }
}
