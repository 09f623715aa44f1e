// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Signal
internal import Writing

/// What a run of `render` would make, and what it needs.
struct RenderPlan {
  let options: RenderOptions
  let work: RenderWork
  let pattern: FramePattern
  /// How many frames of this run already exist.
  let presentCount: Int
  /// Why `render` would refuse to start.
  let obstacle: WritingError?
  /// `nil` without frames.
  let estimate: RenderEstimate?
  /// The size of the manifest in bytes.
  let manifestBytes: Int
  let space: SpaceCheck
  let film: FilmCommands

  /// Examines the folder, or its future place, and renders a few frames in memory.
  ///
  /// `direct` is the `film` command that does everything in one step.
  init(
    _ options: RenderOptions, _ work: RenderWork, _ pattern: FramePattern, direct: String?
  ) throws {
    self.options = options
    self.work = work
    self.pattern = pattern
    let disk: FileSystem
    do { disk = try FileSystem(ofFolder: pattern.folder) } catch {
      throw WritingError.cannotUseFolder(path: pattern.folder, error)
    }
    presentCount = try pattern.presentFrames().count(in: work.frames)
    obstacle = pattern.obstacle(to: work.job, work.frames, options.existingFrames)
    estimate = work.frames.isEmpty ? nil : try work.estimate(on: disk)
    manifestBytes = pattern.manifestSize(of: work.job)
    space = SpaceCheck(work, pattern, presentFrames: presentCount, on: disk, estimate)
    film = try FilmCommands(options, work, pattern, direct: direct)
  }

  /// How many frames would be drawn.
  var drawnCount: Int { work.frames.count - (options.resumes ? presentCount : 0) }

  /// The size of all frame files of the run in bytes.
  var fileBytes: Int { total(estimate?.bytesPerFrame) }

  /// The disk space for these files in bytes.
  var storedBytes: Int { total(estimate?.storedBytesPerFrame) }

  /// The drawing time in seconds.
  var seconds: Double {
    estimate?.seconds(ofFrames: drawnCount, jobs: options.jobCount) ?? 0
  }

  private func total(_ perFrame: Double?) -> Int {
    Int(min((perFrame ?? 0) * Double(work.frames.count), 1e18).rounded())
  }
}
