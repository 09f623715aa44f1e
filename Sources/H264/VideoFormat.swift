// SPDX-License-Identifier: MIT

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
    guard level != nil else { return nil }
  }

  /// The macroblocks of a row.
  public var columns: Int { (width + 15) / 16 }

  /// The macroblocks of a column.
  public var rows: Int { (height + 15) / 16 }

  /// Levels, as level_idc, with their most macroblocks a second and in a picture: table A-1.
  private static let levels = [
    (10, 1485, 99), (11, 3000, 396), (12, 6000, 396), (13, 11_880, 396), (21, 19_800, 792),
    (22, 20_250, 1620), (30, 40_500, 1620), (31, 108_000, 3600), (32, 216_000, 5120),
    (40, 245_760, 8192), (42, 522_240, 8704), (50, 589_824, 22_080), (51, 983_040, 36_864),
    (52, 2_073_600, 36_864), (60, 4_177_920, 139_264), (61, 8_355_840, 139_264),
    (62, 16_711_680, 139_264),
  ]

  /// The lowest level that allows the size and the rate.
  private var level: Int? {
    let count = columns * rows
    return VideoFormat.levels.first { _, speed, most in
      count * rate.numerator <= speed * rate.denominator && count <= most
        && columns * columns <= 8 * most && rows * rows <= 8 * most
    }?.0
  }

  /// The sequence parameter set, a NAL unit: constrained baseline, pictures in the order of decoding.
  ///
  /// - Source: ITU-T H.264, 7.3.2.1.1 and E.1.1.
  public var sequenceParameters: [UInt8] {
    var bits = BitWriter()
    bits.put(66, 8)
    bits.put(0b1100_0000, 8)
    bits.put(level ?? 62, 8)
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
