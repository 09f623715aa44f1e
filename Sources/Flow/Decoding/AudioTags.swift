// SPDX-License-Identifier: MIT
internal import CSndfile
internal import Platform

/// What the tags of a file say of the piece in it, in its author's words.
public struct AudioTags: Sendable, Hashable {
  /// The name of the piece.
  public var title: String?
  /// The performer.
  public var artist: String?
  /// The name of the collection.
  public var album: String?
  /// The artist of the whole collection.
  public var albumArtist: String?
  /// The composer.
  public var composer: String?
  /// The genre.
  public var genre: String?
  /// The year, or the day.
  public var date: String?
  /// The number in the collection, and perhaps of how many: `3/12`.
  public var track: String?
  /// The words, perhaps with times as LRC has them.
  public var lyrics: String?

  /// Tags; missing by default.
  public init(title: String? = nil, artist: String? = nil, album: String? = nil) {
    self.title = title
    self.artist = artist
    self.album = album
  }

  /// All of them, by ffmpeg's names.
  public static let fields:
    [(name: String, text: any WritableKeyPath<AudioTags, String?> & Sendable)] =
      [
        ("title", \.title), ("artist", \.artist), ("album", \.album),
        ("album_artist", \.albumArtist), ("composer", \.composer), ("genre", \.genre),
        ("date", \.date), ("track", \.track),
      ]

  /// ffmpeg's names of fields that others call otherwise, and that it hands on as they are.
  ///
  /// - Source: Microsoft, *Windows Media Format*, `WM/Year`; *Matroska tag specifications*, `DATE_RELEASED`.
  fileprivate static let usualNames = [
    "albumartist": "album_artist", "album artist": "album_artist", "tracknumber": "track",
    "year": "date", "wm/year": "date", "date_released": "date",
  ]

  /// How many bytes of a tag are read; a longer one is not a title.
  static let maxBytes = 4096
  /// How many bytes of lyrics are read.
  static let maxBytesOfLyrics = 1 << 20

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
    var tags = AudioTags(
      title: text(SF_STR_TITLE), artist: text(SF_STR_ARTIST), album: text(SF_STR_ALBUM))
    (tags.date, tags.track) = (text(SF_STR_DATE), text(SF_STR_TRACKNUMBER))
    for genre in ID3Genre.genres(text(SF_STR_GENRE) ?? "") { tags.add(genre, named: "genre") }
    return tags
  }
}

extension FFmpegReport {
  /// The tags of the file, or those of its sound: lines such as `title` in ffmpeg's description of
  /// the input.
  var tags: AudioTags {
    var tags = AudioTags()
    var isOfSound = true
    var isInLyrics = false
    for line in lines.map(\.text).prefix(while: { !$0.hasPrefix("Stream mapping:") }) {
      if line.hasPrefix("  Stream #") { isOfSound = line.contains(": Audio: ") }
      // Chapters have titles as well.
      if line.hasPrefix("  Chapter") || line.hasPrefix("    Chapter") { isOfSound = false }
      guard isOfSound, line.hasPrefix("    "), let mark = line.firstRange(of: ": ") else {
        continue
      }
      let name = line[..<mark.lowerBound].filter { $0 != " " }.lowercased()
      // Further lines of a tag have no name.
      if !name.isEmpty { isInLyrics = name.hasPrefix("lyrics") && tags.lyrics == nil }
      if isInLyrics {
        tags.lyrics = (tags.lyrics.map { $0 + "\n" } ?? "") + line[mark.upperBound...]
      }
      let usual = AudioTags.usualNames[name] ?? name
      if let field = AudioTags.fields.first(where: { $0.name == usual })?.text {
        tags[keyPath: field] = tags[keyPath: field] ?? String(line[mark.upperBound...])
      }
    }
    return tags
  }
}

extension AudioTags {
  /// The tags that libsndfile finds in a file; none for `nil`.
  fileprivate init(byLibraryIn path: String?) {
    self.init()
    guard let path else { return }
    let decoder = try? SndfileDecoder(path: path, checks: ContainerChecks(isNoisy: true))
    // Values that cannot be copied do not allow optional chaining.
    switch decoder {
    case .some(let decoder): self = decoder.tags
    case nil: break
    }
  }

  /// What the file says as this program reads it, of which decoders read less, and then these.
  func completed(fromFile path: String?) -> AudioTags {
    guard let path, let file = try? FileTags(path: path) else { return self }
    return file.tags.completed(by: self)
  }

  /// These, and what others say of the fields that are missing.
  func completed(by others: AudioTags) -> AudioTags {
    var tags = self
    for (_, field) in AudioTags.fields {
      tags[keyPath: field] = tags[keyPath: field] ?? others[keyPath: field]
    }
    tags.lyrics = lyrics ?? others.lyrics
    return tags
  }

  /// Adds a value of a field by ffmpeg's name. Several persons and genres are joined by commas; of other
  /// fields the first value counts.
  mutating func add(_ text: String, named name: String) {
    guard !text.isEmpty, let field = AudioTags.fields.first(where: { $0.name == name })?.text else {
      return
    }
    let known = self[keyPath: field]
    if let known, ["artist", "album_artist", "composer", "genre"].contains(name),
      !", \(known), ".contains(", \(text), "),
      known.utf8.count + text.utf8.count < AudioTags.maxBytes
    {
      self[keyPath: field] = "\(known), \(text)"
    }
    self[keyPath: field] = self[keyPath: field] ?? text
  }

  /// The tags in the last 128 bytes of a file.
  ///
  /// - Source: ID3v1.1.
  init(id3v1 bytes: [UInt8]) {
    self.init()
    func text(_ place: Int, _ count: Int) -> String {
      let text = bytes.dropFirst(place).prefix(count).prefix { $0 != 0 }
      return String(AudioTags.text(Array(text)).reversed().drop { $0 == " " }.reversed())
    }
    for (name, place) in [("title", 3), ("artist", 33), ("album", 63)] {
      add(text(place, 30), named: name)
    }
    add(text(93, 4), named: "date")
    if bytes.count > 126, bytes[125] == 0, bytes[126] > 0 { add("\(bytes[126])", named: "track") }
    add(bytes.dropFirst(127).first.flatMap { ID3Genre.named(Int($0)) } ?? "", named: "genre")
  }

  /// The tags in comments of Vorbis, which are called as ffmpeg calls them, or otherwise.
  init(comments: [[UInt8]]) {
    self.init()
    var total: String?
    for comment in comments {
      guard let mark = comment.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let text = AudioTags.text(Array(comment[(mark + 1)...].prefix(AudioTags.maxBytes)))
      let typed = AudioTags.text(Array(comment[..<mark].prefix(64))).lowercased()
      if ["lyrics", "syncedlyrics", "unsyncedlyrics"].contains(typed) {
        let bytes = comment[(mark + 1)...].prefix(AudioTags.maxBytesOfLyrics)
        lyrics =
          typed == "syncedlyrics"
          ? AudioTags.text(Array(bytes)) : lyrics ?? AudioTags.text(Array(bytes))
      }
      if ["tracktotal", "totaltracks"].contains(typed) { total = total ?? text }
      add(text, named: AudioTags.usualNames[typed] ?? typed)
    }
    if let number = track, let total, !number.contains("/") { track = "\(number)/\(total)" }
  }
}

extension PCMDecoder {
  /// The tags of the file.
  func tags(ofFile path: String?) -> AudioTags {
    AudioTags(byLibraryIn: path).completed(fromFile: path)
  }
}

extension FFmpegDecoder {
  /// The tags that ffmpeg reports, or those of the file.
  func tags(ofFile path: String?) -> AudioTags {
    (tags == AudioTags() ? AudioTags(byLibraryIn: path) : tags).completed(fromFile: path)
  }
}
