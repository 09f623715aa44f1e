// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform

/// What lies where the frames of a run are to go: the manifest, and the files that have their names.
///
/// Here alone it is decided whether the run may begin: for a plan from what there is, for a run under
/// its claim, when nobody else changes it. Nothing is changed.
struct FoundSequence {
  /// The manifest that is there.
  let manifest: ManifestFile?
  /// The frames that are there, whatever they are.
  let present: Set<Int>
  /// Those among them that runs of another job have written or were to write, and what is known.
  private let displaced: [Int: FrameRecord]

  /// Looks at what is there.
  ///
  /// - Throws: ``WritingError/framesExist(path:count:)``, ``WritingError/otherJob(path:_:)`` for what
  ///   must stay, ``WritingError/badManifest(path:_:)``, ``WritingError/cannotUseFolder(path:_:)``.
  init(
    _ manifest: ManifestFile?, before wanted: SequenceManifest, _ frames: Range<Int>,
    _ pattern: FramePattern, _ existing: FrameFolder.ExistingFrames
  ) throws(WritingError) {
    self.manifest = manifest
    present = try pattern.presentFrames()
    if existing == .refuse { try pattern.refuse(present, in: frames) }
    var displaced: [Int: FrameRecord] = [:]
    if let manifest, !manifest.isOf(wanted) {
      for part in ManifestFile.parts(of: 0..<manifest.manifest.job.frameCount) {
        for (frame, record) in zip(part, try manifest.records(of: part))
        where record != .notAsked && present.contains(frame) {
          displaced[frame] = record
        }
      }
      guard existing == .overwrite || displaced.isEmpty else {
        throw .otherJob(path: manifest.path, wanted.differences(fromFound: manifest.manifest))
      }
    }
    self.displaced = displaced
  }

  /// The frames of another job, beside those of the run, that are what was written there, or what is
  /// left of it; their files are read. What somebody else has put there, or has changed, is not.
  func displacedWork(
    beside frames: Range<Int>, _ pattern: FramePattern
  ) throws(WritingError) -> [Int] {
    var work: [Int] = []
    for (frame, record) in displaced where !frames.contains(frame) {
      let path = pattern.path(ofFrame: frame)
      guard !Folder.isLink(path) else { continue }
      let condition = try FrameFile.condition(path, of: pattern, written: record.hash)
      if condition == .sound || condition == .damaged { work.append(frame) }
    }
    return work
  }

  /// The lines with which the manifest of a job begins: those that are there if it is of this job,
  /// else what is known of the frames that are to be written over.
  func rows(of frames: Range<Int>, in wanted: SequenceManifest) throws(SystemError) -> [UInt8] {
    if let manifest, manifest.isOf(wanted) { return try manifest.rows(of: frames) }
    let records = frames.map { displaced[$0]?.beingWritten ?? .notAsked }
    return wanted.rows(records, from: frames.lowerBound)
  }
}

extension FramePattern {
  /// What would keep a run of a job from writing frames, as far as that can be seen without touching
  /// anything; `nil` if nothing would.
  public func obstacle(
    to job: SequenceJob, _ frames: Range<Int>, _ existing: FrameFolder.ExistingFrames
  ) -> WritingError? {
    do throws(WritingError) {
      let manifest = try ManifestFile.open(
        manifestPath, forChanging: false, salvaging: existing == .overwrite)
      let wanted = SequenceManifest(pattern: printfName, job: job)
      _ = try FoundSequence(manifest, before: wanted, frames, self, existing)
      return nil
    } catch { return error }
  }
}
