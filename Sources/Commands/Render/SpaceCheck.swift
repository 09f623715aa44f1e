// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// What a run would add to a disk, and whether the disk has room for it.
struct SpaceCheck {
  /// Where the frames go.
  let disk: FileSystem
  /// What the new files take on the disk, in bytes; about a tenth more or less.
  let neededBytes: Int
  /// Frames that are not there yet; those that are do not grow much when they are replaced.
  private let newFrames: Int
  private let hasManifest: Bool

  init(
    _ work: RenderWork, _ pattern: FramePattern, presentFrames: Int, on disk: FileSystem,
    _ estimate: RenderEstimate?
  ) {
    self.disk = disk
    newFrames = work.frames.count - presentFrames
    hasManifest = Folder.hasEntry(pattern.manifestPath)
    let bytes = (estimate?.storedBytesPerFrame ?? 0) * Double(newFrames)
    let manifestBytes = hasManifest ? 0 : disk.storedSize(of: pattern.manifestSize(of: work.job))
    neededBytes = Int(min(bytes, 1e18).rounded()) + manifestBytes
  }

  private var newFiles: Int { newFrames + (hasManifest ? 0 : 1) }

  /// Whether the disk has room for all, as far as is known.
  var isEnough: Bool {
    neededBytes <= disk.availableBytes ?? .max && newFiles <= disk.availableFiles ?? .max
  }

  /// What the disk is too small for, in words; `nil` if it may be large enough. An estimate may be a
  /// tenth too high, and then nothing is refused.
  var lack: String? {
    if let files = disk.availableFiles, newFiles > files {
      let manifest = hasManifest ? "" : " and their manifest"
      return "\(counted(newFrames, "frame"))\(manifest) are to be made, and the disk takes "
        + "\(counted(files, "more file"))"
    }
    guard let bytes = disk.availableBytes, Double(neededBytes) * 0.9 > Double(bytes) else {
      return nil
    }
    return "the frames need about \(Quantity.bytes(neededBytes)), and \(Quantity.bytes(bytes)) "
      + "are free"
  }

  /// Refuses to start if the disk is too small.
  ///
  /// A few of the frames are rendered for it, unless there is room for the pixels of all as they are.
  static func refuse(_ work: RenderWork, folder: FrameFolder) throws {
    let (path, present) = (folder.pattern.folder, folder.presentCount(in: work.frames))
    guard present < work.frames.count, let disk = try? FileSystem(ofFolder: path) else { return }
    var estimate: RenderEstimate?
    if let available = disk.availableBytes,
      work.mostBytesPerFrame.map({ $0 * (work.frames.count + 1) > available }) ?? true
    {
      estimate = try work.estimate(on: disk)
    }
    let check = SpaceCheck(work, folder.pattern, presentFrames: present, on: disk, estimate)
    guard let lack = check.lack else { return }
    throw Diagnostic(
      "\(path): \(lack)",
      hint: "make room, choose another disk with -o, or start anyway with --no-space-check",
      status: .ioError)
  }
}
