// SPDX-License-Identifier: MIT
package import MP4
internal import Pipeline
internal import Platform
internal import Writing

/// The pictures of all parts of a film that the program has coded itself: one after another, they are
/// those of the whole film.
package struct PartPictures {
  private let file: SharedFile
  /// For each group the bytes of its pictures.
  package private(set) var groups: [[UInt32]] = []

  /// Appends them to a file, each after its length in four bytes. Each part is the `movie` of its own
  /// pictures.
  ///
  /// `progress` is called after each frame; it returns `false` to stop.
  ///
  /// - Throws: ``FilmError/part(path:_:)``, ``FilmError/pipeline(_:)``.
  package init(
    into file: SharedFile, _ parts: FilmParts, as movie: MP4Movie, progress: () -> Bool
  ) throws(FilmError) {
    self.file = file
    for part in parts.parts {
      let source: FileDescriptor
      do { source = try .reading(part.path) } catch {
        throw .part(path: part.path, .unreadable(error))
      }
      let (before, first) = (count, groups.count)
      try append(source, part.path, progress)
      // Its size, its rate and its groups stand in what comes before its pictures.
      let head = try? movie.header(of: Array(groups[first...]))
      guard count - before == part.frames.count, let head,
        (try? source.bytes(at: 0, count: head.count)) == head
      else { throw .part(path: part.path, .damaged) }
    }
  }

  /// The pictures so far.
  private var count = 0

  /// Copies the pictures of one file: what its box `mdat` holds.
  private mutating func append(
    _ source: borrowing FileDescriptor, _ path: String, _ progress: () -> Bool
  ) throws(FilmError) {
    do throws(SystemError) {
      var pictures = try PartPictures.pictures(of: source)
      while !pictures.isEmpty {
        let head = try source.bytes(at: pictures.lowerBound, count: min(5, pictures.count))
        guard head.count == 5 else { throw SystemError.notFound }
        let length = Int(bigEndian: head[0..<4]) + 4
        // An IDR picture begins a group.
        if head[4] & 31 == 5 { groups.append([]) }
        guard !groups.isEmpty, length <= pictures.count else { throw SystemError.notFound }
        let picture = try source.bytes(at: pictures.lowerBound, count: length)
        guard picture.count == length else { throw SystemError.notFound }
        try file.descriptor.write(picture.span)
        groups[groups.count - 1].append(UInt32(length))
        count += 1
        pictures = pictures.lowerBound + length..<pictures.upperBound
        guard progress() else { throw SystemError.interrupted }
      }
    } catch {
      switch error {
      case .interrupted: throw .pipeline(.interrupted)
      case .notFound: throw .part(path: path, .damaged)
      default: throw .pipeline(.output(path: path, error))
      }
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
