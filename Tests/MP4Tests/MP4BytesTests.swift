// SPDX-License-Identifier: MIT
import MP4
import Testing

/// The bytes of small files, beside the layouts of the standard.
@Suite struct MP4BytesTests {
  /// The bytes of a text of hexadecimal digits and words in quotation marks; what follows `--` is a
  /// comment.
  private func bytes(_ text: String) -> [UInt8] {
    text.split(separator: "\n").flatMap { line in
      line.prefix(upTo: line.firstRange(of: "--")?.lowerBound ?? line.endIndex)
        .split(separator: " ").flatMap { word -> [UInt8] in
          if word.first == "'" {
            return word.dropFirst().dropLast().unicodeScalars.map { UInt8($0.value) }
          }
          return stride(from: 0, to: word.count, by: 2).map {
            UInt8(word.dropFirst($0).prefix(2), radix: 16) ?? 0
          }
        }
    }
  }

  private let matrix = """
    00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000
    """

  @Test func `a film of three frames in two groups has the bytes of the standard`() throws {
    let expected = bytes(
      """
      00000020 'ftyp' 'isom' 00000200 'isom' 'iso2' 'avc1' 'mp41' -- 32 bytes
      000002AA 'moov' -- 8 + 108 + 566 = 682
      0000006C 'mvhd' 00000000 00000000 00000000 -- version, created, modified
      00007530 00000BBB -- 30 000 units a second, three frames of 1001
      00010000 0100 0000 00000000 00000000 -- rate, volume, reserved
      \(matrix)
      00000000 00000000 00000000 00000000 00000000 00000000 00000002 -- the next track
      00000236 'trak' -- 8 + 92 + 466 = 566
      0000005C 'tkhd' 00000003 00000000 00000000 -- enabled and in the movie
      00000001 00000000 00000BBB 00000000 00000000 -- track, reserved, duration
      0000 0000 0000 0000 -- layer, group, volume
      \(matrix)
      00100000 00200000 -- 16 by 32
      000001D2 'mdia' -- 8 + 32 + 45 + 381 = 466
      00000020 'mdhd' 00000000 00000000 00000000 00007530 00000BBB 55C4 0000 -- und
      0000002D 'hdlr' 00000000 00000000 'vide' 00000000 00000000 00000000 'VideoHandler' 00
      0000017D 'minf' -- 8 + 20 + 36 + 317 = 381
      00000014 'vmhd' 00000001 0000 0000 0000 0000
      00000024 'dinf' 0000001C 'dref' 00000000 00000001 0000000C 'url' 20 00000001
      0000013D 'stbl' -- 8 + 165 + 24 + 24 + 40 + 32 + 24 = 317
      000000A5 'stsd' 00000000 00000001 -- 16 + 149 = 165
      00000095 'avc1' 000000000000 0001 -- 86 + 28 + 19 + 16 = 149
      0000 0000 00000000 00000000 00000000 0010 0020 00480000 00480000 00000000 0001
      0000000000000000000000000000000000000000000000000000000000000000 0018 FFFF
      0000001C 'avcC' 01 42 C0 0A FF E1 0005 6742C00ADA 01 0004 68CE3880
      00000013 'colr' 'nclx' 0001 0001 0001 00
      00000010 'pasp' 00000001 00000001
      00000018 'stts' 00000000 00000001 00000003 000003E9
      00000018 'stss' 00000000 00000002 00000001 00000003
      00000028 'stsc' 00000000 00000002 00000001 00000002 00000001 00000002 00000001 00000001
      00000020 'stsz' 00000000 00000000 00000003 00000064 00000009 00000050
      00000018 'stco' 00000000 00000002 000002D2 0000033F -- 32 + 682 + 8 = 722, and 109 more
      000000C5 'mdat' -- 8 + 189
      """)
    let header = try SmallMovie.make().header(of: [[100, 9], [80]])
    #expect(header == expected)
    #expect(try SmallMovie.make().header(of: [[100, 9], [80]]) == header)
  }

  @Test func `tags and cover are as iTunes has them`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
    let tags: [MP4Tag: String] = [
      .title: "Ü", .artist: "B", .albumArtist: "C", .composer: "D", .album: "E", .genre: "F",
      .date: "2001", .track: "3/12", .encoder: "G",
    ]
    let file = try SmallMovie.make(tags: tags, cover: png).header(of: [[100]])
    let data = "'data' 00000001 00000000"
    let list = bytes(
      """
      0000001A '©nam' 00000012 \(data) C39C
      00000019 '©ART' 00000011 \(data) 'B'
      00000019 'aART' 00000011 \(data) 'C'
      00000019 '©wrt' 00000011 \(data) 'D'
      00000019 '©alb' 00000011 \(data) 'E'
      00000019 '©gen' 00000011 \(data) 'F'
      0000001C '©day' 00000014 \(data) '2001'
      00000020 'trkn' 00000018 'data' 00000000 00000000 0000 0003 000C 0000
      00000019 '©too' 00000011 \(data) 'G'
      00000021 'covr' 00000019 'data' 0000000E 00000000 89504E470D0A1A0A 01
      """)
    let udta = bytes(
      """
      0000014A 'udta' -- 8 + 322
      00000142 'meta' 00000000 -- 12 + 33 + 277
      00000021 'hdlr' 00000000 00000000 'mdir' 'appl' 00000000 00000000 00
      00000115 'ilst' -- 8 + 26 + 6 * 25 + 28 + 32 + 33 = 277
      """)
    let found = try ParsedBox.all(of: file).box("moov/udta").content
    #expect(Array(file[found.lowerBound - 8..<found.upperBound]) == udta + list)
  }

  @Test(
    arguments: [
      ("7", [0, 7, 0, 0]), ("07/9", [0, 7, 9, 0]), ("0/65535", [0, 0, 65_535, 0]), ("65536", nil),
      ("7/", nil), ("/7", nil), ("B2", nil), ("1/2/3", nil), ("", nil),
    ] as [(String, [Int]?)])
  func `a track's number is two numbers, or left out`(text: String, numbers: [Int]?) throws {
    let file = try SmallMovie.make(tags: [.track: text]).header(of: [[100]])
    let boxes = try ParsedBox.all(of: file)
    let tag = try? boxes.box("moov/udta/meta/ilst/trkn/data")
    #expect(tag?.numbers(from: 8, bytes: 2) == numbers)
    #expect((try? boxes.box("moov/udta")) == nil || numbers != nil)
  }
}
