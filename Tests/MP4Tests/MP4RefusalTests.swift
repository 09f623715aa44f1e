// SPDX-License-Identifier: MIT
import MP4
import Testing

/// What cannot be written is refused before the first frame is coded.
@Suite struct MP4RefusalTests {
  private func error(_ make: () throws(MP4Error) -> MP4Movie) -> MP4Error? {
    do throws(MP4Error) {
      _ = try make()
      return nil
    } catch { return error }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (65_536, 1), (1, 65_536), (.max, .max)])
  func `sides that two bytes do not hold`(width: Int, height: Int) {
    #expect(
      error { () throws(MP4Error) in try SmallMovie.make(width: width, height: height) }
        == .size(width: width, height: height))
  }

  @Test func `the longest sides are held`() throws {
    let header = try SmallMovie.make(width: 65_535, height: 1).header(of: [[1]])
    let entry = try ParsedBox.all(of: header).box("moov/trak/mdia/minf/stbl/stsd/avc1")
    #expect(entry.numbers(from: 24, bytes: 2).prefix(2) == [65_535, 1])
    let track = try ParsedBox.all(of: header).box("moov/trak/tkhd")
    #expect(track.number(at: 76) == 65_535 << 16)
  }

  @Test(arguments: [(0, 1), (1, 0), (-30, 1), (1 << 31, 1), (1, 1 << 31), (.max, .min)])
  func `rates that players cannot count`(numerator: Int, denominator: Int) {
    #expect(
      error { () throws(MP4Error) in try SmallMovie.make(rate: (numerator, denominator)) }
        == .rate(numerator, over: denominator))
  }

  @Test(
    arguments: [
      ([], .sequenceParameters), ([0x67, 0x42, 0xC0], .sequenceParameters),
      (SmallMovie.picture, .sequenceParameters), ([0, 0, 0, 1, 0x67], .sequenceParameters),
      (SmallMovie.sequence + [UInt8](repeating: 1, count: 65_531), .sequenceParameters),
      ([0x67, 100, 0, 40, 1], .profile(100)), ([0x27, 66, 0, 40, 1], nil),
      (SmallMovie.sequence + [UInt8](repeating: 1, count: 65_530), nil),
    ] as [([UInt8], MP4Error?)])
  func `what is no sequence parameter set, or of another profile`(
    set: [UInt8], expected: MP4Error?
  ) {
    #expect(error { () throws(MP4Error) in try SmallMovie.make(sequence: set) } == expected)
  }

  @Test(
    arguments: [
      ([], false), (SmallMovie.sequence, false), ([0x28], true),
      (SmallMovie.picture + [UInt8](repeating: 1, count: 65_532), false),
      (SmallMovie.picture + [UInt8](repeating: 1, count: 65_531), true),
    ] as [([UInt8], Bool)])
  func `what is no picture parameter set`(set: [UInt8], isOne: Bool) {
    #expect(
      error { () throws(MP4Error) in try SmallMovie.make(picture: set) }
        == (isOne ? nil : .pictureParameters))
  }

  @Test func `covers of other formats, and those that are none`() {
    for cover: [UInt8] in [[0xFF], [0xFF, 0xD8], Array("GIF89a".utf8)] {
      #expect(error { () throws(MP4Error) in try SmallMovie.make(cover: cover) } == .cover)
    }
    var cover = [UInt8](repeating: 0xFF, count: 1 << 26)
    cover[1] = 0xD8
    let enough = cover
    #expect(error { () throws(MP4Error) in try SmallMovie.make(cover: enough) } == nil)
    #expect(
      error { () throws(MP4Error) in try SmallMovie.make(tags: [.title: "T"], cover: enough) }
        == .tags(limit: 1 << 26))
  }

  @Test(arguments: [[], [[]], [[5], []], [[], [5]]] as [[[UInt32]]])
  func `files without frames`(groups: [[UInt32]]) throws {
    let movie = try SmallMovie.make()
    #expect(throws: MP4Error.noFrames) { try movie.header(of: groups) }
  }
}
