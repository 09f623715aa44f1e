// SPDX-License-Identifier: MIT
internal import Platform

/// The comments of Vorbis, such as `TITLE=Song`, in a file of FLAC or Ogg, and the pictures beside
/// them in FLAC.
struct CommentHeader {
  /// The comments, as they are.
  private(set) var comments: [[UInt8]] = []
  /// The blocks with pictures.
  private(set) var pictures: [[UInt8]] = []

  /// Reads those of a file; other files have none.
  init(in window: borrowing ByteWindow) throws(SystemError) {
    let start = try window.bytes(at: 0, Container.decisiveCount)
    if start.has("fLaC") { try readBlocks(window) }
    guard start.has("OggS") else { return }
    let packet = try CommentHeader.secondPacket(window)
    let marks = [("\u{3}vorbis", 7), ("OpusTags", 8)]
    if let mark = marks.first(where: { packet.starts(with: $0.0.utf8) }) {
      read(packet, from: mark.1)
    } else if let type = packet.first, type & 0x7F == 4 {
      // A block of FLAC.
      read(packet, from: 4)
    }
  }

  /// - Source: RFC 9639, sections 8, 8.6 and 8.8.
  private mutating func readBlocks(_ window: borrowing ByteWindow) throws(SystemError) {
    var (place, isLast) = (4, false)
    for _ in 0..<TagPicture.maxParts where !isLast {
      let header = try window.bytes(at: place, 4)
      guard let size = header.number(at: 1, 3, bigEndian: true).map({ Int($0) }) else { break }
      isLast = header[0] & 0x80 != 0
      switch header[0] & 0x7F {
      case 4: read(try window.bytes(at: place + 4, size), from: 0)
      case 6: pictures.append(try window.bytes(at: place + 4, size))
      default: break
      }
      place += 4 + size
    }
  }

  /// - Source: *Ogg Vorbis I format specification: comment field and header specification*; RFC 7845,
  ///   section 5.2.
  private mutating func read(_ packet: [UInt8], from start: Int) {
    func number(_ place: Int) -> Int? {
      packet.number(at: place, 4, bigEndian: false).map { Int($0) }
    }
    guard let vendor = number(start), let count = number(start + 4 + vendor) else { return }
    var place = start + 8 + vendor
    for _ in 0..<min(count, TagPicture.maxParts) {
      guard let size = number(place) else { break }
      comments.append(Array(packet.dropFirst(place + 4).prefix(size)))
      place += 4 + size
    }
  }

  /// The second packet of the first stream: its comments.
  ///
  /// - Source: RFC 3533, section 6.
  private static func secondPacket(_ window: borrowing ByteWindow) throws(SystemError) -> [UInt8] {
    var (packet, place, index): ([UInt8], Int, Int) = ([], 0, 0)
    var stream: ArraySlice<UInt8>?
    while packet.count < TagPicture.maxBytes {
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
