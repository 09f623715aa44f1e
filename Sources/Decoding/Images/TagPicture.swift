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
  static let maxParts = 4096

  /// The front cover in the tags of a file, or else the first picture, and its number among all
  /// pictures; `nil` if there is none.
  ///
  /// It is read from ID3, FLAC, the comments of Vorbis and Opus in Ogg, and MP4.
  static func cover(
    in window: borrowing ByteWindow
  ) throws(SystemError) -> (bytes: [UInt8], index: Int)? {
    var pictures = try ID3Tag(in: window).pictures
    let start = try window.bytes(at: 0, Container.decisiveCount)
    let header = try CommentHeader(in: window)
    if start.has("fLaC") { pictures = header.pictures.compactMap { TagPicture(block: $0) } }
    if start.has("OggS") { pictures = header.comments.compactMap { TagPicture(comment: $0) } }
    if start.has("ftyp", at: 4) { pictures = try inMP4(window) }
    let index = pictures.firstIndex { $0.kind == 3 } ?? 0
    return pictures.indices.contains(index) ? (pictures[index].bytes, index) : nil
  }
}

/// FLAC and Ogg.
extension TagPicture {
  /// The same block as in FLAC, in base 64; `nil` for another comment.
  private init?(comment: [UInt8]) {
    let name = "metadata_block_picture="
    let start = String(decoding: comment.prefix(name.utf8.count), as: UTF8.self)
    guard start.lowercased() == name else { return nil }
    self.init(block: comment.dropFirst(name.utf8.count).decodedFromBase64)
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
