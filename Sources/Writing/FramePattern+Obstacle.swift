// SPDX-License-Identifier: MIT
internal import Platform

extension FramePattern {
  /// What would keep a run of a job from writing frames, as far as that can be seen without touching
  /// anything; `nil` if nothing would.
  public func obstacle(
    to job: SequenceJob, _ frames: Range<Int>, _ existing: FrameFolder.ExistingFrames
  ) -> WritingError? {
    guard Folder.kind(of: folder) != nil else { return nil }
    do throws(WritingError) {
      if existing == .refuse { try refuse(try presentFrames(), in: frames) }
      let wanted = SequenceManifest(pattern: printfName, job: job)
      guard let file = try standingManifest(existing), !file.isOf(wanted) else { return nil }
      _ = try file.displacedFrames(by: wanted, self, existing)
      return nil
    } catch { return error }
  }

  /// The manifest that is there, unless it may be replaced whatever it says.
  private func standingManifest(
    _ existing: FrameFolder.ExistingFrames
  ) throws(WritingError) -> ManifestFile? {
    do { return try ManifestFile.open(manifestPath, forChanging: false) } catch {
      switch error {
      case .fault(.malformed) where existing == .overwrite: return nil
      case .fault(let fault): throw .badManifest(path: manifestPath, fault)
      case .system(let error): throw .cannotWriteManifest(path: manifestPath, error)
      }
    }
  }
}
