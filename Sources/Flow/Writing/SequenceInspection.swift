// SPDX-License-Identifier: MIT
internal import Platform

/// A sequence on the disk, to compare with its manifest. Nothing is changed.
public struct SequenceInspection: Sendable {
  /// What is wrong with a frame.
  public enum Problem: String, Sendable, Hashable, CaseIterable {
    /// A run should have written it, and it is not there.
    case missing
    /// No run included it.
    case notAsked = "not-asked"
    /// The run that was to write it ended before: it is an older frame, or a part of one.
    case unfinished
    /// It is truncated or destroyed.
    case damaged
    /// It exists, but no run has recorded it: only rendering it can tell whether it is right.
    case unknown
    /// It is not what a run of this job has written.
    case foreign
    /// The system cannot read it.
    case unreadable
  }

  /// The names of the frames.
  public let pattern: FramePattern

  /// Frames in the whole sequence.
  public let frameCount: Int

  /// The sequences in a folder, by name, or the one of a pattern or a manifest.
  ///
  /// - Throws: ``WritingError/noManifest(path:)`` if there is none,
  ///   ``WritingError/badManifest(path:_:)`` for one that is truncated or changed.
  public static func sequences(at operand: String) throws(WritingError) -> [SequenceInspection] {
    let isFolder = Folder.kind(of: operand) == .directory
    var sequences: [SequenceInspection] = []
    for path in isFolder ? try paths(in: operand) : FramePattern.manifestPaths(of: operand) {
      do {
        if let sequence = try SequenceInspection(manifestAt: path) { sequences.append(sequence) }
      } catch {
        // Other programs write JSON as well.
        if isFolder, case .badManifest(_, .notAManifest) = error { continue }
        throw error
      }
    }
    guard !sequences.isEmpty else { throw .noManifest(path: operand) }
    return sequences
  }

  /// The paths of all files in a folder with names of manifests.
  private static func paths(in folder: String) throws(WritingError) -> [String] {
    let start = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    do {
      return try Folder.names(in: folder)
        .filter { FramePattern(folder: folder, manifestName: $0) != nil }.sorted()
        .map { start + $0 }
    } catch { throw .cannotUseFolder(path: folder, error) }
  }

  /// `nil` if there is no file.
  private init?(manifestAt path: String) throws(WritingError) {
    guard let file = try ManifestFile.open(path, forChanging: false) else { return nil }
    let name = path.unicodeScalars.split(separator: "/").last.map(String.init) ?? ""
    guard let pattern = FramePattern(folder: Folder.parent(of: path), manifestName: name),
      pattern.printfName == file.manifest.pattern
    else { throw .badManifest(path: path, .malformed) }
    self.pattern = pattern
    frameCount = file.manifest.job.frameCount
  }

  /// A frame with a problem.
  public struct Finding: Sendable, Hashable {
    /// The path of the frame.
    public let path: String
    /// What is wrong.
    public let problem: Problem
  }

  /// Checks every frame, and every file with the name of a frame; hands out the problems in the
  /// order of the frames.
  ///
  /// `progress` is called after each frame; it returns `false` to stop.
  ///
  /// - Throws: ``WritingError/cannotReadFrame(path:_:)``, ``WritingError/badManifest(path:_:)``,
  ///   ``WritingError/cannotUseFolder(path:_:)``.
  public func inspect(
    progress: () -> Bool, report: (Finding) -> Void
  ) throws(WritingError) {
    // List the files first: a frame written meanwhile is in the manifest, but not in the list.
    let present = try pattern.presentFrames()
    // The manifest was closed before: of a thousand sequences not all can be open at once.
    guard let manifest = try ManifestFile.open(pattern.manifestPath, forChanging: false) else {
      throw .noManifest(path: pattern.manifestPath)
    }
    let frameCount = manifest.manifest.job.frameCount
    for part in ManifestFile.parts(of: 0..<frameCount) {
      for (frame, record) in zip(part, try manifest.records(of: part)) {
        let path = pattern.path(ofFrame: frame)
        if let problem = problem(path, record, isPresent: present.contains(frame)) {
          report(Finding(path: path, problem: problem))
        }
        guard progress() else { return }
      }
    }
    for frame in present.from(frameCount) {
      report(Finding(path: pattern.path(ofFrame: frame), problem: .foreign))
    }
  }

  private func problem(
    _ path: String, _ record: FrameRecord, isPresent: Bool
  ) -> Problem? {
    do throws(WritingError) {
      switch record {
      case .notAsked: return isPresent ? .unknown : .notAsked
      case .pending, .superseded:
        guard isPresent else { return .missing }
        switch try FrameFile.condition(path, of: pattern, written: nil, over: record.hash) {
        case .missing: return .missing
        case .sound, .superseded, .damaged: return .unfinished
        // The frame of a run that was killed before it noted it, or anybody's picture.
        case .foreign: return Folder.kind(of: path) == .regular ? .unknown : .foreign
        }
      case .written(let hash):
        switch try FrameFile.condition(path, of: pattern, written: hash) {
        case .sound: return nil
        case .missing: return .missing
        case .damaged: return .damaged
        case .foreign, .superseded: return .foreign
        }
      }
    } catch { return .unreadable }
  }
}
