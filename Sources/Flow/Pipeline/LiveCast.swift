// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
internal import Drawing
internal import Platform
internal import Signal
internal import Views

/// What the looks of a show have in common: the sound, its readings, and the inputs of views.
struct LiveCast: Sendable {
  private let context: ViewContext
  private let palette: PaletteChoice?
  private let lyrics: (lines: SongLyrics, begin: Double)?
  private let tags: AudioTags
  private let title: String?
  private let format: StreamFormat
  private let clock: TickClock
  private let schedule: FrameSchedule
  private let path: String
  /// The readings of the looks so far, by the names of their tables.
  private(set) var tables: [String: any ArrivingReadings] = [:]

  init(_ open: borrowing OpenRun, _ schedule: FrameSchedule) {
    (context, palette) = (open.context, open.request.view.appearance?.palette)
    let begin = Double(open.track.window.part.lowerBound) / Double(open.track.format.sampleRate)
    lyrics = open.lyrics.map { ($0, begin) }
    (tags, title, path) = (open.track.tags, open.track.title, open.track.name)
    (format, clock) = (open.track.metered, open.track.clock)
    self.schedule = schedule
  }

  /// A look with its own readings, which are metered beside those of the first one.
  ///
  /// - Throws: ``PipelineError`` if it cannot show this sound.
  mutating func part(
    _ options: some ViewOptions, _ picture: PictureSettings
  ) throws(PipelineError) -> LivePart {
    try part(options, options.look.figure, picture)
  }

  private mutating func part<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _ options: Options, _: SomeFigure.Type, _ picture: PictureSettings
  ) throws(PipelineError) -> LivePart {
    guard options.isLive, !options.readsNothing else { throw .request(.notLive, path: path) }
    let isGiven = context.constants != nil && options.levelScale != nil
    guard !isGiven || picture.ballistics == context.picture.ballistics else {
      throw .request(.notLive, path: path)
    }
    let request = AnalysisRequest(
      ballistics: picture.ballistics, floor: context.floor, channels: context.channels,
      tickRate: context.tickRate, placement: .trailing)
    let analysis = SomeFigure.analysis(for: options, of: request)
    let name = SomeFigure.nameOfTable(for: options, request)
    let readings: ReadingTrack<SomeFigure.Reading>
    if let table = tables[name] as? LiveTable<SomeFigure.Reading> {
      readings = table.readings
    } else {
      readings = .live(
        format: format,
        clock: TickClock(sampleRate: format.sampleRate, rate: analysis.rate ?? clock.rate))
      do {
        tables[name] = LiveTable(
          try MeteringEngine(analysis, format: format, clock: clock), readings)
      } catch { throw .metering(error, path: path) }
    }
    let colors =
      palette?.path == nil && options.appearance?.palette == palette
      ? context.palette : try options.appearance?.palette?.colors()
    let make: @Sendable (Int?) throws(PipelineError) -> (SceneSequence, LookChange.Place) = {
      [self] (index) throws(PipelineError) in
      try scenes(
        SomeFigure.self, options, picture, index.map { Palette.named[$0].colors } ?? colors,
        request, readings)
    }
    let (fitting, chosen) = (options.palettes, options.appearance?.palette)
    return LivePart(
      view: Options.Drawn.name, look: options.look.name, palettes: fitting,
      ownPalette: fitting.first {
        chosen == .named(Palette.named[$0].name, Palette.named[$0].colors)
      },
      nearPalette: fitting.first {
        Palette.named[$0].colors.background == picture.background
      },
      make: make)
  }

  /// The scenes of a figure that has seen nothing, and its place.
  private func scenes<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _: SomeFigure.Type, _ options: Options, _ given: PictureSettings, _ colors: Palette?,
    _ request: AnalysisRequest, _ readings: ReadingTrack<SomeFigure.Reading>
  ) throws(PipelineError) -> (SceneSequence, LookChange.Place) {
    var picture = given
    picture.background = picture.givenBackground ?? colors?.background ?? picture.background
    var words =
      options.appearance?.words(
        title: tags.title, otherwise: title, artist: tags.artist, hasLyrics: lyrics != nil)
      ?? Captions()
    words.typeface = context.words.typeface
    let own = ViewContext(
      begin: context.begin, image: options.imagePath == nil ? nil : context.image,
      cover: context.cover, constants: options.levelScale == nil ? nil : context.constants,
      scaleScope: context.scaleScope, colors: colors, words: words, lyrics: context.lyrics,
      frame: options.frame, place: options.place, picture: picture, request: request)
    let figure: SomeFigure
    do { figure = try SomeFigure(options: options, track: readings, context: own) } catch {
      throw PipelineError(error, of: options)
    }
    guard
      var canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    canvas.paper = picture.paper
    let lyrics = lyrics.map {
      SceneSequence.Lyrics(ShownLyrics($0.lines, LyricsLayout(own)), begin: $0.begin)
    }
    return (
      SceneSequence(
        schedule: schedule, figure: figure,
        template: Scene(canvas: canvas, background: picture.background), lyrics: lyrics),
      LookChange.Place(options, own)
    )
  }
}

extension ViewOptions {
  /// The palettes that the look can have, by their indices in `Palette.named`.
  fileprivate var palettes: [Int] {
    appearance == nil || unusedOptions.contains("palette") ? [] : Array(Palette.named.indices)
  }
}

/// Readings of sound that is still arriving.
protocol ArrivingReadings: AnyObject, Sendable {
  /// Meters the next block.
  func consume(_ block: AudioBlock) throws(MeteringError)
  /// Meters what is left.
  func finish()
  /// Whether those of `ticks` ticks are there.
  func has(_ ticks: Int, of clock: TickClock) -> Bool
}

/// The readings of one kind, which the looks that draw them share.
// Sendable: the engine is used by the thread that reads alone.
private final class LiveTable<Reading: PackedReading>: ArrivingReadings, @unchecked Sendable {
  let readings: ReadingTrack<Reading>
  private var engine: MeteringEngine<Reading>

  init(_ engine: MeteringEngine<Reading>, _ readings: ReadingTrack<Reading>) {
    (self.engine, self.readings) = (engine, readings)
  }

  func consume(_ block: AudioBlock) throws(MeteringError) {
    var readings = readings
    // In a ring in memory there is always room.
    try engine.consume(block) { try? readings.append($0) }
  }

  func finish() {
    var readings = readings
    engine.finish { try? readings.append($0) }
  }

  func has(_ ticks: Int, of clock: TickClock) -> Bool {
    readings.clock.ticksEnded(bySampleFrame: clock.firstSampleFrame(ofTick: ticks))
      <= readings.arrivedCount
  }
}
