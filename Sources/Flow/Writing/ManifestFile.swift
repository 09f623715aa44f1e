// SPDX-License-Identifier: MIT
internal import Platform

/// An open ``SequenceManifest`` file, whose rows for the frames are read and replaced in place.
///
/// A class because the threads of a run share it. It has constants and an open file; each row
/// belongs to one frame, which one thread writes.
final class ManifestFile: Sendable {
  let manifest: SequenceManifest
  let path: String
  private let descriptor: FileDescriptor
  private let rowsStart: Int

  /// Opens the file at `path`; `nil` if there is none. With `salvaging`, a damaged one is opened as
  /// ``SequenceManifest/nothing``.
  ///
  /// Only the head is kept in memory, at most a mebibyte.
  ///
  /// - Throws: ``WritingError/badManifest(path:_:)``, ``WritingError/cannotWriteManifest(path:_:)``.
  static func open(
    _ path: String, forChanging: Bool, salvaging: Bool = false
  ) throws(WritingError) -> ManifestFile? {
    // Check the kind before opening: a pipe would wait for a writer.
    switch Folder.kind(of: path) {
    case .regular: break
    case nil where !Folder.hasEntry(path): return nil
    default: throw .badManifest(path: path, .notAManifest)
    }
    let descriptor: FileDescriptor
    do { descriptor = try forChanging ? .updating(path) : .reading(path) } catch {
      if error == .notFound { return nil }
      throw .cannotWriteManifest(path: path, error)
    }
    var (manifest, rowsStart) = (SequenceManifest.nothing, 0)
    do throws(WritingError) {
      (manifest, rowsStart) = try head(of: descriptor, path)
      if salvaging {
        for part in parts(of: 0..<manifest.job.frameCount) {
          _ = try records(of: part, manifest, from: rowsStart, in: descriptor, path)
        }
      }
    } catch {
      guard salvaging, case .badManifest(_, .malformed) = error else { throw error }
      (manifest, rowsStart) = (.nothing, 0)
    }
    return ManifestFile(manifest, path, descriptor, rowsStart: rowsStart)
  }

  /// Reads the beginning, and checks the size of the file against it.
  private static func head(
    of descriptor: borrowing FileDescriptor, _ path: String
  ) throws(WritingError) -> (SequenceManifest, rowsStart: Int) {
    let (beginning, size): ([UInt8], Int)
    do throws(SystemError) {
      let (kind, length) = try descriptor.status()
      size = kind == .regular ? length : 0
      beginning = try descriptor.bytes(at: 0, count: min(size, SequenceManifest.maxHeadBytes))
    } catch { throw .cannotWriteManifest(path: path, error) }
    do throws(ManifestFault) {
      let (manifest, rowsStart) = try SequenceManifest.parse(beginning)
      // Check the frame count against the size of the file before using it.
      guard manifest.job.frameCount <= size, size == manifest.size(afterHead: rowsStart) else {
        throw .malformed
      }
      return (manifest, rowsStart)
    } catch { throw .badManifest(path: path, error) }
  }

  /// Writes the file under a temporary name, with a lock on the rows of `frames` that lasts after
  /// the renaming. `rows` gives the rows of some frames.
  static func draft(
    _ manifest: SequenceManifest, _ path: String, locking frames: Range<Int>,
    rows: (Range<Int>) throws(SystemError) -> [UInt8]
  ) throws(SystemError) -> TransientFile {
    let head = manifest.head
    let file = try TransientFile(for: path)
    try file.write(head.span)
    for part in parts(of: 0..<manifest.job.frameCount) {
      let lines = try rows(part)
      try file.write(lines.span)
    }
    try file.write(Array(SequenceManifest.tail.utf8).span)
    let region = region(ofRows: frames, from: head.count)
    // Nobody else knows of the file yet, so this succeeds.
    if !frames.isEmpty { _ = try file.lock(from: region.start, count: region.count) }
    return file
  }

  /// The drafted file under its final name, perhaps replacing another one.
  ///
  /// - Throws: ``SystemError/exists`` if it must not replace a file, and the name is taken.
  init(
    _ manifest: SequenceManifest, _ path: String, committing draft: consuming TransientFile,
    replacing: Bool
  ) throws(SystemError) {
    self.manifest = manifest
    self.path = path
    descriptor = try draft.commitOpen(replacing: replacing)
    rowsStart = manifest.head.count
  }

  private init(
    _ manifest: SequenceManifest, _ path: String, _ descriptor: consuming FileDescriptor,
    rowsStart: Int
  ) {
    self.manifest = manifest
    self.path = path
    self.descriptor = descriptor
    self.rowsStart = rowsStart
  }

  /// Whether the frames are those of another manifest, with the same names.
  func isOf(_ other: SequenceManifest) -> Bool {
    other.differences(fromFound: manifest).isEmpty
  }

  /// Locks the rows of frames for this run; `false` if another run has locked some of them, or,
  /// with `nil`, if any run is active.
  func lock(_ frames: Range<Int>?) throws(WritingError) -> Bool {
    if let frames, frames.isEmpty { return true }
    let region = frames.map { ManifestFile.region(ofRows: $0, from: rowsStart) }
    do { return try descriptor.lock(from: region?.start ?? 0, count: region?.count ?? 0) } catch {
      throw .cannotWriteManifest(path: path, error)
    }
  }

  /// Whether the path still leads to this file, and not to one that replaced it.
  var isCurrent: Bool { descriptor.isFile(at: path) }

  /// Whether the file has other names, as in a copy of the folder by `cp -al`.
  var isShared: Bool { (try? descriptor.linkCount()) ?? 1 > 1 }

  /// Ranges of frames whose rows are read or written at once, so that long sequences take little
  /// memory.
  static func parts(of frames: Range<Int>) -> some Sequence<Range<Int>> {
    stride(from: frames.lowerBound, to: frames.upperBound, by: rowsAtOnce).lazy
      .map { $0..<min($0 + rowsAtOnce, frames.upperBound) }
  }

  private static let rowsAtOnce = 16_384

  /// The records of some frames: one of the ranges of ``parts(of:)``.
  ///
  /// - Throws: ``WritingError/badManifest(path:_:)``, ``WritingError/cannotWriteManifest(path:_:)``.
  func records(of frames: Range<Int>) throws(WritingError) -> [FrameRecord] {
    try ManifestFile.records(of: frames, manifest, from: rowsStart, in: descriptor, path)
  }

  private static func records(
    of frames: Range<Int>, _ manifest: SequenceManifest, from rowsStart: Int,
    in descriptor: borrowing FileDescriptor, _ path: String
  ) throws(WritingError) -> [FrameRecord] {
    let region = region(ofRows: frames, from: rowsStart)
    let text: [UInt8]
    do { text = try descriptor.bytes(at: region.start, count: region.count) } catch {
      throw .cannotWriteManifest(path: path, error)
    }
    do throws(ManifestFault) {
      guard text.count == region.count else { throw .malformed }
      return try manifest.records(ofRows: text, from: frames.lowerBound)
    } catch { throw .badManifest(path: path, error) }
  }

  /// The rows of some frames, unparsed.
  func rows(of frames: Range<Int>) throws(SystemError) -> [UInt8] {
    let region = ManifestFile.region(ofRows: frames, from: rowsStart)
    return try descriptor.bytes(at: region.start, count: region.count)
  }

  /// Replaces the records of frames from number `first` on.
  func set(_ records: [FrameRecord], from first: Int) throws(WritingError) {
    let rows = manifest.rows(records, from: first)
    do {
      try descriptor.write(rows.span, at: rowsStart + first * SequenceManifest.rowLength)
    } catch { throw .cannotWriteManifest(path: path, error) }
  }

  private static func region(
    ofRows frames: Range<Int>, from start: Int
  ) -> (start: Int, count: Int) {
    (
      start + frames.lowerBound * SequenceManifest.rowLength,
      frames.count * SequenceManifest.rowLength
    )
  }
}
