// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform

/// Writes the frames of one run to files, each completely or not at all, and records them in the
/// manifest.
///
/// During its lifetime no other run can write the same frames; others may write other frames of the
/// same job.
public struct FrameSequenceWriter: Sendable {
  /// The names of the frames.
  public let pattern: FramePattern

  private let frames: Range<Int>
  private let manifest: ManifestFile
  private let intentions: [Intention]

  /// Frames of the previous job that remain and are not in this run: the next run will overwrite
  /// them.
  public let leftCount: Int

  /// Files with names of frames beyond the end of the sequence, which are kept because no run is
  /// known to have written them.
  public let strays: [Int]

  /// What will happen to a frame.
  private enum Intention {
    /// It is written, and no file with its name is replaced.
    case create
    /// It is written, whatever there is.
    case replace
    /// It is written unless the file exists unchanged.
    case restore
    /// A file exists without a record of this job: it must be the same, or a frame to overwrite.
    case compare
  }

  /// Decides what to do for each frame of a run, and records that.
  ///
  /// - Throws: ``WritingError``: frames are in the way, they are of another job, another run is
  ///   writing them, or the manifest cannot be used.
  public init(
    _ folder: FrameFolder, job: SequenceSettings, frames: Range<Int>
  ) throws(WritingError) {
    pattern = folder.pattern
    self.frames = frames
    let lock = try SequenceLock(on: frames, of: job, in: folder)
    (manifest, leftCount, strays) = (lock.manifest, lock.leftCount, lock.strays)
    var intentions: [Intention] = []
    for part in ManifestFile.parts(of: frames) {
      let before = try manifest.records(of: part)
      var records = before
      for (index, frame) in part.enumerated() {
        let intention: Intention =
          if folder.existing == .replace {
            .replace
          } else if !lock.present.contains(frame) {
            .create
          } else if case .written = before[index] {
            .restore
          } else {
            .compare
          }
        intentions.append(intention)
        // If this run ends early, the next one knows what it may find.
        if [.create, .replace].contains(intention) { records[index] = before[index].beingWritten }
      }
      if records != before { try manifest.set(records, from: part.lowerBound) }
    }
    self.intentions = intentions
  }

  /// Whether a frame already exists, as a run of this job has written it.
  ///
  /// - Precondition: it is one of the run's frames.
  /// - Throws: ``WritingError/foreignFrame(path:)`` for a different intact picture,
  ///   ``WritingError/cannotReadFrame(path:_:)``.
  public func isFinished(frame index: Int) throws(WritingError) -> Bool {
    guard intentions[index - frames.lowerBound] == .restore else { return false }
    let path = pattern.path(ofFrame: index)
    switch try FrameFile.condition(path, of: pattern, written: try hash(ofFrame: index)) {
    case .sound: return true
    case .missing, .damaged, .superseded: return false
    case .foreign: throw .foreignFrame(path: path)
    }
  }

  /// The hash of a frame in the manifest, until this run has written it.
  private func hash(ofFrame index: Int) throws(WritingError) -> ContentHash? {
    try manifest.records(of: index..<index + 1)[0].hash
  }

  /// Writes a frame under a temporary name in its own folder, renames it, and records its hash: in
  /// this order, so that a recorded frame always exists.
  ///
  /// A file without a record must have the same bytes, and is kept.
  ///
  /// - Precondition: it is one of the run's frames.
  /// - Throws: ``WritingError``.
  public func write(_ bytes: [UInt8], frame index: Int) throws(WritingError) -> FrameOutcome {
    let path = pattern.path(ofFrame: index)
    let hash = ContentHash(of: bytes)
    let (outcome, replacing): (FrameOutcome, Bool)
    switch intentions[index - frames.lowerBound] {
    case .create: (outcome, replacing) = (.written, false)
    case .replace: (outcome, replacing) = (.written, true)
    case .restore: (outcome, replacing) = (.repaired, true)
    case .compare:
      let old = try self.hash(ofFrame: index)
      switch try FrameFile.condition(path, of: pattern, written: hash, over: old) {
      case .sound: (outcome, replacing) = (.kept, false)
      case .superseded: (outcome, replacing) = (.written, true)
      case .damaged: (outcome, replacing) = (.repaired, true)
      case .missing: (outcome, replacing) = (.written, false)
      case .foreign: throw .foreignFrame(path: path)
      }
    }
    if outcome != .kept { try put(bytes, path, replacing: replacing) }
    try manifest.set([.written(hash)], from: index)
    return outcome
  }

  /// Makes sure at the end that the manifest is still in its place.
  ///
  /// - Throws: ``WritingError/manifestGone(path:)``.
  public func finish() throws(WritingError) {
    guard manifest.isCurrent else { throw .manifestGone(path: manifest.path) }
  }

  private func put(
    _ bytes: [UInt8], _ path: String, replacing: Bool
  ) throws(WritingError) {
    do throws(SystemError) {
      let file = try TransientFile(for: path)
      try file.write(bytes.span)
      try file.commit(replacing: replacing)
    } catch {
      if !replacing, error == .exists { throw .framesExist(path: path, count: 1) }
      throw .cannotWriteFrame(path: path, error)
    }
  }
}

/// What became of a frame.
public enum FrameOutcome: Sendable, Hashable {
  /// It was rendered and written.
  case written
  /// It existed intact, and was kept.
  case kept
  /// It existed but was damaged, and was written again.
  case repaired
}
