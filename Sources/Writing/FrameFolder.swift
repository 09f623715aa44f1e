// SPDX-License-Identifier: MIT
internal import Platform
internal import Rendering

/// A folder that frames are to be put into, looked at before the long work.
public struct FrameFolder: Sendable {
  /// What happens to frames that are there before.
  public enum ExistingFrames: Sendable, Hashable {
    /// They are an error, found before any work is done.
    case refuse
    /// They are replaced.
    case overwrite
    /// Those that are whole are kept, if they are of the same job.
    case keep
  }

  /// The names of the frames.
  public let pattern: FramePattern

  /// What happens to frames that are there.
  public let existing: ExistingFrames

  /// The frames that are there.
  private let present: Set<Int>

  /// The folders that were missing.
  private let made: [String]

  /// Makes the folder if it is missing, removes what killed runs have left in it, and looks for
  /// frames that are there.
  ///
  /// - Throws: ``WritingError/cannotUseFolder(path:_:)``.
  public init(pattern: FramePattern, existing: ExistingFrames) throws(WritingError) {
    self.pattern = pattern
    self.existing = existing
    made = try FrameFolder.prepare(pattern)
    do throws(WritingError) { present = try pattern.presentFrames() } catch {
      Folder.removeEmpty(made)
      throw error
    }
  }

  /// Makes the folder ready to be written to; gives those that were made for it.
  @discardableResult
  static func prepare(_ pattern: FramePattern) throws(WritingError) -> [String] {
    var made: [String] = []
    do throws(SystemError) {
      made = try Folder.make(pattern.folder)
      TransientFile.prepare(pattern.folder)
      // A folder that cannot be written to is found now, not after the long work.
      try TransientFile(for: pattern.path(ofFrame: 0)).discard()
      return made
    } catch {
      Folder.removeEmpty(made)
      throw .cannotUseFolder(path: pattern.folder, error)
    }
  }

  /// Removes the folders that were made for the frames, if nothing was put there.
  public func removeIfEmpty() { Folder.removeEmpty(made) }

  /// Refuses frames that are there and must not be touched, before the long work. Whether a run may
  /// begin is decided when it has its claim.
  ///
  /// - Throws: ``WritingError/framesExist(path:count:)``.
  public func check(_ frames: Range<Int>) throws(WritingError) {
    guard existing == .refuse else { return }
    try pattern.refuse(present, in: frames)
  }

  /// How many of some frames are there, whatever they are.
  public func presentCount(in frames: Range<Int>) -> Int {
    present.count(where: frames.contains)
  }
}

extension FramePattern {
  /// What follows the pattern of the file names in the name of the manifest.
  static let manifestSuffix = ".json"

  /// The path of the file that says what the frames are.
  public var manifestPath: String { path(ofName: printfName + FramePattern.manifestSuffix) }

  /// The bytes of the manifest of a job.
  public func manifestSize(of job: SequenceJob) -> Int {
    let manifest = SequenceManifest(pattern: printfName, job: job)
    return manifest.size(afterHead: manifest.head.count)
  }

  /// The pattern in a folder to which a manifest of this name belongs; `nil` for other names.
  init?(folder: String, manifestName name: String) {
    guard name.hasSuffix(FramePattern.manifestSuffix),
      FramePattern.kind(of: String(name.dropLast(FramePattern.manifestSuffix.count))) != nil
    else { return nil }
    self.init(
      folder: folder, printfName: String(name.dropLast(FramePattern.manifestSuffix.count)))
  }

  /// The paths of the manifests that the user's word may mean: it names one, or is a pattern, which
  /// may leave the kind of the pictures open.
  static func manifestPaths(of operand: String) -> [String] {
    if operand.hasSuffix(manifestSuffix) { return [operand] }
    let kinds = kind(of: operand).map { [$0] } ?? OutputKind.all
    return kinds.compactMap {
      try? FramePattern(parsing: operand, fileExtension: $0.name).manifestPath
    }
  }

  /// The numbers of the frames that are in the folder; none if there is no folder.
  ///
  /// - Throws: ``WritingError/cannotUseFolder(path:_:)``.
  public func presentFrames() throws(WritingError) -> Set<Int> {
    do { return Set(try Folder.names(in: folder).compactMap(frame(named:))) } catch {
      if error == .notFound { return [] }
      throw .cannotUseFolder(path: folder, error)
    }
  }

  /// Throws if some of the frames that are present are among those to be written.
  func refuse(_ present: Set<Int>, in frames: Range<Int>) throws(WritingError) {
    let inTheWay = present.filter(frames.contains)
    if let first = inTheWay.min() {
      throw .framesExist(path: path(ofFrame: first), count: inTheWay.count)
    }
  }
}
