// SPDX-License-Identifier: MIT
public import Signal
internal import Text

/// The words of a song, line by line, with the times at which they are sung.
public struct SongLyrics: Sendable, Hashable {
  /// A word of a line.
  public struct Word: Sendable, Hashable {
    /// Its characters; there are some, and no space.
    public let text: String
    /// When it is sung, in seconds from the start of the track; `nil` if only the line has a time, or if
    /// it is sung together with the word before it. Words that come before the track have a negative one.
    public let begin: Double?

    /// A word.
    public init(_ text: String, begin: Double? = nil) { (self.text, self.begin) = (text, begin) }
  }

  /// A line that is shown as a whole.
  public struct Line: Sendable, Hashable {
    /// When it appears and when it goes, in seconds from the start of the track; the end of the last line
    /// of a file without ends is infinite.
    public let begin, end: Double
    /// Its words; at least one.
    public let words: [Word]
    /// Those of them that have times, with the words that are sung together with them; empty if only the
    /// line has a time. Of lines that are shown together, such as a translation, one has times.
    let timed: Range<Int>

    /// The words with spaces between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    /// The words that are sung at a time; none if words have no times.
    public func sung(at time: Double) -> Range<Int> {
      let isSung = { (word: Word) in word.begin.map { $0 <= time } ?? false }
      guard let first = words[timed].lastIndex(where: isSung) else { return 0..<0 }
      let next = words[first + 1..<timed.upperBound].firstIndex { $0.begin != nil }
      return first..<(next ?? timed.upperBound)
    }

    /// The words that are still to be sung at a time; none if words have no times.
    public func waiting(at time: Double) -> Range<Int> {
      let sung = sung(at: time)
      return (sung.isEmpty ? timed.lowerBound : sung.upperBound)..<timed.upperBound
    }
  }

  /// The lines in ascending order; no two are shown at once.
  public let lines: [Line]

  /// A line of a file.
  struct Entry {
    /// When it appears and goes, in seconds from the start of the track, before which it may begin; without
    /// an end it stays until the next one.
    var begin: Double
    var end: Double?
    /// Its words; none in a pause.
    var words: [Word]
    /// Those that have times: see ``Line/timed``.
    fileprivate var timed = 0..<0

    /// A line.
    init(begin: Double, end: Double?, words: [Word]) {
      (self.begin, self.end, self.words) = (begin, end, words)
      if words.contains(where: { $0.begin != nil }) { timed = 0..<words.count }
    }

    /// Shows another line with it, as far as there is space: the times of words are those of the first line
    /// that has any.
    fileprivate mutating func join(_ other: Entry) {
      end = if let end, let otherEnd = other.end { max(end, otherEnd) } else { nil }
      guard !other.words.isEmpty, words.count < Entry.maxWords else { return }
      if !words.isEmpty { words.append(Word("/")) }
      let keepsTimes = timed.isEmpty && !other.timed.isEmpty
      if keepsTimes { timed = words.count..<words.count + other.words.count }
      words += keepsTimes ? other.words : other.words.map { Word($0.text) }
    }

    /// A line of more words is not joined with another one.
    private static let maxWords = 200
  }

  /// Lines in any order. Those that begin at the same time are one line, a line ends when the next one
  /// begins, and lines without words are pauses.
  init(_ entries: [Entry]) {
    let sorted = entries.enumerated().sorted {
      ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset)
    }
    var merged: [Entry] = []
    for (_, entry) in sorted {
      if merged.last?.begin == entry.begin {
        merged[merged.count - 1].join(entry)
      } else {
        merged.append(entry)
      }
    }
    self.lines = merged.indices.compactMap { index in
      let line = merged[index]
      let next = index + 1 < merged.count ? merged[index + 1].begin : .infinity
      let (begin, end) = (max(line.begin, 0), min(line.end ?? .infinity, next))
      return line.words.isEmpty || end <= begin
        ? nil : Line(begin: begin, end: end, words: line.words, timed: line.timed)
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
