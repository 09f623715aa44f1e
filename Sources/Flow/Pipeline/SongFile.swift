// SPDX-License-Identifier: MIT
public import Analysis
public import Decoding
public import Platform
internal import Text
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
  /// Its bytes are neither UTF-8 nor UTF-16, but perhaps text in an encoding that iconv has by this name.
  case notText(SongFileKind, encoding: String?)
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

/// What of a file that describes a song is not used, though the rest is.
public struct SongFileRemark: Sendable, Hashable, CustomStringConvertible {
  /// The file, and what is wrong with it.
  public let path, fault: String

  /// The file and what is wrong with it.
  public var description: String { "\(path): \(fault)" }

  fileprivate init?(_ path: String, _ unused: (some CustomStringConvertible)?) {
    guard let unused else { return nil }
    (self.path, fault) = (path, "\(unused)")
  }
}

/// Reads a file that describes a song.
private func songFile<Content>(
  _ path: String, _ kind: SongFileKind, limit: Int,
  read: (String) throws(SongFileError) -> Content
) throws(PipelineError) -> Content {
  do {
    let bytes: [UInt8]?
    do { bytes = try FileDescriptor.contents(of: path, limit: limit) } catch {
      throw SongFileError.cannotRead(error)
    }
    guard let bytes else { throw SongFileError.tooLarge(kind, limit: limit) }
    guard let text = ForeignText.text(bytes) else {
      throw SongFileError.notText(kind, encoding: ForeignText.encoding(of: bytes))
    }
    return try read(text)
  } catch let error as SongFileError { throw .song(error, path: path) } catch {
    preconditionFailure("\(error)")
  }
}

extension LabelFile {
  /// Reads a file that `meter --format labels` wrote, or that the user edited.
  ///
  /// - Throws: ``PipelineError/song(_:path:)``.
  public static func structure(
    path: String
  ) throws(PipelineError) -> (structure: SongStructure, remark: SongFileRemark?) {
    try songFile(path, .labels, limit: 32 << 20) { (text) throws(SongFileError) in
      do throws(LabelFileError) {
        let (structure, unused) = try read(text)
        return (structure, SongFileRemark(path, unused))
      } catch { throw .labels(error) }
    }
  }
}

extension LyricsFile {
  /// Reads a file of lyrics.
  ///
  /// - Throws: ``PipelineError/song(_:path:)``.
  public static func lyrics(path: String) throws(PipelineError) -> FoundLyrics {
    try songFile(path, .lyrics, limit: 4 << 20) { (text) throws(SongFileError) in
      do throws(LyricsFileError) {
        let (lyrics, unused) = try read(text)
        return FoundLyrics(lyrics: lyrics, remark: SongFileRemark(path, unused))
      } catch { throw .lyrics(error) }
    }
  }
}

/// The lyrics for a sound file.
public struct FoundLyrics: Sendable, Hashable {
  /// The lyrics; `nil` if there are none.
  public var lyrics: SongLyrics?
  /// Why there are none, though they were asked for.
  public var fault: LyricsFault?
  /// What of them is not used.
  public var remark: SongFileRemark?
}

extension LyricsChoice {
  /// The lyrics for a sound file. Those that are looked for are in a file beside it, with its name and
  /// another ending, or in its tags.
  ///
  /// - Throws: ``PipelineError/song(_:path:)``.
  public func lyrics(
    ofSound path: String?, _ tags: AudioTags
  ) throws(PipelineError) -> FoundLyrics {
    switch self {
    case .none: return FoundLyrics()
    case .file(let path): return try LyricsFile.lyrics(path: path)
    case .automatic: break
    }
    if let path, let file = LyricsChoice.fileBeside(path) {
      return try LyricsFile.lyrics(path: file)
    }
    guard let text = tags.lyrics else { return FoundLyrics(fault: .absent) }
    do {
      let (lyrics, unused) = try LyricsFile.read(text)
      let name = "\(path ?? "-"): the lyrics in the tags"
      return FoundLyrics(lyrics: lyrics, remark: SongFileRemark(name, unused))
    } catch { return FoundLyrics(fault: .unusable(error)) }
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
