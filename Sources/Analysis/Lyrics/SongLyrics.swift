// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// The words of a song, line by line, with the times at which they are sung.
public struct SongLyrics: Sendable, Hashable {
  /// A word of a line.
  public struct Word: Sendable, Hashable {
    /// Its characters; there are some, and no space.
    public let text: String
    /// When it is sung, in seconds from the begin of the track; `nil` if only the line has a time, or if
    /// it is sung together with the word before it.
    public let begin: Double?

    /// A word.
    public init(_ text: String, begin: Double? = nil) { (self.text, self.begin) = (text, begin) }
  }

  /// A line that is shown as a whole.
  public struct Line: Sendable, Hashable {
    /// When it appears and when it goes, in seconds from the begin of the track; the end of the last line
    /// of a file without ends is infinite.
    public let begin, end: Double
    /// Its words; at least one.
    public let words: [Word]

    /// The words with spaces between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    /// The words that are sung at a time; none if words have no times.
    public func sung(at time: Double) -> Range<Int> {
      guard let first = words.lastIndex(where: { $0.begin.map { $0 <= time } ?? false }) else {
        return 0..<0
      }
      let next = words[(first + 1)...].firstIndex { $0.begin != nil }
      return first..<(next ?? words.count)
    }
  }

  /// The lines in ascending order; no two are shown at once.
  public let lines: [Line]

  /// Lines in any order. Those that begin at the same time are one line, a line ends when the next one
  /// begins, and lines without words are pauses.
  init(_ lines: [(begin: Double, end: Double?, words: [Word])]) {
    let sorted = lines.enumerated().sorted {
      ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset)
    }
    var merged: [(begin: Double, end: Double?, words: [Word])] = []
    for (_, line) in sorted {
      guard let last = merged.last, last.begin == line.begin else {
        merged.append(line)
        continue
      }
      let isBoth = !last.words.isEmpty && !line.words.isEmpty
      merged[merged.count - 1].words += (isBoth ? [Word("/")] : []) + line.words
      merged[merged.count - 1].end =
        if let end = last.end, let other = line.end { max(end, other) } else { nil }
    }
    self.lines = merged.indices.compactMap { index in
      let line = merged[index]
      let next = index + 1 < merged.count ? merged[index + 1].begin : .infinity
      let end = min(line.end ?? .infinity, next)
      return line.words.isEmpty || end <= line.begin
        ? nil : Line(begin: line.begin, end: end, words: line.words)
    }
  }

  /// The line that is shown at a time in seconds; `nil` in a pause.
  public func line(at time: Double) -> Line? {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].begin <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time < lines[low - 1].end else { return nil }
    return lines[low - 1]
  }

  /// The moment at which an event of a rate shows the lyrics, with `begin` as that of event 0, in seconds:
  /// its middle, so that a line appears in the event that begins nearest to its time.
  public static func moment(ofEvent index: Int, of rate: Rate, from begin: Double) -> Double {
    begin + (Double(index) + 0.5) * Double(rate.denominator) / Double(rate.numerator)
  }

  /// The line that an event of a rate shows.
  func line(inEvent index: Int, of rate: Rate, from begin: Double) -> Line? {
    line(at: SongLyrics.moment(ofEvent: index, of: rate, from: begin))
  }

  /// All of it as a text: two lyrics that show the same have the same one.
  package var text: String {
    lines.map { line in
      let words = line.words.map { word in
        (word.begin.map { "<\(SongLyrics.seconds($0))>" } ?? "") + word.text
      }
      return "\(SongLyrics.seconds(line.begin)) \(SongLyrics.seconds(line.end)) "
        + words.joined(separator: " ") + "\n"
    }.joined()
  }

  private static func seconds(_ time: Double) -> String {
    time.isFinite ? DecimalText.text(time, places: 3) : "end"
  }
}
