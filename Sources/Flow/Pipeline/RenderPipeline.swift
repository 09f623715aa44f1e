// SPDX-License-Identifier: MIT
internal import Platform
public import Rendering
internal import Synchronization
public import Writing

/// Renders frames into files on several threads: from ticks to views to scenes to frames.
///
/// The frames are cut into runs. Each thread takes the next free run, feeds a view of its own from
/// the first tick that the run's first picture depends on, and renders the run with its own
/// renderer. A frame does not depend on who renders it, so the files are the same for any number of
/// threads.
public struct RenderPipeline: Sendable {
  /// The scenes of the frames.
  public let scenes: SceneSequence
  /// The destination of the frames.
  public let writer: FrameSequenceWriter

  private let renderer: any FrameRenderer.Type

  /// A pipeline of its parts.
  public init(
    scenes: SceneSequence, renderer: any FrameRenderer.Type, writer: FrameSequenceWriter
  ) {
    self.scenes = scenes
    self.renderer = renderer
    self.writer = writer
  }

  /// Renders frames on up to `jobs` threads, including this one.
  ///
  /// `progress` is called from all threads after each frame with its outcome; it returns `false` to
  /// stop them.
  ///
  /// - Precondition: `jobs` is positive, and the frames are some of the schedule's.
  /// - Throws: ``PipelineError/writing(_:)``, ``PipelineError/readings(folder:_:)``,
  ///   ``PipelineError/interrupted``. All frames that were written by then are complete.
  public func run(
    _ frames: Range<Int>, jobs: Int, progress: @Sendable @escaping (FrameOutcome) -> Bool
  ) throws(PipelineError) {
    let runs = FrameRuns(frames, jobs: jobs)
    let failure = Mutex<PipelineError?>(nil)
    Threads.run(min(jobs, runs.count)) {
      do throws(PipelineError) {
        var renderer = renderer.init()
        var bytes: [UInt8] = []
        while let run = runs.next() {
          try render(run, of: runs, with: &renderer, into: &bytes, progress: progress)
        }
      } catch {
        runs.stop()
        failure.withLock { $0 = $0 ?? error }
      }
    }
    if let failure = failure.withLock(\.self) { throw failure }
  }

  /// Renders a run of frames in order, until another thread has failed.
  private func render(
    _ frames: Range<Int>, of runs: FrameRuns, with renderer: inout any FrameRenderer,
    into bytes: inout [UInt8], progress: (FrameOutcome) -> Bool
  ) throws(PipelineError) {
    var cursor = SceneSequence.Cursor(scenes, from: frames.lowerBound)
    for frame in frames where !runs.areStopped {
      let isFinished: Bool
      do { isFinished = try writer.isFinished(frame: frame) } catch { throw .writing(error) }
      if isFinished {
        guard progress(.kept) else { throw .interrupted }
        continue
      }
      renderer.render(try cursor.scene(ofFrame: frame), into: &bytes)
      let outcome: FrameOutcome
      do { outcome = try writer.write(bytes, frame: frame) } catch { throw .writing(error) }
      guard progress(outcome) else { throw .interrupted }
    }
  }
}

/// Hands out runs of frames, each once.
///
/// A class because threads share it; it has only constants and atomic values.
final class FrameRuns: Sendable {
  private let frames: Range<Int>
  private let length: Int
  private let taken = Atomic<Int>(0)
  private let stopped = Atomic<Bool>(false)

  init(_ frames: Range<Int>, jobs: Int) {
    self.frames = frames
    length = FrameRuns.length(frames.count, jobs: jobs)
  }

  /// The frames in a run: enough to make the slow first one negligible, and few enough that all
  /// threads end at about the same time. One thread takes all.
  static func length(_ frameCount: Int, jobs: Int) -> Int {
    jobs == 1 ? max(frameCount, 1) : min(max(frameCount / (jobs * 8), 60), 720)
  }

  /// The number of runs; at least 1, which may be empty.
  var count: Int { max((frames.count + length - 1) / length, 1) }

  func next() -> Range<Int>? {
    let start = taken.wrappingAdd(length, ordering: .relaxed).oldValue
    guard start < frames.count, !areStopped else { return nil }
    let first = frames.lowerBound + start
    return first..<min(first + length, frames.upperBound)
  }

  /// Makes sure that no thread begins another frame.
  func stop() { stopped.store(true, ordering: .relaxed) }

  var areStopped: Bool { stopped.load(ordering: .relaxed) }
}
