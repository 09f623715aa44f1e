// SPDX-License-Identifier: MIT
internal import Arguments
internal import JSON

/// Values of JSON, and what is wrong with them.
extension LookReader {
  mutating func members(
    _ value: JSONValue, _ place: String, known: [String]? = nil, owners: [String: String] = [:]
  ) -> [JSONMember] {
    guard case .object(let members) = value else {
      fault(place, "an object is expected")
      return []
    }
    guard let known else { return members }
    for member in members where !known.contains(member.key) {
      if let owner = owners[member.key] {
        fault(place, owner)
      } else {
        let near = Suggestion.nearest(to: member.key, in: known)
        fault(
          place,
          "'\(member.key.prefix(40))' is not a key here"
            + (near.map { "; did you mean '\($0)'?" }
              ?? "; the keys are \(known.joined(separator: ", "))"))
      }
    }
    return members.filter { known.contains($0.key) }
  }

  mutating func text(_ value: JSONValue?, _ place: String, most: Int) -> String {
    guard let value else { return "" }
    guard case .string(let text) = value, text.unicodeScalars.count <= most,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      fault(place, "one line of at most \(most) characters is expected")
      return ""
    }
    return text
  }

  mutating func flag(_ value: JSONValue?, _ place: String) -> Bool {
    guard let value else { return false }
    if case .bool(let flag) = value { return flag }
    fault(place, "true or false is expected")
    return false
  }

  mutating func number(
    _ value: JSONValue?, _ place: String, in range: ClosedRange<Double>, usual: Double
  ) -> Double {
    guard let value else { return usual }
    guard case .number(let number) = value, range.contains(number.double) else {
      let limits = [range.lowerBound, range.upperBound].map {
        $0.argumentText
      }
      fault(place, "a number from \(limits[0]) to \(limits[1]) is expected")
      return usual
    }
    return number.double
  }

  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: JSONValue?, _ place: String, usual: Choice?
  ) -> Choice? {
    guard let value else { return usual }
    let known = Choice.allCases.map(\.rawValue)
    guard case .string(let word) = value else {
      fault(place, "one of \(known.joined(separator: ", ")) is expected")
      return nil
    }
    if let choice = Choice(rawValue: word) { return choice }
    fault(
      place,
      ExpressionFault(
        "'\(word.prefix(40))' is not one of \(known.joined(separator: ", "))", unlike: word,
        of: known
      ).text)
    return nil
  }

  /// Small letters, digits and hyphens, or a name that expressions can have.
  static func isName(_ word: String, inExpressions: Bool) -> Bool {
    let first = word.utf8.first ?? 0
    return word.utf8.count <= 40 && (97...122).contains(first)
      && word.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0)
          || (inExpressions ? (65...90).contains($0) : $0 == UInt8(ascii: "-"))
      }
  }
}
