// SPDX-License-Identifier: MIT
internal import Platform

/// The tags that editors put before and behind the sound of a file, whatever its format.
///
/// - Source: ID3v2.4.0, section 3; ID3v1; APEv2; Lyrics3 2.00.
struct SurroundingTags: Sendable, Hashable {
  /// Where the sound is between them.
  let sound: Range<Int>
  /// The offset of an ID3v1 tag at the end.
  private(set) var id3v1: Int?
  /// The contents of an APE tag, between its header and its footer.
  private(set) var ape: Range<Int>?

  /// More tags than any real file has.
  private static let maxTags = 16

  /// Finds them in a file.
  init(in window: borrowing ByteWindow) throws(SystemError) {
    let start = try SurroundingTags.soundStart(in: window)
    var end = window.count
    var (id3v1, ape): (Int?, Range<Int>?)
    for _ in 0..<SurroundingTags.maxTags {
      let tail = try window.bytes(at: max(start, end - 256), min(end - start, 256))
      guard let tag = SurroundingTags.tag(atEndOf: tail), tag.size <= end - start else { break }
      switch tag.kind {
      case .id3v1: id3v1 = id3v1 ?? end - tag.size
      case .ape: ape = ape ?? end - tag.size + tag.head..<end - 32
      case .other: break
      }
      end -= tag.size
    }
    if ape == nil, start > 32, try window.bytes(at: 0, 8).has("APETAGEX") { ape = 32..<start }
    (sound, self.id3v1, self.ape) = (start..<end, id3v1, ape)
  }

  /// Where the sound begins, behind tags of ID3v2 and APE; 0 if nothing follows them.
  static func soundStart(in window: borrowing ByteWindow) throws(SystemError) -> Int {
    var place = 0
    for _ in 0..<maxTags {
      let header = try window.bytes(at: place, 32)
      guard header.has("ID3") || header.has("APETAGEX"),
        let size = MPEGTag.sizeOfTag(header, at: 0), place + size < window.count
      else { break }
      place += size
    }
    return place
  }

  /// Whether bytes at the end of a file are tags alone.
  static func fill(_ bytes: [UInt8]) -> Bool {
    var end = bytes.count
    while end > 0 {
      guard let tag = tag(atEndOf: Array(bytes[max(end - 256, 0)..<end])), tag.size <= end else {
        return false
      }
      end -= tag.size
    }
    return true
  }

  private enum Kind { case id3v1, ape, other }

  /// The tag that ends where the bytes end: its size, and that of its header.
  private static func tag(atEndOf tail: [UInt8]) -> (kind: Kind, size: Int, head: Int)? {
    func number(_ back: Int) -> Int {
      tail.number(at: tail.count - back, 4, bigEndian: false).map { Int($0) } ?? 0
    }
    if tail.has("TAG", at: tail.count - 128) { return (.id3v1, 128, 0) }
    if tail.has("TAG+", at: tail.count - 227) { return (.other, 227, 0) }
    if tail.has("APETAGEX", at: tail.count - 32) {
      let head = number(12) >> 31 == 1 ? 32 : 0
      return (.ape, max(number(20), 32) + head, head)
    }
    if tail.has("LYRICS200", at: tail.count - 9) {
      let digits = String(decoding: tail.dropLast(9).suffix(6), as: UTF8.self)
      return Int(digits).map { (.other, max($0, 0) + 15, 0) }
    }
    guard tail.has("3DI", at: tail.count - 10) else { return nil }
    return (.other, 20 + tail.suffix(4).reduce(0) { $0 << 7 | Int($1 & 0x7F) }, 0)
  }
}
