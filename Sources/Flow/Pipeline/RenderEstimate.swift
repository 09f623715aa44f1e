// SPDX-License-Identifier: MIT
public import Platform
public import Rendering

/// What frames will cost, measured on a few of them.
public struct RenderEstimate: Sendable, Hashable {
  /// Bytes in the file of an average frame.
  public let bytesPerFrame: Double
  /// Bytes that such a file takes on a disk, in whole blocks.
  public let storedBytesPerFrame: Double
  /// Seconds to draw a frame after the previous one, on one thread.
  public let secondsPerFrame: Double
  /// Seconds to draw the first frame of a run, which is drawn from scratch, on one thread.
  public let secondsPerRun: Double
  /// Whether all frames were rendered, so that the bytes are exact.
  public let isExact: Bool

  /// Seconds to draw `count` frames on `jobs` threads, each with a processor of its own.
  ///
  /// Writing to the disk is not included.
  public func seconds(ofFrames count: Int, jobs: Int) -> Double {
    let length = FrameRuns.length(count, jobs: jobs)
    let runs = (count + length - 1) / length
    let work = secondsPerRun * Double(runs) + secondsPerFrame * Double(count - runs)
    return work / Double(min(jobs, max(runs, 1)))
  }
}

extension SceneSequence {
  /// Renders a few of the frames into memory to measure their average cost.
  ///
  /// Equal frames and disk blocks give equal bytes.
  ///
  /// - Precondition: there are frames, and they are some of the schedule's.
  /// - Throws: ``PipelineError/readings(folder:_:)``.
  public func estimate(
    _ frames: Range<Int>, as renderer: any FrameRenderer.Type, on disk: FileSystem
  ) throws(PipelineError) -> RenderEstimate {
    let runs = samples(of: frames, runs: 12, length: 4)
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

  /// How many frames are considered when a run is chosen: enough to find any part of a turn.
  private static var maxCandidates: Int { 256 }

  /// Short runs of frames of one length, spread over the frames and also over how much the pictures show.
  ///
  /// A picture, and with it its file, grows during a turn and then starts over. If evenly spaced
  /// runs were about a turn apart, all would show it equally full. So the frames are cut into
  /// parts, the frames of each part are sorted by how many ticks they show, and each part gives the
  /// run at a different quantile.
  package func samples(of frames: Range<Int>, runs count: Int, length: Int) -> [Range<Int>] {
    guard frames.count > length * count else { return [frames] }
    return (0..<count).map { index in
      let part =
        frames.lowerBound + frames.count * index / count..<frames.lowerBound + frames.count
        * (index + 1) / count
      let step = (part.count + SceneSequence.maxCandidates - 1) / SceneSequence.maxCandidates
      let candidates = stride(from: part.lowerBound, to: part.upperBound, by: step)
        .map { (ticks: ticksBehind(frame: $0), frame: $0) }
        .sorted { $0 < $1 }
      // 5 has no common factor with 8 or 12, so each quantile is used once, and neighbours are far
      // apart.
      let quantile = index * 5 % count
      let chosen = candidates[(2 * quantile + 1) * candidates.count / (2 * count)].frame
      let start = min(chosen, part.upperBound - length)
      return start..<start + length
    }
  }
}
