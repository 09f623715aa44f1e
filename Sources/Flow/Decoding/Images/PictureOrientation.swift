// SPDX-License-Identifier: MIT

/// How a picture is turned, as cameras note it: its first row and column are not always the top and the
/// left.
///
/// - Source: CIPA DC-008, *Exif* 2.32, section 4.6.4, tag 274; the specifications of PNG and WebP for
///   where it is; ITU-T T.81, B.1.1.2, for bytes that fill up a JPEG before a marker.
struct PictureOrientation: Sendable, Hashable {
  /// 1 for an upright picture, to 8.
  let code: Int

  /// Reads it from a file; 1 if that does not say.
  init(of bytes: [UInt8]) {
    code =
      PictureOrientation.place(in: bytes).flatMap { PictureOrientation.code(in: bytes, at: $0) }
      ?? 1
  }

  /// ffmpeg's filters that make it upright; `nil` if it is.
  var filter: String? {
    [
      2: "hflip", 3: "hflip,vflip", 4: "vflip", 5: "transpose=cclock_flip", 6: "transpose=clock",
      7: "transpose=clock_flip", 8: "transpose=cclock",
    ][code]
  }

  /// Where the notes begin, which are written as in TIFF.
  private static func place(in bytes: [UInt8]) -> Int? {
    if bytes.has("II*\0") || bytes.has("MM\0*") { return 0 }
    let (isPNG, isWebP) = (bytes.has("PNG", at: 1), bytes.has("WEBP", at: 8))
    // Each segment or chunk: where its name and its contents are, and where the next one begins.
    var place = isPNG ? 8 : isWebP ? 12 : 2
    for _ in 0..<TagPicture.maxParts {
      let width = isPNG || isWebP ? 4 : 2
      guard
        let size = bytes.number(at: place + (isPNG ? 0 : width), width, bigEndian: !isWebP)
          .map({ Int($0) })
      else { return nil }
      if !isPNG, !isWebP, bytes[place] == 0xFF, bytes[place + 1] == 0xFF {
        place += 1
        continue
      }
      let name = place + (isPNG ? 4 : 0)
      let contents = place + 2 * width
      if bytes.has("eXIf", at: name) { return contents }
      let isNote =
        isWebP ? bytes.has("EXIF", at: name) : bytes[place] == 0xFF && bytes[place + 1] == 0xE1
      if isNote, !isPNG {
        let hasMark = bytes.has("Exif\0\0", at: contents)
        if hasMark || isWebP { return contents + (hasMark ? 6 : 0) }
      }
      // The picture itself begins.
      if !isPNG, !isWebP, bytes[place] != 0xFF || bytes[place + 1] == 0xDA { return nil }
      place = isPNG ? contents + size + 4 : isWebP ? contents + (size + 1) & ~1 : place + 2 + size
    }
    return nil
  }

  private static func code(in bytes: [UInt8], at start: Int) -> Int? {
    let isBig = bytes.has("MM", at: start)
    guard isBig || bytes.has("II", at: start),
      let table = bytes.number(at: start + 4, 4, bigEndian: isBig).map({ start + Int($0) }),
      let count = bytes.number(at: table, 2, bigEndian: isBig)
    else { return nil }
    for index in 0..<Int(count) {
      let entry = table + 2 + 12 * index
      if bytes.number(at: entry, 2, bigEndian: isBig) == 274 {
        // Some writers give it four bytes.
        let isLong = bytes.number(at: entry + 2, 2, bigEndian: isBig) == 4
        return bytes.number(at: entry + 8, isLong ? 4 : 2, bigEndian: isBig).map { Int($0) }
      }
    }
    return nil
  }
}
