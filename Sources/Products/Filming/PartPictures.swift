// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform
internal import Writing

/// The pictures of all parts of a film that the program has coded itself: one after another, they are
/// those of the whole film.
package struct PartPictures {
  private let file: SharedFile
  /// For each group the bytes of its pictures.
  package private(set) var groups: [[UInt32]] = []

  /// Appends them to a file, each after its length in four bytes. Each part begins with the `header` of its
  /// own pictures.
  ///
  /// `progress` is called after each frame; it returns `false` to stop.
  ///
  /// - Throws: ``FilmError/part(path:_:)``, ``FilmError/pipeline(_:)``.
  package init(
    into file: SharedFile, _ parts: FilmParts, header: ([[UInt32]]) throws -> [UInt8],
    progress: () -> Bool
  ) throws(FilmError) {
    self.file = file
    for part in parts.parts {
      let source: FileDescriptor
      do { source = try .reading(part.path) } catch {
        throw .part(path: part.path, .unreadable(error))
      }
      let (before, first) = (count, groups.count)
      try append(source, of: part, progress)
      // Its size, its rate and its groups stand in what comes before its pictures.
      guard count - before == part.frames.count, let head = try? header(Array(groups[first...])),
        (try? source.bytes(at: 0, count: head.count)) == head
      else { throw .part(path: part.path, .damaged) }
    }
  }

  /// The pictures so far.
  private var count = 0

  /// Copies the pictures of one part: what the box `mdat` of its file holds.
  private mutating func append(
    _ source: borrowing FileDescriptor, of part: FilmPart, _ progress: () -> Bool
  ) throws(FilmError) {
    let end = count + part.frames.count
    do throws(SystemError) {
      var pictures = try PartPictures.pictures(of: source)
      while !pictures.isEmpty {
        // A file can claim any number of pictures, and any length of each.
        guard count < end else { throw SystemError.notFound }
        let head = try source.bytes(at: pictures.lowerBound, count: min(5, pictures.count))
        guard head.count == 5 else { throw SystemError.notFound }
        let length = Int(bigEndian: head[0..<4]) + 4
        // An IDR picture begins a group.
        if head[4] & 31 == 5 { groups.append([]) }
        guard !groups.isEmpty, length <= pictures.count, let bytes = UInt32(exactly: length) else {
          throw SystemError.notFound
        }
        try copy(pictures.prefix(length), of: source)
        groups[groups.count - 1].append(bytes)
        count += 1
        pictures = pictures.lowerBound + length..<pictures.upperBound
        guard progress() else { throw SystemError.interrupted }
      }
    } catch {
      switch error {
      case .interrupted: throw .pipeline(.interrupted)
      case .notFound: throw .part(path: part.path, .damaged)
      default: throw .pipeline(.output(path: part.path, error))
      }
    }
  }

  /// Copies some bytes, a megabyte at a time.
  private func copy(
    _ bytes: Range<Int>, of source: borrowing FileDescriptor
  ) throws(SystemError) {
    for first in stride(from: bytes.lowerBound, to: bytes.upperBound, by: 1 << 20) {
      let count = min(bytes.upperBound - first, 1 << 20)
      let piece = try source.bytes(at: first, count: count)
      guard piece.count == count else { throw .notFound }
      try file.descriptor.write(piece.span)
    }
  }

  /// The bytes of the pictures in a file: those in its box `mdat`.
  private static func pictures(
    of source: borrowing FileDescriptor
  ) throws(SystemError) -> Range<Int> {
    let size = try source.status().size
    var place = 0
    while let box = try FileBox(at: place, in: source, ofBytes: size) {
      place = box.contents.upperBound
      guard place <= size else { break }
      if box.type.elementsEqual("mdat".utf8) { return box.contents }
    }
    throw SystemError.notFound
  }
}
