// SPDX-License-Identifier: MIT
public import Analysis
public import Decoding
public import Platform
public import Views

/// What a text file tells of a song.
public enum SongFileKind: String, Hashable, Sendable {
  /// Its beats and sections.
  case labels = "a label file"
  /// Its words.
  case lyrics = "a file of lyrics"
}

/// Why a file that describes a song cannot be used.
public enum SongFileError: Error, Hashable, Sendable {
  /// The system cannot read it.
  case cannotRead(SystemError)
  /// It is larger than `limit` bytes, so it is something else.
  case tooLarge(SongFileKind, limit: Int)
  /// Its bytes are neither UTF-8 nor UTF-16.
  case notText(SongFileKind)
  /// Its labels are not those of beats and sections.
  case labels(LabelFileError)
  /// Its lines are not lyrics with times.
  case lyrics(LyricsFileError)
}

extension SongFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .cannotRead(let error): "\(error)"
    case .tooLarge(let kind, let limit):
      "has more than \(limit >> 20) MiB, so it is not \(kind.rawValue)"
    case .notText: "is not text in UTF-8 or UTF-16"
    case .labels(let error): "\(error)"
    case .lyrics(let error): "\(error)"
    }
  }
}

/// Reads a file that describes a song.
private func songFile<Content>(
  _ path: String, _ kind: SongFileKind, limit: Int,
  read: (String) throws(SongFileError) -> Content
) throws(PipelineError) -> Content {
  do { return try read(try songText(path, kind, limit: limit)) } catch {
    throw .song(error, path: path)
  }
}

/// Reads the text of a file that describes a song, in UTF-8, or in UTF-16 with a byte order mark.
private func songText(
  _ path: String, _ kind: SongFileKind, limit: Int
) throws(SongFileError) -> String {
  let bytes: [UInt8]?
  do { bytes = try FileDescriptor.contents(of: path, limit: limit) } catch {
    throw .cannotRead(error)
  }
  guard let bytes else { throw .tooLarge(kind, limit: limit) }
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
    let isBig = bytes[0] == 0xFE
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      UInt16(bytes[place + (isBig ? 0 : 1)]) << 8 | UInt16(bytes[place + (isBig ? 1 : 0)])
    }
    if let text = String(validating: units, as: UTF16.self) { return text }
  }
  guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(kind) }
  return text
}

extension LabelFile {
  /// Reads a file that `meter --format labels` wrote, or that the user edited.
  ///
  /// - Throws: ``PipelineError/song(_:path:)``.
  public static func structure(path: String) throws(PipelineError) -> SongStructure {
    try songFile(path, .labels, limit: 32 << 20) { (text) throws(SongFileError) in
      do throws(LabelFileError) { return try structure(text) } catch { throw .labels(error) }
    }
  }
}

extension LyricsFile {
  /// Reads a file of lyrics.
  ///
  /// - Throws: ``PipelineError/song(_:path:)``.
  public static func lyrics(path: String) throws(PipelineError) -> SongLyrics {
    try songFile(path, .lyrics, limit: 4 << 20) { (text) throws(SongFileError) in
      do throws(LyricsFileError) { return try lyrics(text) } catch { throw .lyrics(error) }
    }
  }
}

extension LyricsChoice {
  /// The lyrics for a sound file, or `nil` and why there are none, though they were asked for. Those that
  /// are looked for are in a file beside it, with its name and another ending, or in its tags.
  ///
  /// - Throws: ``PipelineError/song(_:path:)``.
  public func lyrics(
    ofSound path: String?, _ tags: AudioTags
  ) throws(PipelineError) -> (SongLyrics?, LyricsFault?) {
    switch self {
    case .none: return (nil, nil)
    case .file(let path): return (try LyricsFile.lyrics(path: path), nil)
    case .automatic: break
    }
    if let path, let file = LyricsChoice.fileBeside(path) {
      return (try LyricsFile.lyrics(path: file), nil)
    }
    guard let text = tags.lyrics else { return (nil, .absent) }
    do { return (try LyricsFile.lyrics(text), nil) } catch { return (nil, .unusable(error)) }
  }

  /// A file of lyrics in the folder of a sound file.
  private static func fileBeside(_ path: String) -> String? {
    var stem = path[...]
    while stem.count > 1, stem.last == "/" { stem.removeLast() }
    let name = stem.split(separator: "/").last ?? ""
    if let mark = name.lastIndex(of: "."), mark > name.startIndex {
      stem.removeLast(name.distance(from: mark, to: name.endIndex))
    }
    for ending in ["lrc", "LRC", "srt", "SRT", "vtt", "VTT"] {
      let file = "\(stem).\(ending)"
      if file != path, Folder.kind(of: file) == .regular { return file }
    }
    return nil
  }
}

/// Why there are no lyrics, though they were asked for.
public enum LyricsFault: Sendable, Hashable {
  /// There is no file of them, and no tag has them.
  case absent
  /// Those in the tags have no times, or are damaged.
  case unusable(LyricsFileError)
}
