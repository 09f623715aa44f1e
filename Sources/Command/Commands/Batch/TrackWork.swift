// SPDX-License-Identifier: MIT
internal import Synchronization

/// The work on several tracks: their frames, or their sample frames where none are drawn.
final class TrackWork: Sendable {
  private struct Track {
    /// Its share of the work, as far as that is known before.
    let weight: Double
    var done = 0
    var kept = 0
    var total = 0
    var isOver = false

    /// The share that `count` of its frames are.
    func share(_ count: Int) -> Double {
      total > 0 ? weight * Double(min(count, total)) / Double(total) : 0
    }
  }

  /// Whether frames are drawn of the tracks: reading them takes little of the time then.
  let draws: Bool
  private let tracks: Mutex<[Track]>

  /// The work on tracks that take as long as they weigh.
  init(weights: [Int], draws: Bool) {
    self.draws = draws
    let weights = weights.map { Double(max($0, 1)) }
    let sum = weights.reduce(0, +)
    tracks = Mutex(weights.map { Track(weight: $0 / sum) })
  }

  /// A track of the work.
  struct Part: Sendable {
    let work: TrackWork
    let index: Int

    /// Counts `count` more frames of `total`.
    func advance(by count: Int, of total: Int?, kept: Bool) {
      work.tracks.withLock { tracks in
        tracks[index].total = total ?? tracks[index].total
        tracks[index].done += count
        if kept { tracks[index].kept += count }
      }
    }

    /// The track is made, or has failed: nothing more comes.
    func end() { work.tracks.withLock { $0[index].isOver = true } }
  }

  /// How many frames are done, and how many of them existed before.
  var frames: (done: Int, kept: Int) {
    tracks.withLock { tracks in
      (tracks.reduce(0) { $0 + $1.done }, tracks.reduce(0) { $0 + $1.kept })
    }
  }

  /// The shares of the work that are done, and that existed before: from 0 to 1.
  var share: (done: Double, kept: Double) {
    tracks.withLock { tracks in
      (
        tracks.reduce(0) { $0 + ($1.isOver ? $1.weight : $1.share($1.done)) },
        tracks.reduce(0) { $0 + $1.share($1.kept) }
      )
    }
  }

  /// How many frames all tracks have, as far as can be expected.
  var expectedFrames: Int? {
    let (count, share) = (frames.done, share.done)
    return share > 0 && count > 0 ? Int((Double(count) / share).rounded()) : nil
  }
}
