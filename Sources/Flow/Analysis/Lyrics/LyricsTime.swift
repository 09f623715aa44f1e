// SPDX-License-Identifier: MIT
internal import Text

/// The times in files of lyrics.
enum LyricsTime {
  /// A time in seconds, to the millisecond: `1:23`, `01:23.45`, or `00:01:23,450` with hours; `nil` for
  /// anything else. `01:23:45` has hundredths of a second in LRC, and hours elsewhere.
  static func time(_ text: ArraySlice<Unicode.Scalar>, hasHundredths: Bool = true) -> Double? {
    var rest = text.trimmed
    guard let time = scan(&rest, hasHundredths: hasHundredths), rest.trimmed.isEmpty else {
      return nil
    }
    return time
  }

  /// When the cue of a line begins and ends; settings may stand behind it. Arrows and spaces are as
  /// people and programs write them.
  static func span(_ line: [Unicode.Scalar]) -> (begin: Double, end: Double?)? {
    var rest = line.trimmed
    guard let begin = scan(&rest, hasHundredths: false) else { return nil }
    rest = rest.trimmed
    guard let head = rest.firstIndex(where: heads.contains),
      rest[..<head].allSatisfy({ shafts.contains($0) || $0 == " " })
    else { return nil }
    rest = rest[(head + 1)...].trimmed
    guard let end = scan(&rest, hasHundredths: false) else { return nil }
    return (begin, end)
  }

  /// Whether a line has an arrow as between the times of a cue.
  static func hasArrow(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    zip(line, line.dropFirst()).contains { $0 == "-" && $1 == ">" }
  }

  private static let heads: Set<Unicode.Scalar> = [">", "→"]
  private static let shafts: Set<Unicode.Scalar> = ["-", "–", "—", "="]

  /// Takes a time from the beginning of a text.
  private static func scan(
    _ text: inout ArraySlice<Unicode.Scalar>, hasHundredths: Bool
  ) -> Double? {
    let isNegative = text.first == "-"
    if isNegative { text.removeFirst() }
    var fields: [ArraySlice<Unicode.Scalar>] = []
    var fraction: ArraySlice<Unicode.Scalar>?
    while true {
      let digits = text.prefix { $0.isDigit }
      guard (1...9).contains(digits.count) || fraction != nil else { return nil }
      text = text[digits.endIndex...]
      if fraction != nil {
        fraction = digits
        break
      }
      fields.append(digits)
      // There may be spaces behind a mark, but not before it.
      guard fields.count < 4, let mark = text.first, mark == ":" || marks.contains(mark) else {
        break
      }
      text = text.dropFirst()
      let behind = text.drop { $0 == " " }
      if behind.first?.isDigit == true { text = behind }
      if mark != ":" { fraction = [] }
    }
    // Players show `00:01:23:450`, and hundredths in LRC.
    if fraction == nil, fields.count == 4 || fields.count == 3 && hasHundredths,
      let last = fields.popLast()
    {
      guard fields.count == 3 || last.count == 2 else { return nil }
      fraction = last
    }
    guard (2...3).contains(fields.count), (fraction?.count ?? 0) <= 9 else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      let number = Int(String(field)) ?? 0
      guard index == 0 || number < 100 else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 10_000_000 else { return nil }
    let thousandths = Int((String(fraction ?? []) + "000").prefix(3)) ?? 0
    return Double(isNegative ? -1 : 1) * Double(seconds * 1000 + thousandths) / 1000
  }

  private static let marks: Set<Unicode.Scalar> = [".", ","]
}

extension Unicode.Scalar {
  /// Whether it is a digit of ASCII.
  var isDigit: Bool { "0"..."9" ~= self }
}

extension String {
  /// The text of some scalars.
  init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.init()
    unicodeScalars.append(contentsOf: scalars)
  }
}
