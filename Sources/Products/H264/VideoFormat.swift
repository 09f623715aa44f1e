// SPDX-License-Identifier: MIT

/// A level: what a decoder has to be able to do.
///
/// - Source: ITU-T H.264, table A-1 and A.3.1.
private struct Level: Sendable {
  /// level_idc.
  let number: Int
  /// MaxMBPS and MaxFS: the most macroblocks a second and in a picture.
  let speed, most: Int
  /// MaxBR and MaxCPB: the most bits a second, and those that wait to be decoded, in thousands.
  let bitRate, buffer: Int
  /// MinCR: how many times smaller than its samples a picture is at least.
  let compression: Int

  static let all = [
    (10, 1485, 99, 64, 175, 2), (11, 3000, 396, 192, 500, 2), (12, 6000, 396, 384, 1000, 2),
    (13, 11_880, 396, 768, 2000, 2), (20, 11_880, 396, 2000, 2000, 2),
    (21, 19_800, 792, 4000, 4000, 2), (22, 20_250, 1620, 4000, 4000, 2),
    (30, 40_500, 1620, 10_000, 10_000, 2), (31, 108_000, 3600, 14_000, 14_000, 4),
    (32, 216_000, 5120, 20_000, 20_000, 4), (40, 245_760, 8192, 20_000, 25_000, 4),
    (41, 245_760, 8192, 50_000, 62_500, 2), (42, 522_240, 8704, 50_000, 62_500, 2),
    (50, 589_824, 22_080, 135_000, 135_000, 2), (51, 983_040, 36_864, 240_000, 240_000, 2),
    (52, 2_073_600, 36_864, 240_000, 240_000, 2), (60, 4_177_920, 139_264, 240_000, 240_000, 2),
    (61, 8_355_840, 139_264, 480_000, 480_000, 2), (62, 16_711_680, 139_264, 800_000, 800_000, 2),
  ].map {
    Level(
      number: $0.0, speed: $0.1, most: $0.2, bitRate: $0.3, buffer: $0.4, compression: $0.5)
  }

  /// Whether it allows the size and the rate of a format.
  func allows(_ format: VideoFormat) -> Bool {
    let (columns, rows, rate) = (format.columns, format.rows, format.rate)
    return columns * rows * rate.numerator <= speed * rate.denominator && columns * rows <= most
      && columns * columns <= 8 * most && rows * rows <= 8 * most
  }

  /// Whether the buffer, which bits fill at the highest rate, has all of each picture when that is decoded;
  /// it is full before the first one.
  func holds(_ lengths: some Collection<UInt32>, at rate: (numerator: Int, denominator: Int))
    -> Bool
  {
    let seconds = Double(rate.denominator) / Double(rate.numerator)
    let (whole, more) = (1000 * Double(buffer), 1000 * Double(bitRate) * seconds)
    let longest = 384 * Double(speed) * seconds / Double(compression)
    var left = whole
    for length in lengths {
      left -= 8 * Double(length)
      guard left >= 0, Double(length) <= longest else { return false }
      left = min(left + more, whole)
    }
    return true
  }
}

/// What all pictures of a stream have in common.
public struct VideoFormat: Sendable {
  /// Width and height in luma samples, even numbers of 2 to 16 384.
  public let width, height: Int
  /// The pictures a second: N/D, each 1 to 1 000 000 000.
  public let rate: (numerator: Int, denominator: Int)

  /// A format; `nil` if H.264 has no level for its size and rate.
  public init?(width: Int, height: Int, rate: (numerator: Int, denominator: Int)) {
    guard width >= 2, height >= 2, width & 1 == 0, height & 1 == 0, width <= 16_384,
      height <= 16_384
    else { return nil }
    (self.width, self.height, self.rate) = (width, height, rate)
    guard let level = Level.all.first(where: { $0.allows(self) }) else { return nil }
    self.level = level
  }

  /// The format with the lowest level that also holds pictures of these lengths in bytes, in order; the
  /// highest one if they are too large for any.
  public func holding(_ lengths: some Collection<UInt32>) -> VideoFormat {
    var format = self
    let levels = Level.all.drop { $0.number < level.number }
    format.level =
      levels.first { $0.allows(self) && $0.holds(lengths, at: rate) } ?? levels.last ?? level
    return format
  }

  /// The macroblocks of a row.
  public var columns: Int { (width + 15) / 16 }

  /// The macroblocks of a column.
  public var rows: Int { (height + 15) / 16 }

  /// What decoders have to be able to do.
  private var level = Level.all[0]

  /// The sequence parameter set, a NAL unit: constrained baseline, pictures in the order of decoding.
  ///
  /// - Source: ITU-T H.264, 7.3.2.1.1 and E.1.1.
  public var sequenceParameters: [UInt8] {
    var bits = BitWriter()
    bits.put(66, 8)
    bits.put(0b1100_0000, 8)
    bits.put(level.number, 8)
    bits.putUnsigned(0)
    bits.putUnsigned(VideoFormat.frameNumberBits - 4)
    // The order is that of decoding; one reference picture.
    bits.putUnsigned(2)
    bits.putUnsigned(1)
    bits.put(false)
    bits.putUnsigned(columns - 1)
    bits.putUnsigned(rows - 1)
    bits.put(true)
    bits.put(true)
    let (right, bottom) = (columns * 8 - width / 2, rows * 8 - height / 2)
    bits.put(right + bottom > 0)
    if right + bottom > 0 { for crop in [0, right, 0, bottom] { bits.putUnsigned(crop) } }
    bits.put(true)
    writeUsability(to: &bits)
    bits.finish()
    return NALUnit.sequence.bytes(bits.bytes)
  }

  /// Writes vui_parameters(): square samples, BT.709 in the limited range, the rate.
  private func writeUsability(to bits: inout BitWriter) {
    bits.put(true)
    bits.put(1, 8)
    bits.put(false)
    bits.put(true)
    bits.put(5, 3)
    bits.put(false)
    bits.put(true)
    for _ in 0..<3 { bits.put(1, 8) }
    // Chroma is sited at the left, as where nothing is said.
    bits.put(false)
    bits.put(true)
    bits.put(rate.denominator, 32)
    bits.put(2 * rate.numerator, 32)
    bits.put(true)
    bits.put(0, 3)
    // No picture is shown later than it is decoded.
    bits.put(true)
    bits.put(false)
    for limit in [0, 0, 10, 10, 0, 1] { bits.putUnsigned(limit) }
  }

  /// What may stand before a picture in a stream without a container, a NAL unit: an access unit delimiter
  /// for any kind of slices, 7.3.2.4.
  public static let delimiter: [UInt8] = [0x09, 0xF0]

  /// The bits of frame_num.
  static let frameNumberBits = 8

  /// The picture parameter set, a NAL unit: CAVLC, one reference, QP 26 and what slices say.
  ///
  /// - Source: ITU-T H.264, 7.3.2.2.
  public var pictureParameters: [UInt8] {
    var bits = BitWriter()
    bits.putUnsigned(0)
    bits.putUnsigned(0)
    bits.put(0, 2)
    for _ in 0..<3 { bits.putUnsigned(0) }
    bits.put(0, 3)
    for _ in 0..<3 { bits.putSigned(0) }
    // Slices say that they are not deblocked.
    bits.put(true)
    bits.put(0, 2)
    bits.finish()
    return NALUnit.picture.bytes(bits.bytes)
  }
}
