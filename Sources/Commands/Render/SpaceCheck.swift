// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Views
internal import Writing

/// What a run would add to a disk, and whether the disk has room for it.
struct SpaceCheck {
  /// Where the frames go.
  let disk: FileSystem
  /// Frames that are not there yet; those that are do not grow much when they are replaced.
  let newFrames: Int
  /// What these take on the disk, in bytes; about a tenth more or less.
  let neededBytes: Int

  init(_ disk: FileSystem, newFrames: Int, estimate: RenderEstimate?) {
    self.disk = disk
    self.newFrames = newFrames
    let bytes = (estimate?.storedBytesPerFrame ?? 0) * Double(newFrames)
    neededBytes = Int(min(bytes, 1e18).rounded())
  }

  /// Whether the disk has room for all, as far as is known.
  var isEnough: Bool {
    neededBytes <= disk.availableBytes ?? .max && newFrames <= disk.availableFiles ?? .max
  }

  /// What the disk plainly lacks, in words; `nil` if it may do. An estimate is taken to be a tenth
  /// too high, lest a run be refused that would have gone well.
  var lack: String? {
    if let files = disk.availableFiles, newFrames > files {
      return "\(counted(newFrames, "frame")) are to be made, and the disk takes "
        + "\(counted(files, "more file"))"
    }
    guard let bytes = disk.availableBytes, Double(neededBytes) * 0.9 > Double(bytes) else {
      return nil
    }
    return "the frames need about \(Quantity.bytes(neededBytes)), and \(Quantity.bytes(bytes)) "
      + "are free"
  }

  /// Refuses to begin what the disk cannot hold.
  ///
  /// Usually this takes no time: nothing is rendered where all frames at the largest that a file
  /// can be would fit. Long sequences for which that is not so cost the rendering of one frame, and
  /// only those for which there may be no room a real estimate.
  static func refuse<SomeView: View>(
    _ work: RenderWork<SomeView>, _ options: RenderOptions<SomeView>, folder: FrameFolder
  ) throws(Diagnostic) {
    let newFrames = work.frames.count - folder.presentCount(in: work.frames)
    let path = folder.pattern.folder
    guard options.checksSpace, newFrames > 0, let disk = try? FileSystem(ofFolder: path),
      !work.surelyFit(newFrames, on: disk)
    else { return }
    let check = SpaceCheck(disk, newFrames: newFrames, estimate: work.estimate(on: disk))
    guard let lack = check.lack else { return }
    throw Diagnostic(
      "\(path): \(lack)",
      hint: "make room, choose another disk with -o, or begin all the same with --no-space-check",
      status: .ioError)
  }
}

extension RenderWork {
  /// How many times the file of the fullest picture, on average, files surely do not exceed: as
  /// full a picture of the wildest turn has not so much more in it than one of another turn.
  private static var margin: Int { 8 }

  /// Whether a disk surely has room for so many of the frames.
  fileprivate func surelyFit(_ newFrames: Int, on disk: FileSystem) -> Bool {
    guard newFrames <= disk.availableFiles ?? .max else { return false }
    guard let room = disk.availableBytes else { return true }
    let roomPerFrame = room / newFrames
    let fullest = fullestScene
    return disk.storedSize(of: mostBytes(of: fullest)) <= roomPerFrame
      || disk.storedSize(of: bytes(of: fullest)) * RenderWork.margin <= roomPerFrame
  }
}
