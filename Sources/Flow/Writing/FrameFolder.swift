// SPDX-License-Identifier: MIT
internal import Platform
internal import Rendering

/// A folder for frames, checked before the long work.
public struct FrameFolder: Sendable {
  /// The names of the frames.
  public let pattern: FramePattern

  /// What happens to existing frames.
  public let existing: ExistingOutput

  /// The numbers of the existing frames.
  private let present: FrameNumbers

  /// The folders that had to be created.
  private let made: [String]

  /// Creates the folder if it is missing, removes leftovers of killed runs, and looks for existing
  /// frames.
  ///
  /// - Throws: ``WritingError/cannotUseFolder(path:_:)``.
  public init(pattern: FramePattern, existing: ExistingOutput) throws(WritingError) {
    self.pattern = pattern
    self.existing = existing
    made = try FrameFolder.prepare(pattern)
    do throws(WritingError) { present = try pattern.presentFrames() } catch {
      Folder.removeEmpty(made)
      throw error
    }
  }

  /// Prepares the folder for writing; returns the folders that were created.
  @discardableResult
  static func prepare(_ pattern: FramePattern) throws(WritingError) -> [String] {
    var made: [String] = []
    do throws(SystemError) {
      made = try Folder.make(pattern.folder)
      TransientFile.prepare(pattern.folder)
      // An error for a folder without write permission now, not after the long work.
      _ = try TransientFile(for: pattern.path(ofFrame: 0))
      return made
    } catch {
      Folder.removeEmpty(made)
      throw .cannotUseFolder(path: pattern.folder, error)
    }
  }

  /// Removes the folders that were created for the frames, if they are empty.
  public func removeIfEmpty() { Folder.removeEmpty(made) }

  /// Refuses to touch existing frames, before the long work. The final decision is made when the
  /// run has its lock.
  ///
  /// - Throws: ``WritingError/framesExist(path:count:)``.
  public func check(_ frames: Range<Int>) throws(WritingError) {
    guard existing == .fail else { return }
    try pattern.refuse(present, in: frames)
  }

  /// How many of some frames exist, whatever they are.
  public func presentCount(in frames: Range<Int>) -> Int {
    present.count(in: frames)
  }
}

extension FramePattern {
  /// What the name of the manifest has after the pattern of the file names.
  static let manifestSuffix = ".json"

  /// The path of the manifest.
  public var manifestPath: String { path(ofName: printfName + FramePattern.manifestSuffix) }

  /// The size of a job's manifest in bytes.
  public func manifestSize(of job: SequenceSettings) -> Int {
    let manifest = SequenceManifest(pattern: printfName, job: job)
    return manifest.size(afterHead: manifest.head.count)
  }

  /// The pattern in a folder that belongs to a manifest's name; `nil` for other names.
  init?(folder: String, manifestName name: String) {
    guard name.hasSuffix(FramePattern.manifestSuffix),
      FramePattern.kind(of: String(name.dropLast(FramePattern.manifestSuffix.count))) != nil
    else { return nil }
    self.init(
      folder: folder, printfName: String(name.dropLast(FramePattern.manifestSuffix.count)))
  }

  /// The paths of the manifests that the user's word may mean: it names one, or is a pattern,
  /// perhaps without the file extension.
  static func manifestPaths(of operand: String) -> [String] {
    if operand.hasSuffix(manifestSuffix) { return [operand] }
    let kinds = kind(of: operand).map { [$0] } ?? OutputKind.all
    return kinds.compactMap {
      try? FramePattern(parsing: operand, fileExtension: $0.name).manifestPath
    }
  }

  /// The numbers of the frames in the folder; none if it does not exist.
  ///
  /// - Throws: ``WritingError/cannotUseFolder(path:_:)``.
  public func presentFrames() throws(WritingError) -> FrameNumbers {
    var numbers = FrameNumbers()
    do {
      try Folder.forEachName(in: folder) { name in
        if let frame = frame(named: name) { numbers.insert(frame) }
      }
    } catch {
      guard error == .notFound else { throw .cannotUseFolder(path: folder, error) }
    }
    return numbers
  }

  /// Throws if some of the frames that are present are among those to be written.
  func refuse(_ present: FrameNumbers, in frames: Range<Int>) throws(WritingError) {
    if let first = present.first(in: frames) {
      throw .framesExist(path: path(ofFrame: first), count: present.count(in: frames))
    }
  }
}
