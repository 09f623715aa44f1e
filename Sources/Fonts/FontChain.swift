// SPDX-License-Identifier: MIT
public import Drawing
internal import Hashing

/// The fonts that the words of a picture are written in: each word, or part of a word, in the first that
/// has its characters.
public struct FontChain: ~Copyable {
  /// A font that is used, and the hash of its file.
  public struct Entry: Sendable, Hashable {
    /// Its file.
    public let file: FontFile
    /// The hash of the file's bytes.
    let hash: ContentHash
  }

  /// The most fonts of the machine that are looked for.
  private static let most = 5

  /// The fonts in use.
  public private(set) var entries: [Entry] = []
  /// What kept the finder from finding more fonts.
  public private(set) var fault: FontError?
  private var fonts: [Loaded] = []

  /// A font, shared by those that hold it.
  private final class Loaded {
    let font: Font
    init(_ font: consuming Font) { self.font = font }
  }

  /// No fonts.
  public init() {}

  /// Adds a font behind the others.
  ///
  /// - Throws: ``FontError``.
  public mutating func add(_ file: FontFile) throws(FontError) {
    try add(file, try file.bytes())
  }

  /// Adds a font with the bytes of its file.
  package mutating func add(_ file: FontFile, _ bytes: [UInt8]) throws(FontError) {
    let font = Loaded(try Font(bytes, index: file.index))
    guard font.font.hasOutlines else { throw .hasNoOutlines }
    fonts.append(font)
    entries.append(Entry(file: file, hash: ContentHash(of: bytes)))
  }

  /// Adds fonts of the machine until all characters can be written, or no font is found for the rest.
  /// What goes wrong is the ``fault``.
  public mutating func complete(for texts: [String]) {
    let characters = FontChain.characters(of: texts)
    do throws(FontError) {
      while fonts.count < FontChain.most {
        let rest = characters.filter { !has($0) }
        // With the first font of all, the one that has most of all characters: so words look alike.
        guard !rest.isEmpty,
          let file = try FontFile.installed(with: fonts.isEmpty ? characters : rest),
          !entries.contains(where: { $0.file == file })
        else { break }
        try add(file)
        guard rest.contains(where: { has($0, in: fonts[fonts.count - 1]) }) else {
          (fonts, entries) = (fonts.dropLast(), entries.dropLast())
          break
        }
      }
    } catch { fault = error }
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

  /// The bytes of all files in a few digits: equal fonts have equal ones.
  public var hash: String {
    entries.map { "\($0.hash.text):\($0.file.index)" }.joined(separator: ",")
  }

  private func has(_ character: Character) -> Bool {
    fonts.contains { has(character, in: $0) }
  }

  private func has(_ character: Character, in font: Loaded) -> Bool { font.font.has(character) }

  private static func characters(of texts: [String]) -> [Character] {
    var (seen, characters) = (Set<Character>(), [Character]())
    for character in texts.joined() where seen.insert(character).inserted {
      characters.append(character)
    }
    return characters
  }

  /// A word, its characters in the fonts that have them.
  private func shaped(_ word: String) throws(FontError) -> ShapedWord {
    var runs: [(font: Int?, text: String)] = []
    for character in word {
      // A run goes on in its font as long as it can: the forms of letters depend on their neighbours.
      let last = runs.last?.font
      let font =
        if let last, has(character, in: fonts[last]) { last } else {
          fonts.firstIndex { has(character, in: $0) }
        }
      if !runs.isEmpty, runs[runs.count - 1].font == font {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append((font, String(character)))
      }
    }
    var parts: [ShapedWord] = []
    for run in runs {
      if let font = run.font {
        parts.append(try fonts[font].font.shaped(run.text))
      } else {
        parts += run.text.map { _ in ShapedWords.box }
      }
    }
    return FontChain.joined(parts)
  }

  /// The parts of a word, in its direction.
  private static func joined(_ parts: [ShapedWord]) -> ShapedWord {
    guard let first = parts.first, parts.count > 1 else {
      return parts.first ?? ShapedWord(letters: [], advance: 0)
    }
    let width = parts.reduce(0) { $0 + $1.advance }
    var word = ShapedWord(letters: [], advance: width, isRightToLeft: first.isRightToLeft)
    var pen = 0.0
    for part in parts {
      let place = first.isRightToLeft ? width - pen - part.advance : pen
      word.letters += part.letters.map { $0.moved(right: place) }
      pen += part.advance
    }
    return word
  }
}
