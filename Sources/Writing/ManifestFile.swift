// SPDX-License-Identifier: MIT
internal import Platform

/// The file of a ``SequenceManifest``, open: its frames' lines are read and replaced in place.
///
/// A class because the threads of a run share it. It holds constants and an open file; each line
/// belongs to one frame, which one thread writes.
final class ManifestFile: Sendable {
  let manifest: SequenceManifest
  let path: String
  private let descriptor: FileDescriptor
  private let rowsStart: Int

  /// What can happen to the file.
  enum Failure: Error {
    /// It is not what it should be.
    case fault(ManifestFault)
    /// The system refuses.
    case system(SystemError)
  }

  /// Opens the file at `path`; `nil` if there is none.
  ///
  /// Nothing of it is kept but the head, which is at most a mebibyte.
  static func open(_ path: String, forChanging: Bool) throws(Failure) -> ManifestFile? {
    // Only then it is opened: a pipe would wait for a writer.
    switch Folder.kind(of: path) {
    case .regular: break
    case nil where !Folder.hasEntry(path): return nil
    default: throw .fault(.notAManifest)
    }
    let opened: Opened
    do { opened = try Opened(path, forChanging: forChanging) } catch {
      if error == .notFound { return nil }
      throw .system(error)
    }
    do throws(ManifestFault) {
      let (manifest, rowsStart) = try SequenceManifest.parse(opened.beginning)
      let size = opened.size
      // Before the count is used for anything, it is held against what is there.
      guard manifest.job.frameCount <= size else { throw .malformed }
      let file = ManifestFile(
        manifest, path, opened.intoDescriptor(), rowsStart: rowsStart)
      guard size == file.size else { throw .malformed }
      return file
    } catch { throw .fault(error) }
  }

  private struct Opened: ~Copyable {
    let descriptor: FileDescriptor
    let size: Int
    let beginning: [UInt8]

    init(_ path: String, forChanging: Bool) throws(SystemError) {
      let descriptor: FileDescriptor = try forChanging ? .updating(path) : .reading(path)
      let (kind, length) = try descriptor.status()
      let size = kind == .regular ? length : 0
      beginning = try descriptor.bytes(at: 0, count: min(size, SequenceManifest.mostHeadBytes))
      self.size = size
      self.descriptor = descriptor
    }

    consuming func intoDescriptor() -> FileDescriptor { descriptor }
  }

  /// Makes the file, with a line for each frame and a claim on the lines of `frames`; of several
  /// who try, one succeeds, unless `replacing` says that it takes the place of another file.
  /// Some frames are `pending` from the beginning.
  ///
  /// - Throws: ``SystemError/exists`` for those who came too late.
  static func create(
    _ manifest: SequenceManifest, _ path: String, claiming frames: Range<Int>,
    pending: Set<Int>, replacing: Bool
  ) throws(SystemError) -> ManifestFile {
    let head = manifest.head
    let file = try TransientFile(for: path)
    do throws(SystemError) {
      try file.write(head.span)
      for start in stride(from: 0, to: manifest.job.frameCount, by: rowsAtOnce) {
        let part = start..<min(start + rowsAtOnce, manifest.job.frameCount)
        let records = part.map { pending.contains($0) ? FrameRecord.pending : .notAsked }
        try file.write(manifest.rows(records, from: start).span)
      }
      try file.write(Array(SequenceManifest.tail.utf8).span)
      let region = region(ofRows: frames, from: head.count)
      // Nobody else knows of the file yet.
      if !frames.isEmpty { _ = try file.claim(from: region.start, count: region.count) }
    } catch {
      file.discard()
      throw error
    }
    return ManifestFile(
      manifest, path, try file.commitOpen(replacing: replacing), rowsStart: head.count)
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

  /// Claims the lines of frames for this run; `false` if another run has claimed some of them, or,
  /// with `nil`, if any run is at work.
  func claim(_ frames: Range<Int>?) throws(SystemError) -> Bool {
    guard let frames else { return try descriptor.claim(from: 0, count: 0) }
    guard !frames.isEmpty else { return true }
    let region = ManifestFile.region(ofRows: frames, from: rowsStart)
    return try descriptor.claim(from: region.start, count: region.count)
  }

  /// Whether the path still leads to this file, and not to one that another run put there since.
  var isCurrent: Bool { descriptor.isFile(at: path) }

  /// What is known of some frames.
  func records(of frames: Range<Int>) throws(Failure) -> [FrameRecord] {
    var records: [FrameRecord] = []
    for start in stride(
      from: frames.lowerBound, to: frames.upperBound, by: ManifestFile.rowsAtOnce)
    {
      let part = start..<min(start + ManifestFile.rowsAtOnce, frames.upperBound)
      let region = ManifestFile.region(ofRows: part, from: rowsStart)
      let text: [UInt8]
      do { text = try descriptor.bytes(at: region.start, count: region.count) } catch {
        throw .system(error)
      }
      guard text.count == region.count else { throw .fault(.malformed) }
      do { records += try manifest.records(ofRows: text, from: start) } catch {
        throw .fault(error)
      }
    }
    return records
  }

  /// Replaces what is known of frames, from number `first` on.
  func set(_ records: [FrameRecord], from first: Int) throws(SystemError) {
    let rows = manifest.rows(records, from: first)
    try descriptor.write(rows.span, at: rowsStart + first * SequenceManifest.rowLength)
  }

  private static let rowsAtOnce = 16_384

  private var size: Int {
    let rows = manifest.job.frameCount * SequenceManifest.rowLength
    return rowsStart + rows + SequenceManifest.tail.utf8.count
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
