// SPDX-License-Identifier: MIT

extension StrokeFont {
  /// The marks of letters: each line has the mark, its place, and its strokes in the notation
  /// of ``Glyph/init(_:character:)``.
  ///
  /// `above`: the origin is the middle of the letter, a little above it. `below`: the middle of the
  /// letter, on the baseline. `foot`: the right end of its lowest strokes. `beside`: the right end
  /// of its highest strokes.
  private static let markTable = #"""
    \#u{300} above 0 0 1,0 -1.2,2.4
    \#u{301} above 0 0 -1,0 1.2,2.4
    \#u{302} above 0 0 -2.2,0 0,2.4 2.2,0
    \#u{303} above 0 0 -2.5,0.2 -1.5,2.2,1.5 1.5,0,1.5 2.5,2
    \#u{304} above 0 0 -2.2,0.9 2.2,0.9
    \#u{306} above 0 0 -2.1,2.3 -1.6,0,1.9 1.6,0,1.9 2.1,2.3
    \#u{307} above 0 0 ·@-0.25,-4.7
    \#u{308} above 0 0 ·@-2.15,-4.7; ·@1.65,-4.7
    \#u{309} above 0 0 -1.1,2.8 0.9,2.8,0.9 0.9,1.2,0.9 0,0.8,0.4 0,-0.2
    \#u{30A} above 0 0 -1.6,1.4 -1.6,3,1.6 1.6,3,1.6 1.6,-0.2,1.6 -1.6,-0.2,1.6 -1.6,1.4
    \#u{30B} above 0 0 -2,0 -0.4,2.4; 0.8,0 2.4,2.4
    \#u{30C} above 0 0 -2.2,2.4 0,0 2.2,2.4
    \#u{30F} above 0 0 2,0 0.4,2.4; -0.8,0 -2.4,2.4
    \#u{311} above 0 0 -2.1,0 -1.6,2.3,1.9 1.6,2.3,1.9 2.1,0
    \#u{312} above 0 0 -0.4,0 0.5,2.6
    \#u{315} beside 0 0 2.9,0 2,-3
    \#u{31B} beside 0 0 0,-1.3 2,-1.3,2 2,1.2
    \#u{323} below 0 0 ·@-0.25,-8.8
    \#u{324} below 0 0 ·@-2.15,-8.8; ·@1.65,-8.8
    \#u{326} below 0 0 0.4,-2.2 -0.3,-4
    \#u{327} below 0 0 0,0 0,-1.3 1.5,-1.3,1.35 1.5,-4,1.35 -1.4,-4
    \#u{328} foot 0 0 0,0 -1.6,-1.4,2 -1.6,-4,1.4 1,-4
    \#u{331} below 0 0 -2.2,-2.8 2.2,-2.8
    """#

  /// The place of a mark.
  private enum Place: String {
    case above, below, foot, beside
  }

  private typealias Mark = (place: Place, strokes: Glyph)

  private static let marks = Dictionary(
    uniqueKeysWithValues: markTable.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      return Place(rawValue: String(words[1])).flatMap { place in
        words[0].unicodeScalars.first.map {
          ($0, (place: place, strokes: Glyph(words[2], character: drawn)))
        }
      }
    })

  /// The letters on which marks are looked for.
  private static let markedLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÆØæøΑΕΗΙΟΥΩαεηιουω"
    + "АГЕЖЗИІКОУЧЫЭагежзиікоучыэ"

  /// Letters with one mark or two, by what they consist of.
  ///
  /// Equal characters have equal hashes however they are composed, so that é is found as e and ´.
  private static let parts: [Character: [Unicode.Scalar]] = {
    var parts: [Character: [Unicode.Scalar]] = [:]
    func add(_ scalars: Unicode.Scalar...) {
      parts[Character(String(String.UnicodeScalarView(scalars)))] = scalars
    }
    for letter in markedLetters.unicodeScalars {
      for mark in marks.keys { add(letter, mark) }
    }
    // Two marks: Vietnamese, the tones of Chinese, Greek.
    let first = "\u{302}\u{306}\u{308}\u{31B}"
    let second = "\u{300}\u{301}\u{303}\u{304}\u{309}\u{30C}\u{323}"
    for letter in "AEIOUYaeiouyιυ".unicodeScalars {
      for mark in first.unicodeScalars {
        for other in second.unicodeScalars { add(letter, mark, other) }
      }
    }
    return parts
  }()

  /// What stands instead of a mark where there is little room for it: an apostrophe for the caron
  /// of tall letters, a comma for the cedilla of Baltic languages.
  private static let substitutes: [(mark: Unicode.Scalar, letters: String, other: Unicode.Scalar)] =
    [
      ("\u{30C}", "dlLt", "\u{315}"), ("\u{327}", "DGKLNRdklnr", "\u{326}"),
      ("\u{327}", "g", "\u{312}"),
    ]

  /// Letters whose dot gives way to a mark.
  private static let dotless: [Character: Character] = ["i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"]

  /// How far to the right of a circumflex another mark is, as in Vietnamese, instead of above.
  private static let sides: [Unicode.Scalar: Double] = [
    "\u{300}": -430, "\u{301}": 430, "\u{309}": 410,
  ]

  /// A letter with its marks, composed of what the font has; `nil` if it lacks one of them, or if
  /// more than two are to stand above each other.
  static func composed(_ character: Character) -> Glyph? {
    let scalars = character.unicodeScalars.filter { !$0.properties.isVariationSelector }
      .flatMap { parts[Character($0)] ?? [$0] }
    guard let letter = scalars.first.map(Character.init) else { return nil }
    var (above, others): ([Unicode.Scalar], [Mark]) = ([], [])
    for scalar in scalars.dropFirst() {
      let other = substitutes.first { $0.mark == scalar && $0.letters.contains(letter) }?.other
      guard let mark = marks[other ?? scalar] else { return nil }
      if mark.place == .above { above.append(other ?? scalar) } else { others.append(mark) }
    }
    guard above.count <= 2,
      let base = drawn(above.isEmpty ? letter : dotless[letter] ?? letter)
    else { return nil }
    let crown = base.span(from: 0.8 * base.height, to: base.height)
    let ground = base.span(from: -0.08 * Glyph.capHeight, to: 0.2 * base.height)
    var placed = others.map { mark in
      switch mark.place {
      case .below where base.depth > 200:
        // Beside a descender.
        (mark.strokes, Point(x: ground.right + 300, y: 0))
      case .below: (mark.strokes, Point(x: (ground.left + ground.right) / 2, y: 0))
      case .foot: (mark.strokes, Point(x: ground.right, y: 0))
      default:
        // Clear of the bar of a t.
        (mark.strokes, Point(x: crown.right, y: -base.height - (letter == "t" ? 180 : 0)))
      }
    }
    let lean = above.first == "\u{302}" ? above.last.flatMap { sides[$0] } : nil
    var place = Point(
      x: (crown.left + crown.right) / 2 - (lean ?? 0) / 4, y: -base.height - 230)
    for scalar in above {
      guard let mark = marks[scalar]?.strokes else { continue }
      if scalar == "\u{301}", "ΑΕΗΙΟΥΩ".contains(letter) {
        // The tonos of a Greek capital is before it.
        place = Point(x: crown.left - 360, y: -base.height + 240)
      }
      placed.append((mark, place))
      place.x += lean ?? 0
      place.y -= lean == nil ? mark.height + 190 : 150
    }
    return Glyph(base, marks: placed)
  }
}
