// SPDX-License-Identifier: MIT
import Drawing
import Foundation
import TestSupport
import Testing

@testable import Views

/// The language of looks: what expressions are worth, and what is wrong with them.
@Suite struct LookExpressionTests {
  private static let colors = LookColors(palette: .dusk, ground: Palette.dusk.background)
  private static let vocabulary = LookVocabulary(
    parameters: [
      "rim": .number(40), "pen": .colors(["#ff8800"]),
      "stroke": .colors(["#000001", "#000002", "#000003", "#000004"]),
    ])
  private static let settings = LookSettings(
    parameters: [
      "rim": [40], "pen": [Color(rgb: 0xFF8800).packed],
      "stroke": (1...4).map { Color(rgb: $0).packed },
    ], run: [.mirror: 1, .sheet: 400], colors: colors)

  /// An element whose left channel is at 0.25 and 0.5, and the right one at 0.75 and 1.
  private static let element: LookElement = {
    var moment = LookMoment(
      levels: ScaledLevels(
        left: ScaledLevel(peak: 0.5, average: 0.25), right: ScaledLevel(peak: 1, average: 0.75)))
    (moment.bass, moment.heart, moment.time) = (0.125, 0.375, 7)
    (moment.song.beat, moment.song.bar, moment.song.cycle) = (0.5, 0.625, 0.75)
    (moment.places.left[0], moment.places.right[0]) = (0.25, 0.5)
    var element = LookElement(moment, .left)
    (element.level, element.usual) = (0.875, 0.0625)
    (element.i, element.n, element.at, element.step) = (3, 8, 0.375, 45)
    return element
  }()

  /// The value of an expression for the element.
  private static func value(_ text: String) throws -> Double {
    let expression = try LookParser.expression(text, with: vocabulary)
    var compiler = LookCompiler(settings, values: [])
    let register = compiler.add(expression)
    var machine = LookMachine(compiler.program, colors)
    machine.set(0, element)
    machine.evaluate()
    return machine.value(register)
  }

  @Test(arguments: [
    ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("7 - 2 - 1", 4), ("8 / 4 / 2", 1), ("-2^2", -4),
    ("2^3", 8), ("9^0.5", 3), ("16^1.25", 32), ("(-4)^0.5", 0), ("(-4)^2", 16), ("5^0", 1),
    ("7 % 3", 1), ("-1 % 3", 2), ("7 % 0", 0), ("1 / 0", 0), ("0 / 0", 0), ("sqrt(-1)", 0),
    ("1 < 2", 1), ("2 <= 1", 0), ("2 > 1", 1), ("2 >= 2", 1), ("1 == 1", 1), ("1 != 1", 0),
    ("1 + 1 == 2", 1), ("min(3, 1, 2)", 1), ("max(3, 1, 2)", 3), ("clamp(5, 0, 1)", 1),
    ("abs(-3)", 3), ("sign(-3)", -1), ("sign(0)", 0), ("floor(-1.5)", -2), ("round(2.5)", 3),
    ("round(-2.5)", -2), ("frac(-0.25)", 0.75), ("step(1, 1)", 1), ("ease(0, 1, 0.5)", 0.5),
    ("ease(1, 0, 0)", 1), ("ease(1, 1, 5)", 0), ("sin(90)", 1), ("cos(180)", -1), ("sin(0)", 0),
    ("cos(90)", 0), ("root(27, 3)", 3), ("root(-1, 3)", 0), ("grow(1, 16, 0.5)", 4),
    ("grow(1, 16, 1)", 16), ("mix(2, 4, 0.25)", 2.5), ("if(0, 1, 2)", 2), ("if(-1, 1, 2)", 1),
    ("pick(-5, 7, 8, 9)", 7), ("pick(1.9, 7, 8, 9)", 8), ("pick(99, 7, 8, 9)", 9),
    ("average", 0.25), ("peak", 0.5), ("right.average", 0.75), ("left.peak", 0.5),
    ("beat", 0.5), ("bar", 0.625), ("cycle", 0.75), ("level", 0.875), ("usual", 0.0625),
    ("level(0.5)", 0.25), ("level(rim / 80)", 0.25), ("share(3)", 0.25), ("pile(1 + 1)", 0.25),
    ("chroma(0.5)", 0.25),
    ("loudness", 0.5), ("bass", 0.125), ("heart", 0.375), ("time", 7), ("side", -1),
    ("i / n", 0.375),
    ("at", 0.375), ("step", 45), ("rim * 2", 80), ("mirror", 1), ("sheet", 400),
    ("light(#ffffff)", 1), ("light(#000000)", 0), ("step(0.2, average) + step", 46),
    ("100000^16 * 100000^16 * 100000^16 * 100000^16", 0),
  ])
  func `an expression is worth what it says`(text: String, expected: Double) throws {
    #expect(try abs(Self.value(text) - expected) < 1e-12, "\(text)")
  }

  @Test(arguments: [
    ("#102030", 0x102030), ("pen", 0xFF8800), ("stroke(0)", 1), ("stroke(2 + (side > 0))", 3),
    ("stroke(9)", 4), ("ground", 0x110D30), ("ink2", 0xF2625B), ("ramp(0)", 0xFFF4D9),
    ("ramp(3/7)", 0xF2625B), ("ramp(-1)", 0xFFF4D9), ("ramp(2)", 0x1C1750),
    ("mix(#000000, #ffffff, 0.5)", 0x808080), ("mix(#000000, #ffffff, 9)", 0xFFFFFF),
    ("tint(#ffffff, 0)", 0x110D30), ("tint(#ffffff, 1)", 0xFFFFFF),
    ("screen(#800000, #000080)", 0x800080), ("multiply(#ffffff, #123456)", 0x123456),
    ("if(mirror, #000001, #000002)", 1), ("pick(1, #000001, #000002)", 2),
  ])
  func `colours are those of the palette, and mix as they do there`(
    text: String, expected: Int
  ) throws {
    #expect(try Color(packed: Self.value(text)) == Color(rgb: expected), "\(text)")
  }

  @Test func `sines are those of the C library, and exact at right angles`() {
    for degrees in stride(from: -1000.0, through: 1000, by: 0.37) {
      let sine = ExactSine.sine(degrees: degrees)
      #expect(abs(sine - sin(degrees * .pi / 180)) < 1e-13, "\(degrees)")
    }
    #expect([0, 90, 180, 270, 360, -90].map(ExactSine.sine) == [0, 1, 0, -1, 0, -1])
  }

  @Test func `hashes are spread evenly, and noise goes through them`() throws {
    let hashes = try (0..<1000).map { try Self.value("hash(\($0))") }
    #expect(hashes.allSatisfy { (0..<1).contains($0) } && Set(hashes).count > 990)
    #expect(abs(hashes.reduce(0, +) / 1000 - 0.5) < 0.03)
    #expect(try Self.value("noise(12)") == Self.value("hash(12)"))
    let half = try Self.value("noise(12.5)")
    #expect(try abs(half - (Self.value("hash(12)") + Self.value("hash(13)")) / 2) < 1e-12)
  }

  @Test(arguments: [
    ("", "an expression is expected"), ("1 +", "the expression ends too early"),
    ("1 2", "'2.0' is not expected here"), ("(1", "')' is missing"), ("1)", "')' is not expected"),
    ("avrage", "'avrage' is not a name; did you mean 'average'?"),
    ("rimm", "did you mean 'rim'?"), ("sin", "'sin' is a function: write sin(…)"),
    ("sinus(1)", "'sinus' is not a function"), ("mix(1, 2)", "'mix' takes 3 arguments, not 2"),
    ("mix(1, #ffffff, 0)", "numbers or colours, not both"),
    ("#ffffff + 1", "both sides of '+' are numbers"), ("tint(1, 1)", "takes a colour here"),
    (
      "level(average)",
      "the place of 'level' must be known before the run, and 'average' is a reading"
    ),
    ("fall(i, 1)", "'fall' keeps readings of ticks, and 'i' is of an element"),
    ("smooth(average, beat)", "a number that is known before the run, and 'beat' is a reading"),
    ("pile(i)", "must be known before the run, and 'i' is a place"),
    ("light(1)", "takes a colour here"), ("x^y", "'x' is not a name"),
    ("2^average", "a power is a number from 0 to 16 in steps of 1/8"),
    ("2^0.3", "a power is a number from 0 to 16"), ("2^17", "a power is a number from 0 to 16"),
    ("root(2, 10)", "'root' takes a written number from 2 to 9"), ("#fff", "write six digits"),
    ("#gggggg", "write six digits"), ("1..2", "'1..2' is not a number"),
    ("1 ; 2", "';' is not part"),
    ("stroke", "'stroke' has four colours"), ("pen(1)", "'pen' is not a function"),
    ("average(1)", "'average' is not a function"), ("1 = 1", "'=' is not part"),
    (String(repeating: "(", count: 33) + "1", "at most 32 levels"),
    (String(repeating: "-", count: 33) + "1", "at most 32 levels"),
    (String(repeating: "1+", count: 200) + "1", "at most 400 characters"),
    ("1\u{301}", "is not"), ("«", "'«' is not part of an expression"),
  ])
  func `a fault says what is wrong, and what was meant`(text: String, fault: String) {
    let error = #expect(throws: ExpressionFault.self) {
      try LookParser.expression(text, with: Self.vocabulary)
    }
    #expect(error?.text.contains(fault) == true, "\(error?.text ?? "")")
  }

  @Test func `a colour where a number is wanted is a fault, and the other way round`() {
    let number = #expect(throws: ExpressionFault.self) {
      try LookParser.expression("0.5", .color, with: LookVocabulary())
    }
    #expect(number?.text == "a colour is expected, not a number; did you mean ramp(…)?")
    #expect(throws: ExpressionFault.self) {
      try LookParser.expression("ink", .number, with: LookVocabulary())
    }
  }

  // MARK: Against a plain evaluator

  /// A random expression of numbers.
  private static func text(_ random: inout SeededGenerator, _ depth: Int) -> String {
    func part() -> String { text(&random, depth - 1) }
    guard depth > 0 else {
      return random.pick(["average", "peak", "bass", "i", "n", "0", "1", "2.5", "rim", "0.125"])
    }
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return "(\(part()) + \(part()))"
    case 1: return "(\(part()) - \(part()))"
    case 2: return "(\(part()) * \(part()))"
    case 3: return "(\(part()) / \(part()))"
    case 4: return "(\(part()) % \(part()))"
    case 5: return "(\(part()) \(random.pick(["<", "<=", ">", ">=", "==", "!="])) \(part()))"
    case 6: return "(-\(part()))"
    case 7: return "(\(part())^\(random.pick(["0", "0.5", "0.125", "1", "1.75", "2", "3.375"])))"
    case 8: return "\(random.pick(["min", "max"]))(\(part()), \(part()))"
    case 9: return "\(random.pick(["abs", "sign", "floor", "round", "frac", "sqrt"]))(\(part()))"
    case 10: return "if(\(part()), \(part()), \(part()))"
    case 11: return "mix(\(part()), \(part()), \(part()))"
    case 12: return "pick(\(part()), \(part()), \(part()), \(part()))"
    default: return "clamp(\(part()), \(part()), \(part()))"
    }
  }

  /// What an expression is worth, computed part by part as it is written.
  private static func plain(_ expression: LookExpression) -> Double {
    func finite(_ number: Double) -> Double { number.isFinite ? number + 0 : 0 }
    switch expression {
    case .number(let number): return number
    case .name(let name): return element.number(of: name)
    case .parameter(let name, let index, _): return settings.parameters[name]?[index] ?? 0
    case .negative(let part): return finite(0 - plain(part))
    case .power(let part, let eighths):
      var (base, product, first) = (plain(part), 1.0, true)
      func multiply(_ factor: Double) {
        product = first ? factor : finite(product * factor)
        first = false
      }
      if eighths % 8 != 0 { base = max(base, 0) }
      for _ in 0..<eighths / 8 { multiply(base) }
      var root = base
      for bit in [4, 2, 1] where eighths % 8 != 0 {
        root = root.squareRoot()
        if eighths & bit != 0 { multiply(root) }
      }
      return product
    case .call(let function, let arguments):
      let values = arguments.map(plain)
      let (a, b, c) = (values[0], values[min(1, values.count - 1)], values[values.count - 1])
      switch function {
      case .add: return finite(a + b)
      case .subtract: return finite(a - b)
      case .multiplied: return finite(a * b)
      case .divided: return finite(a / b)
      case .modulo: return b == 0 ? 0 : finite(a - b * finite(a / b).rounded(.down))
      case .less: return a < b ? 1 : 0
      case .lessOrEqual: return a <= b ? 1 : 0
      case .greater: return a > b ? 1 : 0
      case .greaterOrEqual: return a >= b ? 1 : 0
      case .equal: return a == b ? 1 : 0
      case .unequal: return a != b ? 1 : 0
      case .min: return b < a ? b : a
      case .max: return b > a ? b : a
      case .abs: return abs(a)
      case .sign: return a > 0 ? 1 : a < 0 ? -1 : 0
      case .floor: return a.rounded(.down)
      case .round: return finite(a + 0.5).rounded(.down)
      case .frac: return finite(a - a.rounded(.down))
      case .sqrt: return a < 0 ? 0 : a.squareRoot()
      case .choose: return a != 0 ? b : c
      case .mix: return finite(a + finite(finite(b - a) * c))
      case .pick: return values[1 + (a < 1 ? 0 : a < 2 ? 1 : 2)]
      case .clamp:
        let raised = b > a ? b : a
        return c < raised ? c : raised
      default: return .nan
      }
    default: return .nan
    }
  }

  @Test(arguments: TestRun.seeds(1...20))
  func `random expressions have the bits of a plain evaluator`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var count = 0
    while count < 100 {
      let text = Self.text(&random, Int.random(in: 1...4, using: &random))
      guard text.count <= LookParser.mostCharacters,
        let expression = try? LookParser.expression(text, with: Self.vocabulary)
      else { continue }
      let value = try Self.value(text)
      #expect(value.isFinite && value == Self.plain(expression), "seed \(seed): \(text)")
      count += 1
    }
  }

  @Test(arguments: TestRun.seeds(1...10))
  func `any characters are an expression or a fault`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "average", "ramp(", "(", ")", "+", "-", "^", "2", "0.5", ",", "#ff8800", "if(", "mix(", " ",
      "<", "==", "é", "\u{0}", "stroke", "rim", "%", "..", "sin(", "1e9",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(parts) }
        .joined()
      guard let expression = try? LookParser.expression(text, with: Self.vocabulary) else {
        continue
      }
      var compiler = LookCompiler(Self.settings, values: [])
      let register = compiler.add(expression)
      var machine = LookMachine(compiler.program, Self.colors)
      machine.evaluate()
      #expect(machine.value(register).isFinite, "seed \(seed): \(text)")
    }
  }
}
