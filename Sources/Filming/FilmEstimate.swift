// SPDX-License-Identifier: MIT
internal import H264
internal import Pipeline
internal import Platform
internal import Signal

extension Film {
  /// The same with the size of its pictures foretold from some of them, which are drawn and coded: looks
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
}
