// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Signal
internal import Writing

/// What a run of `render` would make, take and need.
struct RenderPlan {
  let options: RenderOptions
  let work: RenderWork
  let pattern: FramePattern
  /// Frames of this run that are there already.
  let presentCount: Int
  /// What `render` would say instead of beginning.
  let obstacle: WritingError?
  /// `nil` where there are no frames.
  let estimate: RenderEstimate?
  /// Bytes of the file beside the frames.
  let manifestBytes: Int
  let space: SpaceCheck
  let film: FilmCommands

  /// Looks at the folder, or where it would be, and renders a few frames into memory.
  ///
  /// `direct` is the line of `film` that does all in one go.
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
    presentCount = try pattern.presentFrames().count(where: work.frames.contains)
    obstacle = pattern.obstacle(to: work.job, work.frames, options.existingFrames)
    estimate = work.frames.isEmpty ? nil : try work.estimate(on: disk)
    manifestBytes = pattern.manifestSize(of: work.job)
    space = SpaceCheck(work, pattern, presentFrames: presentCount, on: disk, estimate)
    film = try FilmCommands(options, work, pattern, direct: direct)
  }

  /// Frames that are to be drawn.
  var drawnCount: Int { work.frames.count - (options.resumes ? presentCount : 0) }

  /// Bytes in the files of all frames of the run.
  var fileBytes: Int { total(estimate?.bytesPerFrame) }

  /// Bytes that these files take on the disk.
  var storedBytes: Int { total(estimate?.storedBytesPerFrame) }

  /// Seconds of drawing.
  var seconds: Double {
    estimate?.seconds(ofFrames: drawnCount, jobs: options.jobCount) ?? 0
  }

  private func total(_ perFrame: Double?) -> Int {
    Int(min((perFrame ?? 0) * Double(work.frames.count), 1e18).rounded())
  }
}
