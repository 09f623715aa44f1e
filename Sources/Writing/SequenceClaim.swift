// SPDX-License-Identifier: MIT
internal import Platform

/// The manifest of a job with a claim on the frames of a run, and what was found when nobody else
/// could change it any more.
struct SequenceClaim {
  /// The manifest that was there, or a new one.
  let manifest: ManifestFile
  /// The frames that were there.
  let present: Set<Int>
  /// Frames of another job that stay and are not the run's: the next run is to write over them.
  let leftCount: Int
  /// Files beyond the new end that have names of frames, and stay: no run is known to have written
  /// them.
  let strays: [Int]

  /// Claims frames. A manifest of another job gives way if that is wanted, and its frames beyond the
  /// new end are removed. A run that is refused changes nothing.
  ///
  /// - Throws: ``WritingError``.
  init(
    on frames: Range<Int>, of job: SequenceJob, in folder: FrameFolder
  ) throws(WritingError) {
    let manifest = SequenceManifest(pattern: folder.pattern.printfName, job: job)
    // Others may put a manifest in place between any two calls; that never lasts.
    for _ in 0..<SequenceClaim.mostAttempts {
      guard let claim = try SequenceClaim(on: frames, of: manifest, in: folder) else { continue }
      self = claim
      return
    }
    throw .inUse(path: folder.pattern.manifestPath)
  }

  private static let mostAttempts = 100

  /// `nil` if somebody else was faster, and all is to be looked at again.
  private init?(
    on frames: Range<Int>, of wanted: SequenceManifest, in folder: FrameFolder
  ) throws(WritingError) {
    let pattern = folder.pattern
    let old = try ManifestFile.open(
      pattern.manifestPath, forChanging: true, salvaging: folder.existing == .overwrite)
    let isOwn = old?.isOf(wanted) ?? false
    var isReplaced = true
    if let old {
      // A copy of the folder that shares the file keeps it, unless others are writing into it.
      isReplaced = !isOwn || old.isShared ? try old.claim(nil) : false
      if !isReplaced {
        guard isOwn, try old.claim(frames) else { throw .inUse(path: old.path) }
      }
      guard old.isCurrent else { return nil }
    }
    let found = try FoundSequence(old, before: wanted, frames, pattern, folder.existing)
    let work = try found.displacedWork(beside: frames, pattern)
    let beyond = work.filter { $0 >= wanted.job.frameCount }
    present = found.present
    leftCount = work.count - beyond.count
    strays = found.present.filter { $0 >= wanted.job.frameCount }.subtracting(beyond).sorted()
    // The claim on the old file is held until nobody can find it any more.
    let manifest = try withExtendedLifetime(old) { () throws(WritingError) in
      isReplaced
        ? try SequenceClaim.put(wanted, on: frames, over: found, removing: beyond, pattern) : old
    }
    guard let manifest else { return nil }
    self.manifest = manifest
  }

  /// A new manifest in the place of what was found; `nil` if somebody else has put one there, or has
  /// taken the folder away.
  private static func put(
    _ manifest: SequenceManifest, on frames: Range<Int>, over found: FoundSequence,
    removing beyond: [Int], _ pattern: FramePattern
  ) throws(WritingError) -> ManifestFile? {
    let path = pattern.manifestPath
    let draft: TransientFile
    do throws(SystemError) {
      draft = try ManifestFile.draft(manifest, path, claiming: frames) { part throws(SystemError) in
        try found.rows(of: part, in: manifest)
      }
    } catch {
      guard error == .notFound else { throw .cannotWriteManifest(path: path, error) }
      // A run that made the folder, and then failed, has removed it again.
      try FrameFolder.prepare(pattern)
      return nil
    }
    for frame in beyond {
      let path = pattern.path(ofFrame: frame)
      do { try Folder.remove(path) } catch {
        draft.discard()
        throw .cannotWriteFrame(path: path, error)
      }
    }
    do {
      return try ManifestFile(manifest, path, committing: draft, replacing: found.manifest != nil)
    } catch {
      guard error == .exists else { throw .cannotWriteManifest(path: path, error) }
      return nil
    }
  }
}
