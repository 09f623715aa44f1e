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

  /// What is to become of a frame.
  private enum Intention {
    /// It is written. Where its name was free, nothing that has it by then is replaced.
    case write(replacing: Bool)
    /// It is written unless the file is there and as it was written.
    case restore(ContentHash)
    /// A file is there of which the manifest knows nothing: it must be the same.
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
    (manifest, leftCount) = try ManifestFile.claimed(by: job, frames, in: folder)
    // Once more, now that nobody else can write them.
    let present = try folder.pattern.presentFrames()
    if folder.existing == .refuse { try folder.pattern.refuse(present, in: frames) }
    var records = try manifest.knownRecords(of: frames)
    intentions = zip(frames, records).map { frame, record in
      if folder.existing == .overwrite { return .write(replacing: true) }
      guard present.contains(frame) else { return .write(replacing: false) }
      switch record {
      case .notAsked: return .compare
      case .pending: return .write(replacing: true)
      case .written(let hash): return .restore(hash)
      }
    }
    let before = records
    for (index, intention) in intentions.enumerated() {
      // Whatever ends this run, the next one knows that these may be written over.
      if case .write = intention { records[index] = .pending }
    }
    guard records != before else { return }
    do { try manifest.set(records, from: frames.lowerBound) } catch {
      throw .cannotWriteManifest(path: manifest.path, error)
    }
  }

  /// Whether a frame is there already, as a run of this job has written it.
  ///
  /// - Precondition: it is one of the run's frames.
  /// - Throws: ``WritingError/foreignFrame(path:)`` for a whole picture that is another one,
  ///   ``WritingError/cannotReadFrame(path:_:)``.
  public func isFinished(frame index: Int) throws(WritingError) -> Bool {
    guard case .restore(let hash) = intentions[index - frames.lowerBound] else { return false }
    let path = pattern.path(ofFrame: index)
    let condition: FrameFile.Condition
    do { condition = try FrameFile.condition(path, of: pattern, written: hash) } catch {
      throw .cannotReadFrame(path: path, error)
    }
    switch condition {
    case .sound: return true
    case .missing, .damaged: return false
    case .foreign: throw .foreignFrame(path: path)
    }
  }

  /// Writes a frame under a temporary name in its own folder, renames it, and notes its
  /// fingerprint: in this order, so that a frame that is noted is there.
  ///
  /// A file that the manifest does not know must have the same bytes, and is kept.
  ///
  /// - Precondition: it is one of the run's frames.
  /// - Throws: ``WritingError``.
  public func write(_ bytes: [UInt8], frame index: Int) throws(WritingError) -> FrameOutcome {
    let path = pattern.path(ofFrame: index)
    let hash = ContentHash(of: bytes)
    let outcome: FrameOutcome
    var replacing = true
    switch intentions[index - frames.lowerBound] {
    case .write(let mayReplace): (outcome, replacing) = (.written, mayReplace)
    case .restore: outcome = .repaired
    case .compare:
      let condition: FrameFile.Condition
      do { condition = try FrameFile.condition(path, of: pattern, written: hash) } catch {
        throw .cannotReadFrame(path: path, error)
      }
      switch condition {
      case .sound: outcome = .kept
      case .damaged: outcome = .repaired
      case .missing: (outcome, replacing) = (.written, false)
      case .foreign: throw .foreignFrame(path: path)
      }
    }
    if outcome != .kept {
      do { try put(bytes, path, replacing: replacing) } catch {
        // What has taken the name is not ours, and must not be taken for what this run began.
        if case .framesExist = error { try? manifest.set([.notAsked], from: index) }
        throw error
      }
    }
    do { try manifest.set([.written(hash)], from: index) } catch {
      throw .cannotWriteManifest(path: manifest.path, error)
    }
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
