// SPDX-License-Identifier: MIT
public import Drawing
public import Rendering
internal import Signal
internal import Synchronization
internal import Text
public import Views
public import Writing

/// Ticks to views to scenes to frames to files, on several tasks at once.
///
/// The frames are cut into runs; each task takes the next run that nobody has taken, feeds a view
/// of its own from the first tick that the run's first picture depends on, and renders the run
/// with a renderer of its own. What a frame looks like does not depend on who renders it, so the
/// files are the same for any number of tasks.
public struct RenderPipeline<SomeView: View, Renderer: FrameRenderer>: Sendable {
  /// The readings.
  public let levels: LevelTrack
  /// Which ticks each frame shows.
  public let schedule: FrameSchedule
  /// A view that has seen no tick yet.
  public let view: SomeView
  /// An empty sheet.
  public let scene: Scene
  /// Where the frames go.
  public let writer: FrameSequenceWriter

  /// A pipeline whose parts fit each other.
  ///
  /// - Precondition: there is a reading for each tick of the schedule.
  public init(
    levels: LevelTrack, schedule: FrameSchedule, view: SomeView, scene: Scene,
    renderer: Renderer.Type, writer: FrameSequenceWriter
  ) {
    precondition(levels.count == schedule.tickCount)
    self.levels = levels
    self.schedule = schedule
    self.view = view
    self.scene = scene
    self.writer = writer
  }

  /// Renders frames on `jobs` tasks.
  ///
  /// `progress` is told after each frame what became of it, from all
  /// tasks; its `false` stops them.
  ///
  /// - Precondition: `jobs` is positive, and the frames are some of the schedule's.
  /// - Throws: ``PipelineError/writing(_:)``, ``PipelineError/interrupted``, also where the task is
  ///   cancelled. Every frame that is
  ///   there then is whole.
  public func run(
    _ frames: Range<Int>, jobs: Int, progress: @Sendable @escaping (FrameOutcome) -> Bool
  ) async throws(PipelineError) {
    let runs = FrameRuns(frames, jobs: jobs)
    let failure = await withTaskGroup(of: PipelineError?.self) { group in
      for _ in 0..<jobs {
        group.addTask {
          do throws(PipelineError) {
            var renderer = Renderer()
            var bytes: [UInt8] = []
            while let run = runs.next() {
              try render(run, with: &renderer, into: &bytes, progress: progress)
              await Task.yield()
            }
            return nil
          } catch {
            runs.stop()
            return error
          }
        }
      }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    if let failure { throw failure }
  }

  /// Renders a run of frames in order.
  private func render(
    _ frames: Range<Int>, with renderer: inout Renderer, into bytes: inout [UInt8],
    progress: (FrameOutcome) -> Bool
  ) throws(PipelineError) {
    var view = view
    var shown = 0
    if schedule.ticksShown(byFrame: frames.lowerBound) > 0 {
      let newest = schedule.ticksShown(byFrame: frames.lowerBound) - 1
      shown = view.firstTick(shownAfterTick: newest)
    }
    for frame in frames {
      guard !Task.isCancelled else { throw .interrupted }
      let end = schedule.ticksShown(byFrame: frame)
      while shown < end {
        view.advance(levels[shown])
        shown += 1
      }
      let isFinished: Bool
      do { isFinished = try writer.isFinished(frame: frame) } catch { throw .writing(error) }
      if isFinished {
        guard progress(.kept) else { throw .interrupted }
        continue
      }
      var scene = scene
      scene.data = [
        DataAttribute("frame", "\(frame)"),
        DataAttribute("time", time(ofFrame: frame)),
      ]
      view.draw(into: &scene)
      renderer.render(scene, into: &bytes)
      let outcome: FrameOutcome
      do { outcome = try writer.write(bytes, frame: frame) } catch { throw .writing(error) }
      guard progress(outcome) else { throw .interrupted }
    }
  }
}

extension RenderPipeline {
  /// When a frame begins, in seconds with nine decimals.
  private func time(ofFrame frame: Int) -> String {
    DecimalText.seconds(nanoseconds: schedule.rate.nanoseconds(ofEvent: frame))
  }
}

/// Hands out runs of frames, each once, to whoever asks first.
///
/// A class because tasks share it; it holds nothing but constants and an atomic counter.
private final class FrameRuns: Sendable {
  private let frames: Range<Int>
  private let length: Int
  private let taken = Atomic<Int>(0)

  /// A run is long enough for the first frame, which is drawn whole, not to count, and short
  /// enough for all tasks to end at about the same time.
  init(_ frames: Range<Int>, jobs: Int) {
    self.frames = frames
    length = min(max(frames.count / (jobs * 8), 60), 720)
  }

  func next() -> Range<Int>? {
    let start = taken.wrappingAdd(length, ordering: .relaxed).oldValue
    guard start < frames.count else { return nil }
    let first = frames.lowerBound + start
    return first..<min(first + length, frames.upperBound)
  }

  func stop() { taken.store(frames.count, ordering: .relaxed) }
}
