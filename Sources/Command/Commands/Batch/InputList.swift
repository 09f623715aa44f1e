// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// The tracks of the operands: single files, and the audio files in folders.
struct InputList {
  /// A track to read.
  struct Track: Sendable {
    /// Its path.
    let path: String
    /// Its name: the file name without extension, after the names of subfolders in a recursive
    /// search.
    let name: String
  }

  private(set) var tracks: [Track] = []
  /// The extensions of films in the folders, which are not tracks.
  private var filmExtensions: Set<String> = []
  private var filmCount = 0

  /// Says which files of the folders are not tracks although they have sound.
  var remark: String? {
    guard filmCount > 0 else { return nil }
    let kinds = filmExtensions.sorted().map { ".\($0)" }.joined(separator: ", ")
    return "\(counted(filmCount, "film")) in the folders passed over (\(kinds)); name "
      + "\(filmCount == 1 ? "it" : "them") for the sound"
  }

  /// The operands in order, with each folder replaced by its audio files, sorted by the bytes of
  /// their names.
  ///
  /// - Throws: if a folder cannot be read, or has no audio files.
  init(_ operands: [String], recursive: Bool) throws(Diagnostic) {
    for operand in operands {
      guard operand != "-", Folder.kind(of: operand) == .directory else {
        let name = operand.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
        tracks.append(Track(path: operand, name: InputList.parts(of: name).head))
        continue
      }
      var folder = operand
      while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
      let count = tracks.count
      try add(folder == "/" ? "" : folder, "", recursive)
      guard tracks.count == count else { continue }
      throw Diagnostic(
        "\(operand): has no audio files" + (recursive ? "" : " of its own"),
        hint: (recursive ? "" : "search its subfolders with --recursive, or ")
          + "name the files; in a folder, audio files are recognized by extensions such as .flac",
        status: .noInput)
    }
  }

  /// The paths.
  var paths: [String] { tracks.map(\.path) }

  /// Adds the content of a folder, whose tracks have names that begin with `prefix`.
  private mutating func add(
    _ folder: String, _ prefix: String, _ recursive: Bool
  ) throws(Diagnostic) {
    let names: [String]
    do { names = try Folder.names(in: folder.isEmpty ? "/" : folder) } catch {
      throw Diagnostic(reading: folder, error)
    }
    let visible = names.filter { $0.utf8.first != UInt8(ascii: ".") }
    for name in visible.sorted(by: {
      RawText.bytes($0).lexicographicallyPrecedes(RawText.bytes($1))
    }
    ) {
      let path = "\(folder)/\(name)"
      switch Folder.kind(of: path) {
      // A link to a folder may form a loop.
      case .directory:
        if recursive, !Folder.isLink(path) { try add(path, "\(prefix)\(name)/", true) }
      // A broken link is reported when it is read.
      case .regular, nil:
        let (head, fileExtension) = InputList.parts(of: name)
        guard InputList.extensions.contains(fileExtension) else {
          if FileKind(of: path)?.isFilm == true {
            filmExtensions.insert(fileExtension)
            filmCount += 1
          }
          continue
        }
        tracks.append(Track(path: path, name: prefix + head))
      case .pipe, .other: break
      }
    }
  }

  /// A name without its extension, and the extension in lower case; a name like `.wav` has no
  /// extension.
  private static func parts(of name: String) -> (head: String, fileExtension: String) {
    guard let dot = name.unicodeScalars.lastIndex(of: "."), dot > name.startIndex else {
      return (name, "")
    }
    let rest = name.unicodeScalars[dot...].dropFirst()
    return (String(name.unicodeScalars[..<dot]), String(rest).lowercased())
  }

  /// Audio formats only: a film in the folder is probably a result.
  private static let extensions = Set(
    """
    wav wave bwf w64 rf64 aif aiff aifc au snd caf voc flac ogg oga opus spx mp1 mp2 mp3 m4a m4b aac \
    alac ac3 eac3 dts wv ape tta mpc mka wma amr dsf
    """.split(separator: " ").map { String($0) })
}
