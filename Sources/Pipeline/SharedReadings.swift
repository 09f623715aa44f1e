// SPDX-License-Identifier: MIT
internal import Analysis
internal import Synchronization

/// What several runs of the same sound have read: each analysis is made once, whichever of them comes
/// first.
///
/// A class, since the runs may be on several threads; two that need the same analysis at the same time
/// both make it, with the same result.
public final class SharedReadings: Sendable {
  private let known = Mutex<[String: any Sendable]>([:])

  /// Nothing yet.
  public init() {}

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

  func keep<Reading>(_ entry: Entry<Reading>, _ name: String, _ structure: SongStructure?) {
    known.withLock {
      $0[name] = entry
      if let structure { $0[SharedReadings.structureName] = structure }
    }
  }
}
