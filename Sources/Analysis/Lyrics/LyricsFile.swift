// SPDX-License-Identifier: MIT
internal import Text

/// Why a text is not the lyrics of a song. Lines are counted from 1.
public enum LyricsFileError: Error, Hashable, Sendable {
  /// No line has a time.
  case noTimes
  /// A line among others with times has none.
  case noTime(line: Int)
  /// This is not a time.
  case notATime(String, line: Int)
  /// A word begins before the one before it.
  case backwards(line: Int)
  /// A line ends before it begins.
  case endBeforeBegin(line: Int)
  /// There are more lines than ``LyricsFile/maxLines``.
  case tooManyLines(line: Int)
  /// The lines have more words than ``LyricsFile/maxWords``, at each of their times.
  case tooManyWords(line: Int)
  /// A word begins before its line.
  case wordBeforeLine(line: Int)
}

extension LyricsFileError: CustomStringConvertible {
  /// What is wrong, worded to follow the name of the file.
  public var description: String {
    switch self {
    case .noTimes: "has no line with a time, such as [01:23.45] or 00:01:23,450 --> 00:01:27,000"
    case .noTime(let line): "line \(line) has no time"
    case .notATime(let text, let line):
      "line \(line): '\(LineText.escaped(String(text.prefix(40))))' is not a time such as 01:23.45"
    case .backwards(let line): "line \(line): a word begins before the one before it"
    case .endBeforeBegin(let line): "line \(line) ends before it begins"
    case .tooManyLines(let line):
      "line \(line): there are more than \(LyricsFile.maxLines) lines with words"
    case .tooManyWords(let line):
      "line \(line): there are more than \(LyricsFile.maxWords) words"
    case .wordBeforeLine(let line): "line \(line): a word begins before the line"
    }
  }
}

/// The formats of lyrics: LRC, also with times of words, SubRip (SRT) and WebVTT.
///
/// - Source: LRC as players read it, with `[offset:]` and words as `<mm:ss.xx>`; W3C, *WebVTT: The Web
///   Video Text Tracks Format*; SubRip has no standard.
public enum LyricsFile {
  /// The most lines with words.
  public static let maxLines = 20_000
  /// The most words, those of a line with several times at each of them.
  public static let maxWords = 200_000

  /// The lyrics in a text; its beginning tells the format.
  ///
  /// - Throws: ``LyricsFileError``.
  public static func lyrics(_ text: String) throws(LyricsFileError) -> SongLyrics {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if let first = lines.first, first.hasPrefix("\u{FEFF}") { lines[0] = first.dropFirst() }
    let isVTT = lines.first?.hasPrefix("WEBVTT") == true
    // In LRC an arrow is a part of the words.
    let isSubRip = lines.lazy.first { $0.contains("-->") }?.first?.isNumber == true
    return isVTT || isSubRip ? try subtitles(lines, isVTT: isVTT) : try lrc(lines)
  }

  private static func lrc(_ lines: [Substring]) throws(LyricsFileError) -> SongLyrics {
    var read = LyricsEntries()
    var offset = 0.0
    var firstWithout: Int?
    for (index, line) in lines.enumerated() {
      let number = index + 1
      var rest = line.trimmed
      guard !rest.isEmpty else { continue }
      var begins: [Double] = []
      var isTag = false
      while rest.first == "[", let end = rest.prefix(maxMark).firstIndex(of: "]") {
        let mark = rest[rest.index(after: rest.startIndex)..<end]
        let behind = rest[rest.index(after: end)...].trimmed
        if mark.first?.isASCIIDigit == true, let time = time(mark) {
          begins.append(time)
          rest = behind
          continue
        }
        // Behind a time it is a part of the words, such as [Chorus] or [2x].
        guard begins.isEmpty else { break }
        if mark.first?.isASCIIDigit == true { throw .notATime(String(mark), line: number) }
        isTag = mark.contains(":") && behind.isEmpty
        if isTag, let shift = offsetTag(mark) { offset = shift }
        break
      }
      guard let first = begins.min() else {
        if !isTag { firstWithout = firstWithout ?? number }
        continue
      }
      let words = try words(rest, begin: first, line: number, dropsTags: false)
      let line = SongLyrics.Entry(begin: first, end: nil, words: words)
      try read.append(line, at: begins, line: number)
    }
    guard !read.lines.isEmpty else { throw .noTimes }
    if let line = firstWithout { throw .noTime(line: line) }
    return SongLyrics(read.lines.map { $0.moved(by: -offset) })
  }

  /// The seconds by which lines come earlier, if this is the tag for it.
  private static func offsetTag(_ mark: Substring) -> Double? {
    let parts = mark.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "offset", let shift = Int(parts[1].trimmed),
      shift.magnitude < 1_000_000_000
    else { return nil }
    return Double(shift) / 1000
  }

  private static func subtitles(
    _ lines: [Substring], isVTT: Bool
  ) throws(LyricsFileError) -> SongLyrics {
    var read = LyricsEntries()
    var index = isVTT ? 1 : 0
    /// Passes over the lines up to an empty one.
    func skipBlock() {
      while index < lines.count, !lines[index].trimmed.isEmpty { index += 1 }
    }
    // Below the first line may be settings, which are not needed, or a cue.
    while isVTT, index < lines.count, !lines[index].trimmed.isEmpty, !lines[index].contains("-->") {
      index += 1
    }
    while index < lines.count {
      let line = lines[index].trimmed
      if line.isEmpty {
        index += 1
        continue
      }
      if isVTT, !line.contains("-->"),
        ["NOTE", "STYLE", "REGION"].contains(line.prefix { !$0.isWhitespace })
      {
        skipBlock()
        continue
      }
      // The number of a subtitle or the name of a cue is before its times.
      if !line.contains("-->") { index += 1 }
      guard index < lines.count, lines[index].contains("-->") else { throw .noTime(line: index) }
      let number = index + 1
      let (begin, end) = try times(lines[index], line: number)
      index += 1
      let first = index
      skipBlock()
      let text = lines[first..<index].joined(separator: " ")
      let words = try words(text[...], begin: begin, line: number, dropsTags: true)
      let cue = SongLyrics.Entry(begin: begin, end: end, words: words)
      try read.append(cue, at: [begin], line: number)
    }
    guard !read.lines.isEmpty else { throw .noTimes }
    return SongLyrics(read.lines)
  }

  /// When a cue begins and ends; settings may stand behind it.
  private static func times(
    _ line: Substring, line number: Int
  ) throws(LyricsFileError) -> (begin: Double, end: Double) {
    let fields = line.split(maxSplits: 3, whereSeparator: \.isWhitespace)
    guard fields.count > 2, fields[1] == "-->" else { throw .notATime(String(line), line: number) }
    guard let begin = time(fields[0], hasHundredths: false) else {
      throw .notATime(String(fields[0]), line: number)
    }
    guard let end = time(fields[2], hasHundredths: false) else {
      throw .notATime(String(fields[2]), line: number)
    }
    guard begin <= end else { throw .endBeforeBegin(line: number) }
    return (begin, end)
  }

  /// The words of a line. A time in angle brackets is that of the next word; other brackets are dropped
  /// with what they contain, or a part of the words.
  private static func words(
    _ text: Substring, begin: Double, line: Int, dropsTags: Bool
  ) throws(LyricsFileError) -> [SongLyrics.Word] {
    var words: [SongLyrics.Word] = []
    var (word, wordBegin, stamp) = ("", Double?.none, Double?.none)
    var last = begin
    func finish() {
      if !word.isEmpty { words.append(SongLyrics.Word(word, begin: wordBegin)) }
      (word, wordBegin) = ("", nil)
    }
    func append(_ character: Character) {
      // A time within a word is that of a syllable.
      if word.isEmpty { wordBegin = stamp }
      stamp = nil
      word.append(character)
    }
    var rest = text.prefix(maxCharacters)
    while let character = rest.first {
      if character == "<" || dropsTags && character == "{",
        let end = rest.prefix(maxMark).firstIndex(of: character == "<" ? ">" : "}")
      {
        let mark = rest[rest.index(after: rest.startIndex)..<end]
        if character == "<", mark.first?.isASCIIDigit == true,
          mark.contains(":"), mark.allSatisfy({ $0.isASCIIDigit || ":.,".contains($0) })
        {
          guard let time = time(mark, hasHundredths: !dropsTags) else {
            throw .notATime(String(mark), line: line)
          }
          guard time >= begin else { throw .wordBeforeLine(line: line) }
          guard time >= last else { throw .backwards(line: line) }
          (stamp, last) = (time, time)
          rest = rest[rest.index(after: end)...]
          continue
        }
        if dropsTags, character == "<" || mark.first == "\\" {
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      if dropsTags, character == "&", let (scalar, length) = entity(rest) {
        if scalar == " " { finish() } else { append(scalar) }
        rest = rest.dropFirst(length)
        continue
      }
      if character.isWhitespace { finish() } else if !character.isControl { append(character) }
      rest = rest.dropFirst()
    }
    finish()
    // What is sung before the first time is sung from the start of the line on.
    if let first = words.first, first.begin == nil, words.contains(where: { $0.begin != nil }) {
      words[0] = SongLyrics.Word(first.text, begin: begin)
    }
    return words
  }

  /// The character that a reference at the beginning of a text stands for, and its length.
  private static func entity(_ text: Substring) -> (Character, Int)? {
    let names: [(String, Character)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", "\""),
      ("&#39;", "'"), ("&lrm;", " "), ("&rlm;", " "),
    ]
    return names.first { text.hasPrefix($0.0) }.map { ($0.1, $0.0.count) }
  }

  /// The most characters of a line that are read: no line of a song is as long.
  private static let maxCharacters = 2000
  /// The most characters of a mark in brackets.
  private static let maxMark = 200

  /// A time in seconds, to the millisecond: `1:23`, `01:23.45`, or `00:01:23,450` with hours; `nil` for
  /// anything else. `01:23:45` has hundredths of a second in LRC, and hours elsewhere.
  static func time(_ text: Substring, hasHundredths: Bool = true) -> Double? {
    var fields = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let last = fields.last else { return nil }
    let parts = last.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
    var fraction = parts.count == 2 ? parts[1] : nil
    fields[fields.count - 1] = parts[0]
    if fields.count == 3, fraction == nil, hasHundredths {
      guard fields[2].count == 2 else { return nil }
      fraction = fields.removeLast()
    }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard let number = digits(field, atMost: 6), index == 0 || number < 60 else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 10_000_000 else { return nil }
    guard let fraction else { return Double(seconds) }
    guard digits(fraction, atMost: 9) != nil else { return nil }
    let thousandths = fraction.prefix(3) + String(repeating: "0", count: 3 - min(fraction.count, 3))
    return (Double(seconds * 1000) + Double(digits(thousandths[...], atMost: 3) ?? 0)) / 1000
  }

  private static func digits(_ text: Substring, atMost count: Int) -> Int? {
    guard (1...count).contains(text.count), text.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }
}

/// The lines of a file, as many as may be.
private struct LyricsEntries {
  private(set) var lines: [SongLyrics.Entry] = []
  private var wordCount = 0

  /// Takes a line at each of its times; `number` is that in the file.
  mutating func append(
    _ line: SongLyrics.Entry, at begins: [Double], line number: Int
  ) throws(LyricsFileError) {
    guard lines.count + begins.count <= LyricsFile.maxLines else {
      throw .tooManyLines(line: number)
    }
    wordCount += line.words.count * begins.count
    guard wordCount <= LyricsFile.maxWords else { throw .tooManyWords(line: number) }
    lines += begins.map { line.moved(by: $0 - line.begin) }
  }
}

extension SongLyrics.Entry {
  /// The line, so many seconds later.
  fileprivate func moved(by seconds: Double) -> SongLyrics.Entry {
    SongLyrics.Entry(
      begin: begin + seconds, end: end.map { $0 + seconds },
      words: words.map { SongLyrics.Word($0.text, begin: $0.begin.map { $0 + seconds }) })
  }
}

extension Substring {
  /// Without the spaces around it.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }

  /// Whether it is one that cannot be drawn and means nothing in a line, or has marks without end.
  fileprivate var isControl: Bool {
    unicodeScalars.allSatisfy {
      [.control, .format, .privateUse, .unassigned].contains($0.properties.generalCategory)
    }
      || !unicodeScalars.dropFirst(16).isEmpty
  }
}
