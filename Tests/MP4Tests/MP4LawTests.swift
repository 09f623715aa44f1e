// SPDX-License-Identifier: MIT
import MP4
import TestSupport
import Testing

/// What the tables of every file agree on, as read without the writer.
@Suite struct MP4LawTests {
  private struct Case {
    var rate: (numerator: Int, denominator: Int)
    var groups: [[UInt32]]
    var tags: [MP4Tag: String] = [:]

    init(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      func pick(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }
      let largest = [120, 60_000, Int(Int32.max)][pick(0...2)]
      rate = (pick(1...largest), pick(1...largest))
      let longest = [9, 70_000, Int(UInt32.max)][pick(0...2)]
      let usual = pick(1...30)
      groups = (0..<pick(1...40)).map { _ in
        (0..<(pick(0...2) == 0 ? pick(1...30) : usual)).map { _ in UInt32(pick(0...longest)) }
      }
      for tag in MP4Tag.allCases where pick(0...1) == 0 {
        tags[tag] = String(repeating: "é", count: pick(0...99))
      }
    }
  }

  @Test(arguments: TestRun.seeds(1...200))
  func `tables agree with the frames and with each other`(seed: UInt64) throws {
    let test = Case(seed: seed)
    let movie = try SmallMovie.make(rate: test.rate, tags: test.tags)
    let header = try movie.header(of: test.groups)
    let boxes = try ParsedBox.all(of: header)
    #expect(boxes.map(\.type) == ["ftyp", "moov", "mdat"])
    let frames = test.groups.joined().map { Int($0) }
    let (media, mdat) = (try boxes.box("moov/trak/mdia"), try boxes.box("mdat"))
    let table = try media.children.box("minf/stbl").children

    // The payload begins where the header ends, and all of it is in mdat.
    #expect(mdat.content == header.count..<header.count + frames.reduce(0, +))

    // The duration is that of the frames, to the unit, and the same everywhere.
    let mdhd = try media.children.box("mdhd")
    let isLong = mdhd.number(at: 0, bytes: 1) == 1
    let times = (isLong ? 20 : 12, isLong ? 8 : 4)
    let scale = mdhd.number(at: times.0)
    let duration = mdhd.number(at: times.0 + 4, bytes: times.1)
    #expect(
      Int128(duration) * Int128(test.rate.numerator)
        == Int128(scale) * Int128(frames.count) * Int128(test.rate.denominator))
    #expect(isLong == (duration >= UInt32.max))
    let stts = try table.box("stts").numbers(from: 4)
    #expect(stts.count == 3 && stts[0] == 1 && stts[1] == frames.count)
    #expect(stts[1] * stts[2] == duration && stts[2] <= Int32.max && scale <= Int32.max)
    #expect(scale >= 10_000 || stts[2] > 1 << 30)
    let mvhd = try boxes.box("moov/mvhd")
    #expect(mvhd.content.count == (isLong ? 112 : 100))
    #expect(mvhd.number(at: times.0) == scale)
    #expect(mvhd.number(at: times.0 + 4, bytes: times.1) == duration)
    let tkhd = try boxes.box("moov/trak/tkhd")
    #expect(tkhd.content.count == (isLong ? 96 : 84))
    #expect(tkhd.number(at: times.0 + 8, bytes: times.1) == duration)

    // Each frame by its chunk is where it is by the lengths of those before it.
    let sizes = try table.box("stsz")
    #expect(sizes.number(at: 4) == 0 && sizes.number(at: 8) == frames.count)
    #expect(sizes.numbers(from: 12) == frames)
    let isLarge = header.count + frames.reduce(0, +) > Int(UInt32.max)
    let offsets = try table.box(isLarge ? "co64" : "stco")
    let chunks = offsets.numbers(from: 8, bytes: isLarge ? 8 : 4)
    #expect(offsets.number(at: 4) == chunks.count)
    let rows = try table.box("stsc").numbers(from: 8)
    #expect(try table.box("stsc").number(at: 4) * 3 == rows.count)
    var (counts, row) = ([Int](), 0)
    for chunk in 1...chunks.count {
      if 3 * (row + 1) < rows.count, rows[3 * (row + 1)] == chunk { row += 1 }
      counts.append(rows[3 * row + 1])
      #expect(rows[3 * row + 2] == 1)
    }
    #expect(counts.reduce(0, +) == frames.count)
    var (frame, place, first) = (0, header.count, [Int]())
    for (chunk, count) in zip(chunks, counts) {
      #expect(chunk == place)
      first.append(frame + 1)
      place += frames.dropFirst(frame).prefix(count).reduce(0, +)
      frame += count
    }

    // Those that begin a group can be sought.
    #expect(try table.box("stss").number(at: 4) == test.groups.count)
    #expect(try table.box("stss").numbers(from: 8) == first)
    #expect(first.count == test.groups.count)
  }

  @Test func `sizes and offsets have 64 bits from 4 GiB on`() throws {
    let movie = try SmallMovie.make()
    let head = try movie.header(of: [[1], [1]]).count
    let room = UInt32.max - UInt32(head)
    for (last, isLarge) in [(room - 5, false), (room - 4, true)] {
      let header = try movie.header(of: [[5], [last]])
      let boxes = try ParsedBox.all(of: header)
      let table = try boxes.box("moov/trak/mdia/minf/stbl").children
      let total = try boxes.box("mdat").content.upperBound
      #expect(header.count == head + (isLarge ? 16 : 0))
      #expect(total == header.count + 5 + Int(last))
      #expect((total > UInt32.max) == isLarge)
      let chunks = [header.count, header.count + 5]
      #expect(
        try table.box(isLarge ? "co64" : "stco").numbers(from: 8, bytes: isLarge ? 8 : 4) == chunks)
    }
  }

  @Test func `durations have 64 bits where 32 would mean that they are unknown`() throws {
    // 255 frames of 16 843 009 units are 2³² − 1.
    let movie = try SmallMovie.make(rate: (10_000, 16_843_009))
    for (count, isLong) in [(254, false), (255, true), (256, true)] {
      let header = try movie.header(of: [[UInt32](repeating: 9, count: count)])
      let boxes = try ParsedBox.all(of: header)
      for path in ["moov/mvhd", "moov/trak/tkhd", "moov/trak/mdia/mdhd"] {
        #expect(try boxes.box(path).number(at: 0, bytes: 1) == (isLong ? 1 : 0))
      }
      #expect(
        try boxes.box("moov/trak/mdia/mdhd")
          .number(at: isLong ? 24 : 16, bytes: isLong ? 8 : 4) == 16_843_009 * count)
    }
  }

  @Test func `a film of a month of frames is refused, and a long one is small`() throws {
    let movie = try SmallMovie.make()
    let second = [UInt32](repeating: 9, count: 1 << 16)
    let many = [[UInt32]](repeating: second, count: 1 << 11)
    #expect(throws: MP4Error.tooManyFrames(limit: 1 << 27)) { try movie.header(of: many + [[1]]) }
    let hours = [[UInt32]](repeating: [UInt32](repeating: 9, count: 250), count: 4000)
    #expect(try movie.header(of: hours).count < 4_050_000)
  }
}
