// SPDX-License-Identifier: MIT
internal import Platform

/// The manifest of a job with a lock on the frames of a run, and what was found under the lock.
struct SequenceLock {
  /// The existing manifest, or a new one.
  let manifest: ManifestFile
  /// The numbers of the existing frames.
  let present: FrameNumbers
  /// Frames of another job that stay and are not in the run: the next run will overwrite them.
  let leftCount: Int
  /// Files beyond the new end with names of frames, which are kept: no run is known to have written
  /// them.
  let strays: [Int]

  /// Locks frames. If requested, a manifest of another job is replaced, and its frames beyond the
  /// new end are removed. A run that is refused changes nothing.
  ///
  /// - Throws: ``WritingError``.
  init(
    on frames: Range<Int>, of job: SequenceSettings, in folder: FrameFolder
  ) throws(WritingError) {
    let manifest = SequenceManifest(pattern: folder.pattern.printfName, job: job)
    // Others may put a manifest in place between any two calls; the next attempt finds it.
    for _ in 0..<SequenceLock.maxAttempts {
      guard let lock = try SequenceLock(on: frames, of: manifest, in: folder) else { continue }
      self = lock
      return
    }
    throw .inUse(path: folder.pattern.manifestPath)
  }

  private static let maxAttempts = 100

  /// `nil` if another run was faster, and everything must be examined again.
  private init?(
    on frames: Range<Int>, of wanted: SequenceManifest, in folder: FrameFolder
  ) throws(WritingError) {
    let pattern = folder.pattern
    let old = try ManifestFile.open(
      pattern.manifestPath, forChanging: true, salvaging: folder.existing == .replace)
    let isOwn = old?.isOf(wanted) ?? false
    var isReplaced = true
    if let old {
      // A manifest shared with a copy of the folder stays there, unless a run is writing to it.
      isReplaced = !isOwn || old.isShared ? try old.lock(nil) : false
      if !isReplaced {
        guard isOwn, try old.lock(frames) else { throw .inUse(path: old.path) }
      }
      guard old.isCurrent else { return nil }
    }
    let found = try FoundSequence(old, before: wanted, frames, pattern, folder.existing)
    let work = try found.displacedWork(beside: frames, pattern)
    let beyond = Set(work.filter { $0 >= wanted.job.frameCount })
    present = found.present
    leftCount = work.count - beyond.count
    strays = found.present.from(wanted.job.frameCount).filter { !beyond.contains($0) }
    // The lock on the old file is held until nobody can find that file any more.
    let manifest = try withExtendedLifetime(old) { () throws(WritingError) in
      isReplaced
        ? try SequenceLock.put(wanted, on: frames, over: found, removing: beyond, pattern) : old
    }
    guard let manifest else { return nil }
    self.manifest = manifest
  }

  /// Puts a new manifest in the place of the one found; `nil` if another run has put one there, or
  /// has removed the folder.
  private static func put(
    _ manifest: SequenceManifest, on frames: Range<Int>, over found: FoundSequence,
    removing beyond: Set<Int>, _ pattern: FramePattern
  ) throws(WritingError) -> ManifestFile? {
    let path = pattern.manifestPath
    let draft: TransientFile
    do throws(SystemError) {
      draft = try ManifestFile.draft(manifest, path, locking: frames) { part throws(SystemError) in
        try found.rows(of: part, in: manifest)
      }
    } catch {
      guard error == .notFound else { throw .cannotWriteManifest(path: path, error) }
      // A run that created the folder, and then failed, has removed it again.
      try FrameFolder.prepare(pattern)
      return nil
    }
    for frame in beyond {
      let path = pattern.path(ofFrame: frame)
      do { try Folder.remove(path) } catch { throw .cannotWriteFrame(path: path, error) }
    }
    do {
      return try ManifestFile(manifest, path, committing: draft, replacing: found.manifest != nil)
    } catch {
      guard error == .exists else { throw .cannotWriteManifest(path: path, error) }
      return nil
    }
  }
}
