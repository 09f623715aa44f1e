// SPDX-License-Identifier: MIT
internal import Decoding
internal import Pipeline
internal import Signal
internal import Text

/// A chapter of a track, or of a film.
package struct Chapter: Sendable, Hashable {
  /// Its name; empty if it has none.
  package var title: String
  /// Its time in microseconds.
  package var time: Range<Int>

  /// A chapter with a name and a time in microseconds.
  package init(title: String, time: Range<Int>) { (self.title, self.time) = (title, time) }

  /// The chapters in ffmpeg's description of a file.
  package static func list(in report: String) -> [Chapter] {
    var chapters: [Chapter] = []
    var isOpen = false
    for line in report.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.first == "Chapter", words.count == 6, let start = microseconds(words[3].dropLast()),
        let end = microseconds(words[5])
      {
        chapters.append(Chapter(title: "", time: start..<max(start, end)))
        isOpen = true
      } else if line.hasPrefix("  Stream #") {
        isOpen = false
      } else if isOpen, words.first == "title", let mark = line.firstRange(of: ": ") {
        chapters[chapters.count - 1].title = String(line[mark.upperBound...])
        isOpen = false
      }
    }
    return chapters
  }

  private static func microseconds(_ text: Substring) -> Int? {
    Double(text).flatMap { abs($0) < 1e9 ? Int(($0 * 1e6).rounded()) : nil }
  }

  /// The chapters that a film shows of these, at its own times: it begins at `start` in the track, and is
  /// `length` long, in microseconds.
  package static func shown(_ chapters: [Chapter], from start: Int, length: Int) -> [Chapter] {
    chapters.compactMap { chapter in
      let time = (chapter.time.lowerBound - start..<chapter.time.upperBound - start)
        .clamped(to: 0..<length)
      return time.isEmpty ? nil : Chapter(title: chapter.title, time: time)
    }
  }

  /// The text from which ffmpeg reads chapters.
  ///
  /// - Source: ffmpeg, *Metadata*.
  package static func metadata(_ chapters: [Chapter]) -> [String] {
    [";FFMETADATA1"]
      + chapters.flatMap { chapter in
        let title = chapter.title.map { "=;#\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return [
          "[CHAPTER]", "TIMEBASE=1/1000000", "START=\(chapter.time.lowerBound)",
          "END=\(chapter.time.upperBound)", "title=\(title)",
        ]
      }
  }
}

extension FFmpeg {
  /// The chapters of the file of a track; none where its demuxer finds none.
  func chapters(of file: PacketFile) -> [Chapter] {
    file.demuxing.mayHaveChapters ? Chapter.list(in: description(of: file)) : []
  }
}

extension ReadRun {
  /// The chapters of the track that the frames show, at their times.
  func shown(_ chapters: [Chapter], from start: TimePosition) -> [Chapter] {
    let rate = schedule.rate
    let (first, end) = (
      rate.nanoseconds(ofEvent: frames.lowerBound), rate.nanoseconds(ofEvent: frames.upperBound)
    )
    return Chapter.shown(
      chapters, from: (start.nanoseconds + first) / 1000, length: (end - first) / 1000)
  }
}
