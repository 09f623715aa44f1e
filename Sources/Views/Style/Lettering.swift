// SPDX-License-Identifier: MIT
internal import Drawing

/// Capitals of a round pen, with air between them.
///
/// Lengths follow from the height of a capital, `cap`, in points.
enum Lettering {
  /// The width of the pen.
  static let pen = 0.085
  /// The space between two letters beyond that of the font.
  private static let tracking = 0.12
  /// From one line to the next.
  private static let leading = 1.6

  /// How far a text goes to the right, without the space behind it.
  static func width(_ text: String, cap: Double) -> Double {
    StrokeFont.width(text, size: cap) + tracking * cap * Double(max(text.count - 1, 0))
  }

  /// Lines that go no farther than `width`: one as large as `cap` if it fits, else a smaller one, else
  /// two, and in the end less of the text.
  ///
  /// - Returns: the lines from top to bottom, and the height of their capitals.
  static func fitted(
    _ text: String, cap: Double, width limit: Double, lines most: Int
  ) -> (lines: [String], cap: Double) {
    let shrunk = cap * min(1, limit / width(text, cap: cap))
    if shrunk >= cap * 0.7 { return ([text], shrunk) }
    var lines = most > 1 ? halves(of: text) : [text]
    let longest = lines.map { width($0, cap: cap) }.max() ?? 0
    let size = cap * min(0.7, max(limit / longest, 0.5))
    // What was made as wide as the limit is not cut for an error of rounding.
    let limit = limit * (1 + 1e-9)
    for index in lines.indices where width(lines[index], cap: size) > limit {
      while !lines[index].isEmpty, width(lines[index] + "...", cap: size) > limit {
        lines[index].removeLast()
      }
      lines[index] += "..."
      // What follows is not read without what is left out.
      return (Array(lines[...index]), size)
    }
    return (lines, size)
  }

  /// A text in two lines, parted at the space that makes them most alike; in one if it has no space.
  private static func halves(of text: String) -> [String] {
    let parts = text.indices.filter { text[$0] == " " }.map { place in
      [String(text[..<place]), String(text[text.index(after: place)...])]
    }
    return parts.min { lack(of: $0) < lack(of: $1) } ?? [text]
  }

  private static func lack(of lines: [String]) -> Double {
    lines.map { width($0, cap: 1) }.max() ?? 0
  }

  /// The strokes of lines, the last one's left end or middle at `place`.
  static func path(
    _ lines: [String], cap: Double, at place: Point, anchor: StrokeFont.Anchor
  ) -> Path {
    var path = Path()
    // Marks need room above and below.
    let leading = leading + (lines.joined().allSatisfy(\.isASCII) ? 0 : 0.3)
    for (index, line) in lines.enumerated() {
      var pen = place
      pen.y -= Double(lines.count - 1 - index) * leading * cap
      if anchor == .middle { pen.x -= width(line, cap: cap) / 2 }
      for character in line {
        let letter = String(character)
        path.add(StrokeFont.path(letter, size: cap, at: pen))
        pen.x += StrokeFont.width(letter, size: cap) + tracking * cap
      }
    }
    return path
  }

  /// A text in capitals, Greek ones without the accent, as is usual.
  static func capitals(_ text: String) -> String {
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
