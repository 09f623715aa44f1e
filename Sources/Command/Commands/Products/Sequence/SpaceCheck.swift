// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Text
internal import Writing

/// The space that a run needs on a disk, and whether there is enough.
struct SpaceCheck {
  /// The disk of the frames.
  let disk: FileSystem
  /// The space for the new files on the disk in bytes, to about 10 %.
  let neededBytes: Int
  /// How many frames do not exist yet; replacing the others needs little additional space.
  private let newFrames: Int
  private let hasManifest: Bool

  init(
    _ sequence: SequenceRun, _ pattern: FramePattern, presentFrames: Int, on disk: FileSystem,
    _ estimate: RenderEstimate?
  ) {
    self.disk = disk
    newFrames = sequence.frames.count - presentFrames
    hasManifest = Folder.hasEntry(pattern.manifestPath)
    let bytes = (estimate?.storedBytesPerFrame ?? 0) * Double(newFrames)
    let manifestBytes =
      hasManifest ? 0 : disk.storedSize(of: pattern.manifestSize(of: sequence.job))
    neededBytes = Int(min(bytes, 1e18).rounded()) + manifestBytes
  }

  private var newFiles: Int { newFrames + (hasManifest ? 0 : 1) }

  /// Whether the disk has enough space, as far as known.
  var isEnough: Bool {
    neededBytes <= disk.availableBytes ?? .max && newFiles <= disk.availableFiles ?? .max
  }

  /// The missing space, in words; `nil` if there may be enough. The estimate may be 10 % too high,
  /// so the check allows for that.
  var lack: String? {
    if let files = disk.availableFiles, newFiles > files {
      let manifest = hasManifest ? "" : " and their manifest"
      return "\(counted(newFrames, "frame"))\(manifest) would be made, but the disk has room for "
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
  /// Renders a few of the frames for the estimate, unless even uncompressed frames would fit.
  static func refuse(_ sequence: SequenceRun, folder: FrameFolder) throws(Diagnostic) {
    let (path, present) = (folder.pattern.folder, folder.presentCount(in: sequence.frames))
    guard present < sequence.frames.count, let disk = try? FileSystem(ofFolder: path) else {
      return
    }
    var estimate: RenderEstimate?
    if let available = disk.availableBytes,
      sequence.maxBytesPerFrame.map({ $0 * (sequence.frames.count + 1) > available }) ?? true
    {
      estimate = try sequence.estimate(on: disk)
    }
    let check = SpaceCheck(sequence, folder.pattern, presentFrames: present, on: disk, estimate)
    guard let lack = check.lack else { return }
    throw Diagnostic(
      "\(path): \(lack)",
      hint: "free some space, choose another disk with -o, or start anyway with --no-space-check",
      status: .ioError)
  }
}
