// SPDX-License-Identifier: MIT
import Arguments
import TestSupport
import Testing

@Suite struct ValueTests {
  @Test(
    arguments: [
      ("0", 0), ("-160", -160), (".5", 0.5), ("1e3", 1000), ("+2.25", 2.25), ("-1E-2", -0.01),
    ] as [(String, Double)])
  func `a decimal number is read`(text: String, number: Double) throws {
    #expect(try Double(argument: text) == number)
  }

  @Test(arguments: [
    "", "nan", "inf", "-infinity", "0x10", "1e999", "1,5", " 1", "1 ", "--1", "e", ".", "1e", "٣",
  ])
  func `what is no finite decimal number is refused`(text: String) {
    #expect(throws: ArgumentValueError.self) { try Double(argument: text) }
  }

  @Test(arguments: [
    ("7", nil), ("-7", nil), ("+7", nil), ("", "not a whole number"), ("-", "not a whole number"),
    ("7.0", "not a whole number"), ("9223372036854775808", "out of range"),
  ])
  func `a whole number is read or refused with the reason`(text: String, reason: String?) {
    do throws(ArgumentValueError) {
      #expect(try Int(argument: text) == Int(text))
      #expect(reason == nil)
    } catch {
      #expect(error.reason == reason)
    }
  }

  @Test(
    arguments: [(-160, "-160"), (0.5, "0.5"), (-0.0, "0"), (1e20, "1e+20")] as [(Double, String)])
  func `a number is printed without needless digits`(number: Double, text: String) throws {
    #expect(number.argumentText == text)
    #expect(try Double(argument: text) == number)
  }

  @Test func `an optional prints nothing for nil and what it wraps otherwise`() throws {
    #expect(Int?.none.argumentText == "")
    #expect(Int?.some(4).argumentText == "4")
    #expect(try Int?(argument: "4") == 4)
    #expect(Painter.Format?.choices == ["png", "svg", "tiff"])
  }

  @Test(arguments: [
    ("format", "format", 0), ("fromat", "format", 1), ("formt", "format", 1),
    ("formaat", "format", 1), ("farmat", "format", 1), ("", "abc", 3), ("ca", "abc", 3),
    ("kitten", "sitting", 3),
  ])
  func `the edit distance counts a swap of neighbours as one`(a: String, b: String, edits: Int) {
    #expect(Suggestion.distance(a, b) == edits)
    #expect(Suggestion.distance(b, a) == edits)
  }

  @Test(arguments: [
    ("pn", "png"), ("rednre", "render"), ("p", nil), ("gnp", nil), ("renderr", "render"), ("", nil),
    ("svgg", "svg"),
    (String(repeating: "a", count: 100_000), nil),
  ])
  func `a suggestion is at most a third of the word away`(word: String, expected: String?) {
    #expect(Suggestion.nearest(to: word, in: ["png", "svg", "render", "meter"]) == expected)
  }
}

@Suite struct ListTests {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a,b", ["a", "b"]), ("a, b ,c", ["a", "b", "c"]), (",", ["", ""]),
    ("rgb(1, 2,3), b", ["rgb(1, 2,3)", "b"]), ("a b", ["a b"]),
  ])
  func `a list is cut at its commas, and spaces around them count for nothing`(
    text: String, parts: [String]
  ) {
    #expect(text.listParts == parts)
  }
}

@Suite struct ParserLaws {
  /// Pieces that meet in strange ways when they are joined.
  static let pieces = [
    "-", "--", "=", "", "o", "q", "f", "j4", "h", "help", "output", "format", "out", "svg", "png",
    "no-", "no-spokes", "floor", "160", "\u{301}", "\n", "é", "a", "tag", "rate", "30000/1001", "🎨",
  ]

  static func describe(_ arguments: [String]) -> String {
    do throws(UsageError) {
      let line = Line(arguments, of: Painter.paint.description)
      switch try Parser(Painter.paint).parse(line, into: Painter.Options()) {
      case .values(let values): return "\(values) \(line.given.sorted())"
      case .request(let request): return "\(request)"
      }
    } catch {
      return error.description
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no command line is a trap, and every message is one line`(seed: UInt64) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let arguments = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Self.pieces.randomElement(using: &random) ?? ""
        }.joined()
      }
      do throws(UsageError) {
        _ = try Parser(Painter.paint).parse(arguments, into: Painter.Options())
        _ = try Painter.program.request(arguments)
      } catch {
        let hasBreak = error.description.unicodeScalars.contains { $0.value < 32 }
        #expect(!hasBreak, "seed \(seed): \(arguments)")
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `a value in the next argument and one behind an equals sign are the same`(
    seed: UInt64
  ) throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let names = ["rate", "floor", "radius", "output", "format", "paper", "tag", "jobs", "form"]
    let options = [
      "--rate", "--floor", "--radius", "--no-spokes", "--output", "--format", "--paper",
      "--tag", "--overwrite", "--jobs", "--quiet", "--help", "--version",
    ]
    for _ in 0..<1_000 {
      let name = names.randomElement(using: &random) ?? ""
      let value = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard !options.contains(value) else { continue }
      #expect(
        Self.describe(["a", "--\(name)", value, "b"])
          == Self.describe(["a", "--\(name)=\(value)", "b"]),
        "seed \(seed)")
    }
  }
}
