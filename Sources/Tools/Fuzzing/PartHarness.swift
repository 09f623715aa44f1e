// SPDX-License-Identifier: MIT
internal import Filming
internal import Hashing
internal import Writing

/// Notes of the parts of films: what is read as one is written so that it is read again.
enum PartHarness {
  static let harness = Harness(
    name: "part", longestInput: 4096,
    words: [
      "\"schema\": \"radial-audio/film-part/1\"", "\"part\": ", "\"parts\": ", "\"frameCount\": ",
      "\"bytes\": ", "\"hash\": ", "\"job\": {", "\"fps\": \"60\"", "9223372036854775807",
    ],
    repair: repair, check: check)

  /// Makes the checksum at the end right.
  private static func repair(_ bytes: inout [UInt8]) {
    let start = Array(",\n  \"checksum\": \"".utf8)
    let length = start.count + Array("0123456789abcdef\" }\n".utf8).count
    guard bytes.count >= length, bytes.suffix(length).starts(with: start) else { return }
    let place = bytes.count - length
    let hash = Array(ContentHash(of: Array(bytes[..<place])).text.utf8)
    bytes.replaceSubrange(place + start.count..<place + start.count + hash.count, with: hash)
  }

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let part: FilmPart
    do { part = try FilmPart(note: bytes, at: "/nowhere/part.mp4") } catch { return }
    try law(
      part.frames.lowerBound >= 0 && part.frames.upperBound <= part.settings.frameCount,
      "its frames are frames of the film")
    try law(
      (try? FilmPart(note: part.note, at: part.path)) == part, "a note is read as it is meant")
    try law((try? FilmParts([part])) == nil, "a part without a file is not a film")
  }
}
