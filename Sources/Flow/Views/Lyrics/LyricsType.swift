// SPDX-License-Identifier: MIT
internal import Analysis
internal import Drawing

/// The lyrics of a song in letters of one size, a long line in pages of up to four lines.
struct LyricsType: Sendable {
  /// The lyrics by pages.
  private(set) var pages = SongLyrics.none
  /// The height of capitals, in points.
  private(set) var cap: Double

  private let lettering: Lettering
  /// How large one line may be, two, and so on.
  private let sizes: [Lettering.LineSize]

  /// So many lines of a hundred are not parted in pages: the few others would make all small.
  private static let wholeLines = 90
  /// A size and the next smaller one that is tried.
  private static let step = 0.94

  /// The largest size at which most lines of the lyrics fit.
  init(_ lyrics: SongLyrics, _ lettering: Lettering, _ sizes: [Lettering.LineSize]) {
    (self.lettering, self.sizes, cap) = (lettering, sizes, sizes.map(\.cap).max() ?? 0)
    let least = sizes.map(\.cap).min() ?? 0
    let lines = lyrics.lines.map { pieces(of: $0.words.map(\.text)) }
    func fits(_ pieces: [Piece]) -> Bool {
      pieces.allSatisfy { $0.width * cap <= width } && rows(pieces).count <= mostRows
    }
    while cap > least, 100 * lines.count(where: fits) < LyricsType.wholeLines * lines.count {
      cap = max(cap * LyricsType.step, least)
    }
    let type = self
    pages = lyrics.paged { type.pages(of: $0) }
  }

  /// A part of a word that is not broken.
  private struct Piece {
    let word: Int
    var piece: TextLine.Piece
    /// Its width, and the gap before it within a line, in heights of a capital.
    var width, gap: Double
  }

  /// The most lines of a page at this size.
  private var mostRows: Int { max(sizes.lastIndex { $0.cap >= cap } ?? 0, 0) + 1 }
  /// The length of lines, in points.
  private var width: Double { sizes[mostRows - 1].width * (1 + 1e-9) }

  private func pieces(of words: [String]) -> [Piece] {
    words.enumerated().flatMap { index, word in
      TextLine(lettering.shown(word)).pieces.map {
        Piece(
          word: index, piece: $0, width: lettering.width($0.text), gap: lettering.gap(before: $0))
      }
    }
  }

  /// The pieces of words, those that are longer than a line broken.
  private func shortPieces(of words: [String]) -> [Piece] {
    pieces(of: words).flatMap { piece -> [Piece] in
      guard piece.width * cap > width else { return [piece] }
      var parts: [Piece] = []
      for letter in piece.piece.text {
        let width = lettering.width(String(letter)) + Lettering.tracking
        if let last = parts.last, (last.width + width) * cap <= self.width {
          let text = last.piece.text + String(letter)
          parts[parts.count - 1].piece = .init(text: text, beginsWord: last.piece.beginsWord)
          parts[parts.count - 1].width += width
        } else {
          let part = TextLine.Piece(
            text: String(letter), beginsWord: parts.isEmpty && piece.piece.beginsWord)
          parts.append(
            Piece(word: piece.word, piece: part, width: width, gap: parts.isEmpty ? piece.gap : 0))
        }
      }
      return parts
    }
  }

  /// The pieces in lines, each as full as can be.
  private func rows(_ pieces: [Piece]) -> [[Piece]] {
    var (rows, length) = ([[Piece]](), 0.0)
    for piece in pieces {
      length += piece.gap + piece.width
      if rows.isEmpty || length * cap > width {
        rows.append([piece])
        length = piece.width
      } else {
        rows[rows.count - 1].append(piece)
      }
    }
    return rows
  }

  /// The words of a line by pages of about the same length.
  private func pages(of line: SongLyrics.Line) -> [[(word: Int, text: String)]] {
    let words = line.words.map(\.text)
    let pieces = shortPieces(of: words)
    let pages = pages(of: pieces, length: .infinity)
    let length = pieces.reduce(0) { $0 + $1.width + $1.gap }
    let even = self.pages(of: pieces, length: length / Double(max(pages.count, 1)))
    return (even.count == pages.count ? even : pages).map { page in
      var parts: [(word: Int, text: String)] = []
      for piece in page {
        if parts.last?.word == piece.word {
          parts[parts.count - 1].text += piece.piece.text
        } else {
          parts.append((piece.word, piece.piece.text))
        }
      }
      // A whole word as it is in the file.
      return parts.map { part in
        (part.word, lettering.shown(words[part.word]) == part.text ? words[part.word] : part.text)
      }
    }
  }

  /// Pages of as many lines as fit, each of at most this length and a word.
  private func pages(of pieces: [Piece], length limit: Double) -> [[Piece]] {
    var (pages, length) = ([[Piece]](), 0.0)
    var (rowCount, rowLength) = (0, 0.0)
    for piece in pieces {
      rowLength += piece.gap + piece.width
      if rowLength * cap > width { (rowCount, rowLength) = (rowCount + 1, piece.width) }
      if pages.isEmpty || rowCount > mostRows || length >= limit && piece.piece.beginsWord {
        pages.append([])
        (rowCount, rowLength, length) = (1, piece.width, 0)
      }
      pages[pages.count - 1].append(piece)
      length += piece.width + piece.gap
    }
    return pages
  }

  /// The lines of a page, about equally long.
  func lines(of page: SongLyrics.Line) -> [TextLine] {
    let pieces = shortPieces(of: page.words.map(\.text))
    let base = TextDirection.base(of: page.text)
    let rows = rows(pieces)
    let even = lettering.lines(of: TextLine(pieces.map(\.piece), base: base), most: rows.count)
    let fits = even.allSatisfy { lettering.width($0, cap: cap) <= width }
    return fits ? even : rows.map { TextLine($0.map(\.piece), base: base) }
  }
}
