// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Writing

/// What a run would add to a disk, and whether the disk has room for it.
struct SpaceCheck {
  /// Where the frames go.
  let disk: FileSystem
  /// What is not there yet; what is does not grow much when it is replaced.
  let new: NewFiles
  /// What these take on the disk, in bytes; about a tenth more or less.
  let neededBytes: Int

  init(_ disk: FileSystem, _ new: NewFiles, estimate: RenderEstimate?) {
    self.disk = disk
    self.new = new
    let bytes = (estimate?.storedBytesPerFrame ?? 0) * Double(new.frames)
    neededBytes = Int(min(bytes, 1e18).rounded()) + disk.storedSize(of: new.manifestBytes ?? 0)
  }

  /// Whether the disk has room for all, as far as is known.
  var isEnough: Bool {
    neededBytes <= disk.availableBytes ?? .max && new.count <= disk.availableFiles ?? .max
  }

  /// What the disk plainly lacks, in words; `nil` if it may do. An estimate is taken to be a tenth
  /// too high, lest a run be refused that would have gone well.
  var lack: String? {
    if let files = disk.availableFiles, new.count > files {
      let manifest = new.manifestBytes == nil ? "" : " and their manifest"
      return "\(counted(new.frames, "frame"))\(manifest) are to be made, and the disk takes "
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
  static func refuse(_ work: RenderWork, folder: FrameFolder) throws(Diagnostic) {
    let new = NewFiles(work, folder.pattern, presentFrames: folder.presentCount(in: work.frames))
    let path = folder.pattern.folder
    guard new.frames > 0, let disk = try? FileSystem(ofFolder: path) else { return }
    var estimate: RenderEstimate?
    if let available = disk.availableBytes,
      work.mostBytesPerFrame.map({ $0 * (new.frames + 1) > available }) ?? true
    {
      estimate = try work.estimate(on: disk)
    }
    guard let lack = SpaceCheck(disk, new, estimate: estimate).lack else { return }
    throw Diagnostic(
      "\(path): \(lack)",
      hint: "make room, choose another disk with -o, or start anyway with --no-space-check",
      status: .ioError)
  }
}

/// The files that a run adds to its folder.
struct NewFiles {
  /// Frames.
  let frames: Int
  /// Bytes of the manifest; `nil` if there is one.
  let manifestBytes: Int?

  init(_ work: RenderWork, _ pattern: FramePattern, presentFrames: Int) {
    frames = work.frames.count - presentFrames
    manifestBytes =
      Folder.hasEntry(pattern.manifestPath) ? nil : pattern.manifestSize(of: work.job)
  }

  /// All of them.
  var count: Int { frames + (manifestBytes == nil ? 0 : 1) }
}
