// SPDX-License-Identifier: MIT
internal import Arguments
internal import Drawing

/// An expression as it was written: read and checked, before what is known of a run is put in.
indirect enum LookExpression: Sendable {
  case number(Double)
  case color(Color)
  case slot(ColorSlot)
  case name(LookName)
  /// A parameter of the file; of four colours the one with this number.
  case parameter(String, Int, ValueKind)
  /// One of the file's values, by its number.
  case value(Int, ValueKind)
  /// A power in eighths.
  case power(LookExpression, eighths: Int)
  case negative(LookExpression)
  case call(LookFunction, [LookExpression])

  /// Whether it is a number or a colour.
  var kind: ValueKind {
    switch self {
    case .number, .name, .power, .negative: .number
    case .color, .slot: .color
    case .parameter(_, _, let kind), .value(_, let kind): kind
    case .call(let function, let arguments):
      function.signature.either.map { arguments[$0.first].kind } ?? function.signature.result
    }
  }

  /// Calls `body` with each use of a name or of a reading at a place in it.
  func eachUse(_ body: (LookUse) -> Void) {
    switch self {
    case .name(let name): body(.name(name))
    case .power(let part, _), .negative(let part): part.eachUse(body)
    case .call(let function, let parts):
      if function.isReading || function.memory != nil { body(.place(function)) }
      for part in parts { part.eachUse(body) }
    case .number, .color, .slot, .parameter, .value: break
    }
  }

  /// Calls `body` with the number of each of the file's values in it.
  func eachValue(_ body: (Int) -> Void) {
    switch self {
    case .value(let index, _): body(index)
    case .power(let part, _), .negative(let part): part.eachValue(body)
    case .call(_, let parts): for part in parts { part.eachValue(body) }
    case .number, .color, .slot, .parameter, .name: break
    }
  }
}

/// What an expression depends on beside parameters: a name, or a reading at a place.
enum LookUse: Sendable, Hashable {
  case name(LookName)
  case place(LookFunction)

  /// What is written.
  var word: String {
    switch self {
    case .name(let name): name.rawValue
    case .place(let function): function.rawValue
    }
  }

  /// When it can change.
  var group: LookName.Group {
    if case .name(let name) = self { name.group } else { .reading }
  }

  /// The domains whose elements have it; `nil` for all.
  var domains: [LookDomain.Kind]? {
    if case .name(let name) = self { name.domains } else { nil }
  }

  /// Whether a tick has one number of it for each channel, whatever the element is.
  var isOfTick: Bool {
    switch self {
    case .name(let name):
      isKnown || name == .side
        || group == .reading && ![.level, .usual, .otherAverage, .otherPeak].contains(name)
    case .place: true
    }
  }

  /// Whether it is known before the run, for each copy of a layer.
  var isKnown: Bool { group == .run || self == .name(.k) }
}

/// What is wrong with an expression, worded to follow its place.
struct ExpressionFault: Error, Hashable {
  /// The fault, with what to write instead.
  let text: String

  init(_ text: String) { self.text = text }

  /// A word that is not known, with the nearest one that is.
  init(_ text: String, unlike word: String, of known: [String]) {
    let near = Suggestion.nearest(to: word, in: known)
    self.text = text + (near.map { "; did you mean '\($0)'?" } ?? "")
  }
}

/// What the names in an expression can mean beside those of the language.
struct LookVocabulary: Sendable {
  /// The parameters of the file.
  var parameters: [String: LookParameter.Value] = [:]
  /// The values of the file that can be used, in their order.
  var values: [(name: String, expression: LookExpression)] = []
  /// The names of values further down, and of the one that is read.
  var later: Set<String> = []
  /// The names of parameters and values that cannot be used, since they are wrong themselves.
  var faulty: Set<String> = []
}

/// Reads an expression by recursive descent: `^` binds tightest, then a minus before a number, `* / %`,
/// `+ -`, and comparisons, all from left to right.
struct LookParser {
  private enum Token: Equatable {
    case number(Double), color(Color), word(String), sign(String)

    var text: String {
      switch self {
      case .number(let number): "\(number)"
      case .color(let color): color.description
      case .word(let word), .sign(let word): word
      }
    }
  }

  private let tokens: [Token]
  private var next = 0
  private var depth = 0
  private let vocabulary: LookVocabulary

  /// The most characters of an expression, and the most levels of parentheses and calls.
  static let (mostCharacters, mostLevels) = (400, 32)

  private init(_ text: String, _ vocabulary: LookVocabulary) throws(ExpressionFault) {
    self.vocabulary = vocabulary
    tokens = try LookParser.tokens(of: text)
  }

  /// An expression of the given kind.
  static func expression(
    _ text: String, _ kind: ValueKind, with vocabulary: LookVocabulary
  ) throws(ExpressionFault) -> LookExpression {
    let expression = try expression(text, with: vocabulary)
    guard expression.kind == kind else {
      let hint = kind == .color ? "; did you mean ramp(…)?" : ""
      throw ExpressionFault("\(kind.rawValue) is expected, not \(expression.kind.rawValue)\(hint)")
    }
    return expression
  }

  /// An expression of either kind.
  static func expression(
    _ text: String, with vocabulary: LookVocabulary
  ) throws(ExpressionFault) -> LookExpression {
    var parser = try LookParser(text, vocabulary)
    let expression = try parser.sum(from: 1)
    if let token = parser.peek { throw ExpressionFault("'\(token.text)' is not expected here") }
    return expression
  }

  private static func tokens(of text: String) throws(ExpressionFault) -> [Token] {
    let bytes = Array(text.utf8)
    guard bytes.count <= mostCharacters else {
      throw ExpressionFault("an expression has at most \(mostCharacters) characters")
    }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
    let (point, space, tab) = (UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "\t"))
    var tokens: [Token] = []
    var place = 0
    while place < bytes.count {
      let (first, begin) = (bytes[place], place)
      func word(while isPart: (UInt8) -> Bool) -> String {
        repeat { place += 1 } while place < bytes.count && isPart(bytes[place])
        return String(decoding: bytes[begin..<place], as: UTF8.self)
      }
      if first == space || first == tab {
        place += 1
      } else if isDigit(first) || first == point {
        let digits = word { isDigit($0) || $0 == point }
        guard digits.utf8.count <= 24, let number = Double(digits), number.isFinite else {
          throw ExpressionFault("'\(digits)' is not a number")
        }
        let next = place < bytes.count ? bytes[place] | 0x20 : 0
        guard next != UInt8(ascii: "e") else {
          throw ExpressionFault("write the number without an exponent")
        }
        tokens.append(.number(number))
      } else if first == UInt8(ascii: "#") {
        let digits = word { isDigit($0) || isLetter($0) }
        guard digits.utf8.count == 7, let color = Color(parsing: digits) else {
          throw ExpressionFault("'\(digits)' is not a colour; write six digits, such as #ff8800")
        }
        tokens.append(.color(color))
      } else if isLetter(first) {
        tokens.append(.word(word { isDigit($0) || isLetter($0) || $0 == point }))
      } else {
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        let isTwo = next == UInt8(ascii: "=") && "<>=!".utf8.contains(first)
        guard isTwo || "+-*/%^(),<>".utf8.contains(first) else {
          let rest = String(decoding: bytes[place...], as: UTF8.self)
          throw ExpressionFault("'\(rest.prefix(1))' is not part of an expression")
        }
        place += isTwo ? 2 : 1
        tokens.append(.sign(String(decoding: bytes[begin..<place], as: UTF8.self)))
      }
    }
    guard !tokens.isEmpty else { throw ExpressionFault("an expression is expected") }
    return tokens
  }

  private var peek: Token? { next < tokens.count ? tokens[next] : nil }

  private mutating func take(_ sign: String) -> Bool {
    guard peek == .sign(sign) else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ sign: String) throws(ExpressionFault) {
    guard !take(sign) else { return }
    throw ExpressionFault(
      peek.map { "'\($0.text)' is not expected here; '\(sign)' is" } ?? "'\(sign)' is missing")
  }

  private func number(_ part: LookExpression, of word: String) throws(ExpressionFault) {
    guard part.kind == .number else {
      throw ExpressionFault("both sides of '\(word)' are numbers; mix(a, b, t) mixes colours")
    }
  }

  /// Operators of a level and of those that bind more tightly.
  private mutating func sum(from level: Int) throws(ExpressionFault) -> LookExpression {
    guard level <= 3 else { return try negated() }
    var left = try sum(from: level + 1)
    while case .sign(let sign)? = peek, let function = LookFunction.written[sign],
      function.level == level
    {
      next += 1
      let right = try sum(from: level + 1)
      try number(left, of: sign)
      try number(right, of: sign)
      left = .call(function, [left, right])
    }
    return left
  }

  private mutating func negated() throws(ExpressionFault) -> LookExpression {
    guard take("-") else { return try power() }
    try enter()
    defer { depth -= 1 }
    let part = try negated()
    try number(part, of: "-")
    return .negative(part)
  }

  private mutating func power() throws(ExpressionFault) -> LookExpression {
    var base = try atom()
    while take("^") {
      try number(base, of: "^")
      guard case .number(let power)? = peek, (0...16).contains(power),
        (power * 8).rounded() == power * 8
      else {
        throw ExpressionFault(
          "a power is a number from 0 to 16 in steps of 1/8; for others write root(x, n)")
      }
      next += 1
      base = .power(base, eighths: Int(power * 8))
    }
    return base
  }

  private mutating func enter() throws(ExpressionFault) {
    depth += 1
    guard depth <= LookParser.mostLevels else {
      throw ExpressionFault("an expression has at most \(LookParser.mostLevels) levels")
    }
  }

  private mutating func atom() throws(ExpressionFault) -> LookExpression {
    guard let token = peek else { throw ExpressionFault("the expression ends too early") }
    next += 1
    switch token {
    case .number(let number): return .number(number)
    case .color(let color): return .color(color)
    case .word(let word): return peek == .sign("(") ? try call(word) : try name(word)
    case .sign("("):
      try enter()
      defer { depth -= 1 }
      let inner = try sum(from: 1)
      try expect(")")
      return inner
    case .sign(let sign): throw ExpressionFault("'\(sign)' is not expected here")
    }
  }

  private func name(_ word: String) throws(ExpressionFault) -> LookExpression {
    if let index = vocabulary.values.firstIndex(where: { $0.name == word }) {
      return .value(index, vocabulary.values[index].expression.kind)
    }
    switch vocabulary.parameters[word] {
    case .number?: return .parameter(word, 0, .number)
    case .colors(let colors)? where colors.count == 1: return .parameter(word, 0, .color)
    case .colors?:
      throw ExpressionFault("'\(word)' has four colours: write \(word)(0) to \(word)(3)")
    case nil: break
    }
    if let slot = ColorSlot(rawValue: word) { return .slot(slot) }
    if let name = LookName.written[word] { return .name(name) }
    if vocabulary.later.contains(word) {
      throw ExpressionFault("'\(word)' is not defined yet; a value can use those above it")
    }
    if LookFunction.names.contains(word) {
      throw ExpressionFault("'\(word)' is a function: write \(word)(…)")
    }
    if let color = Color(parsing: word) {
      throw ExpressionFault("'\(word)' is not a name; write the colour as \(color)")
    }
    throw ExpressionFault(
      "'\(word)' is not a name", unlike: word,
      of: LookName.allCases.map(\.rawValue) + vocabulary.parameters.keys.sorted()
        + vocabulary.values.map(\.name) + ColorSlot.allCases.map(\.rawValue))
  }

  private mutating func call(_ word: String) throws(ExpressionFault) -> LookExpression {
    if case .colors(let colors)? = vocabulary.parameters[word], colors.count > 1 {
      try enter()
      defer { depth -= 1 }
      try expect("(")
      let place = try sum(from: 1)
      try number(place, of: word)
      try expect(")")
      return .call(.pick, [place] + colors.indices.map { .parameter(word, $0, .color) })
    }
    guard let function = LookFunction.written[word], function.level == nil else {
      throw ExpressionFault("'\(word)' is not a function", unlike: word, of: LookFunction.names)
    }
    try enter()
    defer { depth -= 1 }
    try expect("(")
    var arguments: [LookExpression] = []
    if peek != .sign(")") {
      repeat { arguments.append(try sum(from: 1)) } while take(",")
    }
    try expect(")")
    try check(arguments, of: function)
    return .call(function, arguments)
  }

  /// What an expression depends on, through the values of the file.
  private func uses(_ expression: LookExpression) -> [LookUse] {
    var uses: [LookUse] = []
    expression.eachUse { uses.append($0) }
    expression.eachValue { uses += self.uses(vocabulary.values[$0].expression) }
    return uses
  }

  private func check(
    _ arguments: [LookExpression], of function: LookFunction
  ) throws(ExpressionFault) {
    let signature = function.signature
    let counts = signature.counts
    guard counts.contains(arguments.count) else {
      let wanted =
        counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      throw ExpressionFault(
        "'\(function.rawValue)' takes \(wanted) argument\(wanted == "1" ? "" : "s"), not \(arguments.count): "
          + function.help.form)
    }
    let either = signature.either.map { $0.first..<arguments.count - $0.numbersAfter } ?? 0..<0
    for (place, argument) in arguments.enumerated() {
      let kind: ValueKind =
        either.contains(place)
        ? arguments[either.lowerBound].kind : signature.colors.contains(place) ? .color : .number
      guard argument.kind != kind else { continue }
      throw ExpressionFault(
        either.contains(place)
          ? "the choices of '\(function.rawValue)' are numbers or colours, not both"
          : "'\(function.rawValue)' takes \(kind.rawValue) here, not \(argument.kind.rawValue): "
            + function.help.form)
    }
    if let amounts = function.memory {
      if case .number(let amount) = arguments[1], !amounts.contains(amount) {
        let ends = [amounts.lowerBound, amounts.upperBound].map(\.argumentText)
        throw ExpressionFault(
          "the number of '\(function.rawValue)' can be from \(ends[0]) to \(ends[1])")
      }
      if let use = uses(arguments[1]).first(where: { !$0.isKnown }) {
        throw ExpressionFault(
          "'\(function.rawValue)' takes a number that is known before the run, and '\(use.word)' is "
            + use.group.rawValue)
      }
      if let use = uses(arguments[0]).first(where: { !$0.isOfTick }) {
        throw ExpressionFault(
          "'\(function.rawValue)' keeps readings of ticks, and '\(use.word)' is of an element")
      }
    }
    if function.isReading, let use = uses(arguments[0]).first(where: { !$0.isKnown }) {
      throw ExpressionFault(
        "the place of '\(function.rawValue)' must be known before the run, and '\(use.word)' is "
          + use.group.rawValue)
    }
    if function == .root {
      guard case .number(let degree) = arguments[1], degree == degree.rounded(),
        (2...9).contains(degree)
      else { throw ExpressionFault("'root' takes a written number from 2 to 9") }
    }
  }
}
