// SPDX-License-Identifier: MIT
// Writes MP4 files around pictures that are coded already: the tables by which players find each
// frame, with tags and a cover. It hands on bytes, and opens no file. Imports nothing.

/// An MP4 file with one H.264 track of a constant frame rate, in which the tables stand before the
/// pictures, so that a player can begin before it has all of the file.
///
/// The lengths of the frames are known when all of them are coded. Then ``header(of:)`` makes the
/// beginning of the file, and the frames follow it, in order, without anything between them. Each
/// NAL unit in them is preceded by its length in four bytes, big-endian. Parameter sets, access unit
/// delimiters and filler stay out of the frames.
///
/// Frames are in the order in which they are shown. The colours are BT.709 in the limited range; the
/// pixels are square. Times of creation are 0, so that the same input gives the same bytes.
///
/// - Source: ISO/IEC 14496-12:2015, *ISO base media file format*; ISO/IEC 14496-15:2010, *Carriage
///   of NAL unit structured video*, clause 5.
public struct MP4Movie: Sendable, Hashable {
  /// The width and the height of the pictures as they are shown, in pixels.
  let width, height: Int
  /// The units of time in a second, and in a frame.
  let timescale, frameDuration: Int
  /// The parameter sets of the pictures, as NAL units.
  let sequenceParameters, pictureParameters: [UInt8]
  /// What the file says of itself.
  let tags: [MP4Tag: String]
  /// A picture for lists of films.
  let cover: [UInt8]
  /// Its chapters.
  let chapters: [MP4Chapter]

  /// The greatest number of frames: 25 days at 60 a second. Boxes then stay below 4 GiB.
  public static let maxFrames = 1 << 27
  /// The greatest number of bytes of tags and cover together.
  public static let maxBytesOfTags = 1 << 26

  /// Checks what is known before the first frame is coded.
  ///
  /// - Parameters:
  ///   - width: The width of the pictures after cropping, 1 to 65 535 pixels.
  ///   - height: Their height, in the same range.
  ///   - rate: Frames a second, as a fraction of two numbers from 1 to 2³¹ − 1.
  ///   - sequenceParameters: The sequence parameter set as a NAL unit: without a start code, with
  ///     emulation prevention bytes, at most 65 535 bytes. Its profile is Baseline, Main or Extended:
  ///     66, 77 or 88.
  ///   - pictureParameters: The picture parameter set, likewise.
  ///   - tags: What the file says of itself, 64 MiB at most with the cover.
  ///   - cover: The content of a PNG or JPEG file; empty for none.
  ///   - chapters: Its chapters, of which the first 255 are written.
  /// - Throws: ``MP4Error`` for anything else.
  public init(
    width: Int, height: Int, rate: (numerator: Int, denominator: Int),
    sequenceParameters: [UInt8], pictureParameters: [UInt8], tags: [MP4Tag: String] = [:],
    cover: [UInt8] = [], chapters: [MP4Chapter] = []
  ) throws(MP4Error) {
    let sides = 1...Int(UInt16.max)
    guard sides.contains(width), sides.contains(height) else {
      throw .size(width: width, height: height)
    }
    let terms = 1...Int(Int32.max)
    guard terms.contains(rate.numerator), terms.contains(rate.denominator) else {
      throw .rate(rate.numerator, over: rate.denominator)
    }
    let set = (sequenceParameters, pictureParameters)
    guard set.0.count >= 4, sides.contains(set.0.count), set.0[0] & 0x1F == 7 else {
      throw .sequenceParameters
    }
    guard [66, 77, 88].contains(set.0[1]) else { throw .profile(set.0[1]) }
    guard let head = set.1.first, head & 0x1F == 8, sides.contains(set.1.count) else {
      throw .pictureParameters
    }
    guard cover.isEmpty || MP4Movie.typeCode(ofCover: cover) != nil else { throw .cover }
    let bytes = tags.values.reduce(cover.count) { $0 + $1.utf8.count }
    guard bytes <= MP4Movie.maxBytesOfTags else { throw .tags(limit: MP4Movie.maxBytesOfTags) }
    self.chapters = chapters
    (self.width, self.height, self.tags, self.cover) = (width, height, tags, cover)
    (self.sequenceParameters, self.pictureParameters) = set
    var (timescale, frameDuration) = rate
    // Players that seek in units of the track need finer ones than frames.
    while timescale < 10_000, frameDuration <= Int32.max / 2 {
      (timescale, frameDuration) = (2 * timescale, 2 * frameDuration)
    }
    (self.timescale, self.frameDuration) = (timescale, frameDuration)
  }

  /// Makes the file up to the first byte of the first frame.
  ///
  /// It has four bytes for each frame and at most 24 for each group. Sizes and offsets have 64 bits
  /// in files of 4 GiB and more, and 32 in others.
  ///
  /// - Parameter groups: For each group of pictures the lengths of its frames in bytes. The first
  ///   frame of a group is an IDR picture, the others are not.
  /// - Returns: `ftyp`, `moov`, and the beginning of `mdat`.
  /// - Throws: ``MP4Error/noFrames`` if there is no group or an empty one,
  ///   ``MP4Error/tooManyFrames(limit:)``.
  public func header(of groups: [[UInt32]]) throws(MP4Error) -> [UInt8] {
    guard !groups.isEmpty, groups.allSatisfy({ !$0.isEmpty }) else { throw .noFrames }
    let count = groups.reduce(0) { $0 + $1.count }
    guard count <= MP4Movie.maxFrames else { throw .tooManyFrames(limit: MP4Movie.maxFrames) }
    // How long it is does not depend on the offsets in it, only on how many bytes each takes.
    var boxes = MovieBoxes(self, groups)
    boxes.firstByte = boxes.header.count
    if boxes.firstByte + boxes.payload > UInt32.max {
      boxes.isLarge = true
      boxes.firstByte = boxes.header.count
    }
    return boxes.header
  }

  /// How `covr` calls the format of a picture, by how its file begins; `nil` for other formats.
  static func typeCode(ofCover bytes: [UInt8]) -> Int? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return 13 }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? 14 : nil
  }
}
