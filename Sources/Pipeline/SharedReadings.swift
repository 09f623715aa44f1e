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
  private let known = Mutex<[String: any Sendable]>([:])

  /// How many pixels a side of the cover has at most.
  let coverSide: Int

  /// Nothing yet; a side of the cover is to have so many pixels at most.
  public init(coverSide: Int) { self.coverSide = coverSide }

  /// What an analysis has made of a track.
  struct Entry<Reading: PackedReading>: Sendable {
    let readings: ReadingTrack<Reading>
    let summary: TrackSummary
  }

  private static let structureName = "structure"

  /// The structure of the song, if it was looked for.
  var structure: SongStructure? {
    get { known.withLock { $0[SharedReadings.structureName] as? SongStructure } }
  }

  func entry<Reading>(_ name: String) -> Entry<Reading>? {
    known.withLock { $0[name] as? Entry<Reading> }
  }

  /// The cover of the input, or why there is none.
  struct Cover: Sendable {
    let bitmap: Bitmap?
    let fault: CoverFault?
  }

  private static let (inputName, coverName) = ("input", "cover")

  /// What was found of the cover; `nil` if nobody has looked for it.
  var cover: Cover? {
    get { known.withLock { $0[SharedReadings.coverName] as? Cover } }
    set { known.withLock { $0[SharedReadings.coverName] = newValue } }
  }

  /// What is known of the input; `nil` before it was opened, and if it is no sound in a file.
  var input: KnownInput? {
    get { known.withLock { $0[SharedReadings.inputName] as? KnownInput } }
    set { known.withLock { $0[SharedReadings.inputName] = newValue } }
  }

  func keep<Reading>(_ entry: Entry<Reading>, _ name: String, _ structure: SongStructure?) {
    known.withLock {
      $0[name] = entry
      if let structure { $0[SharedReadings.structureName] = structure }
    }
  }
}
