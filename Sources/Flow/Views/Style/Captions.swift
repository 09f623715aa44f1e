// SPDX-License-Identifier: MIT
public import Analysis
public import Arguments
public import Drawing
internal import Text

/// The words beside a figure.
public struct Captions: Sendable, Hashable {
  /// The large line, such as the title of the piece.
  public let title: String?
  /// The small line below it, such as the artist.
  public let subtitle: String?
  /// Their place; that for the shape of the sheet if `nil`.
  public let place: WordPlace?
  /// Whether lines of lyrics are shown in their place.
  public let hasLyrics: Bool
  /// Whether the title and the subtitle stay over the lyrics, rather than give place to them.
  public let titleStays: Bool
  /// The letters.
  public var typeface = Typeface.strokes

  /// The greatest number of characters in a line.
  package static let maxCharacters = 200

  /// Words from any source: characters that cannot be in a line are removed, and long lines are
  /// cut.
  public init(
    title: String? = nil, subtitle: String? = nil, place: WordPlace? = nil,
    hasLyrics: Bool = false, titleStays: Bool = false
  ) {
    (self.place, self.hasLyrics) = (place, hasLyrics)
    self.title = title.flatMap { Captions.line($0) }
    self.subtitle = subtitle.flatMap { Captions.line($0) }
    self.titleStays = titleStays && hasLyrics && self.title != nil && place != .above
  }

  /// The characters of the facts of a song, such as `F# minor`, `120 bpm`, `3:45` and `8 parts`.
  public static let charactersOfFacts = "ABCDEFG#bmajorinprtsck0123456789:"

  /// Whether there are no words.
  public var isEmpty: Bool { title == nil && subtitle == nil && !hasLyrics }

  /// The characters of the title and of the subtitle that cannot be written, each once.
  public var missing: (title: [Character], subtitle: [Character]) {
    (lettering.missing(in: title ?? ""), lettering.missing(in: subtitle ?? ""))
  }

  /// The characters of lyrics that cannot be written, each once.
  public func missing(in lyrics: SongLyrics) -> [Character] {
    lettering.missing(in: lyrics.lines.map(\.text).joined())
  }

  /// The characters of all texts that cannot be written, each once.
  public func lacking(with lyrics: SongLyrics?) -> [Character] {
    lettering.missing(in: texts(with: lyrics, hasCapitals: false).joined())
  }

  /// Whether a character that cannot be written is left out; a box stands for others.
  public func isLeftOut(_ character: Character) -> Bool { lettering.isLeftOut(character) }

  /// All texts that pictures may have with these words, in capitals if `hasCapitals`.
  public func texts(with lyrics: SongLyrics?, hasCapitals: Bool) -> [String] {
    let texts = [title, subtitle].compactMap(\.self) + (lyrics?.lines ?? []).map(\.text)
    return hasCapitals ? texts.map(Lettering.capitals) : texts
  }

  /// The words in their letters.
  package var lettering: Lettering { Lettering(typeface) }

  /// The title in the name of a file without its extension: `My Song` for `01 - My_Song`.
  ///
  /// The number of a track begins with 0, or is parted from the title by more than a space or a dash:
  /// `99 Luftballons` and `2-step` are titles. The number of a disc and a dash may be before it.
  public static func title(ofFile name: String) -> String {
    let text = String(name.map { $0 == "_" ? " " : $0 })
    let number = text.prefix { "0"..."9" ~= $0 }
    let behind = text.dropFirst(number.count)
    guard (1...3).contains(number.count) else { return text }
    if behind.hasPrefix("-0") { return title(ofFile: String(behind.dropFirst())) }
    let marks: Set<Character> = [" ", ".", "-", "–", ")"]
    let isNumber =
      number.first == "0"
      ? behind.first.map(marks.contains) == true
      : [". ", ") ", " - ", " – "].contains { behind.hasPrefix($0) }
    let title = behind.drop { marks.contains($0) }
    return isNumber && !title.isEmpty ? String(title) : text
  }

  /// Whether a sign is a part of what stands before it: one that joins letters or keeps them apart, which
  /// Persian and Indic words need, one that joins emoji, or a letter of the tag of a flag.
  ///
  /// - Source: Unicode, UTS 51, *Unicode Emoji*, section 1.4.
  private static func isPart(_ sign: Unicode.Scalar, behind last: Unicode.Scalar?) -> Bool {
    let isBehindEmoji = last.map { $0.value == 0xFE0F || $0.value > 0xFF && $0.properties.isEmoji }
    return sign.isTag(behind: last)
      || sign.properties.isJoinControl && isOtherLetter(last)
      || sign.value == 0x200D && isBehindEmoji == true
  }

  /// Whether a character is of a script without capitals, or a sign at one.
  private static func isOtherLetter(_ scalar: Unicode.Scalar?) -> Bool {
    switch scalar?.properties.generalCategory {
    case .otherLetter?, .spacingMark?: true
    case .nonspacingMark?: (0x590...0x1CFF).contains(scalar?.value ?? 0)
    default: false
    }
  }

  /// A text in which each run of spaces, line breaks and control characters is a single space, cut to a
  /// number of characters; `nil` if nothing is left.
  package static func line(_ text: String, limit: Int = maxCharacters) -> String? {
    var line = ""
    var isParted = false
    // A character may have any number of combining marks.
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      switch scalar.properties.generalCategory {
      case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator: isParted = true
      case .format where !isParted && isPart(scalar, behind: line.unicodeScalars.last):
        line.unicodeScalars.append(scalar)
      case .format, .privateUse, .unassigned, .surrogate: break
      default:
        if isParted, !line.isEmpty { line.unicodeScalars.append(" ") }
        isParted = false
        line.unicodeScalars.append(scalar)
      }
    }
    return line.isEmpty ? nil : String(line.prefix(limit))
  }
}

/// The value of `--title` or `--subtitle`.
public enum CaptionChoice: Sendable, Hashable, ArgumentValue {
  /// No words.
  case none
  /// What the tags of the file say, if anything.
  case tags
  /// The same, or else the name of the file.
  case automatic
  /// This text.
  case text(String)

  /// Reads `none`, `tags`, `auto`, or any text.
  public init(argument: String) {
    self =
      switch argument {
      case "none": .none
      case "tags": .tags
      case "auto": .automatic
      default: .text(argument)
      }
  }

  /// The argument that reads back as this value.
  public var argumentText: String {
    switch self {
    case .none: "none"
    case .tags: "tags"
    case .automatic: "auto"
    case .text(let text): text
    }
  }

  /// Whether the user has written the title, and not only one that is there by chance.
  var isWritten: Bool { if case .text = self { true } else { false } }

  /// The words for a file with this tag, and with this text for lack of it.
  func words(tag: String?, otherwise name: String?) -> String? {
    switch self {
    case .none: nil
    case .tags: tag
    case .automatic: name
    case .text(let text): text
    }
  }
}
