// SPDX-License-Identifier: MIT
internal import Decoding
internal import Drawing
public import Pipeline
public import Platform
internal import Rendering
internal import Signal
internal import Synchronization

/// Makes films: pictures and samples go to ffmpeg through pipes, and its output gets the name of
/// the film only if nothing went wrong.
///
/// - Precondition: the process ignores SIGPIPE, see ``Interruption/listen()``.
public struct FilmWriter: Sendable {
  /// The film.
  public let film: Film
  /// The encoder; `nil` if the film needs none.
  public let ffmpeg: FFmpeg?
  /// On how many threads pictures are coded, where the program does that itself.
  public let jobs: Int

  /// Whether its frames and its sound begin again where they end.
  private var isEndless = false
  /// What changes its pictures while they are shown.
  private var edits: (any SceneEdits)?

  private var run: ReadRun { film.run }
  private var recipe: FilmRecipe { film.recipe }

  /// A writer of its parts.
  ///
  /// - Precondition: there are frames.
  public init(_ film: Film, _ ffmpeg: FFmpeg?, jobs: Int = Machine.processorCount) {
    precondition(!film.run.frames.isEmpty)
    let length = CodedPictures.groupLength(at: film.run.schedule.rate)
    let groups = (film.frames.count + length - 1) / length
    (self.film, self.ffmpeg, self.jobs) = (film, ffmpeg, max(min(jobs, groups), 1))
  }

  /// The approximate memory for drawing, in bytes.
  public var memory: Int {
    let (scene, format) = (run.scenes.blank, recipe.feed)
    return recipe.isOwn
      ? CodedPictures.memory(for: scene, as: format, jobs: jobs)
      : RawFrameRenderer.memory(for: scene, as: format)
  }

  /// Makes the film, and gives where it flashes most.
  ///
  /// `progress` is called after each frame that ffmpeg has taken, or that was coded, from any thread; it
  /// returns `false` to stop. `finishing` is called after the last one.
  ///
  /// - Throws: ``FilmError``; the caller removes an incomplete film.
  @discardableResult
  public func write(
    to target: OutputFile.Place, progress: @escaping @Sendable () -> Bool,
    finishing: () -> Void = {}
  ) throws(FilmError) -> Flashes {
    guard recipe.isOwn, case .file(let path) = target else {
      return try encode(to: target, progress: progress, finishing: finishing)
    }
    let pictures = try CodedPictures(
      film, in: Folder.parent(of: path), jobs: jobs, progress: progress)
    if film.isMuxed { return try encode(pictures, to: target, finishing: finishing) }
    finishing()
    do { try pictures.write(to: path) } catch { throw .pipeline(error) }
    return pictures.flashes
  }

  /// Makes the film by ffmpeg, from frames that it encodes, or from coded `pictures`.
  private func encode(
    _ pictures: CodedPictures? = nil, to target: OutputFile.Place,
    progress: () -> Bool = { Interruption.signal == nil }, finishing: () -> Void
  ) throws(FilmError) -> Flashes {
    guard let ffmpeg else { throw .noEncoder }
    var counter = try FlashCounter(film)
    let palette = recipe.hasPalette ? try GIFPalette(of: run, feed: recipe.feed).bytes : nil
    var encoder = try Encoder(film, ffmpeg, target)
    let shared = SharedEnd()
    let end: FilmEnd
    do throws(SystemError) {
      if let number = encoder.secondPipe {
        end = try Threads.run(beside: {
          let pipe = SecondPipe(number, shared)
          do throws(FilmError) {
            if let palette {
              // If ffmpeg has ended, its exit status says why.
              try? pipe.write(palette.span)
            } else if case .samples(let source) = film.sound {
              try source.write(isEndless: isEndless) { (bytes) throws(PipelineError) in
                try pipe.write(bytes)
              }
            }
          } catch { shared.fail(error) }
        }) {
          FilmEnd(self, pictures, &encoder, shared, &counter, progress, finishing)
        }
      } else {
        end = FilmEnd(self, pictures, &encoder, shared, &counter, progress, finishing)
      }
    } catch {
      if let number = encoder.secondPipe { _ = FileDescriptor(owning: number) }
      throw .cannotStart(path: ffmpeg.path, error)
    }
    if let error = shared.failure { throw error }
    try end.check(of: target, count: film.countsFrames ? run.frames.count : nil)
    return pictures?.flashes ?? film.parts?.flashes ?? counter.flashes
  }

  /// Shows the film in the program at `path`, which reads it from its standard input; it is over
  /// when the program ends, for whatever reason. If it `isEndless`, it begins again where it ends.
  ///
  /// `stalled` is called if the program takes nothing of it for five seconds at the beginning. `edits` change the
  /// pictures.
  ///
  /// - Throws: ``FilmError``, such as ``FilmError/playerFailed(path:_:message:)``.
  public func show(
    in path: String, _ words: [String], isEndless: Bool, edits: (any SceneEdits)? = nil,
    stalled: @escaping @Sendable () -> Void, progress: () -> Bool
  ) throws(FilmError) {
    var writer = self
    (writer.isEndless, writer.edits) = (isEndless, edits)
    var player = try PlayerProcess(path, words)
    let target = OutputFile.Place.stream(number: player.number)
    let end = try player.watched(stalled: stalled) { advance in
      Result { () throws(FilmError) in
        let next = {
          advance()
          return progress()
        }
        _ = try writer.encode(to: target, progress: next, finishing: {})
      }
    }
    var failure: FilmError?
    do throws(FilmError) { try end.get() } catch {
      // Closing the player's window breaks the pipe.
      guard case .encoderFailed = error else { throw error }
      failure = error
    }
    let report = try player.end()
    guard report.ending == .exited(0) else {
      throw .playerFailed(path: path, report.ending, message: report.message)
    }
    if case .encoderFailed(_, let message)? = failure, !message.contains("Broken pipe"),
      !message.isEmpty
    {
      throw .encoderFailed(.exited(1), message: message)
    }
  }

  /// Draws the pictures, frame by frame, or copies coded ones, or lists the parts that have them, until the
  /// end or until `isOver`.
  fileprivate func draw(
    _ pictures: CodedPictures?, to pipe: consuming FileDescriptor, unless isOver: () -> Bool,
    counting counter: inout FlashCounter, progress: () -> Bool
  ) throws(PipelineError) {
    func write(_ bytes: Span<UInt8>) throws(PipelineError) {
      do { try pipe.write(bytes, unless: isOver) } catch { throw .output(path: "", error) }
    }
    if let pictures {
      return try pictures.write { (bytes) throws(PipelineError) in try write(bytes) }
    }
    if let parts = film.parts { return try write(parts.list.span) }
    let rate = run.schedule.rate
    var isPlanar = false
    if case .planar(let chroma) = recipe.feed {
      isPlanar = true
      let terms = (numerator: rate.numerator, denominator: rate.denominator)
      let head = Y4M.head(run.scenes.blank.canvas, chroma, rate: terms)
      try write(head.span)
    }
    let head = Y4M.frameHead
    var scenes = run.scenes
    repeat {
      scenes = try FrameStream(scenes: scenes, format: recipe.feed).run(
        run.frames, edits: edits,
        write: { (frame) throws(PipelineError) in
          if isPlanar { try write(head.span) }
          try write(frame.bytes.span)
          counter.add(frame.colors(at: counter.pixels).span)
        }, progress: progress)
    } while isEndless
  }
}

/// What the threads of a film tell each other.
private final class SharedEnd: Sendable {
  private let error = Mutex<FilmError?>(nil)
  private let isReached = Atomic<Bool>(false)

  /// The first error.
  var failure: FilmError? { error.withLock(\.self) }

  func fail(_ new: FilmError) { error.withLock { $0 = $0 ?? new } }

  /// Whether ffmpeg has ended.
  var isOver: Bool { isReached.load(ordering: .relaxed) }

  func end() { isReached.store(true, ordering: .relaxed) }
}

/// A pipe to ffmpeg from another thread than the one that waits for its end.
struct SecondPipe: ~Copyable {
  private let pipe: FileDescriptor
  private let isOver: @Sendable () -> Bool

  fileprivate init(_ number: Int32, _ end: SharedEnd) {
    pipe = FileDescriptor(owning: number)
    isOver = { end.isOver }
  }

  borrowing func write(_ bytes: Span<UInt8>) throws(PipelineError) {
    do { try pipe.write(bytes, unless: isOver) } catch { throw .output(path: "", error) }
  }
}

/// A running ffmpeg.
private struct Encoder: ~Copyable {
  var process: Subprocess?
  /// The pipe for the pictures.
  var pictures: FileDescriptor?
  /// The pipe for the samples or the palette, to be owned by the thread that writes them.
  let secondPipe: Int32?
  let messages: FileDescriptor

  init(_ film: Film, _ ffmpeg: FFmpeg, _ target: OutputFile.Place) throws(FilmError) {
    do throws(SystemError) {
      let pictures = try Pipe.wide()
      let second = film.takesSecondPipe ? try Pipe().released() : nil
      defer { if let second { _ = FileDescriptor(owning: second.reader) } }
      let messages = try TemporaryFile.inMemory()
      let output: FileDescriptor
      switch target {
      case .file: output = try .duplicating(messages.rawValue)
      case .stream(let number): output = try .duplicating(number)
      }
      let further = [pictures.reader.rawValue] + (second.map { [$0.reader] } ?? [])
      let coverFile = try TemporaryFile.inMemory()
      if let cover = film.cover { try coverFile.write(cover.bytes.span) }
      let chapterFile = try TemporaryFile.inMemory()
      let chapters = film.chapters ?? []
      let text = Chapter.metadata(chapters).map { "\($0)\n" }.joined()
      try chapterFile.write(Array(text.utf8).span)
      do throws(SystemError) {
        process = try Subprocess(
          ffmpeg.path, arguments: FFmpegLine(film, to: target).words,
          input: .reading("/dev/null"), output: output, errors: messages,
          further: further + (film.cover == nil ? [] : [coverFile.rawValue])
            + (chapters.isEmpty ? [] : [chapterFile.rawValue]), endsFirst: true)
      } catch {
        if let second { _ = FileDescriptor(owning: second.writer) }
        throw error
      }
      pictures.writer.stopWaiting()
      self.pictures = pictures.intoWriter()
      self.messages = messages
      secondPipe = second?.writer
    } catch { throw .cannotStart(path: ffmpeg.path, error) }
  }
}

extension Pipe {
  /// The descriptors of both ends, for new owners.
  fileprivate consuming func released() throws(SystemError) -> (reader: Int32, writer: Int32) {
    let copy = try FileDescriptor.duplicating(reader.rawValue)
    writer.stopWaiting()
    return (copy.release(), intoWriter().release())
  }
}

/// How a film ended.
private struct FilmEnd {
  /// What ffmpeg has reported, or why it was stopped.
  private let result: Result<ProgramReport, FilmError>
  /// Whether ffmpeg received all frames.
  private var isWhole = false

  /// Sends the frames, and waits for ffmpeg. It is killed if anything else fails.
  init(
    _ writer: FilmWriter, _ pictures: CodedPictures?, _ encoder: inout Encoder,
    _ shared: SharedEnd, _ counter: inout FlashCounter, _ progress: () -> Bool,
    _ finishing: () -> Void
  ) {
    defer { shared.end() }
    guard var process = encoder.process.take(), let pipe = encoder.pictures.take() else {
      preconditionFailure("an encoder ends once")
    }
    do throws(PipelineError) {
      try writer.draw(
        pictures, to: pipe, unless: { process.hasEnded() }, counting: &counter
      ) {
        progress() && shared.failure == nil
      }
      isWhole = true
      finishing()
    } catch {
      // If ffmpeg takes no more, its report says why.
      guard case .output(_, .brokenPipe) = error else {
        result = .failure(shared.failure ?? .pipeline(error))
        return
      }
    }
    do throws(SystemError) {
      result = .success(try ProgramReport(&process, encoder.messages, hasLevels: true))
    } catch { result = .failure(.cannotStart(path: writer.ffmpeg?.path ?? "", error)) }
  }

  /// Makes sure that the film is complete: if the user has added arguments for ffmpeg, also by the
  /// number of frames that it reports, which should be `count`.
  func check(of target: OutputFile.Place, count: Int?) throws(FilmError) {
    let report = try result.get()
    if let count, report.ending == .exited(0), report.message.isEmpty, report.frameCount != count {
      throw .framesLost(left: report.frameCount, of: count)
    }
    var isEmpty = false
    if case .file(let path) = target {
      isEmpty = (try? FileDescriptor.reading(path).status().size) ?? 0 == 0
    }
    guard report.ending == .exited(0), report.message.isEmpty, isWhole, !isEmpty else {
      throw .encoderFailed(report.ending, message: report.message)
    }
  }
}
