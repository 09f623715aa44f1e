// SPDX-License-Identifier: MIT
internal import Platform

/// Puts frames into their files, each whole or not at all.
public struct FrameSequenceWriter: Sendable {
  /// What happens to frames that are there before.
  public enum ExistingFrames: Sendable, Hashable {
    /// They are an error, found before any work is done.
    case refuse
    /// They are replaced.
    case overwrite
    /// They are kept, and not written again.
    case keep
  }

  /// The names of the frames.
  public let pattern: FramePattern

  private let existing: ExistingFrames

  /// The frames that are there.
  private let present: Set<Int>

  /// Makes the folder if it is missing, removes what killed runs have left in it, and looks for
  /// frames that are there.
  ///
  /// - Throws: ``WritingError/cannotUseFolder(path:_:)``.
  public init(pattern: FramePattern, existing: ExistingFrames) throws(WritingError) {
    self.pattern = pattern
    self.existing = existing
    do throws(SystemError) {
      try Folder.make(pattern.folder)
      TransientFile.removeLeftovers(in: pattern.folder)
      // A folder that cannot be written to is found now, not after the long work.
      try TransientFile(for: pattern.path(ofFrame: 0)).discard()
      present = Set(try Folder.names(in: pattern.folder).compactMap(pattern.frame(named:)))
    } catch { throw .cannotUseFolder(path: pattern.folder, error) }
  }

  /// Refuses frames that are there and must not be touched.
  ///
  /// - Throws: ``WritingError/framesExist(path:count:)``.
  public func check(_ frames: Range<Int>) throws(WritingError) {
    guard existing == .refuse else { return }
    let inTheWay = present.filter(frames.contains)
    if let first = inTheWay.min() {
      throw .framesExist(path: pattern.path(ofFrame: first), count: inTheWay.count)
    }
  }

  /// Whether a frame is still to be written.
  public func needs(frame index: Int) -> Bool {
    existing != .keep || !present.contains(index)
  }

  /// Writes a frame under a temporary name in its own folder, and renames it.
  ///
  /// - Throws: ``WritingError/cannotWriteFrame(path:_:)``.
  public func write(_ bytes: [UInt8], frame index: Int) throws(WritingError) {
    let path = pattern.path(ofFrame: index)
    do throws(SystemError) {
      let file = try TransientFile(for: path)
      do throws(SystemError) { try file.write(bytes.span) } catch {
        file.discard()
        throw error
      }
      try file.commit()
    } catch { throw .cannotWriteFrame(path: path, error) }
  }
}
