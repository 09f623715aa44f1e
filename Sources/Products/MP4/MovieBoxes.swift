// SPDX-License-Identifier: MIT

/// The boxes of a file. Each is called by its type, beside the clause of ISO/IEC 14496-12:2015 that
/// describes it.
struct MovieBoxes {
  private let movie: MP4Movie
  /// The lengths of the frames of each group of pictures. A group is a chunk.
  private let groups: [[UInt32]]
  private let frameCount: Int
  /// In units of the track.
  private let duration: Int
  /// The bytes of all frames.
  let payload: Int
  /// Whether sizes and offsets of the payload need 64 bits.
  var isLarge = false
  /// Where the payload begins in the file.
  var firstByte = 0

  init(_ movie: MP4Movie, _ groups: [[UInt32]]) {
    (self.movie, self.groups) = (movie, groups)
    frameCount = groups.reduce(0) { $0 + $1.count }
    duration = frameCount * movie.frameDuration
    payload = groups.reduce(0) { $0 + MovieBoxes.bytes($1) }
  }

  /// What stands before the payload.
  var header: [UInt8] { ftyp + moov + mdat }

  // MARK: The file

  /// 4.3: the brands, whose readers can read the file. 512 is a version that nobody reads.
  private var ftyp: [UInt8] {
    .box("ftyp", .characters("isom"), .u32(512), .characters("isomiso2avc1mp41"))
  }

  /// 8.1.1: the box of the frames, without them. A size of 1 means that one of 64 bits follows (4.2).
  private var mdat: [UInt8] {
    isLarge
      ? .u32(1) + .characters("mdat") + .u64(payload + 16) : .u32(payload + 8) + .characters("mdat")
  }

  /// 8.2.1
  private var moov: [UInt8] { .box("moov", mvhd, trak, udta) }

  /// 8.2.2: normal rate 1.0 and volume 1.0, the matrix that changes nothing, and the number of the
  /// next track.
  private var mvhd: [UInt8] {
    .box(
      "mvhd", times(.u32(movie.timescale)), .u32(0x10000), .u16(0x100, 0), .u32(0, 0),
      MovieBoxes.matrix, .u32(0, 0, 0, 0, 0, 0, 2))
  }

  private static let matrix: [UInt8] = .u32(
    0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000)

  /// How three headers begin: version and flags, the times of creation and change, which are 0, what
  /// stands in `between`, and the duration. In version 1 times have 64 bits; all ones would mean that
  /// a duration is unknown.
  private func times(flags: Int = 0, _ between: [UInt8]) -> [UInt8] {
    duration < UInt32.max
      ? .u32(flags, 0, 0) + between + .u32(duration)
      : .u32(1 << 24 | flags) + .u64(0, 0) + between + .u64(duration)
  }

  // MARK: The track

  /// 8.3.1
  private var trak: [UInt8] { .box("trak", tkhd, mdia) }

  /// 8.3.2: track 1, enabled and in the movie; layer, group and volume 0; sizes in units of 2⁻¹⁶.
  private var tkhd: [UInt8] {
    .box(
      "tkhd", times(flags: 3, .u32(1, 0)), .u32(0, 0), .u16(0, 0, 0, 0), MovieBoxes.matrix,
      .u32(movie.width << 16, movie.height << 16))
  }

  /// 8.4.1
  private var mdia: [UInt8] { .box("mdia", mdhd, hdlr, minf) }

  /// 8.4.2: the language is undetermined, `und` in five bits a letter.
  private var mdhd: [UInt8] { .box("mdhd", times(.u32(movie.timescale)), .u16(0x55C4, 0)) }

  /// 8.4.3
  private var hdlr: [UInt8] {
    .box("hdlr", .u32(0, 0), .characters("vide"), .u32(0, 0, 0), .characters("VideoHandler\0"))
  }

  /// 8.4.4
  private var minf: [UInt8] { .box("minf", vmhd, dinf, stbl) }

  /// 12.1.2: copied to the screen as it is.
  private var vmhd: [UInt8] { .box("vmhd", .u32(1), .u16(0, 0, 0, 0)) }

  /// 8.7.1 and 8.7.2: the frames are in this file.
  private var dinf: [UInt8] { .box("dinf", .box("dref", .u32(0, 1), .box("url ", .u32(1)))) }

  // MARK: The samples, as the standard calls frames

  /// 8.5.1
  private var stbl: [UInt8] { .box("stbl", stsd, stts, stss, stsc, stsz, stco) }

  /// 8.5.2
  private var stsd: [UInt8] { .box("stsd", .u32(0, 1), avc1) }

  /// 12.1.3, and 5.3.4.1 of 14496-15: the first entry of `dref`, 72 dots an inch, one frame a sample,
  /// no name, 24 bits a pixel.
  private var avc1: [UInt8] {
    .box(
      "avc1", .u16(0, 0, 0, 1), .u32(0, 0, 0, 0), .u16(movie.width, movie.height),
      .u32(0x48_0000, 0x48_0000, 0), .u16(1), .init(repeating: 0, count: 32), .u16(24, -1), avcC,
      colr, pasp)
  }

  /// 5.2.4.1 of 14496-15: profile and level as the parameters have them, four bytes for the length of
  /// a NAL unit, one set of each kind. Bits that are reserved are ones.
  private var avcC: [UInt8] {
    let (sequence, picture) = (movie.sequenceParameters, movie.pictureParameters)
    return .box(
      "avcC", [1] + sequence[1...3] + [0xFC | 3, 0xE0 | 1], .u16(sequence.count), sequence, [1],
      .u16(picture.count), picture)
  }

  /// 12.1.5: primaries, transfer and matrix of BT.709, which is 1, in the limited range.
  private var colr: [UInt8] { .box("colr", .characters("nclx"), .u16(1, 1, 1), [0]) }

  /// 12.1.4: square pixels.
  private var pasp: [UInt8] { .box("pasp", .u32(1, 1)) }

  /// 8.6.1.2: all frames last equally long.
  private var stts: [UInt8] { .box("stts", .u32(0, 1, frameCount, movie.frameDuration)) }

  /// 8.6.2: the frames that can be sought, counted from 1.
  private var stss: [UInt8] {
    .box("stss", .u32(0, groups.count), .numbers(starts(at: 1, \.count), bytes: 4))
  }

  /// 8.7.4: a row for each chunk that has another number of frames than the one before.
  private var stsc: [UInt8] {
    var rows: [(chunk: Int, frames: Int)] = []
    for (index, group) in groups.enumerated() where group.count != rows.last?.frames {
      rows.append((index + 1, group.count))
    }
    let numbers = rows.flatMap { [$0.chunk, $0.frames, 1] }
    return .box("stsc", .u32(0, rows.count), .numbers(numbers, bytes: 4))
  }

  /// 8.7.3.2: the length of each frame; 0 means that they are not equal.
  private var stsz: [UInt8] {
    var table: [UInt8] = []
    table.reserveCapacity(4 * frameCount)
    for group in groups { table += .numbers(group.lazy.map { Int($0) }, bytes: 4) }
    return .box("stsz", .u32(0, 0, frameCount), table)
  }

  /// 8.7.5: where each chunk begins in the file.
  private var stco: [UInt8] {
    .box(
      isLarge ? "co64" : "stco", .u32(0, groups.count),
      .numbers(starts(at: firstByte, MovieBoxes.bytes), bytes: isLarge ? 8 : 4))
  }

  private static func bytes(_ group: [UInt32]) -> Int { group.reduce(0) { $0 + Int($1) } }

  /// Where each group begins, if the first one does at `first`.
  private func starts(at first: Int, _ length: ([UInt32]) -> Int) -> [Int] {
    var next = first
    return groups.map { group in
      defer { next += length(group) }
      return next
    }
  }

  // MARK: What the file says of itself

  /// 8.10.1 and 8.11.1: tags and cover as iTunes writes them; nothing if there are none.
  private var udta: [UInt8] {
    let tags = MP4Tag.allCases.flatMap { tag in movie.tags[tag].map(tag.box) ?? [] }
    let cover = MP4Movie.typeCode(ofCover: movie.cover).map {
      [UInt8].box("covr", .data($0, movie.cover))
    }
    let list = tags + (cover ?? [])
    let chapters = MP4Chapter.box(movie.chapters)
    guard !list.isEmpty || !chapters.isEmpty else { return [] }
    let handler: [UInt8] = .box("hdlr", .u32(0, 0), .characters("mdirappl"), .u32(0, 0), [0])
    return .box("udta", chapters, .box("meta", .u32(0), handler, .box("ilst", list)))
  }
}
