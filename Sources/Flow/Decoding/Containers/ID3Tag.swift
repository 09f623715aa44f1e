// SPDX-License-Identifier: MIT
internal import CPNG
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

  /// Reads the tag at an offset; it says nothing if there is none.
  init(at place: Int, in window: borrowing ByteWindow) throws(SystemError) {
    try read(at: place, in: window)
  }

  /// The offset of the first tag in the chunks of AIFF and WAV, or at the end of DSF, in a file that begins
  /// with these bytes.
  ///
  /// - Source: Sony, *DSF File Format Specification* 1.01.
  static func place(
    in window: borrowing ByteWindow, _ start: [UInt8]
  ) throws(SystemError) -> Int? {
    if start.has("DSD ") {
      return start.number(at: 20, 8, bigEndian: false).flatMap(Int.init(exactly:))
    }
    guard case .chunked(let format) = Container(beginning: start),
      [.aiff, .riff, .rf64].contains(format)
    else { return nil }
    var chunks = ChunkReader(style: .riff(bigEndian: format == .aiff))
    while let chunk = try chunks.next(in: window) {
      if chunk.name.lowercased() == "id3 " { return chunk.start }
    }
    return nil
  }

  /// Whether the bytes behind a tag begin a list of other files: ffmpeg passes over the tag, and would
  /// read what is in the list.
  static func isList(_ bytes: [UInt8]) -> Bool {
    var start = bytes.prefix(Container.decisiveCount)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let text = String(decoding: start.drop { $0 <= 0x20 }, as: UTF8.self)
    return ["#EXTM3U", "ffconcat", "<MPD", "<?xml"].contains(where: text.hasPrefix)
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
    // Some writers set the flag of a longer header without writing one.
    if flags & 0x40 != 0, version > 2, !ID3Tag.isName(rest.prefix(4)) {
      let count = rest.prefix(4).number(bitsPerByte: version == 4 ? 7 : 8)
      rest = rest.dropFirst(version == 4 ? count : count + 4)
    }
    // Version 2.2 has names and sizes of three bytes, and no flags.
    let width = version == 2 ? 3 : 4
    let bits = version == 4 && !ID3Tag.hasPlainSizes(rest) ? 7 : 8
    for _ in 0..<ID3Tag.maxFrames where rest.count > width * 2 && rest.first != 0 {
      let name = String(
        decoding: rest.prefix(width).prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self)
      let size = rest.dropFirst(width).prefix(width).number(bitsPerByte: bits)
      let frameFlags = version == 2 ? 0 : rest.dropFirst(9).first ?? 0
      rest = rest.dropFirst(version == 2 ? 6 : ID3Tag.headerSize)
      let frame = rest.prefix(size)
      rest = rest.dropFirst(size)
      let contents =
        version == 4
        ? ID3Tag.contents(frame, frameFlags | (flags & 0x80 != 0 ? 2 : 0))
        : ID3Tag.olderContents(frame, frameFlags)
      if let contents { read(name, contents[...]) }
    }
  }

  /// Whether four bytes are the name of a frame.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 4 && bytes.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
  }

  /// Whether the sizes of frames of version 2.4 are plain numbers, as iTunes has written them.
  private static func hasPlainSizes(_ frames: ArraySlice<UInt8>) -> Bool {
    /// How many frames follow one another, and whether they do so to the end.
    func walk(_ bits: Int) -> (count: Int, isWhole: Bool) {
      var (rest, count) = (frames, 0)
      while rest.count > headerSize, rest.first != 0, count < maxFrames {
        let size = rest.dropFirst(4).prefix(4).number(bitsPerByte: bits)
        guard isName(rest.prefix(4)), size <= rest.count - headerSize else { return (count, false) }
        (rest, count) = (rest.dropFirst(headerSize + size), count + 1)
      }
      return (count, true)
    }
    let (usual, plain) = (walk(7), walk(8))
    return !usual.isWhole && (plain.isWhole || plain.count > usual.count)
  }

  /// What is in a frame of version 2.4 with flags; `nil` if it is encrypted.
  private static func contents(_ frame: ArraySlice<UInt8>, _ flags: UInt8) -> [UInt8]? {
    // The number of a group, and the size without the encoding.
    let rest = frame.dropFirst(flags & 0x40 != 0 ? 1 : 0)
    let size = rest.prefix(4).number(bitsPerByte: 7)
    let body = rest.dropFirst(flags & 1 != 0 ? 4 : 0)
    if flags & 4 != 0 { return nil }
    let bytes = flags & 2 != 0 ? body.decodedFromUnsynchronized : Array(body)
    return flags & 8 != 0 ? bytes.inflated(to: size) : bytes
  }

  /// What is in a frame of version 2.3 with flags; `nil` if it is encrypted.
  private static func olderContents(_ frame: ArraySlice<UInt8>, _ flags: UInt8) -> [UInt8]? {
    if flags & 0x40 != 0 { return nil }
    let isCompressed = flags & 0x80 != 0
    let heads = (isCompressed ? 4 : 0) + (flags & 0x20 != 0 ? 1 : 0)
    let body = Array(frame.dropFirst(heads))
    return isCompressed ? body.inflated(to: frame.prefix(4).number(bitsPerByte: 8)) : body
  }

  private mutating func read(_ name: String, _ frame: ArraySlice<UInt8>) {
    func add(_ field: String) {
      for text in ID3Tag.texts(Array(frame.prefix(AudioTags.maxBytes))) {
        tags.add(text, named: field)
      }
    }
    switch name {
    case "TIT2", "TT2": add("title")
    case "TPE1", "TP1": add("artist")
    case "TALB", "TAL": add("album")
    case "TPE2", "TP2": add("album_artist")
    case "TCOM", "TCM": add("composer")
    case "TCON", "TCO":
      for text in ID3Tag.texts(Array(frame.prefix(AudioTags.maxBytes))) {
        for genre in ID3Genre.genres(text) { tags.add(genre, named: "genre") }
      }
    case "TDRC", "TYER", "TYE": add("date")
    case "TRCK", "TRK": add("track")
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
    bytes.isEmpty ? nil : texts(bytes).first ?? ""
  }

  /// The texts of a frame, between which there are zeros in all versions.
  private static func texts(_ bytes: [UInt8]) -> [String] {
    guard let encoding = bytes.first else { return [] }
    let text = bytes.dropFirst()
    guard encoding == 1 || encoding == 2 else {
      return text.split(separator: 0).map { AudioTags.text(Array($0)) }
    }
    let isBig = encoding == 2 || text.starts(with: [0xFE, 0xFF])
    let units = stride(from: 1, to: bytes.count - 1, by: 2).map { place -> UInt16 in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return units.split(separator: 0)
      .map { String(decoding: $0.drop { $0 == 0xFEFF }, as: UTF16.self) }
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

extension [UInt8] {
  /// The bytes that zlib has made these of, if they are `size`; `nil` for more than any picture has.
  /// Calls `uncompress`.
  fileprivate func inflated(to size: Int) -> [UInt8]? {
    // zlib makes nothing more than 1032 times smaller.
    guard size > 0, size <= TagPicture.maxBytes, size / 1032 <= count else { return nil }
    var (bytes, length) = ([UInt8](repeating: 0, count: size), uLongf(size))
    let status = unsafe uncompress(&bytes, &length, self, uLong(count))
    return status == Z_OK ? Array(bytes.prefix(Int(length))) : nil
  }
}
