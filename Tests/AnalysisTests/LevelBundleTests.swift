// SPDX-License-Identifier: MIT
import Analysis
import Signal
import Testing

@Suite struct LevelBundleTests {
  private let columns = Ballistics.tick.columns
  private let fft = AddedColumns.ofSound.filter { $0.name == "fft" }

  @Test func `a bundle has the bytes of the specification`() {
    // Half a second after the beginning of 1970.
    let bytes = LevelBundle(columns, adding: fft, channelCount: 1)
      .bytes(
        ofTick: 258, [Decibels(-1), Decibels(-2.5)], [.number(440)], seconds: 0,
        nanoseconds: 500_000_000)
    let expected: [UInt8] =
      Array("#bundle\0".utf8) + [0x83, 0xAA, 0x7E, 0x80, 0x80, 0, 0, 0]
      + [0, 0, 0, 28] + Array("/radial-audio/tick\0\0,i\0\0".utf8) + [0, 0, 1, 2]
      + [0, 0, 0, 28] + Array("/radial-audio/peak\0\0,f\0\0".utf8) + [0xBF, 0x80, 0, 0]
      + [0, 0, 0, 32] + Array("/radial-audio/average\0\0\0,f\0\0".utf8) + [0xC0, 0x20, 0, 0]
      + [0, 0, 0, 40] + Array("/radial-audio/fft_frequency_hz\0\0,f\0\0".utf8)
      + [0x43, 0xDC, 0, 0]
    #expect(bytes == expected)
  }

  @Test func `texts end in one to four zeros, and all is a multiple of four`() {
    for count in 1...9 {
      let levels = [Decibels](repeating: .silence, count: 2 * count)
      let bytes = LevelBundle(columns, channelCount: count)
        .bytes(ofTick: 0, levels, seconds: 1, nanoseconds: 999_999_999)
      #expect(bytes.count.isMultiple(of: 4))
      // The sizes lead from one message to the next, and to the end.
      var place = 16
      var messages = 0
      while place < bytes.count {
        place += 4 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        messages += 1
      }
      #expect(place == bytes.count && messages == 3)
    }
  }

  @Test func `seconds since 1900 begin anew in 2036`() {
    let bytes = LevelBundle(columns, channelCount: 1)
      .bytes(ofTick: 1 << 31, [.silence, .silence], seconds: 2_085_978_496, nanoseconds: 0)
    #expect(Array(bytes[8..<16]) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(Array(bytes[44..<48]) == [0, 0, 0, 0])
  }
}
