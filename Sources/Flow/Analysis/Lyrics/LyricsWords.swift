// SPDX-License-Identifier: MIT
internal import Text

/// Reads the words of a line of lyrics. A time in brackets is that of the next word; the tags of subtitles
/// are dropped, and other brackets are a part of the words.
struct LyricsWords {
  /// The words.
  private(set) var words: [SongLyrics.Word] = []
  /// What is wrong with the line, if anything.
  private(set) var fault: LyricsFileError?

  private let begin: Double
  private let line: Int
  private let isSubtitle: Bool
  private var word = ""
  private var wordBegin, stamp: Double?
  /// The last time of a word.
  private var last: Double
  /// How many characters were read, and how many marks the last letter has.
  private var (count, markCount) = (0, 0)

  /// The most characters of a line: no line of a song is as long.
  static let maxCharacters = 2000
  /// The most scalars of a line that are looked at, with tags, times and references.
  static let maxScalars = 20 * maxCharacters
  /// The most characters of a mark in brackets.
  private static let maxMark = 200
  /// The most marks of a letter: Hebrew has four, and more are drawn for fun.
  private static let maxMarks = 8

  /// Before a line that begins at a time, in seconds.
  init(begin: Double, line: Int, isSubtitle: Bool) {
    (self.begin, self.line, self.isSubtitle, last) = (begin, line, isSubtitle, begin)
  }

  /// What a bracket at the beginning of a text contains, and what is behind it without spaces around;
  /// `nil` if it does not end soon.
  static func mark(
    at text: ArraySlice<Unicode.Scalar>, until end: Unicode.Scalar
  ) -> (ArraySlice<Unicode.Scalar>, behind: ArraySlice<Unicode.Scalar>)? {
    guard let end = text.prefix(maxMark).firstIndex(of: end) else { return nil }
    return (text[..<end].dropFirst(), text[(end + 1)...].trimmed)
  }

  /// Reads the whole line.
  mutating func read(_ text: ArraySlice<Unicode.Scalar>) {
    /// The place of the next closing bracket of each kind: each is looked for once.
    var ends: [Unicode.Scalar: Int] = [:]
    func end(of place: Int, _ bracket: Unicode.Scalar) -> Int? {
      if ends[bracket, default: place] <= place {
        ends[bracket] = text[place...].firstIndex(of: bracket) ?? .max
      }
      return ends[bracket].flatMap { $0 <= place + LyricsWords.maxMark ? $0 : nil }
    }
    var place = text.startIndex
    while place < text.endIndex {
      let scalar = text[place]
      if let bracket = LyricsWords.brackets[scalar], let end = end(of: place, bracket),
        take(text[(place + 1)..<end], scalar)
      {
        place = end + 1
      } else if isSubtitle, let reference = CharacterReference.read(text[place...]) {
        reference.text.unicodeScalars.forEach { append($0) }
        place += reference.length
      } else {
        append(scalar)
        place += 1
      }
    }
    finish()
    // What is sung before the first time is sung from the start of the line on.
    if let first = words.first, first.begin == nil, words.contains(where: { $0.begin != nil }) {
      words[0] = SongLyrics.Word(first.text, begin: begin)
    }
  }

  private static let brackets: [Unicode.Scalar: Unicode.Scalar] = ["<": ">", "[": "]", "{": "}"]

  /// Takes what is in brackets; returns whether it is a time or a tag, and no words.
  private mutating func take(_ mark: ArraySlice<Unicode.Scalar>, _ bracket: Unicode.Scalar) -> Bool
  {
    guard let first = mark.first else { return isSubtitle && bracket == "<" }
    if bracket == "{" { return isSubtitle && first == "\\" }
    if first.isDigit, mark.contains(":"), bracket == "<" || !isSubtitle,
      mark.allSatisfy({ $0.isDigit || ":.,".unicodeScalars.contains($0) })
    {
      take(LyricsTime.time(mark, hasHundredths: !isSubtitle), mark)
      return true
    }
    guard isSubtitle, bracket == "<" else { return false }
    // Ruby stands above its word; here behind it.
    switch String(mark).lowercased() {
    case "rt": append("(")
    case "/rt": append(")")
    default: break
    }
    return first.properties.isAlphabetic || "/.!".unicodeScalars.contains(first)
  }

  /// Takes the time of the next word, if it is one.
  private mutating func take(_ time: Double?, _ mark: ArraySlice<Unicode.Scalar>) {
    let fault: LyricsFileError? =
      switch time {
      case nil: .notATime(String(mark), line: line)
      case let time? where time < begin: .wordBeforeLine(line: line)
      case let time? where time < last: .backwards(line: line)
      default: nil
      }
    guard let time, fault == nil else {
      self.fault = self.fault ?? fault
      return
    }
    (stamp, last) = (time, time)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    guard count < LyricsWords.maxCharacters else {
      fault = fault ?? .tooLong(line: line)
      return
    }
    switch scalar.properties.generalCategory {
    case _ where scalar.properties.isWhitespace: return finish()
    case .nonspacingMark, .enclosingMark,
      .format where scalar.isTag(behind: word.unicodeScalars.last):
      markCount += 1
      guard markCount <= LyricsWords.maxMarks, !word.isEmpty else { return }
    // The signs that join letters and parts of pictures, or choose how they look, are kept.
    case .format where scalar.properties.isJoinControl && !word.isEmpty: break
    case .control, .format, .privateUse, .unassigned: return
    default: (count, markCount) = (count + 1, 0)
    }
    // A time within a word is that of a syllable.
    if word.isEmpty { (wordBegin, stamp) = (stamp, nil) }
    stamp = nil
    word.unicodeScalars.append(scalar)
  }

  private mutating func finish() {
    if !word.isEmpty { words.append(SongLyrics.Word(word, begin: wordBegin)) }
    (word, wordBegin) = ("", nil)
  }
}
