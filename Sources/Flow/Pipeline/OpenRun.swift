// SPDX-License-Identifier: MIT
internal import Analysis
public import Decoding
internal import Drawing
internal import Platform
public import Signal
internal import Views

/// A run whose inputs are opened and checked, and not read yet: so errors are found before the long
/// work.
public struct OpenRun: ~Copyable {
  let request: RunRequest
  /// What the view gets beside its options and readings.
  let context: ViewContext
  /// Why the cover is not shown; `nil` if it is, or if none is wanted.
  let coverFault: CoverFault?
  /// The beats and sections of the song that a file describes.
  let structure: SongStructure?
  /// The lyrics to show.
  let lyrics: SongLyrics?
  /// Why they are not shown; `nil` if they are, or if none are wanted.
  let lyricsFault: LyricsFault?
  /// What of the files that describe the song is not used.
  let songRemarks: [SongFileRemark]
  /// The fonts of the words; `nil` if they need none.
  let fonts: UsedFonts?
  var track: Track

  /// Opens and checks everything.
  ///
  /// - Throws: ``PipelineError``.
  public init(_ request: RunRequest) throws(PipelineError) {
    let view = request.view
    do {
      try view.check()
      try view.check(with: request.picture.ballistics)
    } catch { throw .usage(error) }
    guard !request.loops || view.canLoop else {
      throw .request(.cannotLoop, path: request.track.input)
    }
    guard view.appearance?.palette != .song || !request.track.isReadOnce else {
      throw .request(.songUnknown, path: request.track.name)
    }
    var image: PNGImage?
    if let path = view.imagePath {
      do { image = try PNGImage(path: path) } catch { throw .image(error) }
    }
    let constantsPath = view.levelScale?.constants
    let labels = try view.structurePath.map(LabelFile.structure(path:))
    var given: ConstantsSet?
    if let path = constantsPath {
      do { given = try ConstantsSet(path: path) } catch { throw .constants(error, path: path) }
    }
    var wanted = request.track
    if view.appearance?.readsTags == true { wanted.readsTags = true }
    var track = try Track(wanted, sharing: request.shared)
    if let kind = view.scoreKind, track.score?.kindName != kind {
      throw .request(.needsScore(kind: kind), path: track.name)
    }
    let hasPlace = !view.unusedOptions.contains("cover")
    let (cover, coverFault) =
      try view.appearance?.coverPicture(
        of: request.track, hasPlace: hasPlace, sharing: request.shared) ?? (nil, nil)
    let colors = try view.appearance?.palette?.colors(cover: cover)
    var picture = request.picture
    picture.background = picture.givenBackground ?? colors?.background ?? picture.background
    let analysis = AnalysisRequest(
      ballistics: request.picture.ballistics, floor: request.floor,
      channels: try OpenRun.channels(request.channels, of: track),
      tickRate: track.clock.rate, placement: request.isLive ? .trailing : .centered)
    var constants: Constants?
    if let given, let path = constantsPath {
      do { constants = try given.constants(for: analysis, track.metered) } catch {
        throw .constants(error, path: path)
      }
    }
    guard !request.isLive || view.levelScale?.scope != .track else {
      throw .request(.trackNotReadTwice, path: track.name)
    }
    let scope = try OpenRun.scope(view.levelScale, request.track, of: track)
    let isShown = !request.isFresh || scope == .track
    if request.track.isPart,
      let reach = view.reach(of: analysis, track.metered, track.clock, isShown: isShown)
    {
      let measuresAll = view.levelScale != nil && !track.isOpenEnded && scope != .part
      track.extend(to: reach, handingOut: isShown ? measuresAll ? .all : .before : .nothing)
    }
    let found = try (view.appearance?.lyrics ?? .none)
      .lyrics(ofSound: request.track.canReadTwice ? request.track.input : nil, track.tags)
    let lyrics = found.lyrics
    var words =
      view.appearance?.words(
        title: track.tags.title, otherwise: track.title, artist: track.tags.artist,
        hasLyrics: lyrics != nil) ?? Captions()
    let usesFonts = !view.unusedOptions.contains("font")
    if usesFonts, let font = view.appearance?.font {
      (words.typeface, fonts) = try font.typeface(
        for: words, lyrics, pen: Lettering.pen(shortSide: min(picture.width, picture.height)))
    } else {
      fonts = nil
    }
    context = ViewContext(
      score: track.score, begin: track.window.begin, image: image,
      cover: view.appearance?.cover == CoverChoice.none ? nil : cover, constants: constants,
      scaleScope: scope, colors: colors,
      words: words, lyrics: lyrics,
      frame: view.frame, place: view.place,
      picture: picture, request: analysis)
    (self.structure, self.coverFault, self.request) = (labels?.structure, coverFault, request)
    (self.lyrics, lyricsFault) = (lyrics, found.fault)
    songRemarks = [labels?.remark, found.remark].compactMap(\.self)
    self.track = track
  }

  /// Which part a scale is measured over if a part of a track is drawn; `nil` if there is no scale.
  private static func scope(
    _ scale: LevelScaleOptions?, _ request: TrackRequest, of track: borrowing Track
  ) throws(PipelineError) -> ScaleScope? {
    guard let scale, scale.isMeasured, request.isPart else { return nil }
    if let score = track.score, score.duration == nil {
      guard scale.scope == .track else { return .part }
      throw .request(.endless, path: track.name)
    }
    guard request.canReadTwice else {
      guard scale.scope == .track else { return .part }
      throw .request(.trackNotReadTwice, path: track.name)
    }
    return scale.scope == .part ? .part : .track
  }

  /// The channels on both sides, of those that are metered. A mono track and a mix are on both, unless
  /// other channels than the default were requested.
  static func channels(
    _ wanted: ChannelPair?, of track: borrowing Track
  ) throws(PipelineError) -> (left: Int, right: Int) {
    guard let wanted else { return (0, track.metered.channel(1)) }
    do { return try track.metered.channels(wanted) } catch {
      throw .request(.noSuchChannel(error, track.metered), path: track.name)
    }
  }

  /// Whether all of a song is read, or described, so that its pictures may change with its sections: those
  /// of a loop and of sound that is still arriving may not.
  var knowsSong: Bool {
    let isFresh = request.isFresh && request.track.isPart
    guard !request.loops, !request.isLive, !isFresh else { return false }
    return structure != nil || readsWhole
  }

  /// Whether all of the track is read.
  var readsWhole: Bool {
    !request.track.isPart || track.readingsFile != nil || track.window.measuresAfter
  }

  /// Its track, to be read elsewhere.
  consuming func takeTrack() -> Track { track }

  /// The file of readings, if the input is one.
  public var readingsFile: ReadingsFile? { track.readingsFile }

  /// How ffmpeg reads the same sound in the file of the input; see ``Track/demuxing``.
  public var demuxing: Demuxing? { track.demuxing }

  /// The shape of the stream.
  public var format: StreamFormat { track.format }

  /// The channels of the stream that are drawn, from 0; the first two for a mix of all.
  public var drawnChannels: (left: Int, right: Int) {
    request.track.mixesChannels ? (0, format.channel(1)) : context.channels
  }

  /// Hands each block of samples to `take` as well.
  ///
  /// - Precondition: nothing was read.
  public mutating func handOn(_ take: @escaping TrackRequest.Tap) { track.handOn(take) }

  /// The number of sample frames to read; a hint, `nil` if unknown.
  public var expectedSampleFrames: Int? { track.expectedSampleFrames }

  /// Reads the track to its end, and settles what to draw. To be called once.
  ///
  /// `progress` is called after each block with the number of sample frames so far; it returns
  /// `false` to stop.
  ///
  /// - Throws: ``PipelineError``.
  public mutating func read(progress: (Int) -> Bool) throws(PipelineError) -> ReadRun {
    try ReadRun(&self, request.view, progress: progress)
  }
}

extension ViewOptions {
  /// The sound around a part that the look's readings depend on; `nil` if it reads nothing, or if its
  /// readings have a rate of their own and begin with the part, since those before are not shown.
  fileprivate func reach(
    of request: AnalysisRequest, _ format: StreamFormat, _ clock: TickClock, isShown: Bool
  ) -> Reach? {
    func reach<SomeFigure: Figure<Self>>(of _: SomeFigure.Type) -> Reach? {
      guard !readsNothing else { return nil }
      let analysis = SomeFigure.analysis(for: self, of: request)
      guard isShown || analysis.rate == nil else { return nil }
      let clock = TickClock(sampleRate: clock.sampleRate, rate: analysis.rate ?? clock.rate)
      return analysis.reach(format, clock)
    }
    let figure: any Figure<Self>.Type = look.figure
    return reach(of: figure)
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
