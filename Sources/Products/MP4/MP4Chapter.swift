// SPDX-License-Identifier: MIT

/// A chapter of a film, which goes on to the next one.
public struct MP4Chapter: Sendable, Hashable {
  /// Where it begins.
  let microseconds: Int
  /// Its name.
  let title: String

  /// A chapter that begins at a time, 0 or later.
  public init(microseconds: Int, title: String) {
    (self.microseconds, self.title) = (microseconds, title)
  }

  /// The box of chapters, in units of 100 ns; empty without any.
  ///
  /// - Source: Nero's `chpl`, as ffmpeg's `movenc.c` writes it.
  static func box(_ chapters: [MP4Chapter]) -> [UInt8] {
    guard !chapters.isEmpty else { return [] }
    let first = chapters.prefix(255)
    return .box(
      "chpl", [1, 0, 0, 0, 0, 0, 0, 0, UInt8(first.count)],
      first.flatMap { chapter -> [UInt8] in
        var title = Array(chapter.title.utf8.prefix(255))
        // No letter is cut.
        while String(validating: title, as: UTF8.self) == nil { title.removeLast() }
        return .u64(chapter.microseconds * 10) + [UInt8(title.count)] + title
      })
  }
}
