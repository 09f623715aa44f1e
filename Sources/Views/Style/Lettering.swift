// SPDX-License-Identifier: MIT
package import Drawing

/// Capitals of a round pen, with air between them.
///
/// Lengths follow from the height of a capital, `cap`, in points.
package enum Lettering {
  /// The width of the pen, for a picture whose shorter side has this many pixels.
  package static func pen(shortSide pixels: Int) -> Double { pixels < 1500 ? 0.105 : 0.085 }
  /// The space between two letters beyond that of the font.
  private static let tracking = 0.12
  /// From one line to the next; marks need room above and below.
  static func leading(_ lines: [String]) -> Double {
    lines.joined().allSatisfy(\.isASCII) ? 1.6 : 1.9
  }

  /// How far a text goes to the right, without the space behind it.
  package static func width(_ text: String, cap: Double) -> Double {
    StrokeFont.width(text, size: cap) + tracking * cap * Double(max(text.count - 1, 0))
  }

  /// The greatest height of capitals and the greatest length of lines, in points.
  package struct LineSize {
    let cap, width: Double

    /// A height and a length.
    package init(cap: Double, width: Double) { (self.cap, self.width) = (cap, width) }
  }

  /// A text in lines that are no longer than they may be: one of the first of `sizes` if its capitals
  /// can be nearly as high, else two of the second, three of the third and so on, whichever have the
  /// highest capitals; in the end 0.6 as high, and less of the text.
  ///
  /// - Returns: the lines from top to bottom, and the height of their capitals.
  package static func fitted(
    _ text: String, _ sizes: [LineSize]
  ) -> (lines: [String], cap: Double) {
    var (lines, size, limit) = ([text], 0.0, 0.0)
    for (index, most) in sizes.enumerated() {
      let parts = Lettering.lines(of: text, most: index + 1)
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
  private static func cut(
    _ text: String, lines most: Int, cap: Double, width limit: Double
  ) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let longer = lines.last.map { $0 + " " + word }
      if let longer, width(longer, cap: cap) <= limit {
        lines[lines.count - 1] = longer
      } else if lines.count < most, width(String(word), cap: cap) <= limit {
        lines.append(String(word))
      } else {
        var line = longer ?? String(word)
        while line.last == " " || (!line.isEmpty && width(line + "...", cap: cap) > limit) {
          line.removeLast()
        }
        return lines.dropLast() + [line + "..."]
      }
    }
    return lines
  }

  /// A text in at most `most` lines, parted at spaces so that the longest line is as short as can
  /// be.
  static func lines(of text: String, most: Int) -> [String] {
    let words = text.split(separator: " ")
    let widths = words.map { width(String($0), cap: 1) }
    let space = width(" ", cap: 1) + 2 * tracking
    typealias Parting = (longest: Double, ends: [Int])
    var known = [[Int: Parting]](repeating: [:], count: most + 1)
    /// The longest line of the words from an index on, and where each of their lines ends.
    func parted(from first: Int, lines: Int) -> Parting {
      if let found = known[lines][first] { return found }
      let found = search(from: first, lines: lines)
      known[lines][first] = found
      return found
    }
    func search(from first: Int, lines: Int) -> Parting {
      let last = words.count
      var length = -space
      var best = (longest: Double.infinity, ends: [Int]())
      for end in first + 1..<max(last, first + 1) + 1 {
        length += space + (end <= last ? widths[end - 1] : 0)
        guard end < last else { return length < best.longest ? (length, [last]) : best }
        guard lines > 1 else { continue }
        let rest = parted(from: end, lines: lines - 1)
        let longest = max(length, rest.longest)
        if longest < best.longest { best = (longest, [end] + rest.ends) }
      }
      return best
    }
    var first = 0
    return parted(from: 0, lines: most).ends.map { end in
      defer { first = end }
      return words[first..<end].joined(separator: " ")
    }
  }

  /// The strokes of lines, the last one's left end or middle at `place`.
  package static func path(
    _ lines: [String], cap: Double, at place: Point, anchor: StrokeFont.Anchor
  ) -> Path {
    Path(joining: words(lines, cap: cap, at: place, anchor: anchor))
  }

  /// The same, word by word.
  static func words(
    _ lines: [String], cap: Double, at place: Point, anchor: StrokeFont.Anchor
  ) -> [Path] {
    var words: [Path] = []
    let leading = leading(lines)
    for (index, line) in lines.enumerated() {
      var pen = place
      pen.y -= Double(lines.count - 1 - index) * leading * cap
      if anchor == .middle { pen.x -= width(line, cap: cap) / 2 }
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        var path = Path()
        for character in word {
          let letter = String(character)
          path.add(StrokeFont.path(letter, size: cap, at: pen))
          pen.x += StrokeFont.width(letter, size: cap) + tracking * cap
        }
        words.append(path)
        pen.x += StrokeFont.width(" ", size: cap) + tracking * cap
      }
    }
    return words
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
  static func missing(in text: String) -> [Character] {
    var missing: [Character] = []
    for character in text where !capitals(String(character)).allSatisfy(StrokeFont.has) {
      if !missing.contains(character) { missing.append(character) }
    }
    return missing
  }
}
