// SPDX-License-Identifier: MIT
internal import Drawing
internal import Platform

/// A picture in the tags of a sound file.
struct TagPicture: Sendable, Hashable {
  /// The bytes of its file.
  let bytes: [UInt8]
  /// What it shows, by the list of ID3: 3 is the front cover.
  let kind: Int

  /// How many bytes of tags are read: as many as the largest picture takes as text, and a little.
  static let maxBytes = PNGImage.maxBytes / 3 * 4 + (1 << 20)

  /// More boxes, blocks and comments than any real file has.
  private static let maxParts = 4096

  /// The front cover in the tags of a file, or else the first picture; `nil` if there is none.
  ///
  /// It is read from ID3, FLAC, the comments of Vorbis and Opus in Ogg, and MP4.
  static func cover(in window: borrowing ByteWindow) throws(SystemError) -> [UInt8]? {
    var pictures = try ID3Tag(in: window).pictures
    let start = try window.bytes(at: 0, Container.decisiveCount)
    if start.has("fLaC") { pictures = try inFLAC(window) }
    if start.has("OggS") { pictures = try inOgg(window) }
    if start.has("ftyp", at: 4) { pictures = try inMP4(window) }
    return (pictures.first { $0.kind == 3 } ?? pictures.first)?.bytes
  }
}

/// FLAC.
extension TagPicture {
  /// - Source: RFC 9639, sections 8 and 8.8.
  private static func inFLAC(_ window: borrowing ByteWindow) throws(SystemError) -> [TagPicture] {
    var pictures: [TagPicture] = []
    var (place, isLast) = (4, false)
    for _ in 0..<maxParts where !isLast {
      let header = try window.bytes(at: place, 4)
      guard let size = header.number(at: 1, 3, bigEndian: true).map({ Int($0) }) else { break }
      isLast = header[0] & 0x80 != 0
      if header[0] & 0x7F == 6 {
        let block = try window.bytes(at: place + 4, size)
        if let picture = TagPicture(block: block) { pictures.append(picture) }
      }
      place += 4 + size
    }
    return pictures
  }

  /// A block of FLAC; the picture goes to its end if it is shorter than it says. `nil` if it is only
  /// an address of one.
  private init?(block: [UInt8]) {
    func number(_ place: Int) -> Int? {
      block.number(at: place, 4, bigEndian: true).map { Int($0) }
    }
    guard let kind = number(0), let type = number(4), let text = number(8 + type) else {
      return nil
    }
    guard !block.dropFirst(8).prefix(type).elementsEqual("-->".utf8) else { return nil }
    let place = 12 + type + text + 16
    guard let size = number(place) else { return nil }
    self.init(bytes: Array(block.dropFirst(place + 4).prefix(size)), kind: kind)
  }
}

/// Ogg.
extension TagPicture {
  /// - Source: *Ogg Vorbis I format specification: comment field and header specification*; RFC 7845,
  ///   section 5.2; the same block as in FLAC, in base 64.
  private static func inOgg(_ window: borrowing ByteWindow) throws(SystemError) -> [TagPicture] {
    let packet = try secondPacket(window)
    guard
      let mark = [("\u{3}vorbis", 7), ("OpusTags", 8)].first(where: {
        packet.starts(with: $0.0.utf8)
      })
    else { return [] }
    func number(_ place: Int) -> Int? {
      packet.number(at: place, 4, bigEndian: false).map { Int($0) }
    }
    var place = mark.1
    guard let vendor = number(place), let count = number(place + 4 + vendor) else { return [] }
    place += 8 + vendor
    var pictures: [TagPicture] = []
    let name = "metadata_block_picture="
    for _ in 0..<min(count, maxParts) {
      guard let size = number(place) else { break }
      let comment = packet.dropFirst(place + 4).prefix(size)
      if String(decoding: comment.prefix(name.utf8.count), as: UTF8.self).lowercased() == name,
        let picture = TagPicture(block: comment.dropFirst(name.utf8.count).decodedFromBase64)
      {
        pictures.append(picture)
      }
      place += 4 + size
    }
    return pictures
  }

  /// The second packet of the first stream: its comments.
  ///
  /// - Source: RFC 3533, section 6.
  private static func secondPacket(_ window: borrowing ByteWindow) throws(SystemError) -> [UInt8] {
    var (packet, place, index): ([UInt8], Int, Int) = ([], 0, 0)
    var stream: ArraySlice<UInt8>?
    while packet.count < maxBytes {
      let header = try window.bytes(at: place, 27 + 255)
      guard header.count > 27, header.has("OggS") else { break }
      let sizes = header[27...].prefix(Int(header[26]))
      let count = sizes.reduce(0) { $0 + Int($1) }
      let isOurs = stream ?? header[14..<18] == header[14..<18]
      stream = stream ?? header[14..<18]
      place += 27 + Int(header[26])
      if isOurs {
        var body = try window.bytes(at: place, count)[...]
        for size in sizes {
          if index == 1 { packet += body.prefix(Int(size)) }
          body = body.dropFirst(Int(size))
          if size < 255 { index += 1 }
          if index == 2 { return packet }
        }
      }
      place += count
    }
    return packet
  }
}

/// MP4.
extension TagPicture {
  /// - Source: ISO/IEC 14496-12, section 4.2; Apple, *QuickTime File Format*, metadata item lists.
  private static func inMP4(_ window: borrowing ByteWindow) throws(SystemError) -> [TagPicture] {
    var places = 0..<window.count
    for name in ["moov", "udta", "meta", "ilst", "covr", "data"] {
      guard var box = try box(name, in: places, window) else { return [] }
      // The boxes of this one come after its version, but not in old files of QuickTime.
      if name == "meta", try !window.bytes(at: box.lowerBound, 8).has("hdlr", at: 4) {
        box = min(box.lowerBound + 4, box.upperBound)..<box.upperBound
      }
      places = box
    }
    // Before the picture are its type and its language.
    let picture = places.dropFirst(8).prefix(maxBytes)
    return [TagPicture(bytes: try window.bytes(at: picture.lowerBound, picture.count), kind: 3)]
  }

  /// The contents of the first box of a name; those that end later than they can are cut.
  private static func box(
    _ name: String, in places: Range<Int>, _ window: borrowing ByteWindow
  ) throws(SystemError) -> Range<Int>? {
    var place = places.lowerBound
    for _ in 0..<maxParts where place < places.upperBound {
      let header = try window.bytes(at: place, 16)
      guard var size = header.number(at: 0, 4, bigEndian: true) else { return nil }
      var headerSize = 8
      if size == 1 {
        (size, headerSize) = (header.number(at: 8, 8, bigEndian: true) ?? 0, 16)
      } else if size == 0 {
        size = UInt64(places.upperBound - place)
      }
      guard size >= headerSize else { return nil }
      let end = place + Int(min(size, UInt64(places.upperBound - place)))
      if header.dropFirst(4).starts(with: name.utf8) { return min(place + headerSize, end)..<end }
      place = end
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The bytes of a text in base 64, up to what does not belong to it.
  ///
  /// - Source: RFC 4648, section 4.
  fileprivate var decodedFromBase64: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count / 4 * 3)
    var (bits, count) = (0, 0)
    for byte in self {
      let digit: Int
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = Int(byte) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte) - 97 + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte) - 48 + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      default: return bytes
      }
      (bits, count) = ((bits << 6 | digit) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return bytes
  }
}
