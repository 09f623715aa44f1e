// SPDX-License-Identifier: MIT
package import Drawing

/// Lines of words in a typeface.
///
/// Lengths follow from the height of a capital, `cap`, in points.
package struct Lettering: Sendable {
  /// The letters.
  let typeface: Typeface

  /// Words in a typeface.
  package init(_ typeface: Typeface) { self.typeface = typeface }

  /// The width of the pen, for a picture whose shorter side has this many pixels.
  package static func pen(shortSide pixels: Int) -> Double { pixels < 1500 ? 0.105 : 0.085 }

  /// The edge of a plate round words: half a capital, since a pen is about a tenth of it, and at most this number of
  /// points, which join the lines of the largest words.
  static let (plateInPens, widestPlate) = (5.0, 14.0)

  /// The space between two letters of the round pen beyond that of the font: air.
  static let tracking = 0.12

  /// Whether the letters are filled outlines.
  package var isFilled: Bool { if case .outlines = typeface { true } else { false } }

  /// From one line to the next; marks need room above and below.
  static func leading(_ lines: [TextLine]) -> Double {
    lines.allSatisfy { $0.text.allSatisfy(\.isASCII) } ? 1.6 : 1.9
  }

  /// How far a line goes to the right, without the space behind it.
  package func width(_ line: TextLine, cap: Double) -> Double {
    let sum = line.pieces.enumerated().reduce(0) { sum, piece in
      sum + width(piece.element.text) + (piece.offset > 0 ? gap(before: piece.element) : 0)
    }
    return sum * cap
  }

  /// The width of a piece, in heights of a capital.
  func width(_ piece: String) -> Double {
    switch typeface {
    case .strokes:
      StrokeFont.width(piece, size: 1) + Lettering.tracking * Double(max(piece.count - 1, 0))
    case .outlines(let words): words.word(piece).advance
    }
  }

  /// The gap between a piece and the one before it, in heights of a capital.
  func gap(before piece: TextLine.Piece) -> Double {
    switch typeface {
    case .strokes:
      piece.beginsWord
        ? StrokeFont.width(" ", size: 1) + 2 * Lettering.tracking : Lettering.tracking
    case .outlines(let words): piece.beginsWord ? words.word(" ").advance : 0
    }
  }

  /// The greatest height of capitals and the greatest length of lines, in points.
  package struct LineSize {
    package let cap, width: Double

    /// A height and a length.
    package init(cap: Double, width: Double) { (self.cap, self.width) = (cap, width) }
  }

  /// A text in lines that are no longer than they may be: one of the first of `sizes` if its capitals
  /// can be nearly as high, else two of the second, three of the third and so on, whichever have the
  /// highest capitals; in the end 0.6 as high, and less of the text.
  ///
  /// - Returns: the lines from top to bottom, and the height of their capitals.
  package func fitted(
    _ text: String, _ sizes: [LineSize]
  ) -> (lines: [TextLine], cap: Double) {
    var (lines, size, limit) = ([TextLine(text)], 0.0, 0.0)
    for (index, most) in sizes.enumerated() {
      let parts = self.lines(of: text, most: index + 1)
      let longest = parts.map { width($0, cap: most.cap) }.max() ?? 0
      let fitted = most.cap * min(1, most.width / longest)
      if index == 0, fitted >= most.cap * 0.7 { return (parts, fitted) }
      let least = index == sizes.count - 1 ? most.cap * 0.6 : 0
      if max(fitted, least) > size {
        (lines, size, limit) = (parts, max(fitted, least), most.width)
      }
    }
    // What was made as wide as the limit is not cut for an error of rounding.
    limit *= 1 + 1e-9
    let fits = lines.allSatisfy { width($0, cap: size) <= limit }
    return (fits ? lines : cut(text, lines: sizes.count, cap: size, width: limit), size)
  }

  /// As much of a text as there is space for, and an ellipsis.
  private func cut(
    _ text: String, lines most: Int, cap: Double, width limit: Double
  ) -> [TextLine] {
    var lines: [TextLine] = []
    func fits(_ line: TextLine) -> Bool { width(line, cap: cap) <= limit }
    let whole = TextLine(text)
    for piece in whole.pieces {
      let longer = lines.last.map { TextLine($0.pieces + [piece], base: whole.base) }
      let alone = TextLine([piece], base: whole.base)
      if let longer, fits(longer) {
        lines[lines.count - 1] = longer
      } else if lines.count < most, fits(alone) {
        lines.append(alone)
      } else {
        var line = longer ?? alone
        while let last = line.pieces.last, !fits(line.ending("...")) {
          line.pieces.removeLast()
          // Letters that are joined, and read from the right, are not cut.
          let text = TextDirection.base(of: last.text) == .left ? "" : last.text.dropLast()
          if !text.isEmpty {
            line.pieces.append(.init(text: String(text), beginsWord: last.beginsWord))
          }
        }
        return lines.dropLast() + [line.ending("...")]
      }
    }
    return lines
  }

  /// A text in at most `most` lines, parted so that the longest line is as short as can be; breaks within
  /// words, if there are any, count as lines that are a third longer.
  func lines(of text: String, most: Int) -> [TextLine] { lines(of: TextLine(text), most: most) }

  /// The lines of a text in pieces.
  func lines(of whole: TextLine, most: Int) -> [TextLine] {
    let pieces = whole.pieces
    let widths = pieces.map { width($0.text) }
    let gaps = pieces.map(gap)
    struct Parting {
      var longest = 0.0
      var breaksWord = false
      var ends: [Int]
      var cost: Double { breaksWord ? 1.35 * longest : longest }
    }
    var known = [[Int: Parting]](repeating: [:], count: most + 1)
    /// How the pieces from an index on are parted best.
    func parted(from first: Int, lines: Int) -> Parting {
      if let found = known[lines][first] { return found }
      let found = search(from: first, lines: lines)
      known[lines][first] = found
      return found
    }
    func search(from first: Int, lines: Int) -> Parting {
      let last = pieces.count
      guard first < last else { return Parting(ends: [last]) }
      var length = 0.0
      var best = Parting(longest: .infinity, ends: [])
      for end in first + 1...last {
        length += widths[end - 1] + (end - 1 > first ? gaps[end - 1] : 0)
        guard end < last else {
          return length < best.cost ? Parting(longest: length, ends: [last]) : best
        }
        guard lines > 1 else { continue }
        var found = parted(from: end, lines: lines - 1)
        found.longest = max(length, found.longest)
        found.breaksWord = found.breaksWord || !pieces[end].beginsWord
        found.ends.insert(end, at: 0)
        if found.cost < best.cost { best = found }
      }
      return best
    }
    var first = 0
    return parted(from: 0, lines: most).ends.map { end in
      defer { first = end }
      return TextLine(Array(pieces[first..<end]), base: whole.base)
    }
  }

  /// The strokes of lines, the last one's left end or middle at `place`.
  package func path(
    _ lines: [TextLine], cap: Double, at place: Point, anchor: StrokeFont.Anchor
  ) -> Path {
    Path(joining: words(lines, cap: cap, at: place, anchor: anchor))
  }

  /// The same, word by word.
  package func words(
    _ lines: [TextLine], cap: Double, at place: Point, anchor: StrokeFont.Anchor
  ) -> [Path] {
    let leading = Lettering.leading(lines)
    return letters(lines, cap: cap, leading: leading, at: place, anchor: anchor)
      .map { Path(joining: $0) }
  }

  /// The same, the letters of each word, with lines this far from each other, in heights of a capital.
  func letters(
    _ lines: [TextLine], cap: Double, leading: Double, at place: Point, anchor: StrokeFont.Anchor
  ) -> [[Path]] {
    var words: [[Path]] = []
    for (index, line) in lines.enumerated() {
      var start = place
      start.y -= Double(lines.count - 1 - index) * leading * cap
      if anchor == .middle { start.x -= width(line, cap: cap) / 2 }
      for (piece, place) in zip(line.pieces, places(in: line, cap: cap)) {
        // A word may go on in the next line.
        if piece.beginsWord || words.isEmpty { words.append([]) }
        words[words.count - 1] += letters(
          of: piece.text, cap: cap, at: Point(x: start.x + place, y: start.y))
      }
    }
    return words
  }

  /// Where the pieces of a line begin, in points from its left end.
  private func places(in line: TextLine, cap: Double) -> [Double] {
    var (places, pen) = ([Double](repeating: 0, count: line.pieces.count), 0.0)
    let order = line.order
    let gaps = gaps(order, in: line)
    for (index, piece) in order.enumerated() {
      if index > 0 { pen += gaps[index - 1] * cap }
      places[piece] = pen
      pen += width(line.pieces[piece].text) * cap
    }
    return places
  }

  /// The gaps between pieces that are neighbours from left to right, each gap of the line once.
  private func gaps(_ order: [Int], in line: TextLine) -> [Double] {
    let isReversed = line.base == .left
    let reading = isReversed ? order.reversed() : order
    var taken = Set<Int>()
    let gaps = zip(reading, reading.dropFirst()).map { before, after in
      // Between words in the other direction the greater of two neighbours; where they begin and end,
      // those that are neighbours when they are read.
      let place =
        abs(after - before) == 1
        ? max(before, after) : taken.contains(before + 1) ? after : before + 1
      taken.insert(place)
      return gap(before: line.pieces[place])
    }
    return isReversed ? gaps.reversed() : gaps
  }

  /// The paths of the letters of a piece, in the order in which they are read.
  private func letters(of piece: String, cap: Double, at place: Point) -> [Path] {
    switch typeface {
    case .strokes:
      var pen = place
      return piece.map { character in
        let letter = String(character)
        defer { pen.x += StrokeFont.width(letter, size: cap) + Lettering.tracking * cap }
        return StrokeFont.path(letter, size: cap, at: pen)
      }
    case .outlines(let words):
      return words.word(piece).letters.map { $0.path(size: cap, at: place) }
    }
  }

  /// A text as it is written: in capitals, unless a font is chosen, and without the pictures that no font
  /// has.
  package func shown(_ text: String) -> String {
    let text = text.filter { !isLeftOut($0) }
    if case .outlines(let words) = typeface, !words.hasCapitals { return text }
    return Lettering.capitals(text)
  }

  /// A text in capitals, Greek ones without the accent, as is usual.
  package static func capitals(_ text: String) -> String {
    var capitals = ""
    var isAfterAccent = false
    for character in text.uppercased() {
      let bare = unaccented[character]
      // Μάιος: the accent has told that these two vowels are not one.
      let parted: [Character: Character] = isAfterAccent ? ["Ι": "Ϊ", "Υ": "Ϋ"] : [:]
      capitals.append(bare ?? parted[character] ?? character)
      isAfterAccent = bare != nil
    }
    return capitals
  }

  private static let unaccented = Dictionary(
    uniqueKeysWithValues: zip("ΆΈΉΊΌΎΏ" + "\u{3AA}\u{301}\u{3AB}\u{301}", "ΑΕΗΙΟΥΩΪΫ"))

  /// The characters of a text that cannot be written, each once.
  package func missing(in text: String) -> [Character] {
    var (seen, missing) = (Set<Character>(), [Character]())
    for character in text where seen.insert(character).inserted {
      if isLeftOut(character) || !shown(String(character)).allSatisfy(has) {
        missing.append(character)
      }
    }
    return missing
  }

  /// Whether a character is a picture that cannot be written; a letter is a box then.
  package func isLeftOut(_ character: Character) -> Bool {
    character.isPicture && !has(character)
  }

  private func has(_ character: Character) -> Bool {
    switch typeface {
    case .strokes: StrokeFont.has(character)
    case .outlines(let words): !words.missing.contains(character)
    }
  }
}

extension Character {
  /// Whether it is an emoji or another symbol that is not a letter, digit or mark of a text.
  fileprivate var isPicture: Bool {
    unicodeScalars.contains {
      $0.value == 0xFE0F || [.otherSymbol, .modifierSymbol].contains($0.properties.generalCategory)
    }
  }
}

extension TextLine {
  /// The line with some characters behind its last ones.
  fileprivate func ending(_ end: String) -> TextLine {
    TextLine(pieces + [Piece(text: end, beginsWord: false)], base: base)
  }
}
