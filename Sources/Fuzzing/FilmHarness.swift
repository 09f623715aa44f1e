// SPDX-License-Identifier: MIT
internal import Filming
internal import H264
internal import Hashing
internal import MP4
internal import Platform
internal import Writing

/// Films in MP4: what is whole has its own checksum, and what is taken as a part is one.
enum FilmHarness {
  static let harness = Harness(
    name: "film", longestInput: 4096,
    words: [
      "ftypisom", "moov", "mdat", "stsz", "uuid", "radial-audio/film/1 ", "\u{0}\u{0}\u{0}\u{1}",
    ],
    repair: repair, check: check)

  /// The film whose parts are read, of which a part has all three pictures.
  private static let settings = SequenceSettings(
    input: "song", facts: [.init("encoder", "own"), .init("fps", "25"), .init("size", "16x16")],
    frameCount: 3)

  /// Makes the hash of a last box right that has the length of a checksum.
  private static func repair(_ bytes: inout [UInt8]) {
    let seal = bytes.suffix(61)
    guard seal.count == 61, seal.dropFirst(4).starts(with: "uuid".utf8) else { return }
    let hash = Array("\(ContentHash(of: Array(bytes[..<seal.startIndex])).text)\n".utf8)
    bytes.replaceSubrange(bytes.count - hash.count..<bytes.count, with: hash)
  }

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let file = try Spool(bytes)
    if case .whole(let count)? = try? FilmSeal.check(file.name) {
      try law(count == bytes.count, "a whole film of \(bytes.count) bytes has \(count)")
    }
    guard let format = VideoFormat(width: 16, height: 16, rate: (25, 1)),
      let movie = try? MP4Movie(
        width: 16, height: 16, rate: (25, 1), sequenceParameters: format.sequenceParameters,
        pictureParameters: format.pictureParameters),
      let part = try? FilmPart(1, of: 1, settings, at: file.name, in: file.name),
      let parts = try? FilmParts([part]),
      let copy = try? SharedFile(in: TemporaryFile.defaultFolder),
      let pictures = try? PartPictures(
        into: copy, parts, header: { try movie.header(of: $0) }, progress: { true })
    else { return }
    let lengths = pictures.groups.flatMap(\.self)
    try law(lengths.count == 3, "\(lengths.count) pictures")
    try law(
      lengths.reduce(0) { $0 + Int($1) } <= bytes.count, "pictures are as long as they say")
  }
}
