// SPDX-License-Identifier: MIT
internal import Drawing
internal import H264
public import Pipeline
internal import Platform
internal import Rendering
internal import Signal

extension Film {
  /// The estimate with the size of its pictures foretold from some of them, which are drawn and coded: looks
  /// differ ten times in size. Unchanged if it is of a kind that the program does not code.
  ///
  /// - Throws: ``FilmError/pipeline(_:)``.
  public func measured() throws(FilmError) -> Film {
    guard parts == nil, pictureCost == nil, !frames.isEmpty, let sampling = recipe.sampling,
      let format = try? videoFormat()
    else { return self }
    var (first, later): ([UInt32], [UInt32]) = ([], [])
    var time = Duration.zero
    // Long enough that what has moved comes to rest, and is coded again.
    for frames in run.scenes.samples(of: frames, runs: 8, length: 16) {
      var start: ContinuousClock.Instant?
      let group = try coded(frames, format, sampling.quality) { _ in
        start = start ?? .now
        return Interruption.signal == nil
      }
      if let start { time += start.duration(to: .now) }
      first += group.lengths.prefix(1)
      later += group.lengths.dropFirst()
    }
    let seconds = time / .seconds(max(later.count, 1))
    func mean(_ lengths: [UInt32]) -> Double {
      Double(lengths.reduce(0) { $0 + Int($1) }) / Double(max(lengths.count, 1))
    }
    let length = CodedPictures.groupLength(at: run.schedule.rate)
    let groups = (frames.count + length - 1) / length
    let bytes = mean(first) * Double(groups) + mean(later) * Double(frames.count - groups)
    var film = self
    film.pictureCost = (
      sampling.share * bytes, recipe.isOwn ? seconds * Double(frames.count) : cost.seconds
    )
    return film
  }

  /// Where its pictures flash most, by small ones of its frames, which are drawn and not coded: of a long film
  /// some seconds here and there; `nil` if the pictures are those of parts.
  ///
  /// - Throws: ``PipelineError/readings(folder:_:)``, ``PipelineError/interrupted``.
  public func foretoldFlashes() throws(PipelineError) -> Flashes? {
    guard parts == nil, let first = frames.first else { return nil }
    let rate = run.schedule.rate
    let runs = run.scenes.samples(of: frames, runs: 30, length: rate.count(seconds: 4))
    var worst = Flashes(share: 0, seconds: 0)
    for frames in runs {
      let found = try run.scenes.smallFlashes(of: frames)
      guard found.share > worst.share else { continue }
      worst = Flashes(
        share: found.share,
        seconds: found.seconds + Double(rate.nanoseconds(ofEvent: frames.lowerBound - first)) / 1e9)
    }
    return worst
  }
}

extension SceneSequence {
  /// The shorter side of pictures in which flashes are counted without coding them, in pixels.
  private static let smallSide = 54

  /// Where frames flash most, in small pictures; the time is from the first of them.
  fileprivate func smallFlashes(of frames: Range<Int>) throws(PipelineError) -> Flashes {
    let sheet = blank.canvas
    let side = min(sheet.width, sheet.height)
    let pixels = { max(1, $0 * min(side, SceneSequence.smallSide) / side) }
    guard
      let canvas = Canvas(
        width: pixels(sheet.width), height: pixels(sheet.height),
        shortSideInPoints: Double(side) / sheet.pixelsPerPoint)
    else { preconditionFailure("a smaller sheet is a sheet") }
    var counter = FlashCounter(canvas, rate: schedule.rate)
    var renderer = RawFrameRenderer(.rgb24)
    var cursor = Cursor(self, from: frames.lowerBound)
    for frame in frames {
      guard Interruption.signal == nil else { throw .interrupted }
      let scene = try cursor.scene(ofFrame: frame)
      var small = Scene(canvas: canvas, background: scene.background)
      small.items = scene.items
      renderer.draw(small)
      counter.add(renderer.colors(at: counter.pixels).span)
    }
    return counter.flashes
  }
}
