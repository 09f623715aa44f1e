// SPDX-License-Identifier: MIT
import H264
import TestSupport
import Testing

/// What another decoder makes of our streams.
@Suite struct DecodingLawTests {
  /// Lets ffmpeg decode streams in one run, and compares each byte.
  private func expectEqualDecoding(_ streams: [CodedStream], _ note: String) throws {
    try TemporaryFolder.with { folder in
      var (inputs, outputs) = ([String](), [String]())
      for (index, stream) in streams.enumerated() {
        try folder.write(stream.bytes, "\(index).h264")
        inputs += ["-threads", "1", "-f", "h264", "-i", "\(index).h264"]
        outputs += ["-map", "\(index):v", "-fps_mode", "passthrough", "-f", "rawvideo"]
        outputs += ["-pix_fmt", "yuv420p", "\(index).yuv"]
      }
      let result = try InstalledTool.ffmpeg.run(
        ["-nostdin", "-v", "warning", "-xerror"] + inputs + outputs, in: folder)
      #expect(result.errors == "", "\(note)")
      for (index, stream) in streams.enumerated() {
        let bytes = try folder.bytes("\(index).yuv")
        let size = stream.format.width * stream.format.height / 2 * 3
        try #require(bytes.count == stream.decoded.count * size, "\(note), stream \(index)")
        let wrong = stream.decoded.indices.first {
          Array(bytes[$0 * size..<($0 + 1) * size]) != stream.decoded[$0]
        }
        #expect(wrong == nil, "\(note), stream \(index) of \(stream.format), picture")
      }
    }
  }

  private static let sizes = [
    (2, 2), (16, 16), (18, 34), (32, 16), (48, 48), (46, 30), (64, 64), (98, 50), (24, 130),
    (112, 96),
  ]

  @Test(arguments: TestRun.seeds(1...10))
  func `ffmpeg decodes random pictures as the writer says, to the byte`(seed: UInt64) throws {
    try InstalledTool.ffmpeg.require()
    var random = SeededGenerator(seed: seed)
    var streams: [CodedStream] = []
    for (width, height) in Self.sizes {
      var stream = try CodedStream(width: width, height: height)
      for _ in 0..<8 {
        var picture = TestPicture(width: width, height: height, seed: random.next())
        let quality = PictureQuality(
          parameter: .random(in: 0...51, using: &random),
          slack: .random(in: 0...12, using: &random), error: .random(in: 0...4, using: &random))
        stream.append(&picture, count: .random(in: 1...6, using: &random), quality)
      }
      streams.append(stream)
    }
    try expectEqualDecoding(streams, "seed \(seed)")
  }

  @Test func `ffmpeg decodes pictures of 8k as the writer says`() throws {
    try InstalledTool.ffmpeg.require()
    let (width, height) = (7680, 4320)
    var random = SeededGenerator(seed: 8)
    let noise = (0..<1 << 16).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes: [UInt8] = []
    for row in 0..<height {
      bytes += row < 64 ? noise[row..<row + width] : noise[row..<row + 20]
      bytes += [UInt8](repeating: UInt8(row / 32), count: (row + 1) * width - bytes.count)
    }
    bytes += [UInt8](repeating: 128, count: width * height / 2)
    var changed = [Bool](repeating: false, count: 480 * 270)
    var stream = try CodedStream(width: width, height: height, rate: (60, 1))
    stream.append(count: 2, PictureQuality(parameter: 20, slack: 8)) { index in
      guard index == 1 else { return (bytes, changed) }
      for row in height - 40..<height {
        bytes.replaceSubrange(row * width + 7000..<row * width + 7100, with: noise[row..<row + 100])
      }
      for row in (height - 40) / 16..<270 {
        for column in 437...443 { changed[480 * row + column] = true }
      }
      return (bytes, changed)
    }
    try expectEqualDecoding([stream], "8k")
  }
}
