// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing
public import Fonts
internal import Views

/// The fonts of a picture's words.
public struct UsedFonts: Sendable, Hashable {
  /// The files; none if the words are strokes.
  public let files: [FontFile]
  /// Whether one was chosen by `--font`.
  public let isChosen: Bool
  /// What kept fonts of the machine from being found.
  public let fault: FontError?
  /// Equal for equal fonts.
  let hash: String
}

extension FontChoice {
  /// The letters for all words of pictures, and the fonts that they come from, if any do. Fonts of the
  /// machine are looked for where letters are missing, and write these alone. `pen` is the width of
  /// strokes beside them, in heights of a capital.
  ///
  /// - Throws: ``PipelineError/font(_:name:)``.
  func typeface(
    for words: Captions, _ lyrics: SongLyrics?, pen: Double
  ) throws(PipelineError) -> (Typeface, UsedFonts?) {
    let isChosen = self != .automatic
    var chain = FontChain(pen: pen, beginsWithStrokes: !isChosen)
    let lacking = words.lacking(with: lyrics)
    do throws(FontError) {
      switch self {
      case .strokes: return (.strokes, nil)
      case .automatic: if lacking.isEmpty { return (.strokes, nil) }
      case .file(let path): try chain.add(FontFile(path: path))
      case .installed(let name): try chain.add(try .installed(name))
      }
      guard !words.isEmpty else { return (.strokes, nil) }
      let texts = words.texts(with: lyrics, hasCapitals: !isChosen)
      chain.complete(for: texts)
      guard isChosen || chain.missing(in: [String(lacking)]).count < lacking.count else {
        return (
          .strokes, UsedFonts(files: [], isChosen: false, fault: chain.fault, hash: "")
        )
      }
      let used = UsedFonts(
        files: chain.entries.map(\.file), isChosen: isChosen, fault: chain.fault, hash: chain.hash)
      // Words without the pictures that are left out of them are written whole, too.
      let missing = Set(chain.missing(in: texts))
      let rests = missing.isEmpty ? [] : texts.map { $0.filter { !missing.contains($0) } }
      let all = texts + rests + [Captions.charactersOfFacts]
      return (.outlines(try chain.words(of: all, hasCapitals: !isChosen)), used)
    } catch { throw .font(error, name: argumentText) }
  }
}
