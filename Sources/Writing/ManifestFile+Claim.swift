// SPDX-License-Identifier: MIT
internal import Platform

extension ManifestFile {
  /// The manifest of a job, with a claim on the frames of a run: the one that is there, or a new
  /// one, which may take the place of another job's.
  ///
  /// - Throws: ``WritingError``.
  static func claimed(
    by job: SequenceJob, _ frames: Range<Int>, in folder: FrameFolder
  ) throws(WritingError) -> ManifestFile {
    let path = folder.pattern.manifestPath
    let manifest = SequenceManifest(pattern: folder.pattern.printfName, job: job)
    // Others may put a manifest in place between any two of these calls; that never lasts.
    for _ in 0..<mostAttempts {
      let found = try existing(path, replaceable: folder.existing == .overwrite)
      if case .manifest(let file) = found, file.isOf(manifest) {
        guard try file.claiming(frames) else { throw .inUse(path: path) }
        if file.isCurrent { return file }
        continue
      }
      if case .manifest(let other) = found {
        guard try other.giveWay(to: job, folder) else { continue }
      }
      do {
        // The claim on the other job's file is held until nobody can find it any more.
        return try withExtendedLifetime(found) { () throws(SystemError) in
          try create(manifest, path, claiming: frames, replacing: found.isThere)
        }
      } catch {
        if error != .exists { throw .cannotWriteManifest(path: path, error) }
      }
    }
    throw .inUse(path: path)
  }

  private static let mostAttempts = 1000

  private enum Found {
    case nothing
    case manifest(ManifestFile)
    /// Something that cannot be read, and may be replaced.
    case remains

    var isThere: Bool { if case .nothing = self { false } else { true } }
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
      case .fault(.malformed) where replaceable: return .remains
      case .fault(let fault): throw .badManifest(path: path, fault)
      case .system(let error): throw .cannotWriteManifest(path: path, error)
      }
    }
  }

  private func isOf(_ other: SequenceManifest) -> Bool {
    manifest.pattern == other.pattern
      && other.job.differences(fromFound: manifest.job).isEmpty
  }

  private func claiming(_ frames: Range<Int>?) throws(WritingError) -> Bool {
    do { return try claim(frames) } catch { throw .cannotWriteManifest(path: path, error) }
  }

  /// Makes room for another job: removes this one's frames beyond the other's end, if that is
  /// wanted; `false` if the file was replaced meanwhile.
  ///
  /// - Throws: ``WritingError/otherJob(path:_:)`` if frames of this one are there and must stay.
  private func giveWay(to job: SequenceJob, _ folder: FrameFolder) throws(WritingError) -> Bool {
    let pattern = folder.pattern
    let present = try pattern.presentFrames().filter { $0 < manifest.job.frameCount }
    let records = try knownRecords(of: 0..<manifest.job.frameCount)
    let own = present.filter { if case .written = records[$0] { true } else { false } }
    if folder.existing != .overwrite, !own.isEmpty {
      throw .otherJob(path: path, job.differences(fromFound: manifest.job))
    }
    guard try claiming(nil) else { throw .inUse(path: path) }
    guard isCurrent else { return false }
    for frame in own.sorted() where frame >= job.frameCount {
      guard case .written(let hash) = records[frame] else { continue }
      let path = pattern.path(ofFrame: frame)
      do {
        let condition = try FrameFile.condition(path, of: pattern, written: hash)
        // What somebody else has put there, or has changed, stays.
        if condition == .sound || condition == .damaged { try Folder.remove(path) }
      } catch { throw .cannotWriteFrame(path: path, error) }
    }
    return true
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
