// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
internal import Synchronization

/// What several runs of the same input have read: each analysis is made once, whichever of them comes
/// first, and its decoder is started for new ones alone.
///
/// A class, since the runs may be on several threads; two that need the same analysis at the same time
/// both make it, with the same result.
public final class SharedReadings: Sendable {
  private let known = Mutex<[Key: any Sendable]>([:])

  /// What is known: readings of a table in a part of the track, or one thing of the whole.
  enum Key: Hashable, Sendable {
    case readings(table: String, Window)
    case structure, cover, input
  }

  /// How many pixels a side of the cover has at most.
  let coverSide: Int

  /// Nothing yet; a side of the cover is to have at most `coverSide` pixels.
  public init(coverSide: Int) { self.coverSide = coverSide }

  /// What an analysis has made of a track.
  struct Entry<Reading: PackedReading>: Sendable {
    let readings: ReadingTrack<Reading>
    let summary: TrackSummary
  }

  /// The structure of the song, if it was looked for.
  var structure: SongStructure? {
    get { known.withLock { $0[.structure] as? SongStructure } }
    set { known.withLock { $0[.structure] = newValue } }
  }

  func entry<Reading>(_ key: Key) -> Entry<Reading>? {
    known.withLock { $0[key] as? Entry<Reading> }
  }

  /// The cover of the input, or why there is none.
  struct Cover: Sendable {
    let bitmap: Bitmap?
    let fault: CoverFault?
  }

  /// What was found of the cover; `nil` if nobody has looked for it.
  var cover: Cover? {
    get { known.withLock { $0[.cover] as? Cover } }
    set { known.withLock { $0[.cover] = newValue } }
  }

  /// What is known of the input; `nil` before it was opened, and if it is not sound in a file.
  var input: KnownInput? {
    get { known.withLock { $0[.input] as? KnownInput } }
    set { known.withLock { $0[.input] = newValue } }
  }

  func keep<Reading>(_ entry: Entry<Reading>, _ key: Key, _ structure: SongStructure?) {
    known.withLock {
      $0[key] = entry
      if let structure { $0[.structure] = structure }
    }
  }
}
