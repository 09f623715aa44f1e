// SPDX-License-Identifier: MIT
internal import Filming
internal import H264
internal import MP4
internal import Platform
internal import Writing

/// Films in MP4: what is taken as a part is one.
enum FilmHarness {
  static let harness = Harness(
    name: "film", longestInput: 4096,
    words: ["ftypisom", "moov", "mdat", "stsz", "\u{0}\u{0}\u{0}\u{1}"], check: check)

  /// The film whose parts are read, of which a part has all three pictures.
  private static let settings = SequenceSettings(
    input: "song", facts: [.init("codec", "own"), .init("fps", "25"), .init("size", "16x16")],
    frameCount: 3)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let file = try Spool(bytes)
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
