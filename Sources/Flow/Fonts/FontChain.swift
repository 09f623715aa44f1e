// SPDX-License-Identifier: MIT
public import Drawing
internal import Hashing

/// The fonts that the words of a picture are written in: each word, or part of a word, in the first that
/// has its characters. The program's own strokes are the first of them, or else the last.
public struct FontChain: ~Copyable {
  /// A font that is used, and the hash of its file.
  public struct Entry: Sendable, Hashable {
    /// Its file.
    public let file: FontFile
    /// The hash of the file's bytes.
    let hash: ContentHash
  }

  /// The most fonts of the machine that are taken, and that are tried for each of them.
  private static let (most, mostTried) = (5, 12)

  /// The fonts in use.
  public private(set) var entries: [Entry] = []
  /// What kept the finder from finding more fonts.
  public private(set) var fault: FontError?
  private var fonts: [Loaded] = []
  /// The width of the pen of the strokes, in heights of a capital, and whether they come first.
  private let (pen, beginsWithStrokes): (Double, Bool)

  /// A font, and what was asked of it before.
  private final class Loaded {
    private let font: Font
    private var outlines: [UInt32: [GlyphOutline.Element]] = [:]
    private var known: [Character: Bool] = [:]

    init(_ font: consuming Font) { self.font = font }

    var hasOutlines: Bool { font.hasOutlines }

    func has(_ character: Character) -> Bool {
      if let known = known[character] { return known }
      let has = font.has(character)
      known[character] = has
      return has
    }

    /// A word of characters that the font has; boxes if it is larger than any word is.
    func shaped(
      _ word: String, _ direction: TextDirection
    ) throws(FontError) -> ShapedWord {
      try font.shaped(word, direction, outlines: &outlines) ?? FontChain.boxes(word)
    }
  }

  /// What reads fonts, such as `HarfBuzz 6.0.0`; `nil` if it is not installed.
  public static var library: String? { Font.canLoad ? "HarfBuzz \(Font.libraryVersion)" : nil }

  /// No fonts but the strokes of a pen of this width, in heights of a capital.
  public init(pen: Double = 0.1, beginsWithStrokes: Bool = false) {
    (self.pen, self.beginsWithStrokes) = (pen, beginsWithStrokes)
  }

  /// Adds a font behind the others.
  ///
  /// - Throws: ``FontError``.
  public mutating func add(_ file: FontFile) throws(FontError) {
    try add(file, try file.bytes())
  }

  /// Adds a font with the bytes of its file.
  package mutating func add(_ file: FontFile, _ bytes: [UInt8]) throws(FontError) {
    let font = Loaded(try Font(bytes, index: file.index))
    guard font.hasOutlines else { throw .hasNoOutlines }
    fonts.append(font)
    entries.append(Entry(file: file, hash: ContentHash(of: bytes)))
  }

  /// Adds fonts of the machine until all characters can be written, or no font is found for the rest.
  /// What goes wrong is the ``fault``.
  public mutating func complete(for texts: [String]) {
    let characters = FontChain.characters(of: texts)
    func lacks(_ character: Character) -> Bool {
      !(beginsWithStrokes && StrokeFont.has(character)) && !fonts.contains { $0.has(character) }
    }
    var rest = characters.filter(lacks)
    while !rest.isEmpty, fonts.count < FontChain.most {
      // First of all the one that has most of all characters: so words look alike.
      let files: [FontFile]
      do throws(FontError) {
        files = try FontFile.installed(
          with: fonts.isEmpty && !beginsWithStrokes ? characters : rest)
      } catch {
        fault = error
        return
      }
      let others = files.filter { file in !entries.contains { $0.file == file } }
      guard others.prefix(FontChain.mostTried).contains(where: { take($0, for: rest) }) else {
        return
      }
      rest = rest.filter(lacks)
    }
  }

  /// Adds a font if it has some of these characters.
  private mutating func take(_ file: FontFile, for characters: [Character]) -> Bool {
    do throws(FontError) { try add(file) } catch {
      if error == .noLibrary { fault = error }
      return false
    }
    if characters.contains(where: fonts[fonts.count - 1].has) { return true }
    fonts.removeLast()
    entries.removeLast()
    return false
  }

  /// The characters that none of the fonts has, each once.
  public func missing(in texts: [String]) -> [Character] {
    FontChain.characters(of: texts).filter { !has($0) }
  }

  /// The table of all words of some texts.
  ///
  /// - Throws: ``FontError/outOfMemory``.
  public func words(of texts: [String], hasCapitals: Bool) throws(FontError) -> ShapedWords {
    var words: [String: ShapedWord] = [:]
    func add(_ word: String) throws(FontError) {
      if words[word] == nil { words[word] = try shaped(word) }
    }
    for text in texts {
      for word in text.split(separator: " ") {
        for piece in TextLine(String(word)).pieces { try add(piece.text) }
      }
    }
    // For words that are cut, and their ellipsis.
    for character in FontChain.characters(of: texts) + [" ", "."] { try add(String(character)) }
    return ShapedWords(words, hasCapitals: hasCapitals, missing: Set(missing(in: texts)))
  }

  /// The bytes of all files in a few digits, and the version of the library: equal fonts that are written
  /// alike have equal ones.
  public var hash: String {
    (beginsWithStrokes ? "strokes \(pen)," : "")
      + entries.map { "\($0.hash.text):\($0.file.index)" }.joined(separator: ",")
      + " HarfBuzz \(Font.libraryVersion)"
  }

  private func has(_ character: Character) -> Bool { source(of: character) != nil }

  /// What a character is written in; `nil` for a box. A run goes on in its own `source` as long as it can:
  /// the forms of letters depend on their neighbours.
  private func source(of character: Character, after source: Source? = nil) -> Source? {
    let strokes = StrokeFont.has(character) ? Source.strokes : nil
    if beginsWithStrokes, let strokes { return strokes }
    if case .font(let font)? = source, fonts[font].has(character) { return source }
    return fonts.firstIndex { $0.has(character) }.map(Source.font) ?? strokes
  }

  /// What letters come from: strokes, or the font of an index.
  private enum Source: Equatable {
    case strokes
    case font(Int)
  }

  private static func characters(of texts: [String]) -> [Character] {
    var (seen, characters) = (Set<Character>(), [Character]())
    for character in texts.joined() where seen.insert(character).inserted {
      characters.append(character)
    }
    return characters
  }

  /// A part of a word in one font and one direction.
  private struct Run {
    let source: Source?
    let direction: TextDirection
    var text: String
  }

  /// A word, its characters in the fonts that have them.
  private func shaped(_ word: String) throws(FontError) -> ShapedWord {
    var runs: [Run] = []
    let base = TextDirection.base(of: word)
    let own = word.map { TextDirection($0) }
    let resolved = TextDirection.resolved(own, base: base)
    for (index, character) in word.enumerated() {
      let last = runs.last
      let source = source(of: character, after: last?.source)
      // Digits are read from the left, wherever they stand.
      let direction = own[index] == .number ? .number : resolved[index]
      if last?.source == source, last?.direction == direction, !runs.isEmpty {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(Run(source: source, direction: direction, text: String(character)))
      }
    }
    var parts: [ShapedWord] = []
    for run in runs {
      switch run.source {
      case .font(let font): parts.append(try fonts[font].shaped(run.text, run.direction))
      case .strokes: parts.append(ShapedWord(strokes: run.text, pen: pen))
      case nil: parts.append(FontChain.boxes(run.text))
      }
    }
    guard parts.count != 1 else { return parts[0] }
    let order = TextDirection.order(
      of: runs.map(\.direction), base: base)
    var (places, width) = ([Double](repeating: 0, count: parts.count), 0.0)
    for part in order {
      places[part] = width
      width += parts[part].advance
    }
    let letters = zip(parts, places).flatMap { part, place in
      part.letters.map { $0.moved(right: place) }
    }
    return ShapedWord(letters: letters, advance: width)
  }

  /// A box for each character.
  private static func boxes(_ text: String) -> ShapedWord {
    let box = ShapedWords.box
    return ShapedWord(
      letters: text.indices.enumerated().flatMap { index, _ in
        box.letters.map { $0.moved(right: Double(index) * box.advance) }
      }, advance: Double(text.count) * box.advance)
  }
}
