// SPDX-License-Identifier: MIT
internal import H264

/// Pictures of any content at any QP: slices are bounded, hold no start code, and are the same again.
enum H264Harness {
  static let harness = Harness(
    name: "h264", longestInput: 2048,
    words: ["\u{1}\u{1}", "\u{2}\u{0}", "\u{3}\u{10}", "\u{4}\u{7F}", "\u{0}"], check: check)

  private static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
    let slices = try encode(bytes, isChecked: true)
    let again = try encode(bytes, isChecked: false)
    try law(again == slices, "the same pictures have the same bytes")
  }

  /// Encodes pictures that the bytes describe: width, height, QP and slack, and then steps.
  private static func encode(_ bytes: [UInt8], isChecked: Bool) throws(BrokenLaw) -> [[UInt8]] {
    var input = bytes[...]
    func next() -> Int { Int(input.popFirst() ?? 0) }
    guard
      let format = VideoFormat(
        width: 2 + 2 * (next() % 48), height: 2 + 2 * (next() % 48), rate: (25, 1))
    else { return [] }
    let quality = PictureQuality(
      parameter: next() % 54, slack: next() % 16, error: Double(next() % 64) / 16)
    var encoder = GroupEncoder(format, quality, group: next())
    var picture = [UInt8](repeating: 128, count: format.width * format.height / 2 * 3)
    var slices: [[UInt8]] = []
    repeat {
      var changed = [Bool](repeating: false, count: format.columns * format.rows)
      // Up to three rectangles a picture.
      for _ in 0..<next() % 4 {
        let (columns, rows) = (next() % format.columns, next() % format.rows)
        let (kind, seed) = (next(), next())
        for row in rows..<min(rows + 1 + kind % 4, format.rows) {
          for column in columns..<min(columns + 1 + kind / 4 % 4, format.columns) {
            changed[row * format.columns + column] = true
            fill(&picture, format, column, row, kind / 16, seed)
          }
        }
      }
      let slice = encoder.encode(picture.span, changed: changed.span)
      if isChecked { try check(slice, format) }
      slices.append(slice)
    } while !input.isEmpty && slices.count < 40
    try law(encoder.decoded.count == picture.count, "what is decoded is a picture")
    return slices
  }

  /// Fills a macroblock by one of 16 rules.
  private static func fill(
    _ picture: inout [UInt8], _ format: VideoFormat, _ column: Int, _ row: Int, _ rule: Int,
    _ seed: Int
  ) {
    var state = UInt64(seed) &+ 1
    for plane in 0..<3 {
      let size = plane == 0 ? 16 : 8
      let (width, height) = (format.width * size / 16, format.height * size / 16)
      let start = [0, format.width * format.height, format.width * format.height / 4 * 5][plane]
      for y in size * row..<min(size * (row + 1), height) {
        for x in size * column..<min(size * (column + 1), width) {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let noise = Int(state >> 56)
          let value =
            switch rule % 8 {
            case 0: seed
            case 1: noise
            case 2: noise & 1 * 255
            case 3: ((x >> rule / 8) ^ (y >> rule / 8)) & 1 * 255
            case 4: seed + x * (rule / 8 + 1)
            case 5: seed + y - x
            case 6: seed + noise & 3
            default: x & 4 == 0 ? seed : 255 - seed
            }
          picture[start + y * width + x] = UInt8(truncatingIfNeeded: value)
        }
      }
    }
  }

  /// 3200 bits a macroblock, or 384 samples and a head, and a third more where threes are put in.
  private static func check(_ slice: [UInt8], _ format: VideoFormat) throws(BrokenLaw) {
    try law(
      slice.count <= 24 + format.columns * format.rows * 404 * 3 / 2,
      "\(slice.count) bytes for \(format.columns) by \(format.rows) macroblocks")
    for place in slice.indices.dropLast(2) where slice[place] == 0 && slice[place + 1] == 0 {
      try law(slice[place + 2] >= 3, "a start code at \(place)")
    }
  }
}
