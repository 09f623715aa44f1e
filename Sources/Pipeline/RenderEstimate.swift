// SPDX-License-Identifier: MIT
public import Platform
public import Rendering

/// What frames are going to cost, from a few of them.
public struct RenderEstimate: Sendable, Hashable {
  /// Bytes in the file of an average frame.
  public let bytesPerFrame: Double
  /// Bytes that such a file takes on a disk, which hands out room in blocks.
  public let storedBytesPerFrame: Double
  /// Seconds for the drawing of a frame that follows another one, on one thread.
  public let secondsPerFrame: Double
  /// Seconds for the drawing of the first frame of a run, which is drawn whole, on one thread.
  public let secondsPerRun: Double
  /// Whether the frames were all rendered, so that the bytes are no estimate.
  public let isExact: Bool

  /// Seconds for the drawing of so many frames on `jobs` threads that each have a processor.
  ///
  /// What the disk takes comes on top.
  public func seconds(ofFrames count: Int, jobs: Int) -> Double {
    let length = FrameRuns.length(count, jobs: jobs)
    let runs = (count + length - 1) / length
    let work = secondsPerRun * Double(runs) + secondsPerFrame * Double(count - runs)
    return work / Double(min(jobs, max(runs, 1)))
  }
}

extension SceneSequence {
  /// Renders a few of the frames into memory, and says what they cost on average.
  ///
  /// The same frames, and the same blocks of the disk, give the same bytes.
  ///
  /// - Precondition: there are frames, and they are some of the schedule's.
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  public func estimate(
    _ frames: Range<Int>, as renderer: any FrameRenderer.Type, on disk: FileSystem
  ) throws(PipelineError) -> RenderEstimate {
    let runs = samples(of: frames)
    let clock = ContinuousClock()
    var renderer = renderer.init()
    var file: [UInt8] = []
    var (bytes, storedBytes, count) = (0, 0, 0)
    var (first, following) = (Duration.zero, Duration.zero)
    for run in runs {
      var cursor = Cursor(self, from: run.lowerBound)
      for frame in run {
        let start = clock.now
        renderer.render(try cursor.scene(ofFrame: frame), into: &file)
        let time = start.duration(to: clock.now)
        if frame == run.lowerBound { first += time } else { following += time }
        bytes += file.count
        storedBytes += disk.storedSize(of: file.count)
        count += 1
      }
    }
    let others = count - runs.count
    return RenderEstimate(
      bytesPerFrame: Double(bytes) / Double(count),
      storedBytesPerFrame: Double(storedBytes) / Double(count),
      secondsPerFrame: others == 0 ? 0 : following / .seconds(others),
      secondsPerRun: first / .seconds(runs.count), isExact: count == frames.count)
  }

  /// Frames in a run of the sample, and runs of it.
  private static var sampleShape: (length: Int, count: Int) { (4, 12) }

  /// Frames that are looked at in choosing a run: enough to find any part of a turn.
  private static var mostCandidates: Int { 256 }

  /// Short runs, spread over the frames, and at the same time over how much the pictures show.
  ///
  /// A picture grows during a turn and then starts over, and its file with it. Runs at equal
  /// distances would show it equally full again and again where the distance is about a turn. So
  /// each of the parts into which the frames are cut gives the run at another quantile of its
  /// frames, when these are put in the order of the ticks that they depend on.
  private func samples(of frames: Range<Int>) -> [Range<Int>] {
    let shape = SceneSequence.sampleShape
    guard frames.count > shape.length * shape.count else { return [frames] }
    return (0..<shape.count).map { index in
      let part =
        frames.lowerBound + frames.count * index / shape.count..<frames.lowerBound + frames.count
        * (index + 1) / shape.count
      let step = (part.count + SceneSequence.mostCandidates - 1) / SceneSequence.mostCandidates
      let candidates = stride(from: part.lowerBound, to: part.upperBound, by: step)
        .map { (ticks: ticksBehind(frame: $0), frame: $0) }
        .sorted { $0 < $1 }
      // 5 and 12 have no common factor, so each quantile comes once, and neighbours are far apart.
      let quantile = index * 5 % shape.count
      let chosen = candidates[(2 * quantile + 1) * candidates.count / (2 * shape.count)].frame
      let start = min(chosen, part.upperBound - shape.length)
      return start..<start + shape.length
    }
  }
}
