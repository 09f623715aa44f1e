// SPDX-License-Identifier: MIT
internal import CSndfile
internal import Platform

/// The title, artist and album from the tags of a file, in its author's words.
public struct AudioTags: Sendable, Hashable {
  /// The name of the piece.
  public var title: String?
  /// The performer.
  public var artist: String?
  /// The name of the collection.
  public var album: String?

  /// Tags; missing by default.
  public init(title: String? = nil, artist: String? = nil, album: String? = nil) {
    self.title = title
    self.artist = artist
    self.album = album
  }

  /// How many bytes of a tag are read; a longer one is not a title.
  static let maxBytes = 4096

  /// The text of UTF-8 bytes, or of Latin-1 bytes if they are not valid UTF-8.
  static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The bytes of a C string up to the limit, without an incomplete character at the end.
  static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < maxBytes, case let byte = unsafe string[bytes.count], byte != 0 {
      bytes.append(UInt8(bitPattern: byte))
    }
    guard bytes.count == maxBytes else { return bytes }
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    return bytes.dropLast()
  }
}

extension SndfileDecoder {
  /// The tags of the file. Calls `sf_get_string`.
  var tags: AudioTags {
    func text(_ kind: Int) -> String? {
      guard let string = unsafe sf_get_string(handle, Int32(kind)) else { return nil }
      return unsafe AudioTags.text(AudioTags.bytes(string))
    }
    return AudioTags(
      title: text(SF_STR_TITLE), artist: text(SF_STR_ARTIST), album: text(SF_STR_ALBUM))
  }
}

extension AudioTags {
  /// What an ID3 tag of a file says that libsndfile does not read.
  fileprivate init(ofID3In path: String) throws(SystemError) {
    self = try ID3Tag(in: ByteWindow(path: path)).tags
  }
}

extension FFmpegReport {
  /// The tags of the file, or those of its sound: the lines `title`, `artist` and `album` in
  /// ffmpeg's description of the input.
  var tags: AudioTags {
    var tags = AudioTags()
    var isOfSound = true
    for line in lines.map(\.text).prefix(while: { !$0.hasPrefix("Stream mapping:") }) {
      if line.hasPrefix("  Stream #") { isOfSound = line.contains(": Audio: ") }
      // Chapters have titles as well.
      if line.hasPrefix("  Chapter") || line.hasPrefix("    Chapter") { isOfSound = false }
      guard isOfSound, line.hasPrefix("    "), let mark = line.firstRange(of: ": ") else {
        continue
      }
      let text = String(line[mark.upperBound...])
      switch line[..<mark.lowerBound].filter({ $0 != " " }).lowercased() {
      case "title": tags.title = tags.title ?? text
      case "artist": tags.artist = tags.artist ?? text
      case "album": tags.album = tags.album ?? text
      default: break
      }
    }
    return tags
  }
}

extension AudioTags {
  /// The tags that a decoder found, and those that it did not find in its file; `nil` for none.
  init(_ found: AudioTags = AudioTags(), orInFile path: String?) {
    self = found
    guard let path else { return }
    if found == AudioTags() {
      let decoder = try? SndfileDecoder(path: path, promise: ContainerChecks(isNoisy: true))
      // Values that cannot be copied do not allow optional chaining.
      switch decoder {
      case .some(let decoder): self = decoder.tags
      case nil: break
      }
    }
    guard title == nil || artist == nil || album == nil else { return }
    let more = try? AudioTags(ofID3In: path)
    (title, artist) = (title ?? more?.title, artist ?? more?.artist)
    album = album ?? more?.album
  }
}

extension PCMDecoder {
  /// The tags of the file.
  func tags(ofFile path: String?) -> AudioTags { AudioTags(orInFile: path) }
}

extension FFmpegDecoder {
  /// The tags that ffmpeg reports, or those of the file.
  func tags(ofFile path: String?) -> AudioTags { AudioTags(tags, orInFile: path) }
}
