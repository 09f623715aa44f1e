// SPDX-License-Identifier: MIT
import JSON
import Testing

@Suite struct JSONParserTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true\n", true), ("\tfalse\r\n", false), ("0", 0), ("-12", -12),
    ("9223372036854775807", .number(JSONNumber(Int.max))), ("1.5", .number(JSONNumber(1.5))),
    ("-0.25e2", .number(JSONNumber(-25))), ("1E+2", .number(JSONNumber(100))),
    ("25e-2", .number(JSONNumber(0.25))),
    (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\ude00""#, "😀"), (#""😀""#, "😀"), ("[]", .array([])),
    ("[ 1 , [2] ]", .array([1, .array([2])])),
    ("{}", .object([])),
    (#"{ "b" : 1 , "a" : [] }"#, .object([JSONMember("b", 1), JSONMember("a", .array([]))])),
  ])
  func `what RFC 8259 allows is read`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
      ("nulL", .unexpectedByte(0x4C), 3), ("1 2", .trailingText, 2),
      ("[1,]", .unexpectedByte(0x5D), 3),
      ("[1 2]", .unexpectedByte(0x32), 3), ("[1", .unexpectedEnd, 2),
      ("{,}", .unexpectedByte(0x2C), 1),
      (#"{"a":1,}"#, .unexpectedByte(0x7D), 7), ("{a:1}", .unexpectedByte(0x61), 1),
      (#"{"a" 1}"#, .unexpectedByte(0x31), 5), (#"{"a":1,"a":2}"#, .duplicateKey("a"), 7),
      ("01", .leadingZero, 0), ("-01", .leadingZero, 1), ("-", .unexpectedEnd, 1),
      ("+1", .unexpectedByte(0x2B), 0),
      (".5", .unexpectedByte(0x2E), 0), ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2),
      ("NaN", .unexpectedByte(0x4E), 0), ("Infinity", .unexpectedByte(0x49), 0),
      ("[1e999]", .numberTooLarge, 1), (#""a"#, .unexpectedEnd, 2),
      ("\"a\nb\"", .controlCharacter(10), 2),
      (#""\x""#, .unknownEscape(0x78), 2), (#""\u12g4""#, .unexpectedByte(0x67), 5),
      (#""\ud800""#, .loneSurrogate(0xD800), 1), (#""\ud800A""#, .loneSurrogate(0xD800), 1),
      (#""\ud800\u0041""#, .loneSurrogate(0xD800), 1), (#""\udc00""#, .loneSurrogate(0xDC00), 1),
      ("// no", .unexpectedByte(0x2F), 0), ("'a'", .unexpectedByte(0x27), 0),
      ("\u{FEFF}1", .byteOrderMark, 0),
    ] as [(String, JSONSyntaxError.Situation, Int)])
  func `what it forbids is refused where it stands`(
    text: String, situation: JSONSyntaxError.Situation, offset: Int
  ) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error.situation == situation)
    #expect(error.offset == offset)
  }

  @Test(
    arguments: [
      [0x22, 0x61, 0xFF, 0x22], [0x22, 0x61, 0xC3, 0x22], [0x22, 0x61, 0xC0, 0x80, 0x22],
      [0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], [0x22, 0x61, 0xF4, 0x90, 0x80, 0x80, 0x22],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused where they begin`(text: [UInt8]) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error.situation == .invalidUTF8)
    #expect(error.offset == 2)
  }

  @Test func `an error has its line and column, in characters`() throws {
    let text = "{\n  \"é\": 1,\n  \"ö\": ?\n}"
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect((error.line, error.column) == (3, 8))
    #expect(error.situation == .unexpectedByte(UInt8(ascii: "?")))
  }

  @Test func `nesting is limited, so a megabyte of brackets is an error at once`() throws {
    let limit = JSONValue.depthLimit
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(throws: Never.self) { try JSONValue(parsing: deepest) }
    for opening in ["[", #"{"a":"#] {
      let text = String(repeating: opening, count: 1 << 20)
      let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
      #expect(error.situation == .tooDeep(limit: limit))
      #expect(error.offset == limit * opening.utf8.count)
    }
  }

  @Test func `a whole number is exact, however it is written`() throws {
    func integer(_ text: String) throws -> Int? {
      guard case .number(let number) = try JSONValue(parsing: text) else { return nil }
      return number.integer
    }
    #expect(try integer("9007199254740993") == 9_007_199_254_740_993)
    #expect(try integer("-9223372036854775808") == Int.min)
    #expect(try integer("9223372036854775808") == nil)
    #expect(try integer("2.000") == 2)
    #expect(try integer("2.5") == nil)
    #expect(try integer("4503599627370496.0000001") == nil)
    for (text, number) in [
      ("6.9e1", 69), ("1e2", 100), ("1E+2", 100), ("-0.5e1", -5), ("690e-1", 69), ("0e9", 0),
      ("0.00e-5", 0), ("0e99999999999999999999", 0),
      ("9007199254740993000e-3", 9_007_199_254_740_993),
      ("9223372036854775.807e3", Int.max), ("1e18", 1_000_000_000_000_000_000),
    ] {
      #expect(try integer(text) == number, "\(text)")
    }
    for text in ["1e-1", "6.95e1", "1e19", "9.223372036854775808e18", "1e-99999999999999999999"] {
      #expect(try integer(text) == nil, "\(text)")
    }
  }
}
