// SPDX-License-Identifier: MIT

/// What a file says of itself, by ffmpeg's names.
public enum MP4Tag: String, Sendable, Hashable, CaseIterable {
  /// The name of the piece.
  case title
  /// The performer.
  case artist
  /// The artist of the whole collection.
  case albumArtist = "album_artist"
  /// The composer.
  case composer
  /// The name of the collection.
  case album
  /// The genre.
  case genre
  /// The year, or the day.
  case date
  /// The number in the collection, and perhaps of how many, as in `3/12`; left out unless these
  /// are numbers from 0 to 65535.
  case track
  /// What is worth knowing besides.
  case comment
  /// The program that has made the file.
  case encoder

  /// The type of its box.
  ///
  /// - Source: Apple, *QuickTime File Format Specification*, "Metadata"; iTunes' `ilst`.
  private var boxType: String {
    switch self {
    case .title: "©nam"
    case .comment: "©cmt"
    case .artist: "©ART"
    case .albumArtist: "aART"
    case .composer: "©wrt"
    case .album: "©alb"
    case .genre: "©gen"
    case .date: "©day"
    case .track: "trkn"
    case .encoder: "©too"
    }
  }

  /// Its box; empty if the text cannot be written.
  func box(_ text: String) -> [UInt8] {
    guard self == .track else {
      return .box(boxType, .data(1, [UInt8](text.utf8)))
    }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt16($0) }
    guard (1...2).contains(numbers.count), let number = numbers[0], let total = numbers.last ?? nil
    else { return [] }
    return .box(boxType, .data(0, .u16(0, Int(number), numbers.count == 2 ? Int(total) : 0, 0)))
  }
}

extension [UInt8] {
  /// The value of a tag: 0 is the type of numbers, 1 of UTF-8, 13 of JPEG, 14 of PNG.
  static func data(_ type: Int, _ bytes: [UInt8]) -> [UInt8] {
    .box("data", .u32(type, 0), bytes)
  }
}
