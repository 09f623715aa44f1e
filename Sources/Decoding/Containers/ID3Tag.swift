// SPDX-License-Identifier: MIT
internal import Platform
internal import Text

/// The tags at the beginning of a file, as MP3 has them, or in chunks of AIFF and WAV, in which
/// editors and shops write title and artist, and which libsndfile passes over.
///
/// - Source: ID3v2.2.0, ID3v2.3.0, ID3v2.4.0.
struct ID3Tag {
  /// What the tags say.
  private(set) var tags = AudioTags()
  /// The pictures in them.
  private(set) var pictures: [TagPicture] = []

  /// Whether the lyrics have times.
  private var hasTimedLyrics = false

  /// More frames than any real tag has; a crafted one shall not keep the program busy.
  private static let maxFrames = 4096
  /// Bytes of a header.
  private static let headerSize = 10

  /// Reads the tags of a file; they say nothing if there are none.
  init(in window: borrowing ByteWindow) throws(SystemError) {
    let start = try window.bytes(at: 0, Container.decisiveCount)
    if start.has("ID3") {
      try read(at: 0, in: window)
      return
    }
    guard case .chunked(let format) = Container(beginning: start),
      format == .aiff || format == .riff
    else { return }
    var chunks = ChunkReader(style: .riff(bigEndian: format == .aiff))
    while let chunk = try chunks.next(in: window) {
      if chunk.name.lowercased() == "id3 " { try read(at: chunk.start, in: window) }
    }
  }

  /// Whether a list of other files stands behind the tags at the beginning of a file: ffmpeg passes
  /// over the tags, and would read what is in the list.
  static func precedesList(in window: borrowing ByteWindow) throws(SystemError) -> Bool {
    var place = 0
    while case let header = try window.bytes(at: place, headerSize), header.has("ID3"),
      header.count == headerSize
    {
      // A footer repeats the header.
      place += (header[5] & 0x10 == 0 ? 1 : 2) * headerSize + header[6...].number(bitsPerByte: 7)
    }
    var start = try window.bytes(at: place, Container.decisiveCount)[...]
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let text = String(decoding: start.drop { $0 <= 0x20 }, as: UTF8.self)
    return place > 0 && ["#EXTM3U", "ffconcat", "<MPD", "<?xml"].contains(where: text.hasPrefix)
  }

  private mutating func read(at place: Int, in window: borrowing ByteWindow) throws(SystemError) {
    let header = try window.bytes(at: place, ID3Tag.headerSize)
    guard header.count == ID3Tag.headerSize, header.has("ID3"), 2...4 ~= header[3] else { return }
    let (version, flags) = (Int(header[3]), header[5])
    let size = min(header[6...].number(bitsPerByte: 7), TagPicture.maxBytes)
    var bytes = try window.bytes(at: place + header.count, size)
    // In version 2.4 each frame is encoded by itself.
    if flags & 0x80 != 0, version < 4 { bytes = bytes[...].decodedFromUnsynchronized }
    var rest = bytes[...]
    if flags & 0x40 != 0, version > 2 {
      let count = rest.prefix(4).number(bitsPerByte: version == 4 ? 7 : 8)
      rest = rest.dropFirst(version == 4 ? count : count + 4)
    }
    // Version 2.2 has names and sizes of three bytes, and no flags.
    let width = version == 2 ? 3 : 4
    for _ in 0..<ID3Tag.maxFrames where rest.count > width * 2 && rest.first != 0 {
      let name = String(decoding: rest.prefix(width), as: UTF8.self)
      let size = rest.dropFirst(width).prefix(width).number(bitsPerByte: version == 4 ? 7 : 8)
      let frameFlags = version == 4 ? rest.dropFirst(9).first ?? 0 : 0
      rest = rest.dropFirst(version == 2 ? 6 : ID3Tag.headerSize)
      var frame = rest.prefix(size)
      rest = rest.dropFirst(size)
      // The size without the encoding comes first.
      if frameFlags & 1 != 0 { frame = frame.dropFirst(4) }
      if version == 4, flags & 0x80 != 0 || frameFlags & 2 != 0 {
        frame = frame.decodedFromUnsynchronized[...]
      }
      read(name, frame)
    }
  }

  private mutating func read(_ name: String, _ frame: ArraySlice<UInt8>) {
    func text() -> String? { ID3Tag.text(Array(frame.prefix(AudioTags.maxBytes))) }
    switch name {
    case "TIT2", "TT2": tags.title = text()
    case "TPE1", "TP1": tags.artist = text()
    case "TALB", "TAL": tags.album = text()
    case "TPE2", "TP2": tags.albumArtist = text()
    case "TCOM", "TCM": tags.composer = text()
    // A number stands for a genre of a list that decoders have.
    case "TCON", "TCO":
      tags.genre = text()
      if tags.genre?.contains(where: \.isLetter) == false { tags.genre = nil }
    case "TDRC", "TYER", "TYE": tags.date = tags.date ?? text()
    case "TRCK", "TRK": tags.track = text()
    case "USLT", "ULT": tags.lyrics = tags.lyrics ?? ID3Tag.lyrics(frame)
    case "SYLT", "SLT":
      guard !hasTimedLyrics, let lyrics = ID3Tag.timedLyrics(frame) else { break }
      (tags.lyrics, hasTimedLyrics) = (lyrics, true)
    case "APIC": pictures += [TagPicture(apic: frame, hasType: true)].compactMap(\.self)
    case "PIC": pictures += [TagPicture(apic: frame, hasType: false)].compactMap(\.self)
    default: break
    }
  }

  /// The lyrics of a frame: behind the encoding come a language and a description.
  private static func lyrics(_ frame: ArraySlice<UInt8>) -> String? {
    let frame = frame.prefix(AudioTags.maxBytesOfLyrics)
    guard let encoding = frame.first else { return nil }
    var rest = frame.dropFirst(4)
    _ = rest.popText(encoding)
    return text([encoding] + rest)
  }

  /// The lyrics of a frame that has a time in milliseconds for each piece, as LRC; `nil` if the times are
  /// not those, or if the pieces are chords or other things. Pieces are lines, or words if some of them begin with a line break.
  private static func timedLyrics(_ frame: ArraySlice<UInt8>) -> String? {
    let frame = frame.prefix(AudioTags.maxBytesOfLyrics)
    let contents = frame.dropFirst(5).first
    guard let encoding = frame.first, frame.dropFirst(4).first == 2, contents == 1 || contents == 2
    else { return nil }
    var rest = frame.dropFirst(6)
    _ = rest.popText(encoding)
    var pieces: [(text: String, time: Int)] = []
    while rest.count > 4 {
      let piece = rest.popText(encoding)
      guard rest.count >= 4 else { break }
      pieces.append((text([encoding] + piece) ?? "", rest.prefix(4).number(bitsPerByte: 8)))
      rest = rest.dropFirst(4)
    }
    let areWords = pieces.dropFirst().contains { $0.text.first?.isNewline == true }
    let lines = pieces.enumerated().map { index, piece in
      let (text, time) = (piece.text, Double(piece.time) / 1000)
      let isLine = index == 0 || !areWords || text.first?.isNewline == true
      let stamp =
        "\(Int(time) / 60):\(DecimalText.text(time.truncatingRemainder(dividingBy: 60), places: 3))"
      let words = String(text.map { $0.isNewline ? " " : $0 })
      return isLine ? "\n[\(stamp)]" + (areWords ? "<\(stamp)>" : "") + words : "<\(stamp)>" + words
    }
    return lines.joined()
  }

  /// The first text of a frame, whose first byte says how it is written.
  private static func text(_ bytes: [UInt8]) -> String? {
    guard let encoding = bytes.first else { return nil }
    let text = bytes.dropFirst()
    guard encoding == 1 || encoding == 2 else {
      return AudioTags.text(Array(text.prefix { $0 != 0 }))
    }
    let isBig = encoding == 2 || text.starts(with: [0xFE, 0xFF])
    let units = stride(from: 1, to: bytes.count - 1, by: 2).map { place -> UInt16 in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units.drop { $0 == 0xFEFF }.prefix { $0 != 0 }, as: UTF16.self)
  }
}

extension TagPicture {
  /// The picture of a frame; `nil` if it is only an address of one. In version 2.2 the format has
  /// three letters, later it is a media type up to a zero.
  fileprivate init?(apic frame: ArraySlice<UInt8>, hasType: Bool) {
    guard let encoding = frame.first else { return nil }
    var rest = frame.dropFirst()
    let format = hasType ? rest.prefix { $0 != 0 } : rest.prefix(3)
    rest = rest.dropFirst(hasType ? format.count + 1 : 3)
    guard !format.elementsEqual("-->".utf8), let kind = rest.popFirst() else { return nil }
    // The description.
    _ = rest.popText(encoding)
    self.init(bytes: Array(rest), kind: Int(kind))
  }
}

extension ArraySlice<UInt8> {
  /// Takes the bytes of a text and the zeros behind it, two in encodings of two bytes.
  fileprivate mutating func popText(_ encoding: UInt8) -> ArraySlice<UInt8> {
    let width = encoding == 1 || encoding == 2 ? 2 : 1
    var end = startIndex
    while end + width <= endIndex, self[end..<end + width].contains(where: { $0 != 0 }) {
      end += width
    }
    end = Swift.min(end, endIndex)
    defer { self = self[Swift.min(end + width, endIndex)...] }
    return self[..<end]
  }

  /// The unsigned number of a few bytes, the highest first, of which these bits count.
  fileprivate func number(bitsPerByte bits: Int) -> Int {
    reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
  }

  /// The bytes without the zeros that a writer puts behind each byte 255.
  fileprivate var decodedFromUnsynchronized: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var isAfterMark = false
    for byte in self {
      if !isAfterMark || byte != 0 { bytes.append(byte) }
      isAfterMark = byte == 0xFF
    }
    return bytes
  }
}
