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
    /// Those of them that were not at the beginning, while programs start, nor at the end, where those that a
    /// delay has held back are over as well.
    public internal(set) var droppedLater = 0
    /// Those of the later ones whose sound came with that of newer ones, in one block.
    public internal(set) var droppedInBlocks = 0
    /// The sample frames that were metered.
    public internal(set) var sampleFrames = 0
    /// The sample rate in Hz.
    public let sampleRate: Int
    /// How long the run took.
    public internal(set) var duration = Duration.zero
    /// What ended the run before the end of the sound, such as a signal, or a sample that is not a number.
    public var failure: PipelineError?
  }

  /// The scenes of the look that it begins with.
  public let scenes: SceneSequence
  private let show: LiveShow
  private let reader: LiveReader
  private let progress: LiveProgress
  private let clock: TickClock

  /// The frames at the beginning, while programs start.
  private static let beginning = 60

  /// Sound that goes on: longer than a century.
  private static let endless = 1 << 48

  /// Makes a run of an input that was opened and not read, which can change to the looks of `others`: of
  /// these requests the view and the picture count. Those that cannot show this sound are left out.
  ///
  /// - Precondition: the request of `open` is live, and all pictures have one size.
  /// - Throws: ``PipelineError/request(_:path:)`` for a look that shows the whole track or a
  ///   score, ``PipelineError/usage(_:)``.
  public init(
    _ open: consuming OpenRun, others: [RunRequest] = []
  ) throws(PipelineError) {
    precondition(open.request.isLive)
    let request = open.request
    (clock, progress) = (open.track.clock, try LiveProgress())
    let schedule = FrameSchedule(
      rate: request.rate ?? clock.rate, clock: clock, sampleFrames: LiveRun.endless)
    var cast = LiveCast(open, schedule)
    let first = try cast.part(request.view, request.picture)
    scenes = try first.make(nil).0
    let further = others.compactMap { other -> LivePart? in
      guard let part = try? cast.part(other.view, other.picture), (try? part.make(nil)) != nil
      else { return nil }
      return part
    }
    show = try LiveShow([first] + further, cast, rate: clock.rate)
    reader = LiveReader(open.takeTrack(), Array(cast.tables.values), progress)
  }

  /// The shape of the frames' sheet, and what they show before the first tick.
  public var blank: Scene { scenes.blank }

  /// Reads and draws until the sound ends, and hands the renderer that has the bytes of each frame to `write`.
  ///
  /// Frames are drawn on several threads at a time. A frame is written when its last tick has ended. If newer ones are there by then, it is left out,
  /// unless `drawsEveryFrame`. With a delay it is the picture of an older tick than the newest one. What
  /// `control` changes is seen from the next frame on. `progress` is called after each frame that was written, with the
  /// numbers so far; it returns `false` to stop. What ends the run early, an error of `write` too, is in the summary.
  ///
  /// - Throws: ``PipelineError/readings(folder:_:)`` if no thread can be started.
  public func run(
    as format: RawFormat, threads: Int = 1, drawsEveryFrame: Bool = false, delay: Int = 0,
    control: (any LiveControl)? = nil,
    write: (RawFrameRenderer) throws(PipelineError) -> Void, progress: (Summary) -> Bool
  ) throws(PipelineError) -> Summary {
    let reader = reader
    var control = control ?? NoControl()
    let start = ContinuousClock.now
    do {
      let (summary, isCut) = try Threads.run(beside: { reader.read() }) {
        var summary = Summary(sampleRate: clock.sampleRate)
        var isCut = true
        do throws(PipelineError) {
          isCut =
            try !paint(
              RawFrameRenderer(format, threads: threads), drawsEveryFrame, delay, start, &control,
              write: write, progress: progress,
              &summary)
        } catch { summary.failure = error }
        if isCut { self.progress.stop() }
        summary.duration = start.duration(to: .now)
        return (summary, isCut)
      }
      if isCut { Interruption.resumeReading() }
      return summary
    } catch { throw .readings(error) }
  }

  /// Draws to the end of the sound; returns `false` if the show was ended before.
  private func paint(
    _ renderer: consuming RawFrameRenderer, _ drawsEveryFrame: Bool, _ delay: Int,
    _ start: ContinuousClock.Instant, _ control: inout any LiveControl,
    write: (RawFrameRenderer) throws(PipelineError) -> Void, progress: (Summary) -> Bool,
    _ summary: inout Summary
  ) throws(PipelineError) -> Bool {
    var show = show
    var renderer = renderer
    var (frame, ticks) = (0, 0)
    while true {
      let state = self.progress.wait(beyond: ticks, or: control.numbers)
      // A look at what has come while nothing is drawn.
      if state.ticks == ticks, !state.isOver, !control.steer(&show) { return false }
      ticks = state.ticks
      summary.sampleFrames = state.sampleFrames
      // At its end, what is left of the sound has a frame as well.
      let end =
        state.isOver
        ? FrameSchedule(
          rate: scenes.schedule.rate, clock: clock, sampleFrames: state.sampleFrames
        ).frameCount : framesComplete(after: ticks - delay, from: frame)
      while frame < end {
        guard control.steer(&show) else { return false }
        if !drawsEveryFrame {
          let late = end - 1 - frame
          summary.dropped += late
          if summary.written > LiveRun.beginning, !state.isOver {
            summary.droppedLater += late
            if state.hasWaited { summary.droppedInBlocks += late }
          }
          frame += late
        }
        let shown = min(scenes.schedule.ticksShown(byFrame: frame), ticks)
        renderer.draw(
          try show.scene(ofFrame: frame, after: frame == end - 1 && state.isOver ? ticks : shown))
        try write(renderer)
        summary.written += 1
        frame += 1
        summary.duration = start.duration(to: .now)
        guard progress(summary) else { throw .interrupted }
      }
      if let failure = state.failure { throw failure }
      if state.isOver { return true }
    }
  }

  /// How many frames show no more than `ticks` ticks.
  private func framesComplete(after ticks: Int, from frame: Int) -> Int {
    var end = frame
    while scenes.schedule.ticksShown(byFrame: end) <= ticks { end += 1 }
    return end
  }
}

/// What the reading thread does.
// Sendable: the track is used by the thread that calls `read` alone; who made it has given it away.
private final class LiveReader: @unchecked Sendable {
  private var track: Track?
  private let tables: [any ArrivingReadings]
  private let progress: LiveProgress
  private let clock: TickClock

  init(
    _ track: consuming Track, _ tables: [any ArrivingReadings], _ progress: LiveProgress
  ) {
    let path = track.name
    clock = track.clock
    track.tap { block throws(PipelineError) in
      do throws(MeteringError) { for table in tables { try table.consume(block) } } catch {
        throw .metering(error, path: path)
      }
    }
    (self.tables, self.progress) = (tables, progress)
    self.track = consume track
  }

  /// Reads to the end.
  func read() {
    guard var track = track.take() else { return }
    do throws(PipelineError) {
      // The tables meter what the track reads.
      let summary = try track.read(
        .none, progress: { progress.advance(ticksRead(bySampleFrame: $0), $0) }, reading: { _ in })
      for table in tables { table.finish() }
      progress.finish(
        clock.tickCount(sampleFrames: summary.sampleFrames), summary.sampleFrames, nil)
    } catch { progress.finish(nil, nil, error) }
  }

  /// How many ticks have ended and have their readings: a meter may hand out its first ones late.
  private func ticksRead(bySampleFrame count: Int) -> Int {
    var ticks = clock.ticksEnded(bySampleFrame: count)
    while tables.contains(where: { !$0.has(ticks, of: clock) }) { ticks -= 1 }
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

  /// Waits until there are more ticks than these, until the sound is over, or until one of the
  /// descriptors can be read.
  func wait(beyond ticks: Int, or numbers: [Int32]) -> State {
    var (hasWaited, isWoken) = (false, false)
    while true {
      var now = state.withLock {
        $0.isRung = false
        return $0
      }
      now.hasWaited = hasWaited
      guard now.ticks <= ticks, !now.isOver, !isWoken else { return now }
      hasWaited = true
      // A signal ends the reader, which says so.
      do {
        let places = ([bell.rawValue] + numbers).map {
          (number: $0, purpose: FileDescriptor.Purpose.reading)
        }
        let areReady = try FileDescriptor.waitForAny(places)
        isWoken = areReady.dropFirst().contains(true)
        if areReady[0] {
          var bytes = [UInt8](repeating: 0, count: 4096)
          var span = bytes.mutableSpan
          _ = try bell.read(into: &span)
        }
      } catch {
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
