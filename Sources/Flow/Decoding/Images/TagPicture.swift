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

  /// Whether its first bytes are those of a picture.
  var isPicture: Bool { PictureFormat(beginning: bytes) != nil }
}

extension CommentHeader {
  /// Its pictures, in the blocks of FLAC or in comments.
  var tagPictures: [TagPicture] {
    pictures.compactMap { TagPicture(block: $0) } + comments.compactMap { TagPicture(comment: $0) }
  }
}

/// FLAC and Ogg.
extension TagPicture {
  /// The picture in a block of FLAC in base 64; `nil` for another comment.
  fileprivate init?(comment: [UInt8]) {
    let name = "metadata_block_picture="
    let start = String(decoding: comment.prefix(name.utf8.count), as: UTF8.self)
    guard start.lowercased() == name else { return nil }
    self.init(block: comment.dropFirst(name.utf8.count).decodedFromBase64)
  }

  /// A block of FLAC; the picture goes to its end if it is shorter than it says. `nil` if it is only
  /// an address of one.
  fileprivate init?(block: [UInt8]) {
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
