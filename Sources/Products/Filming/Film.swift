// SPDX-License-Identifier: MIT
// Stage 5, Filming: frames and samples become films, through ffmpeg. A new codec or container is a row
// of `FilmCodec`, `SoundCodec` or `FilmContainer`.
public import Decoding
internal import Drawing
public import Pipeline
internal import Platform
internal import Rendering
public import Signal

/// A film of a track that was read: its frames, how they are encoded, and its sound.
///
/// ```swift
/// let request = RunRequest(RadialView.self, of: "song.ogg", look: "sun")
/// let film = try Film(request, FilmRecipe(FilmRequest(.mp4)))
/// try film.write(to: "song.mp4")
/// ```
public struct Film: Sendable {
  /// The track that was read, and its frames.
  public let run: ReadRun
  /// How they are encoded.
  public let recipe: FilmRecipe
  /// The sound.
  public let sound: FilmSound

  /// The cover of its song, if the container holds it.
  let cover: PictureFile?

  /// The chapters that it shows, at its own times; `nil` if its track has none.
  let chapters: [Chapter]?

  /// How ffmpeg reads the file of its sound; `nil` if that is not known, or in doubt.
  public let demuxing: Demuxing?

  /// What its pictures take, if that was ``measured()``.
  var pictureCost: (bytes: Double, seconds: Double)?

  /// The parts that have its pictures; `nil` if these are drawn.
  public private(set) var parts: FilmParts?

  /// The film of a run with a sound.
  package init(
    _ run: ReadRun, _ recipe: FilmRecipe, _ sound: FilmSound, cover: PictureFile? = nil,
    chapters: [Chapter]? = nil, demuxing: Demuxing? = nil
  ) {
    (self.run, self.recipe, self.sound, self.cover) = (run, recipe, sound, cover)
    (self.chapters, self.demuxing) = (chapters, demuxing)
  }

  /// The film with the pictures of its parts.
  public func joined(from parts: FilmParts) -> Film {
    var film = self
    film.parts = parts
    return film
  }

  /// Opens and reads what a request asks for.
  ///
  /// `progress` is called after each block with the number of sample frames so far; it returns
  /// `false` to stop.
  ///
  /// - Throws: ``FilmError``.
  public init(
    _ request: RunRequest, _ recipe: FilmRecipe, progress: (Int) -> Bool = { _ in true }
  ) throws(FilmError) {
    var open = try OpenFilm(request, recipe)
    let run: ReadRun
    do { run = try open.run.read(progress: progress) } catch { throw .pipeline(error) }
    self = try open.film(of: run, copyingWith: try? FFmpeg.find())
  }

  /// Makes the film and gives it its name when it is complete.
  ///
  /// `progress` is called after each frame that ffmpeg has taken; it returns `false` to stop.
  ///
  /// - Precondition: there are frames, and the process ignores SIGPIPE.
  /// - Throws: ``FilmError``.
  public func write(
    to path: String, replacing: Bool = false,
    progress: @escaping @Sendable () -> Bool = { true }
  ) throws(FilmError) {
    let writer = FilmWriter(self, isMuxed ? try FFmpeg.find() : nil)
    let file: OutputFile
    do { file = try OutputFile(path, replacing: replacing) } catch {
      throw .cannotOpen(path: path, error)
    }
    _ = try writer.write(to: file.place, progress: progress)
    do { try file.commit() } catch { throw .cannotOpen(path: path, .system(error)) }
  }

  /// The size of its pictures in pixels.
  public var size: (width: Int, height: Int) { recipe.feed.size(of: run.scenes.blank.canvas) }

  /// Its length in seconds.
  public var seconds: Double {
    let rate = run.schedule.rate
    return Double(run.frames.count) * Double(rate.denominator) / Double(rate.numerator)
  }

  /// What the user may want to know of it.
  ///
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  public func remarks() throws(PipelineError) -> [FilmRemark] {
    var remarks: [FilmRemark] = []
    let canvas = run.scenes.blank.canvas
    if case .samples(let source) = sound, !source.encoding.isChoice {
      let (own, speakers) = (run.summary.format.speakers, source.encoding.layout.speakers)
      if own.list != speakers.list { remarks.append(.otherSpeakers(own, as: speakers)) }
    }
    guard parts == nil else { return remarks }
    if (canvas.width, canvas.height) != size { remarks.append(.padded) }
    if recipe.codec == .prores, !recipe.hasCodecOfTheUser { remarks.append(.slow) }
    if recipe.codec == .vp9, recipe.feed.hasAlpha { remarks.append(.slowTransparency) }
    if recipe.blursColor, let last = run.frames.last {
      var cursor = SceneSequence.Cursor(run.scenes, from: last)
      let scene = try cursor.scene(ofFrame: last)
      if scene.items.contains(where: { $0.isThinAndColored(on: scene.canvas) }) {
        remarks.append(.dullsThinLines)
      }
    }
    return remarks
  }

  /// Its approximate size in bytes: of an average look, unless it was ``measured()``.
  public var bytes: Int {
    let channels = run.summary.format.channelCount
    let bytes = sound.isNone ? 0 : Double(recipe.soundBytes(channels: channels)) * seconds
    return Int(min((parts.map { Double($0.bytes) } ?? cost.bytes) + bytes, 1e18))
  }

  /// The two options that make it smaller than others do, as words of the command line.
  public var smaller: [String] {
    let rate = run.schedule.rate
    let isFast = rate.numerator > 30 * rate.denominator
    let words = [
      isFast && recipe.container != .gif ? "--fps 30" : nil,
      recipe.ownCoding.map { $0.shareOfX264 < 1 } == true ? "--codec x264" : nil,
      run.sceneCount > 1 ? "--scenes none" : nil,
      recipe.codec.qualities.contains(.draft) && recipe.quality != .draft ? "--quality draft" : nil,
    ]
    return Array(words.compactMap(\.self).prefix(2))
  }

  /// About how many bytes of the disk it takes while it is made: pictures that the program codes itself
  /// are kept beside it until it is complete.
  public var bytesWhileMade: Int { recipe.isOwn ? min(bytes, Int.max / 2) * 2 : bytes }

  /// The approximate time to make it in seconds, on all processors.
  public var secondsOfWork: Double { cost.seconds / Double(Machine.processorCount) }

  var cost: (bytes: Double, seconds: Double) {
    pictureCost ?? recipe.cost(ofFrames: run.frames.count, pixels: size.width * size.height)
  }
}

/// Something about a film that its user may not expect.
public enum FilmRemark: Hashable, Sendable {
  /// Its sound does not have the layout of the track, but another one.
  case otherSpeakers(Speakers, as: Speakers)
  /// Its pictures are padded to even sides.
  case padded
  /// Its default codec, ProRes, is encoded slowly, and another one of its container is not.
  case slow
  /// VP9 with transparency is encoded slowly.
  case slowTransparency
  /// The chroma subsampling dulls thin coloured lines.
  case dullsThinLines
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
