// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform

/// Puts the frames of one run into their files, each whole or not at all, and notes them in the
/// manifest beside them.
///
/// While it lives, no other run can write the same frames; others may write other frames of the
/// same job.
public struct FrameSequenceWriter: Sendable {
  /// The names of the frames.
  public let pattern: FramePattern

  private let frames: Range<Int>
  private let manifest: ManifestFile
  private let intentions: [Intention]

  /// Frames of the job before that are there still, and are no part of this run: they are to be
  /// written over by the next one.
  public let leftCount: Int

  /// Files that have names of frames beyond the end of the sequence, and are left there because no
  /// run is known to have written them.
  public let strays: [Int]

  /// What is to become of a frame.
  private enum Intention {
    /// It is written, and nothing that has its name by then is replaced.
    case create
    /// It is written, whatever is there.
    case replace
    /// It is written unless the file is there and as it was written.
    case restore
    /// A file is there that no run has noted as this job's: it must be the same, or what is to be
    /// written over.
    case compare
  }

  /// Finds out what is to be done for the frames of a run, and notes that it will be.
  ///
  /// - Throws: ``WritingError``: frames are in the way, they are of another job, another run is
  ///   writing them, or the manifest cannot be used.
  public init(
    _ folder: FrameFolder, job: SequenceJob, frames: Range<Int>
  ) throws(WritingError) {
    pattern = folder.pattern
    self.frames = frames
    let claim = try SequenceClaim(on: frames, of: job, in: folder)
    (manifest, leftCount, strays) = (claim.manifest, claim.leftCount, claim.strays)
    var intentions: [Intention] = []
    for part in ManifestFile.parts(of: frames) {
      let before = try manifest.records(of: part)
      var records = before
      for (index, frame) in part.enumerated() {
        let intention: Intention =
          if folder.existing == .overwrite {
            .replace
          } else if !claim.present.contains(frame) {
            .create
          } else if case .written = before[index] {
            .restore
          } else {
            .compare
          }
        intentions.append(intention)
        // Whatever ends this run, the next one knows what it may find.
        if [.create, .replace].contains(intention) { records[index] = before[index].beingWritten }
      }
      if records != before { try manifest.set(records, from: part.lowerBound) }
    }
    self.intentions = intentions
  }

  /// Whether a frame is there already, as a run of this job has written it.
  ///
  /// - Precondition: it is one of the run's frames.
  /// - Throws: ``WritingError/foreignFrame(path:)`` for a whole picture that is another one,
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

  /// What the manifest says of a frame's content, until this run has written it.
  private func hash(ofFrame index: Int) throws(WritingError) -> ContentHash? {
    try manifest.records(of: index..<index + 1)[0].hash
  }

  /// Writes a frame under a temporary name in its own folder, renames it, and notes its
  /// fingerprint: in this order, so that a frame that is noted is there.
  ///
  /// A file that no run has noted must have the same bytes, and is kept.
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

  /// Makes sure at the end that what was noted of the frames can still be found.
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
      do throws(SystemError) { try file.write(bytes.span) } catch {
        file.discard()
        throw error
      }
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
  /// It was there before, as it should be, and was kept.
  case kept
  /// It was there before, damaged, and was written anew.
  case repaired
}
