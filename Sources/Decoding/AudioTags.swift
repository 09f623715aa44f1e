// SPDX-License-Identifier: MIT
internal import CSndfile
internal import Platform

/// What a file says of the piece that is in it, in the words of whoever wrote it.
public struct AudioTags: Sendable, Hashable {
  /// The name of the piece.
  public var title: String?
  /// Who plays.
  public var artist: String?

  /// Nothing, or both.
  public init(title: String? = nil, artist: String? = nil) {
    self.title = title
    self.artist = artist
  }

  /// Bytes of a tag that are read; what is longer is no title.
  static let mostBytes = 4096

  /// The text of bytes in UTF-8, or, if they are none, in Latin-1.
  static func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The bytes of a C string, as far as they are read, without half a character at the end.
  static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < mostBytes, case let byte = unsafe string[bytes.count], byte != 0 {
      bytes.append(UInt8(bitPattern: byte))
    }
    guard bytes.count == mostBytes else { return bytes }
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
    return AudioTags(title: text(SF_STR_TITLE), artist: text(SF_STR_ARTIST))
  }
}

extension AudioTags {
  /// What a chunk of a file says that libsndfile does not read.
  fileprivate init(ofChunksIn path: String) throws(SystemError) {
    let file = try FileDescriptor.reading(path)
    let size = try file.status().size
    self = try ID3Tag(in: ByteWindow(file: file, count: size)).tags
  }
}

extension FFmpegReport {
  /// The tags of the file, or those of its sound: what stands behind `title` and `artist` in the
  /// description of the input.
  var tags: AudioTags {
    var tags = AudioTags()
    var isOfSound = true
    for line in lines.map(\.text).prefix(while: { !$0.hasPrefix("Stream mapping:") }) {
      if line.hasPrefix("  Stream #") { isOfSound = line.contains(": Audio: ") }
      // A chapter has a title as well.
      if line.hasPrefix("  Chapter") || line.hasPrefix("    Chapter") { isOfSound = false }
      guard isOfSound, line.hasPrefix("    "), let mark = line.firstRange(of: ": ") else {
        continue
      }
      let text = String(line[mark.upperBound...])
      switch line[..<mark.lowerBound].filter({ $0 != " " }).lowercased() {
      case "title": tags.title = tags.title ?? text
      case "artist": tags.artist = tags.artist ?? text
      default: break
      }
    }
    return tags
  }
}

extension AudioInput {
  /// What the input says of the piece that is in it.
  ///
  /// `path` is that of its file, which is opened once more for what its samples are read without;
  /// `nil` if it is no file of that name.
  public func tags(ofFile path: String?) -> AudioTags {
    var tags = AudioTags()
    // No optional chaining into what cannot be copied.
    switch sndfile {
    case .some(let decoder): return decoder.tags
    case nil: break
    }
    switch ffmpeg {
    case .some(let decoder): tags = decoder.tags
    case nil: break
    }
    guard let path else { return tags }
    if tags == AudioTags() {
      let decoder = try? SndfileDecoder(path: path, promise: StreamPromise(isNoisy: true))
      switch decoder {
      case .some(let decoder): tags = decoder.tags
      case nil: break
      }
    }
    guard tags.title == nil || tags.artist == nil else { return tags }
    let more = try? AudioTags(ofChunksIn: path)
    return AudioTags(title: tags.title ?? more?.title, artist: tags.artist ?? more?.artist)
  }
}
