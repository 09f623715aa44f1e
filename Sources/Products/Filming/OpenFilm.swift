// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
public import Pipeline
internal import Signal

/// A film whose inputs are opened, and not read yet.
public struct OpenFilm: ~Copyable {
  /// The run of its pictures; read it, and then call ``film(of:copyingWith:)``.
  public var run: OpenRun

  /// What is read.
  public let request: RunRequest

  private let recipe: FilmRecipe
  /// Whether the user has chosen the channels.
  private let choosesChannels: Bool
  /// How ffmpeg reads the sound; `nil` if that is not known, or in doubt.
  private let demuxing: Demuxing?

  /// The form of its samples.
  private let encoding: SampleEncoding

  /// Whether its readings come without their sound.
  public let isSilent: Bool
  /// The samples of an input that can be read only once.
  private let spool: SampleSpool?

  /// Opens the inputs.
  ///
  /// The film has all channels that its sound can have, or those that are drawn if the user `chooses`
  /// them. The samples of an input that can be read only once are kept unless the film is `planned` only. A film of readings has
  /// the sound of the file at `soundPath`, which must be that of the readings; without one it is silent.
  ///
  /// - Throws: ``FilmError/refused(_:)``, ``FilmError/pipeline(_:)``.
  public init(
    _ request: RunRequest, _ recipe: FilmRecipe, choosesChannels: Bool = false,
    soundPath: String? = nil, isPlanned: Bool = false
  ) throws(FilmError) {
    var asked = request
    asked.rate = request.rate ?? recipe.defaultRate
    try recipe.check(asked.picture, rate: asked.rate ?? asked.track.tickRate ?? .sixty)
    var reading = asked
    reading.track.readsTags = recipe.keepsTags && asked.track.canReadTwice
    var spool: SampleSpool?
    if !isPlanned, !asked.track.canReadTwice, recipe.hasSound {
      spool = try OpenFilm.spool(asked.track.input)
    }
    var open = try OpenFilm.open(reading)
    let encoding = SampleEncoding(
      open.format, recipe, drawn: open.drawnChannels, chooses: choosesChannels)
    if let spool {
      open.handOn { (block) throws(PipelineError) in try spool.append(block, encoding) }
    }
    demuxing =
      try soundPath.map { path throws(FilmError) in
        try OpenFilm.checked(path, of: open.readingsFile, named: asked.track.input)
      } ?? open.demuxing
    if let soundPath {
      asked.track.input = soundPath
    }
    (self.request, self.recipe, self.spool) = (asked, recipe, spool)
    (self.choosesChannels, self.encoding) = (choosesChannels, encoding)
    isSilent = open.readingsFile != nil && soundPath == nil
    run = open
  }

  private static func open(_ request: RunRequest) throws(FilmError) -> OpenRun {
    do { return try OpenRun(request) } catch { throw .pipeline(error) }
  }

  /// How ffmpeg reads a file that is checked to have the sound of readings.
  private static func checked(
    _ path: String, of readings: ReadingsFile?, named name: String
  ) throws(FilmError) -> Demuxing? {
    guard let readings else { throw .refused(.ownSound(path: name)) }
    var request = TrackRequest(input: path)
    request.hashesSamples = true
    do throws(PipelineError) {
      var track = try Track(request)
      let summary = try track.read(.none, progress: { _ in true }) { (_) throws(PipelineError) in }
      if summary.contentHash == readings.head.sound { return track.demuxing }
    } catch { throw .pipeline(error) }
    throw .refused(.otherSound(path: path, readings: name))
  }

  private static func spool(_ input: String) throws(FilmError) -> SampleSpool {
    do { return try SampleSpool(name: input == "-" ? AudioInput.standardInputName : input) } catch {
      throw .pipeline(error)
    }
  }

  /// The film of the run that was read, with its sound: copied from the track with ffmpeg if that is
  /// given and a copy is exact, otherwise encoded from its samples.
  ///
  /// - Throws: ``FilmError/refused(_:)`` if the sound was to be copied and cannot be.
  public borrowing func film(
    of run: ReadRun, copyingWith ffmpeg: FFmpeg?
  ) throws(FilmError) -> Film {
    // The user's own arguments might be for a single stream of pictures.
    let hasCover =
      recipe.keepsTags && recipe.container.cover != nil && !recipe.hasWordsOfTheUser
    return Film(
      run, recipe, try sound(run, ffmpeg),
      cover: hasCover ? FilmCover.file(of: request.track) : nil, chapters: chapters(of: run),
      demuxing: demuxing)
  }

  /// The chapters that the film of a run shows; `nil` if its track has none.
  private borrowing func chapters(of run: ReadRun) -> [Chapter]? {
    guard request.track.canReadTwice, let demuxing, demuxing.mayHaveChapters,
      let ffmpeg = try? FFmpeg.find()
    else { return nil }
    let all = ffmpeg.chapters(of: PacketFile(path: request.track.input, demuxing: demuxing))
    if all.isEmpty { return nil }
    let keeps = recipe.keepsTags && recipe.container.keepsChapters
    return keeps ? run.shown(all, from: request.track.start) : []
  }

  /// Whether its sound is another one than the first in its file.
  public var isOtherTrack: Bool { (demuxing?.track ?? 0) > 0 }

  private borrowing func sound(_ run: ReadRun, _ ffmpeg: FFmpeg?) throws(FilmError) -> FilmSound {
    guard recipe.hasSound, !isSilent, !run.frames.isEmpty else { return .none }
    if [.auto, .copy].contains(recipe.sound) {
      let isAsked = recipe.sound == .copy
      let container = recipe.container
      // Plain samples in Matroska do not name their speakers.
      let isNamed = SoundCodec.usual.contains { $0.list == run.summary.format.speakers.list }
      let copy = copy(of: run, by: ffmpeg) {
        container.copies($0, onRequest: isAsked)
          && (isNamed || container != .matroska || !$0.hasPrefix("pcm_"))
      }
      switch copy {
      case .success(let file): return .copied(file)
      case .failure(.codec(let codec)) where isAsked && ffmpeg != nil:
        throw .refused(.copy(path: request.track.input, codec: codec, in: container))
      case .failure(.codec): break
      case .failure(let obstacle): if isAsked { throw .refused(.uncopied(obstacle)) }
      }
    }
    return samples(of: run).map { .samples($0) } ?? .none
  }

  /// The samples of the run that was read; `nil` if they are not known any more.
  public borrowing func samples(of run: ReadRun) -> SampleSource? {
    if let spool { return SampleSource(.spool(spool), encoding, of: run) }
    guard request.track.canReadTwice, !isSilent else { return nil }
    return SampleSource(.track(request.track), encoding, of: run)
  }

  /// The file whose packets are the sound that is drawn, if that is sure: all of it is drawn, ffmpeg
  /// reads it with a demuxer that is named, in one of the codecs that `isTaken`, and decodes as much as
  /// was drawn, beginning where that begins.
  public borrowing func copy(
    of run: ReadRun, by ffmpeg: FFmpeg?, isTaken: (_ codec: String) -> Bool
  ) -> Result<PacketFile, CopyObstacle> {
    if let obstacle = copyObstacle(run) { return .failure(obstacle) }
    guard let demuxing else { return .failure(.doubt) }
    let file = PacketFile(path: request.track.input, demuxing: demuxing)
    let codec = ffmpeg?.soundCodec(of: file)
    guard let ffmpeg, let codec, isTaken(codec) else { return .failure(.codec(codec)) }
    if codec == "opus", (demuxing.preSkip ?? .max) > OpenFilm.maxPreSkip {
      return .failure(.preSkip)
    }
    let drawn = Double(run.summary.sampleFrames) / Double(run.summary.format.sampleRate)
    guard let length = ffmpeg.soundLength(of: file), abs(length - drawn) < OpenFilm.lengthTolerance
    else { return .failure(.doubt) }
    return .success(file)
  }

  /// The longest start of a stream of Opus before its sound, in samples at 48 000 Hz, with which it is
  /// copied: 10 ms. ffmpeg puts it before the sound in Matroska and WebM, which is early by as much.
  private static let maxPreSkip = 480

  /// By how many seconds decoders may differ that begin or end at different places of a frame.
  private static let lengthTolerance = 0.1

  /// Whether ``copy(of:by:isTaken:)`` finds packets in a codec, by ffmpeg's name.
  public borrowing func hasPackets(of run: ReadRun, in codec: String) -> Bool {
    let copy = copy(of: run, by: try? FFmpeg.find()) { $0 == codec }
    return if case .success = copy { true } else { false }
  }

  /// Why the sound of the input cannot be used as it is; `nil` if it can.
  public borrowing func copyObstacle(_ run: ReadRun) -> CopyObstacle? {
    let summary = run.summary
    if request.track.isPart || run.frames.count < run.schedule.frameCount { return .part }
    if summary.score != nil { return .score }
    if !request.track.canReadTwice { return .readOnce }
    if choosesChannels { return .channels }
    if summary.damage != nil { return .damage }
    if summary.lengthConflict != nil { return .lengthConflict }
    if request.track.headerless != nil { return .headerless }
    if demuxing?.isChained == true { return .chain }
    if summary.format.channelCount > recipe.maxChannels { return .moreChannels }
    return nil
  }
}
