// SPDX-License-Identifier: MIT
internal import Hashing
internal import Platform

/// What is already in the place of a run's frames: the manifest, and the files with their names.
///
/// This decides whether the run may begin: for a plan from what there is, for a run under its lock,
/// when nobody else changes it. Nothing is changed.
struct FoundSequence {
  /// The manifest on the disk.
  let manifest: ManifestFile?
  /// The numbers of the frames on the disk, whatever they are.
  let present: FrameNumbers
  /// Those among them that belong to runs of another job, with their records.
  private let displaced: [Int: FrameRecord]

  /// Examines what is there.
  ///
  /// - Throws: ``WritingError/framesExist(path:count:)``, ``WritingError/otherJob(path:_:)`` for what
  ///   must stay, ``WritingError/badManifest(path:_:)``, ``WritingError/cannotUseFolder(path:_:)``.
  init(
    _ manifest: ManifestFile?, before wanted: SequenceManifest, _ frames: Range<Int>,
    _ pattern: FramePattern, _ existing: ExistingOutput
  ) throws(WritingError) {
    self.manifest = manifest
    present = try pattern.presentFrames()
    if existing == .fail { try pattern.refuse(present, in: frames) }
    var displaced: [Int: FrameRecord] = [:]
    if let manifest, !manifest.isOf(wanted) {
      for part in ManifestFile.parts(of: 0..<manifest.manifest.job.frameCount) {
        for (frame, record) in zip(part, try manifest.records(of: part))
        where record != .notAsked && present.contains(frame) {
          displaced[frame] = record
        }
      }
      guard existing == .replace || displaced.isEmpty else {
        throw .otherJob(path: manifest.path, wanted.differences(fromFound: manifest.manifest))
      }
    }
    self.displaced = displaced
  }

  /// The frames of another job outside the run that are as written, or damaged; their files are
  /// read. Files that somebody else has put there or changed are not included.
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

  /// The first rows of a job's manifest: the existing ones if they are of this job, otherwise what
  /// is known about the frames to overwrite.
  func rows(of frames: Range<Int>, in wanted: SequenceManifest) throws(SystemError) -> [UInt8] {
    if let manifest, manifest.isOf(wanted) { return try manifest.rows(of: frames) }
    let records = frames.map { displaced[$0]?.beingWritten ?? .notAsked }
    return wanted.rows(records, from: frames.lowerBound)
  }
}

extension FramePattern {
  /// What would keep a run of a job from writing frames, as far as that can be seen without
  /// changing anything; `nil` if nothing would.
  public func obstacle(
    to job: SequenceSettings, _ frames: Range<Int>, _ existing: ExistingOutput
  ) -> WritingError? {
    do throws(WritingError) {
      let manifest = try ManifestFile.open(
        manifestPath, forChanging: false, salvaging: existing == .replace)
      let wanted = SequenceManifest(pattern: printfName, job: job)
      _ = try FoundSequence(manifest, before: wanted, frames, self, existing)
      return nil
    } catch { return error }
  }
}
