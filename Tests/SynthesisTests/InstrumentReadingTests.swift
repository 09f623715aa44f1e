// SPDX-License-Identifier: MIT
import JSON
import Synthesis
import Testing

@Suite struct InstrumentReadingTests {
  private func error(_ text: String) -> String? {
    do {
      _ = try Instrument(json: Array(text.utf8))
      return nil
    } catch { return "\(error)" }
  }

  @Test func `a bank without tones has the tutorial's four`() throws {
    let text = #"{"schema": "radial-audio/instrument/1", "kind": "tones", "duration": 2.5}"#
    let instrument = try Instrument(json: Array(text.utf8))
    #expect(instrument == Instrument(.tones(ToneBank()), duration: 2.5))
    guard case .tones(let bank) = instrument.parts else { return }
    #expect(bank.tones.map(\.frequency) == [31, 63, 95, 127])
    #expect(bank.tones.map(\.velocity) == [127, 95, 63, 31])
  }

  @Test func `a value outside its limits is named with its line and its column`() {
    let text = """
      {"schema": "radial-audio/instrument/1", "kind": "tones",
       "tones": [{"frequency": 1, "velocity": 2},
                 {"frequency": 3, "velocity": 128}]}
      """
    #expect(
      error(text)
        == "line 3, column 29: 'tones[1].velocity' is 128, not a whole number from 0 to 127")
  }

  /// What a line inside an instrument is told.
  private func error(_ line: String, kind: String) -> String? {
    error("{\"schema\": \"radial-audio/instrument/1\",\n\"kind\": \"\(kind)\",\n\(line)}")
  }

  @Test(arguments: [
    (#""duration": 0"#, "'duration' is 0, not seconds from 0.001 to 1000000"),
    (#""duration": "1""#, "'duration' is '1', not seconds"),
    (#""tone": []"#, "'tone' is not a known key"),
    (#""wheels": []"#, "'wheels' is not a known key"),
    (#""tones": []"#, "'tones' is an array of 0 elements, not of 1 or more"),
    (#""tones": [{"frequency": 1.5, "velocity": 1}]"#, "'tones[0].frequency' is 1.5"),
    (#""tones": [{"frequency": 1}]"#, "'velocity'"),
    (#""events": [{"time": -1, "tone": 0, "velocity": 1}]"#, "'events[0].time' is -1"),
    (#""events": [{"time": 1, "tone": 4, "velocity": 1}]"#, "'events[0].tone' is 4"),
    (#""events": [{"time": 1, "tone": 0}]"#, "'frequency' or 'velocity'"),
    (#""events": [{"time": 1, "tone": 0, "velocity": 1, "glide": -1}]"#, "'events[0].glide' is -1"),
  ])
  func `what is wrong with tones is told with its line`(line: String, expected: String) throws {
    let message = try #require(error(line, kind: "tones"))
    #expect(message.contains(expected), "\(message)")
    #expect(message.hasPrefix("line 3, column "), "\(message)")
  }

  @Test(arguments: [
    (#""wheels": []"#, "'wheels' is an array of 0 elements, not of 1 or more"),
    (
      #""wheels": [{"x": 0, "y": 0}], "events": [{"time": 1, "wheel": 0}]"#,
      "'events[0]' has no 'x', 'y', 'radius' or 'audio'"
    ),
    (#""wheels": [{"x": 0}]"#, "'y'"),
    (#""wheels": [{"x": 0, "y": 1e7}]"#, "'wheels[0].y' is 10000000,"),
    (#""wheels": [{"x": 0, "y": 0, "radius": 24}]"#, "'wheels[0].radius' is 24"),
    (#""wheels": [{"x": 0, "y": 0, "audio": 1}]"#, "'wheels[0].audio' is 1"),
    (#""wheels": [{"x": 0, "y": 0}], "scale": []"#, "'scale' "),
    (#""wheels": [{"x": 0, "y": 0}], "scale": [0.5]"#, "'scale[0]' is 0.5"),
    (#""wheels": [{"x": 0, "y": 0}], "pan": "no""#, "'pan' is "),
    (
      #""wheels": [{"x": 0, "y": 0}], "events": [{"time": 1, "wheel": 1, "x": 2}]"#,
      "'events[0].wheel' is 1"
    ),
    (
      #""wheels": [{"x": 0, "y": 0}], "events": [{"time": 1, "add": {"x": 0}, "x": 2}]"#,
      "'events[0].x' is not a known key"
    ),
  ])
  func `what is wrong with wheels is told with its line`(line: String, expected: String) throws {
    let message = try #require(error(line, kind: "wheels"))
    #expect(message.contains(expected), "\(message)")
    #expect(message.hasPrefix("line 3, column "), "\(message)")
  }

  @Test func `a dial may be written with an exponent`() throws {
    #expect(error(#""tones": [{"frequency": 6.9e1, "velocity": 1.27E+2}]"#, kind: "tones") == nil)
  }

  @Test func `words of megabytes are not printed whole`() throws {
    let word = String(repeating: "é", count: 1 << 20)
    for line in ["\"\(word)\": 1", "\"duration\": \"\(word)\"", "\"\(word)\": 1, \"\(word)\": 1"] {
      let message = try #require(error(line, kind: "tones"))
      #expect(message.hasPrefix("line 3, column ") || message.hasPrefix("is not JSON: line 3"))
      #expect(message.contains("éé...'") && message.utf8.count < 300, "\(message.prefix(300))")
    }
    #expect((error("{\"schema\": \"\(word)\"}") ?? word).utf8.count < 300)
  }

  @Test func `text, schema and kind are told as what they are`() {
    #expect(error("[1]")?.contains("not an object") == true)
    #expect(error("{,}")?.contains("is not JSON") == true)
    #expect(
      error(#"{"schema": "radial-audio/levels/1"}"#)?.contains("'radial-audio/instrument/1'")
        == true)
    #expect(error(#""duration": 1"#, kind: "drums")?.contains("'tones' or 'wheels'") == true)
  }

  @Test func `the limits of an instrument can be reached, and not passed`() throws {
    let wheel = #"{"x": 0, "y": 0}"#
    func wheels(_ count: Int) -> String {
      #""wheels": [\#(Array(repeating: wheel, count: count).joined(separator: ", "))]"#
    }
    #expect(error(wheels(1_000), kind: "wheels") == nil)
    #expect(error(wheels(1_001), kind: "wheels")?.contains("1000") == true)
    let event = #"{"time": 1, "tone": 0, "velocity": 1}"#
    func events(_ count: Int) -> String {
      #""events": [\#(Array(repeating: event, count: count).joined(separator: ","))]"#
    }
    #expect(error(events(20_000), kind: "tones") == nil)
    #expect(error(events(100_001), kind: "tones")?.contains("100000") == true)
    let addition = #""events": [{"time": 1, "add": \#(wheel)}]"#
    #expect(error(wheels(1_000) + "," + addition, kind: "wheels")?.contains("1000") == true)
  }
}
