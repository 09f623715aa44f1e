// SPDX-License-Identifier: MIT
import JSON
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test func `a line of progress`() {
    let value = JSONValue.object([
      JSONMember("frame", 12), JSONMember("seconds", .number(JSONNumber(0.2))),
      JSONMember("whole", .number(JSONNumber(-160.0))), JSONMember("done", false),
      JSONMember("rest", .null), JSONMember("names", .array(["a", "b"])),
    ])
    #expect(
      value.text
        == #"{"frame":12,"seconds":0.2,"whole":-160,"done":false,"rest":null,"names":["a","b"]}"#)
  }

  @Test func `only what must be escaped is`() {
    #expect(
      JSONValue.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}é😀").text
        == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\\u007fé😀\"")
  }

  @Test func `what is written reads back the same`() throws {
    let seed: UInt64 = 8259
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let value = random(depth: 4, using: &generator)
      #expect(try JSONValue(parsing: value.text) == value)
    }
  }

  private func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &generator)))
    case 3: return .number(JSONNumber(1 / Double.random(in: 1e-9...2, using: &generator) + 0.1e-3))
    case 4: return .string(text(using: &generator))
    case 5:
      return .array((0..<3).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      return .object(
        (0..<3).map {
          JSONMember("\($0)" + text(using: &generator), random(depth: depth - 1, using: &generator))
        })
    }
  }

  private func text(using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let value = UInt32.random(in: 0...0x2FF, using: &generator)
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
