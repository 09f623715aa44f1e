// SPDX-License-Identifier: MIT
internal import Text

/// Why a text is not the lyrics of a song, or a line of it is not used. Lines are counted from 1.
public enum LyricsFileError: Error, Hashable, Sendable {
  /// No line has a time.
  case noTimes
  /// The lines with times have no words.
  case noWords
  /// A line among others with times has none.
  case noTime(line: Int)
  /// This is not a time.
  case notATime(String, line: Int)
  /// This is not an offset.
  case notAnOffset(String, line: Int)
  /// A word begins before the one before it.
  case backwards(line: Int)
  /// A line ends before it begins.
  case endBeforeBegin(line: Int)
  /// The line has more characters than are read.
  case tooLong(line: Int)
  /// There are more lines than ``LyricsFile/maxLines``.
  case tooManyLines(line: Int)
  /// The lines have more words than ``LyricsFile/maxWords``, at each of their times.
  case tooManyWords(line: Int)
  /// More lines are to be shown at once than there is space for.
  case crowded(line: Int)
  /// A word begins before its line.
  case wordBeforeLine(line: Int)
}

extension LyricsFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .noTimes: "has no line with a time, such as [01:23.45] or 00:01:23,450 --> 00:01:27,000"
    case .noWords: "has times, and no words"
    case .noTime(let line): "line \(line) has no time"
    case .notATime(let text, let line):
      "line \(line): '\(LineText.escaped(String(text.prefix(40))))' is not a time such as 01:23.45"
    case .notAnOffset(let text, let line):
      "line \(line): '\(LineText.escaped(String(text.prefix(40))))' is not an offset in milliseconds such as "
        + "[offset:-500]"
    case .backwards(let line): "line \(line): a word begins before the one before it"
    case .endBeforeBegin(let line): "line \(line) does not end after it begins"
    case .tooLong(let line):
      "line \(line) has more than \(LyricsWords.maxCharacters) characters"
    case .tooManyLines(let line):
      "line \(line): there are more than \(LyricsFile.maxLines) lines with words"
    case .tooManyWords(let line):
      "line \(line): there are more than \(LyricsFile.maxWords) words"
    case .crowded(let line): "line \(line) is to be shown with too many others"
    case .wordBeforeLine(let line): "line \(line): a word begins before the line"
    }
  }
}

/// The formats of lyrics: LRC, also with times of words, SubRip (SRT) and WebVTT.
///
/// They are read as players read them: what can be used is used, and the rest is counted.
///
/// - Source: LRC as players read it, with `[offset:]` and words as `<mm:ss.xx>`; W3C, *WebVTT: The Web
///   Video Text Tracks Format*, 4 and 6; SubRip has no standard, so FFmpeg's `srtdec.c`.
public enum LyricsFile {
  /// The most lines with words.
  public static let maxLines = 20_000
  /// The most words, those of a line with several times at each of them.
  public static let maxWords = 200_000

  /// The lyrics in a text.
  ///
  /// - Throws: ``LyricsFileError``; see ``read(_:)``.
  public static func lyrics(_ text: String) throws(LyricsFileError) -> SongLyrics {
    try read(text).lyrics
  }

  /// The lyrics in a text, whose first line with a time tells the format, and the lines of it that are
  /// not used, or only in part.
  ///
  /// - Throws: ``LyricsFileError`` if there is nothing to show.
  public static func read(
    _ text: String
  ) throws(LyricsFileError) -> (lyrics: SongLyrics, unused: UnusedLines<LyricsFileError>?) {
    var entries =
      switch Format(of: text) {
      case .lrc: lrc(text)
      case .subRip: subtitles(text, isVTT: false)
      case .webVTT: subtitles(text, isVTT: true)
      case nil: LyricsEntries()
      }
    guard !entries.lines.isEmpty else {
      if case .noTime? = entries.unused?.first { throw .noTimes }
      throw entries.unused?.first ?? .noTimes
    }
    guard entries.lines.contains(where: { !$0.words.isEmpty }) else { throw .noWords }
    let lyrics = SongLyrics(entries.lines) { entries.note(.crowded(line: $0)) }
    return (lyrics, entries.unused)
  }

  private enum Format {
    case lrc, subRip, webVTT

    /// In LRC an arrow is a part of the words.
    init?(of text: String) {
      for line in TextLines(text).lazy.map({ $0.trimmed.prefix(200) }) where !line.isEmpty {
        if line.starts(with: "WEBVTT".unicodeScalars) {
          self = .webVTT
        } else if line.first == "[",
          line.dropFirst().trimmed.first.map({ $0.isDigit }) == true
        {
          self = .lrc
        } else if LyricsTime.span(Array(line)) != nil {
          self = .subRip
        } else {
          continue
        }
        return
      }
      return nil
    }
  }

  private static func lrc(_ text: String) -> LyricsEntries {
    var read = LyricsEntries()
    var offset = 0.0
    for (index, line) in TextLines(text).enumerated() {
      let number = index + 1
      var rest = read.scalars(of: line, number).trimmed
      guard !rest.isEmpty else { continue }
      var begins: [Double] = []
      while let (mark, behind) = LyricsWords.mark(at: rest, until: "]"), rest.first == "[" {
        if let time = LyricsTime.time(mark) {
          begins.append(time)
        } else if begins.isEmpty {
          // Behind a time it is a part of the words, such as [Chorus] or [2x].
          let isTag = mark.contains(":") && behind.isEmpty && mark.first?.isDigit != true
          if !isTag {
            read.note(
              mark.first?.isDigit == true
                ? .notATime(String(mark), line: number) : .noTime(line: number))
          } else if let text = offsetText(mark), !text.isEmpty {
            let shift = shift(text)
            if shift == nil { read.note(.notAnOffset(String(mark), line: number)) }
            offset = shift ?? offset
          }
          rest = []
          break
        } else {
          break
        }
        rest = behind
      }
      guard let first = begins.min() else {
        if !rest.isEmpty { read.note(.noTime(line: number)) }
        continue
      }
      read.append(rest, begin: first, end: nil, at: begins, line: number, isSubtitle: false)
    }
    read.move(by: -offset)
    return read
  }

  /// What a tag says of the time by which lines come earlier; `nil` for other tags.
  private static func offsetText(_ mark: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>?
  {
    guard let colon = mark.firstIndex(of: ":"),
      String(mark[..<colon].trimmed).lowercased() == "offset"
    else { return nil }
    return mark[(colon + 1)...].trimmed
  }

  /// The seconds in a number of milliseconds, which may name its unit; `nil` for anything else.
  private static func shift(_ text: ArraySlice<Unicode.Scalar>) -> Double? {
    let hasUnit = String(text.suffix(2)).lowercased() == "ms"
    let digits = text.dropLast(hasUnit ? 2 : 0).trimmed
    guard digits.allSatisfy({ $0.isDigit || "+-.".unicodeScalars.contains($0) }),
      let shift = Double(String(digits)), shift.magnitude < 1_000_000_000
    else { return nil }
    return shift / 1000
  }

  /// A cue begins at a line with times, and the number before it belongs to it. In WebVTT it ends at an
  /// empty line, in SubRip at the next cue.
  private static func subtitles(_ text: String, isVTT: Bool) -> LyricsEntries {
    var read = LyricsEntries()
    /// What the lines are a part of; the head of a file, notes and styles say nothing.
    enum Part { case head, gap, note, cue, unused }
    var part = isVTT ? Part.head : .gap
    var cue = (begin: 0.0, end: Double?.none, line: 0, words: [[Unicode.Scalar]](), count: 0)
    /// A line that may be the number or the name of a cue.
    var name: Int?
    var isBegun = false
    func finish() {
      if part == .cue {
        read.append(
          ArraySlice(cue.words.joined(separator: " ".unicodeScalars)), begin: cue.begin,
          end: cue.end,
          at: [cue.begin], line: cue.line, isSubtitle: true)
      }
      if let name { read.note(.noTime(line: name)) }
      (part, name) = (.gap, nil)
    }
    /// The same, without the number of the next cue.
    func finishBeforeCue() {
      if part == .cue, cue.words.last?.allSatisfy(\.isDigit) == true { cue.words.removeLast() }
      name = nil
      finish()
    }
    for (index, line) in TextLines(text).enumerated() {
      let words = read.scalars(of: line, index + 1)
      let trimmed = words.trimmed
      // There may be empty lines before the head.
      if part == .head, trimmed.isEmpty, !isBegun { continue }
      isBegun = true
      if let span = LyricsTime.span(words) {
        finishBeforeCue()
        (part, cue) = (.cue, (span.begin, span.end, index + 1, [], 0))
        if let end = span.end, end <= span.begin {
          cue.end = nil
          read.note(.endBeforeBegin(line: index + 1))
        }
      } else if trimmed.isEmpty {
        // A line with a blank does not end a cue.
        if isVTT, words.isEmpty || part != .cue { finish() }
      } else if part != .note, trimmed.first?.isDigit == true, LyricsTime.hasArrow(trimmed) {
        finishBeforeCue()
        part = .unused
        read.note(.notATime(String(trimmed), line: index + 1))
      } else {
        switch part {
        case .head, .note: break
        case .cue:
          cue.count += words.count
          if cue.count <= LyricsWords.maxScalars {
            cue.words.append(Array(trimmed))
          } else {
            read.note(.tooLong(line: index + 1))
          }
        case .unused:
          // It may be the number of the next cue.
          if !trimmed.allSatisfy(\.isDigit) { read.note(.noTime(line: index + 1)) }
        case .gap:
          let first = String(trimmed.prefix { !$0.properties.isWhitespace }[...])
          if isVTT, name == nil, ["NOTE", "STYLE", "REGION"].contains(first) {
            part = .note
          } else {
            if let name { read.note(.noTime(line: name)) }
            name = index + 1
          }
        }
      }
    }
    finish()
    return read
  }
}

/// The lines of a file, as many as may be, and what of it is not used.
private struct LyricsEntries {
  private(set) var lines: [SongLyrics.Entry] = []
  private(set) var unused: UnusedLines<LyricsFileError>?
  /// The last fault that was counted.
  private var last: LyricsFileError?
  private var wordCount = 0

  /// Takes the words of a line at each of its times; `number` is that in the file.
  mutating func append(
    _ text: ArraySlice<Unicode.Scalar>, begin: Double, end: Double?, at begins: [Double],
    line number: Int, isSubtitle: Bool
  ) {
    var words = LyricsWords(begin: begin, line: number, isSubtitle: isSubtitle)
    words.read(text)
    if let fault = words.fault { note(fault) }
    guard lines.count + begins.count <= LyricsFile.maxLines else {
      return note(.tooManyLines(line: number))
    }
    guard wordCount + words.words.count * begins.count <= LyricsFile.maxWords else {
      return note(.tooManyWords(line: number))
    }
    wordCount += words.words.count * begins.count
    let line = SongLyrics.Entry(begin: begin, end: end, words: words.words, number: number)
    lines += begins.map { line.moved(by: $0 - begin) }
  }

  /// The characters of a line, up to a number that no line has.
  mutating func scalars(of line: Substring.UnicodeScalarView, _ number: Int) -> [Unicode.Scalar] {
    let scalars = Array(line.prefix(LyricsWords.maxScalars))
    if !line.dropFirst(scalars.count).isEmpty { note(.tooLong(line: number)) }
    return scalars
  }

  /// Moves all lines by some seconds.
  mutating func move(by seconds: Double) { lines = lines.map { $0.moved(by: seconds) } }

  /// Counts a line that is not used, or only in part, once.
  mutating func note(_ fault: LyricsFileError) {
    if fault != last { unused = UnusedLines(adding: fault, to: unused) }
    last = fault
  }
}

extension SongLyrics.Entry {
  /// The line, `seconds` later.
  fileprivate func moved(by seconds: Double) -> SongLyrics.Entry {
    SongLyrics.Entry(
      begin: begin + seconds, end: end.map { $0 + seconds },
      words: words.map { SongLyrics.Word($0.text, begin: $0.begin.map { $0 + seconds }) },
      number: number)
  }
}
