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
    public private(set) var words: [Word]
    /// Those of them that have times, with the words that are sung together with them; empty if only the
    /// line has a time. Of lines that are shown together, such as a translation, one has times.
    fileprivate(set) var timed: Range<Int>

    init(begin: Double, end: Double, words: [Word]) {
      (self.begin, self.end, self.words) = (begin, end, words)
      timed = 0..<(words.contains { $0.begin != nil } ? words.count : 0)
    }

    /// The words with spaces between them.
    public var text: String { words.map(\.text).joined(separator: " ") }

    /// Shows other words with it: the times of words are those of the first ones that have any.
    fileprivate mutating func join(_ others: [Word]) {
      words.append(Word("/"))
      let keepsTimes = timed.isEmpty && others.contains { $0.begin != nil }
      if keepsTimes { timed = words.count..<words.count + others.count }
      words += keepsTimes ? others : others.map { Word($0.text) }
    }

    /// When pages of it begin: with the first word of each, if those have times.
    fileprivate func begins(of pages: [[(word: Int, text: String)]]) -> [Double] {
      let sung = pages.map { page in
        page.lazy.compactMap { timed.contains($0.word) ? words[$0.word].begin : nil }.first
      }
      let times = [begin] + sung.dropFirst().compactMap(\.self) + [end]
      if times.count == pages.count + 1, zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) {
        return times.dropLast()
      }
      var counts = pages.map { page in Double(page.reduce(0) { $0 + $1.text.count }) }
      let length = end.isFinite ? end - begin : counts.reduce(0, +) / SongLyrics.pace
      let all = counts.reduce(0, +)
      counts.insert(0, at: 0)
      return counts.dropLast().reduce(into: []) { begins, count in
        begins.append((begins.last ?? begin) + length * count / all)
      }
    }

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
    /// The number of its line in the file.
    var number: Int
  }

  /// The most lines that are shown at once, and the most words of lines that are.
  private static let (mostAtOnce, mostWordsAtOnce) = (8, 200)
  /// The most words in all, with those that are shown again beside others.
  private static let mostWords = 2 * LyricsFile.maxWords
  /// Lines that overlap by less, in seconds, were rounded.
  private static let shortestOverlap = 0.1

  /// Lines in any order. Those that are shown at the same time are one line, with `/` between them.
  /// `crowded` is called with the number of a line for which there is no space beside others.
  init(_ entries: [Entry], crowded: (Int) -> Void = { _ in }) {
    let sorted = entries.enumerated().sorted {
      ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset)
    }.map(\.element)
    let ends = SongLyrics.ends(of: sorted)
    let points = Set(sorted.map(\.begin) + ends).sorted()
    var segments: [(begin: Double, end: Double, entries: [Int])] = []
    var (active, next) = ([Int](), 0)
    for (begin, end) in zip(points, points.dropFirst()) {
      active.removeAll { ends[$0] <= begin }
      while next < sorted.count, sorted[next].begin <= begin {
        if !sorted[next].words.isEmpty, ends[next] > begin {
          if active.count < SongLyrics.mostAtOnce {
            active.append(next)
          } else {
            crowded(sorted[next].number)
          }
        }
        next += 1
      }
      if segments.last?.entries == active {
        segments[segments.count - 1].end = end
      } else {
        segments.append((begin, end, active))
      }
    }
    var (wordsLeft, cut) = (SongLyrics.mostWords, Set<Int>())
    lines = segments.compactMap { segment in
      guard segment.end > 0, let first = segment.entries.first else { return nil }
      var line = Line(
        begin: max(segment.begin, 0), end: segment.end, words: sorted[first].words)
      for index in segment.entries.dropFirst() {
        let count = line.words.count + sorted[index].words.count
        if count <= min(SongLyrics.mostWordsAtOnce, wordsLeft) {
          line.join(sorted[index].words)
        } else if cut.insert(index).inserted {
          crowded(sorted[index].number)
        }
      }
      wordsLeft -= segment.entries.count > 1 ? line.words.count : 0
      return line
    }
  }

  /// The ends of lines in ascending order; that of the last one is infinite if it has none.
  private static func ends(of sorted: [Entry]) -> [Double] {
    var next = Double.infinity
    return sorted.indices.reversed().map { index in
      let begin = sorted[index].begin
      if index + 1 < sorted.count, sorted[index + 1].begin > begin {
        next = sorted[index + 1].begin
      }
      guard let end = sorted[index].end else { return next }
      return next < end && end - next < shortestOverlap ? next : end
    }.reversed()
  }

  /// How fast people read, in characters a second: for the pages of a line without an end.
  private static let pace = 15.0

  /// The lyrics, each line in the pages that `pages` makes of its words, and of parts of words, one
  /// after the other: each when its words are sung, or for a time in proportion to its letters.
  package func paged(_ pages: (Line) -> [[(word: Int, text: String)]]) -> SongLyrics {
    SongLyrics(
      pages: lines.flatMap { line -> [Line] in
        let pages = pages(line).filter { !$0.isEmpty }
        let begins = line.begins(of: pages)
        return pages.indices.map { index in
          let words = pages[index]
          var last: Int?
          var page = Line(
            begin: begins[index], end: index + 1 < pages.count ? begins[index + 1] : line.end,
            words: words.map { part in
              defer { last = part.word }
              return Word(part.text, begin: part.word == last ? nil : line.words[part.word].begin)
            })
          let timed = words.indices.filter { line.timed.contains(words[$0].word) }
          page.timed = (timed.first ?? 0)..<(timed.last.map { $0 + 1 } ?? 0)
          return page
        }
      })
  }

  /// The lyrics in pages of at most `most` letters.
  package func paged(letters most: Int) -> SongLyrics {
    paged { line in
      var (pages, count) = ([[(word: Int, text: String)]](), Int.max / 2)
      for (index, word) in line.words.enumerated() {
        var rest = word.text[...]
        while !rest.isEmpty {
          let part = rest.prefix(most)
          count += part.count + 1
          if count > most + 1 {
            pages.append([])
            count = part.count + 1
          }
          pages[pages.count - 1].append((index, String(part)))
          rest = rest[part.endIndex...]
        }
      }
      return pages
    }
  }

  /// No lyrics.
  package static let none = SongLyrics(pages: [])

  private init(pages: [Line]) { lines = pages }

  /// The line that is shown at a time in seconds; `nil` in a pause.
  public func line(at time: Double) -> Line? {
    let end = lines.endOfPrefix { $0.begin <= time }
    guard end > 0, time < lines[end - 1].end else { return nil }
    return lines[end - 1]
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
