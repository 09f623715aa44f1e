// SPDX-License-Identifier: MIT
internal import Platform

extension ManifestFile {
  /// The manifest of a job, with a claim on the frames of a run: the one that is there, or a new
  /// one, which may take the place of another job's. Of that one's frames, `leftCount` are there
  /// still and are not the run's; they are to be written over, as the run's are.
  ///
  /// - Throws: ``WritingError``.
  static func claimed(
    by job: SequenceJob, _ frames: Range<Int>, in folder: FrameFolder
  ) throws(WritingError) -> (ManifestFile, leftCount: Int) {
    let path = folder.pattern.manifestPath
    let manifest = SequenceManifest(pattern: folder.pattern.printfName, job: job)
    // Others may put a manifest in place between any two of these calls; that never lasts.
    for _ in 0..<mostAttempts {
      let found = try existing(path, replaceable: folder.existing == .overwrite)
      if case .manifest(let file) = found, file.isOf(manifest) {
        guard try file.claiming(frames) else { throw .inUse(path: path) }
        if file.isCurrent { return (file, 0) }
        continue
      }
      var left: Set<Int> = []
      if case .manifest(let other) = found {
        guard let own = try other.givingWay(to: manifest, folder, frames) else { continue }
        left = own
      }
      do {
        // The claim on the other job's file is held until nobody can find it any more.
        let file = try withExtendedLifetime(found) { () throws(SystemError) in
          try create(manifest, path, claiming: frames, pending: left, replacing: found.isThere)
        }
        return (file, left.count)
      } catch {
        if error != .exists { throw .cannotWriteManifest(path: path, error) }
      }
    }
    throw .inUse(path: path)
  }

  private static let mostAttempts = 100

  private enum Found {
    case nothing
    case manifest(ManifestFile)
    /// What is left of a manifest, and may be replaced; nobody else has a claim on it.
    case remains(Remains)

    var isThere: Bool { if case .nothing = self { false } else { true } }
  }

  /// A file that is held until another one takes its place.
  private final class Remains: Sendable {
    private let descriptor: FileDescriptor

    init(_ path: String) throws(WritingError) {
      do throws(SystemError) {
        let descriptor = try FileDescriptor.updating(path)
        if try descriptor.claim(from: 0, count: 0) {
          self.descriptor = descriptor
          return
        }
      } catch { throw .cannotWriteManifest(path: path, error) }
      throw .inUse(path: path)
    }
  }

  private static func existing(
    _ path: String, replaceable: Bool
  ) throws(WritingError) -> Found {
    do throws(Failure) {
      guard let file = try open(path, forChanging: true) else { return .nothing }
      // Where it may be replaced, all of it has to be of use.
      if replaceable { _ = try file.records(of: 0..<file.manifest.job.frameCount) }
      return .manifest(file)
    } catch {
      switch error {
      case .fault(.malformed) where replaceable: return .remains(try Remains(path))
      case .fault(let fault): throw .badManifest(path: path, fault)
      case .system(let error): throw .cannotWriteManifest(path: path, error)
      }
    }
  }

  func isOf(_ other: SequenceManifest) -> Bool {
    other.differences(fromFound: manifest).isEmpty
  }

  private func claiming(_ frames: Range<Int>?) throws(WritingError) -> Bool {
    do { return try claim(frames) } catch { throw .cannotWriteManifest(path: path, error) }
  }

  /// Makes room for another job: removes this one's frames beyond the other's end, if that is
  /// wanted, and gives those that stay beside the frames of the run; `nil` if the file was replaced
  /// meanwhile.
  ///
  /// - Throws: ``WritingError/otherJob(path:_:)`` if frames of this one are there and must stay.
  private func givingWay(
    to other: SequenceManifest, _ folder: FrameFolder, _ frames: Range<Int>
  ) throws(WritingError) -> Set<Int>? {
    let pattern = folder.pattern
    let displaced = try displacedFrames(by: other, pattern, folder.existing)
    guard try claiming(nil) else { throw .inUse(path: path) }
    guard isCurrent else { return nil }
    var left: Set<Int> = []
    for (frame, record) in displaced where !frames.contains(frame) {
      let path = pattern.path(ofFrame: frame)
      do {
        // What somebody else has put there, or has changed, stays.
        guard try isOwn(path, record, pattern) else { continue }
        if frame < other.job.frameCount {
          left.insert(frame)
        } else {
          try Folder.remove(path)
        }
      } catch { throw .cannotWriteFrame(path: path, error) }
    }
    return left
  }

  /// The frames of this job that are there, where another one is to be.
  ///
  /// - Throws: ``WritingError/otherJob(path:_:)`` if there are any and they must stay.
  func displacedFrames(
    by other: SequenceManifest, _ pattern: FramePattern, _ existing: FrameFolder.ExistingFrames
  ) throws(WritingError) -> [(frame: Int, record: FrameRecord)] {
    let records = try knownRecords(of: 0..<manifest.job.frameCount)
    let frames = try pattern.presentFrames().sorted()
      .filter { $0 < records.count && records[$0] != .notAsked }
    if existing != .overwrite, !frames.isEmpty {
      throw .otherJob(path: path, other.differences(fromFound: manifest))
    }
    return frames.map { ($0, records[$0]) }
  }

  /// Whether a file is one that a run of this job has written, or was to write over.
  private func isOwn(
    _ path: String, _ record: FrameRecord, _ pattern: FramePattern
  ) throws(SystemError) -> Bool {
    guard Folder.kind(of: path) == .regular, !Folder.isLink(path) else { return false }
    guard case .written(let hash) = record else { return record == .pending }
    let condition = try FrameFile.condition(path, of: pattern, written: hash)
    return condition == .sound || condition == .damaged
  }

  /// What is known of some frames.
  func knownRecords(of frames: Range<Int>) throws(WritingError) -> [FrameRecord] {
    do { return try records(of: frames) } catch {
      switch error {
      case .fault(let fault): throw .badManifest(path: path, fault)
      case .system(let error): throw .cannotWriteManifest(path: path, error)
      }
    }
  }
}
