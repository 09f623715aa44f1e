// SPDX-License-Identifier: MIT
import Pipeline
import Testing

/// Places in a track, as they are written.
@Suite struct TimePositionTests {
  @Test(arguments: [
    ("0", 0), ("90", 90_000_000_000), ("1.5", 1_500_000_000), ("0.000000001", 1),
    ("1:30", 90_000_000_000), ("01:02:03.25", 3_723_250_000_000), ("0:01:30.250", 90_250_000_000),
    ("90:00", 5_400_000_000_000), ("100:00:00", 360_000_000_000_000),
    ("2400:00:00", TimePosition.largest), ("8640000", TimePosition.largest),
    ("5s", 5_000_000_000), ("1m30s", 90_000_000_000), ("1h0.5s", 3_600_500_000_000),
    ("90m", 5_400_000_000_000), ("2400h", TimePosition.largest),
  ])
  func `a time is read`(text: String, nanoseconds: Int) {
    #expect(TimePosition(parsing: text)?.nanoseconds == nanoseconds)
  }

  @Test(arguments: [
    "", " 1", "1 ", "-1", "+1", "1.", ".5", "1.0000000001", "1,5", "1:60", "1:60:00", "1:-1",
    "1:2:3:4", ":30", "1:", "1e3", "0x10", "1.5:30", "nan", "inf", "٣", "8640000.000000001",
    "99999999999999999999", "s", "1.5m", "1s1s", "1m60s", "1 s", "2600000:00:00", "9999999:00:00",
  ])
  func `what is no time is refused`(text: String) {
    #expect(TimePosition(parsing: text) == nil)
  }

  @Test func `a place is the nearest sample frame`() throws {
    let place = try #require(TimePosition(parsing: "0.1"))
    #expect(place.sampleFrame(sampleRate: 44_100) == 4410)
    #expect(place.sampleFrame(sampleRate: 11_025) == 1103)
    #expect(place.sampleFrame(sampleRate: 11_024) == 1102)
    let far = try #require(TimePosition(parsing: "2400:00:00"))
    #expect(far.sampleFrame(sampleRate: 384_000) == 8_640_000 * 384_000)
  }
}
