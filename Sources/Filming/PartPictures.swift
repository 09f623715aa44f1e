// SPDX-License-Identifier: MIT
internal import Pipeline
internal import Platform

/// The pictures of all parts of a film that the program has coded itself: one after another, they are
/// those of the whole film.
struct PartPictures {
  private let file: SharedFile
  /// For each group the bytes of its pictures.
  private(set) var groups: [[UInt32]] = []

  /// Appends them to a file, each after its length in four bytes.
  ///
  /// `progress` is called after each frame; it returns `false` to stop.
  ///
  /// - Throws: ``FilmError/part(path:_:)``, ``FilmError/pipeline(_:)``.
  init(
    into file: SharedFile, _ parts: FilmParts, progress: () -> Bool
  ) throws(FilmError) {
    self.file = file
    for part in parts.parts {
      let source: FileDescriptor
      do { source = try .reading(part.path) } catch {
        throw .part(path: part.path, .unreadable(error))
      }
      try append(source, part.path, progress)
    }
  }

  /// Copies the pictures of one file: what its box `mdat` holds, to the end of the file.
  private mutating func append(
    _ source: borrowing FileDescriptor, _ path: String, _ progress: () -> Bool
  ) throws(FilmError) {
    do throws(SystemError) {
      var place = 0
      while true {
        let head = try source.bytes(at: place, count: 16)
        guard head.count >= 8 else { throw SystemError.notFound }
        var size = PartPictures.number(head[0..<4])
        if head[4..<8].elementsEqual("mdat".utf8) {
          place += size == 1 ? 16 : 8
          break
        }
        if size == 1, head.count == 16 { size = PartPictures.number(head[8..<16]) }
        guard size >= 8 else { throw SystemError.notFound }
        place += size
      }
      while true {
        let head = try source.bytes(at: place, count: 5)
        if head.isEmpty { return }
        guard head.count == 5 else { throw SystemError.notFound }
        let count = PartPictures.number(head[0..<4]) + 4
        // An IDR picture begins a group.
        if head[4] & 31 == 5 { groups.append([]) }
        guard !groups.isEmpty else { throw SystemError.notFound }
        let picture = try source.bytes(at: place, count: count)
        guard picture.count == count else { throw SystemError.notFound }
        try file.descriptor.write(picture.span)
        groups[groups.count - 1].append(UInt32(count))
        place += count
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

  /// The number of bytes, the highest first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
