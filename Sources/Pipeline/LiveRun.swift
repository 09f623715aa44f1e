// SPDX-License-Identifier: MIT
internal import Analysis
internal import Decoding
public import Drawing
internal import Platform
public import Rendering
internal import Signal
internal import Synchronization
internal import Views

/// Pictures of sound that is still arriving: one thread reads and meters, and never waits; another one
/// draws the newest tick, and may be slow.
public struct LiveRun: Sendable {
  /// What was shown.
  public struct Summary: Sendable {
    /// Frames that were written.
    public internal(set) var written = 0
    /// Frames that were left out, since newer ones were there already.
    public internal(set) var dropped = 0
    /// Those of them that were not at the beginning, while programs start.
    public internal(set) var droppedLater = 0
    /// Those of the later ones whose sound came with that of newer ones, in one block.
    public internal(set) var droppedInBlocks = 0
    /// The sample frames that were metered.
    public internal(set) var sampleFrames = 0
    /// The sample rate in Hz.
    public let sampleRate: Int
    /// How long the run took.
    public internal(set) var duration = Duration.zero
    /// What ended the run before the end of the sound, such as a signal, or a sample that is no number.
    public var failure: PipelineError?
  }

  /// The scenes.
  public let scenes: SceneSequence
  private let reader: any LiveReader
  private let progress: LiveProgress
  private let clock: TickClock

  /// The frames at the beginning, while programs start.
  private static let beginning = 60

  /// Sound that goes on: longer than a century.
  private static let endless = 1 << 48

  /// Makes a run of an input that was opened and not read.
  ///
  /// - Precondition: the request of `open` is live.
  /// - Throws: ``PipelineError/request(_:path:)`` for a look that shows the whole track or a
  ///   score, ``PipelineError/usage(_:)``.
  public init(_ open: consuming OpenRun) throws(PipelineError) {
    precondition(open.request.isLive)
    let (view, rate) = (open.request.view, open.request.rate ?? open.track.clock.rate)
    (clock, progress) = (open.track.clock, try LiveProgress())
    let lyrics = open.shownLyrics(open.context)
    let (figure, reader) = try LiveRun.parts(view, open, progress)
    let (picture, options) = (reader.picture, view)
    guard
      var canvas = Canvas(
        width: picture.width, height: picture.height, shortSideInPoints: options.shortSideInPoints)
    else { preconditionFailure("a picture of \(picture.width)x\(picture.height)") }
    canvas.paper = picture.paper
    let schedule = FrameSchedule(rate: rate, clock: clock, sampleFrames: LiveRun.endless)
    scenes = SceneSequence(
      schedule: schedule, figure: figure,
      template: Scene(canvas: canvas, background: picture.background), lyrics: lyrics)
    self.reader = reader
  }

  private static func parts<Options: ViewOptions>(
    _ options: Options, _ open: consuming OpenRun, _ progress: LiveProgress
  ) throws(PipelineError) -> (any Figure, any LiveReader) {
    try parts(options, options.look.figure, open, progress)
  }

  private static func parts<Options: ViewOptions, SomeFigure: Figure<Options>>(
    _ options: Options, _: SomeFigure.Type, _ open: consuming OpenRun, _ progress: LiveProgress
  ) throws(PipelineError) -> (any Figure, any LiveReader) {
    let (context, path) = (open.context, open.track.name)
    guard options.isLive, !options.readsNothing else { throw .request(.notLive, path: path) }
    let analysis = SomeFigure.analysis(for: options, of: context.request)
    let rate = analysis.rate ?? open.track.clock.rate
    let format = open.track.metered
    let readings = ReadingTrack<SomeFigure.Reading>.live(
      format: format, clock: TickClock(sampleRate: format.sampleRate, rate: rate))
    let figure: SomeFigure
    do { figure = try SomeFigure(options: options, track: readings, context: context) } catch {
      throw PipelineError(error, of: options)
    }
    return (figure, TrackReader(open.takeTrack(), analysis, readings, progress, context.picture))
  }

  /// The shape of the frames' sheet, and what they show before the first tick.
  public var blank: Scene { scenes.blank }

  /// Reads and draws until the sound ends, and hands the bytes of each frame to `write`.
  ///
  /// A frame is written when its last tick has ended. If newer ones are there by then, it is left out,
  /// unless `drawsEveryFrame`. `progress` is called after each frame that was written, with the
  /// numbers so far; it returns `false` to stop. What ends the run early, an error of `write` too, is in the summary.
  ///
  /// - Throws: ``PipelineError/readings(folder:_:)`` if no thread can be started.
  public func run(
    as format: RawFormat, drawsEveryFrame: Bool = false,
    write: (Span<UInt8>) throws(PipelineError) -> Void, progress: (Summary) -> Bool
  ) throws(PipelineError) -> Summary {
    let reader = reader
    let start = ContinuousClock.now
    do {
      let summary = try Threads.run(beside: { reader.read() }) {
        var summary = Summary(sampleRate: clock.sampleRate)
        do throws(PipelineError) {
          try paint(format, drawsEveryFrame, start, write: write, progress: progress, &summary)
        } catch {
          summary.failure = error
          self.progress.stop()
        }
        summary.duration = start.duration(to: .now)
        return summary
      }
      if summary.failure != nil { Interruption.resumeReading() }
      return summary
    } catch { throw .readings(error) }
  }

  private func paint(
    _ format: RawFormat, _ drawsEveryFrame: Bool, _ start: ContinuousClock.Instant,
    write: (Span<UInt8>) throws(PipelineError) -> Void, progress: (Summary) -> Bool,
    _ summary: inout Summary
  ) throws(PipelineError) {
    var cursor = SceneSequence.Cursor(scenes, from: 0)
    var renderer = RawFrameRenderer(format)
    var (frame, ticks) = (0, 0)
    while true {
      let state = self.progress.wait(beyond: ticks)
      ticks = state.ticks
      summary.sampleFrames = state.sampleFrames
      // At its end, what is left of the sound has a frame as well.
      let end =
        state.isOver
        ? FrameSchedule(
          rate: scenes.schedule.rate, clock: clock, sampleFrames: state.sampleFrames
        ).frameCount : framesComplete(after: ticks, from: frame)
      while frame < end {
        if !drawsEveryFrame {
          let late = end - 1 - frame
          summary.dropped += late
          if summary.written > LiveRun.beginning {
            summary.droppedLater += late
            if state.hasWaited { summary.droppedInBlocks += late }
          }
          frame += late
        }
        let shown = min(scenes.schedule.ticksShown(byFrame: frame), ticks)
        renderer.draw(
          try cursor.scene(ofFrame: frame, after: frame == end - 1 && state.isOver ? ticks : shown))
        try write(renderer.bytes.span)
        summary.written += 1
        frame += 1
        summary.duration = start.duration(to: .now)
        guard progress(summary) else { throw .interrupted }
      }
      if let failure = state.failure { throw failure }
      if state.isOver { return }
    }
  }

  /// How many frames show no more than so many ticks.
  private func framesComplete(after ticks: Int, from frame: Int) -> Int {
    var end = frame
    while scenes.schedule.ticksShown(byFrame: end) <= ticks { end += 1 }
    return end
  }
}

/// What the reading thread does.
private protocol LiveReader: Sendable {
  /// The settings of the pictures.
  var picture: PictureSettings { get }
  /// Reads to the end.
  func read()
}

/// The reading thread of a track.
// Sendable: the track is used by the thread that calls `read` alone; who made it has given it away.
private final class TrackReader<Reading: PackedReading>: LiveReader, @unchecked Sendable {
  let picture: PictureSettings
  private var track: Track?
  private let analysis: Analysis<Reading>
  private let readings: ReadingTrack<Reading>
  private let progress: LiveProgress
  private let clock: TickClock

  init(
    _ track: consuming Track, _ analysis: Analysis<Reading>,
    _ readings: ReadingTrack<Reading>, _ progress: LiveProgress, _ picture: PictureSettings
  ) {
    (self.analysis, self.readings, self.progress) = (analysis, readings, progress)
    (self.picture, clock) = (picture, track.clock)
    self.track = consume track
  }

  func read() {
    guard var track = track.take() else { return }
    var readings = readings
    do throws(PipelineError) {
      let summary = try track.read(
        analysis,
        progress: { progress.advance(ticksRead(bySampleFrame: $0), $0) },
        reading: { reading throws(PipelineError) in
          do throws(SystemError) { try readings.append(reading) } catch { throw .readings(error) }
        })
      progress.finish(
        clock.tickCount(sampleFrames: summary.sampleFrames), summary.sampleFrames, nil)
    } catch { progress.finish(nil, nil, error) }
  }

  /// How many ticks have ended and have their readings: a meter may hand out its first ones late.
  private func ticksRead(bySampleFrame count: Int) -> Int {
    var ticks = clock.ticksEnded(bySampleFrame: count)
    while readings.clock.ticksEnded(bySampleFrame: clock.firstSampleFrame(ofTick: ticks))
      > readings.count
    { ticks -= 1 }
    return ticks
  }
}

/// What the reading thread tells the drawing one.
private final class LiveProgress: Sendable {
  struct State {
    var ticks = 0
    var sampleFrames = 0
    var isOver = false
    var failure: PipelineError?
    /// Whether the drawing thread had to wait for these ticks.
    var hasWaited = false
    /// Whether the bell was rung since the drawing thread looked.
    fileprivate var isRung = false
  }

  private let state = Mutex(State())
  private let isStopped = Atomic<Bool>(false)
  private let bell: FileDescriptor
  private let hand: FileDescriptor

  init() throws(PipelineError) {
    do throws(SystemError) {
      let pipe = try Pipe()
      hand = try .duplicating(pipe.writer.rawValue)
      hand.stopWaiting()
      bell = pipe.intoReader()
    } catch { throw .readings(error) }
  }

  /// More ticks have ended; returns `false` if nobody wants more.
  func advance(_ ticks: Int, _ sampleFrames: Int) -> Bool {
    change { ($0.ticks, $0.sampleFrames) = (ticks, sampleFrames) }
    return !isStopped.load(ordering: .relaxed)
  }

  func finish(_ ticks: Int?, _ sampleFrames: Int?, _ failure: PipelineError?) {
    change {
      $0.ticks = ticks ?? $0.ticks
      $0.sampleFrames = sampleFrames ?? $0.sampleFrames
      ($0.isOver, $0.failure) = (true, failure)
    }
  }

  /// Ends the reading, even while it waits for sound.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    Interruption.abandonReading()
  }

  /// Waits until there are more ticks than these, or until the sound is over.
  func wait(beyond ticks: Int) -> State {
    var hasWaited = false
    while true {
      var now = state.withLock {
        $0.isRung = false
        return $0
      }
      now.hasWaited = hasWaited
      guard now.ticks <= ticks, !now.isOver else { return now }
      hasWaited = true
      var bytes = [UInt8](repeating: 0, count: 4096)
      var span = bytes.mutableSpan
      // A signal ends the reader, which says so.
      do { _ = try bell.read(into: &span) } catch {
        _ = try? FileDescriptor.waitForAny([], milliseconds: 5)
      }
    }
  }

  /// Changes the state, and rings once until the drawing thread has looked: a full pipe would stop this
  /// thread.
  private func change(_ body: (inout State) -> Void) {
    let mustRing = state.withLock { state in
      body(&state)
      defer { state.isRung = true }
      return !state.isRung
    }
    if mustRing { try? hand.write([1].span, unless: { true }) }
  }
}
