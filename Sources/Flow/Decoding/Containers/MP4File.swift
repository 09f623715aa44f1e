// SPDX-License-Identifier: MIT
internal import Platform

/// What an MP4 file says: its tags, its pictures, and how long its edit lists let its tracks be.
///
/// - Source: ISO/IEC 14496-12, sections 4.2, 8.2.2, 8.6.6; Apple, *QuickTime File Format*, metadata item
///   lists.
struct MP4File {
  /// What it says of itself.
  private(set) var tags = AudioTags()
  /// The pictures in it.
  private(set) var pictures: [TagPicture] = []

  /// A length in units, of which `scale` are a second.
  struct Length: Sendable, Hashable {
    let units, scale: Int
    /// The sample frames in it at a rate, the last one begun.
    func sampleFrames(at rate: Int) -> Int? {
      let (product, isTooLarge) = units.multipliedReportingOverflow(by: rate)
      guard !isTooLarge, scale > 0 else { return nil }
      return product / scale + (product % scale > 0 ? 1 : 0)
    }
  }

  private typealias Box = (type: String, place: Range<Int>)

  /// Reads the tags of a file; of several lists of them all.
  init(in window: borrowing ByteWindow) throws(SystemError) {
    for list in try MP4File.boxes(["moov", "udta", "meta", "ilst"], window) {
      for item in try MP4File.boxes(in: list, window) {
        for value in try MP4File.boxes(["data"], in: item.place, window) {
          // Before the value are its type and its language.
          let place = value.dropFirst(8)
          if item.type == "covr" {
            let bytes = try window.bytes(
              at: place.lowerBound, min(place.count, TagPicture.maxBytes))
            pictures.append(TagPicture(bytes: bytes, kind: 3))
          } else {
            let limit = item.type == "©lyr" ? AudioTags.maxBytesOfLyrics : AudioTags.maxBytes
            let bytes = try window.bytes(at: place.lowerBound, min(place.count, limit))
            read(item.type, bytes)
          }
        }
      }
    }
  }

  private mutating func read(_ type: String, _ value: [UInt8]) {
    if type == "trkn", let number = value.number(at: 2, 2, bigEndian: true), number > 0 {
      let total = value.number(at: 4, 2, bigEndian: true) ?? 0
      tags.add(total > 0 ? "\(number)/\(total)" : "\(number)", named: "track")
    } else if type == "©lyr" {
      tags.lyrics = tags.lyrics ?? AudioTags.text(value)
    } else if let name = MP4File.names[type] {
      tags.add(AudioTags.text(value), named: name)
    }
  }

  private static let names = [
    "©nam": "title", "©ART": "artist", "©alb": "album", "aART": "album_artist", "©wrt": "composer",
    "©gen": "genre", "©day": "date",
  ]

  /// Whether a file has no index, or a part of one: it breaks off before its end.
  static func lacksIndex(in window: borrowing ByteWindow) throws(SystemError) -> Bool {
    guard let index = try boxes(["moov"], window).first else { return true }
    let size = try window.bytes(at: index.lowerBound - 8, 4).number(at: 0, 4, bigEndian: true)
    return size.map { $0 > UInt64(index.count) + 8 } ?? true
  }

  /// The lengths of its sounds by their edit lists, in order; `nil` for one that goes to its end.
  static func soundLengths(in window: borrowing ByteWindow) throws(SystemError) -> [Length?] {
    guard let head = try boxes(["moov", "mvhd"], window).first else { return [] }
    let fields = try window.bytes(at: head.lowerBound, 28)
    guard let scale = fields.number(at: fields.first == 1 ? 20 : 12, 4, bigEndian: true) else {
      return []
    }
    var lengths: [Length?] = []
    for track in try boxes(["moov", "trak"], window) {
      guard let handler = try boxes(["mdia", "hdlr"], in: track, window).first,
        try window.bytes(at: handler.lowerBound + 8, 4).has("soun")
      else { continue }
      let list = try boxes(["edts", "elst"], in: track, window).first ?? 0..<0
      let edits = try window.bytes(at: list.lowerBound, min(list.count, 1 << 16))
      lengths.append(length(edits).map { Length(units: $0, scale: Int(scale)) })
    }
    return lengths
  }

  /// The sum of an edit list without its empty edits, which only delay.
  private static func length(_ list: [UInt8]) -> Int? {
    guard let count = list.number(at: 4, 4, bigEndian: true), count > 0 else { return nil }
    let width = list.first == 1 ? 8 : 4
    var sum = 0
    for index in 0..<Int(count) {
      let place = 8 + index * (2 * width + 4)
      guard let units = list.number(at: place, width, bigEndian: true), units < 1 << 40,
        let start = list.number(at: place + width, width, bigEndian: true)
      else { return nil }
      if start >> (8 * UInt64(width) - 1) == 1 { continue }
      if units == 0 { return nil }
      sum += Int(units)
    }
    return sum > 0 ? sum : nil
  }

  /// The contents of all boxes at a path of types, by default from the beginning of the file.
  private static func boxes(
    _ path: [String], in places: Range<Int>? = nil, _ window: borrowing ByteWindow
  ) throws(SystemError) -> [Range<Int>] {
    var found = [places ?? 0..<window.count]
    for type in path {
      var next: [Range<Int>] = []
      for place in found where next.count < TagPicture.maxParts {
        next += try boxes(in: place, window).filter { $0.type == type }.map(\.place)
      }
      found = next
    }
    return found
  }

  /// The boxes in a place; those that end later than they can are cut.
  private static func boxes(
    in places: Range<Int>, _ window: borrowing ByteWindow
  ) throws(SystemError) -> [Box] {
    var (place, found): (Int, [Box]) = (places.lowerBound, [])
    while place < places.upperBound, found.count < TagPicture.maxParts {
      let header = try window.bytes(at: place, 16)
      guard var size = header.number(at: 0, 4, bigEndian: true), header.count >= 8 else { break }
      var start = place + 8
      if size == 1 {
        (size, start) = (header.number(at: 8, 8, bigEndian: true) ?? 0, place + 16)
      } else if size == 0 {
        size = UInt64(places.upperBound - place)
      }
      guard size >= start - place else { break }
      let end = place + Int(min(size, UInt64(places.upperBound - place)))
      let type = String(String.UnicodeScalarView(header[4..<8].map { Unicode.Scalar($0) }))
      // The boxes of this one come after its version, but not in old files of QuickTime.
      if type == "meta", try !window.bytes(at: start, 8).has("hdlr", at: 4) { start += 4 }
      found.append((type, min(start, end)..<end))
      place = end
    }
    return found
  }
}
