// SPDX-License-Identifier: MIT
import Analysis
import Pipeline
import Signal
import Testing

@testable import Commands

/// What keys and messages of OSC ask of a show.
@Suite struct LiveControlTests {
  /// Four bytes for each number, big-endian.
  private func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
  }

  /// A text as OSC has it.
  private func text(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
  }

  private func messages(_ bytes: [UInt8]) throws -> [OSCMessage] {
    try OSCMessage.messages(in: bytes[...])
  }

  @Test func `the examples of the specification are read`() throws {
    // OSC 1.0, "OSC Message Examples".
    let oscillator: [UInt8] = [
      0x2F, 0x6F, 0x73, 0x63, 0x69, 0x6C, 0x6C, 0x61, 0x74, 0x6F, 0x72, 0x2F, 0x34, 0x2F, 0x66,
      0x72,
      0x65, 0x71, 0x75, 0x65, 0x6E, 0x63, 0x79, 0, 0x2C, 0x66, 0, 0, 0x43, 0xDC, 0, 0,
    ]
    #expect(
      try messages(oscillator) == [OSCMessage("/oscillator/4/frequency", [.number(440)])])
    let foo: [UInt8] = [
      0x2F, 0x66, 0x6F, 0x6F, 0, 0, 0, 0, 0x2C, 0x69, 0x69, 0x73, 0x66, 0x66, 0, 0, 0, 0, 0x03,
      0xE8,
      0xFF, 0xFF, 0xFF, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0, 0, 0, 0x3F, 0x9D, 0xF3, 0xB6,
      0x40, 0xB5, 0xB2, 0x2D,
    ]
    let expected = OSCMessage(
      "/foo",
      [
        .number(1000), .number(-1), .text("hello"), .number(Double(Float(1.234))),
        .number(Double(Float(5.678))),
      ])
    #expect(try messages(foo) == [expected])
  }

  @Test func `bundles are unpacked, and other types are read over`() throws {
    let look = text("/radial-audio/look") + text(",s") + text("sun")
    let odd =
      text("/x") + text(",TFNIhdtbcrm[]S") + words(0, 7, 0x3FE0_0000, 0, 1, 2, 3) + [1, 2, 3, 0]
      + words(1, 2, 3) + text("é")
    let inner = text("#bundle") + words(0, 1) + words(UInt32(look.count)) + look
    let bundle =
      text("#bundle") + words(0, 1) + words(UInt32(odd.count)) + odd + words(UInt32(inner.count))
      + inner
    #expect(
      try messages(bundle) == [
        OSCMessage(
          "/x",
          [.number(1), .number(0), .other, .other, .number(7), .number(0.5)]
            + [OSCMessage.Argument](repeating: .other, count: 7) + [.text("é")]),
        OSCMessage("/radial-audio/look", [.text("sun")]),
      ])
    #expect(try messages(text("#bundle") + words(0, 1)) == [])
    #expect(try messages(text("/old")) == [OSCMessage("/old")])
    // What the program itself sends.
    let sent = LevelBundle(Ballistics.tick.columns, channelCount: 2)
      .bytes(ofTick: 5, [-1, -2, -3, -4].map { Decibels($0) }, seconds: 1, nanoseconds: 0)
    #expect(
      try messages(sent) == [
        OSCMessage("/radial-audio/tick", [.number(5)]),
        OSCMessage("/radial-audio/peak", [.number(-1), .number(-3)]),
        OSCMessage("/radial-audio/average", [.number(-2), .number(-4)]),
      ])
  }

  @Test func `bytes that are not OSC are refused, at any length`() throws {
    let look = text("/radial-audio/look") + text(",s") + text("sun")
    for count in 0..<look.count where count != 20 {
      #expect(throws: OSCMessage.Fault.malformed) { try messages(Array(look[..<count])) }
    }
    for bytes in [
      look + [0, 0, 0, 0], text("look") + text(","), text("/a") + text("s") + text("b"),
      text("/a") + text(",z"), text("/a") + text(",b") + words(0xFFFF_FFFF),
      text("#bundle") + words(0, 1, 0xFFFF_FFFC), text("#bundle") + words(0, 1, 4),
      text("#bundle"), [0x2F, 0xFF, 0, 0] + text(","), [0x2F, 0, 0, 1] + text(","),
    ] {
      #expect(throws: OSCMessage.Fault.malformed, "\(bytes)") { try messages(bytes) }
    }
    func nested(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce(text("/a") + text(",")) { inner, _ in
        text("#bundle") + words(0, 1, UInt32(inner.count)) + inner
      }
    }
    #expect(try messages(nested(OSCMessage.deepest)) == [OSCMessage("/a")])
    #expect(throws: OSCMessage.Fault.tooDeep) { try messages(nested(OSCMessage.deepest + 1)) }
    #expect(throws: OSCMessage.Fault.tooDeep) { try messages(nested(3000)) }
  }

  @Test func `messages name a look or a palette, or go on to the next one`() {
    func meant(_ address: String, _ arguments: OSCMessage.Argument...) -> LiveChange.Meaning {
      LiveChange.meant(by: OSCMessage(address, arguments))
    }
    #expect(meant("/radial-audio/look", .text("sun")) == .change(.look(.named("sun"))))
    #expect(meant("/radial-audio/palette", .text("dusk")) == .change(.palette(.named("dusk"))))
    #expect(meant("/radial-audio/look/next") == .change(.look(.next)))
    #expect(meant("/radial-audio/look/previous", .number(1)) == .change(.look(.previous)))
    #expect(meant("/radial-audio/palette/next", .number(0.5)) == .change(.palette(.next)))
    #expect(meant("/radial-audio/palette/previous") == .change(.palette(.previous)))
    // A button that is let go.
    #expect(meant("/radial-audio/look/next", .number(0)) == .nothing)
    for (address, arguments) in [
      ("/radial-audio/look", []), ("/radial-audio/look", [.number(3)]),
      ("/radial-audio/look", [.text("sun"), .text("sun")]), ("/radial-audio/looks", [.text("sun")]),
      ("/radial-audio/look/last", []), ("/radial-audio/look/next/next", []), ("/", []),
      ("/look", [.text("sun")]), ("/radial-audio", []), ("//radial-audio/look", [.text("sun")]),
      ("/" + String(repeating: "x", count: 60_000), []),
    ] as [(String, [OSCMessage.Argument])] {
      guard case .unknown(let reason) = LiveChange.meant(by: OSCMessage(address, arguments)) else {
        Issue.record("\(address) means something")
        continue
      }
      #expect(reason.count < 120)
    }
  }

  @Test func `keys are read as terminals send them, in pieces as well`() {
    var reader = LiveKey.Reader()
    #expect(
      reader.keys(Array("lLpP?q".utf8)) == [
        .change(.look(.next)), .change(.look(.previous)), .change(.palette(.next)),
        .change(.palette(.previous)), .help, .quit,
      ])
    let arrows: [LiveKey] = [
      .change(.palette(.previous)), .change(.palette(.next)), .change(.look(.next)),
      .change(.look(.previous)),
    ]
    #expect(reader.keys(Array("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D".utf8)) == arrows)
    #expect(reader.keys(Array("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD".utf8)) == arrows)
    #expect(Array("\u{1B}[C".utf8).flatMap { reader.keys([$0]) } == [.change(.look(.next))])
    // Other keys, such as Page Up, Delete and F5, mean nothing; nor does the C of a word.
    #expect(reader.keys(Array("\u{1B}[5~\u{1B}[3~\u{1B}[15~ABCD xyz\n".utf8)) == [])
    #expect(
      reader.keys(Array("\u{1B}\u{1B}[C\u{1B}l".utf8)) == [
        .change(.look(.next)), .change(.look(.next)),
      ])
  }

  @Test func `delays and ports are read as they are written`() throws {
    for (text, nanoseconds) in [
      ("150ms", 150_000_000), ("0ms", 0), ("5000ms", 5_000_000_000), ("7ms", 7_000_000),
      ("0.15", 150_000_000), ("1", 1_000_000_000), ("1s", 1_000_000_000), ("0:02", 2_000_000_000),
      ("00150ms", 150_000_000),
    ] {
      #expect(try PictureDelay(argument: text).time.nanoseconds == nanoseconds, "\(text)")
    }
    for text in [
      "-1", "-150ms", "5001ms", "5.1", "1:00", "ms", "1.5ms", "150 ms", "150 MS", "", "٣ms",
    ] {
      #expect(throws: (any Error).self, "\(text)") { try PictureDelay(argument: text) }
    }
    #expect(try ListeningAddress(argument: "9000").argumentText == "127.0.0.1:9000")
    #expect(try ListeningAddress(argument: "0.0.0.0:9000").host == "0.0.0.0")
    #expect(try ListeningAddress(argument: "[::1]:1").host == "::1")
    for text in ["", "0", "65536", "99999999999999999999", "localhost", ":9000", "-9", "9000 "] {
      #expect(throws: (any Error).self, "\(text)") { try ListeningAddress(argument: text) }
    }
  }
}
