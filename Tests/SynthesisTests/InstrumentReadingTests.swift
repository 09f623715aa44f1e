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
        == "line 3, column 45: 'tones[1].velocity' is 128, not a whole number from 0 to 127")
  }
}
