// SPDX-License-Identifier: MIT

extension CorruptFile {
  /// 5000 sample frames, which are two FLAC frames: the second ends the file.
  private static func square(_ sampleRate: Int, frames: Int = 5000) -> FLACFile {
    FLACFile(
      samples: (0..<2 * frames).map { $0 / 100 % 2 == 0 ? 12_000 : -12_000 },
      sampleRate: sampleRate)
  }

  static var flac: [CorruptFile] {
    let file = square(44_100)
    let good = Base(description: "FLAC of 4096 + 904 sample frames", bytes: file.bytes)
    let first = file.frames[0].bytes.count
    func flac(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).flac", of: good, change, edit)
    }
    return [
      flac("cut-in-magic", "the first 3 bytes, in the middle of `fLaC`") { Array($0.prefix(3)) },
      flac("cut-in-streaminfo", "the first 25 bytes, in the middle of STREAMINFO") {
        Array($0.prefix(25))
      },
      flac("cut-before-frames", "the first 42 bytes, all before the first frame") {
        Array($0.prefix(42))
      },
      flac("cut-in-first-frame", "all up to the middle of the first frame") {
        Array($0.prefix(42 + first / 2))
      },
      flac("cut-after-first-frame", "all up to the end of the first frame") {
        Array($0.prefix(42 + first))
      },
      flac("cut-in-last-frame", "all but the last 10 bytes") { $0.dropLast(10) },
      // STREAMINFO begins at byte 8: 20 bits of rate at 18, then channels, bits, 36 bits of length.
      flac("frames-64g", "2³⁶−1 sample frames") {
        $0.replacing(21, with: [$0[21] | 0x0F, 0xFF, 0xFF, 0xFF, 0xFF])
      },
      flac("frames-0", "0 sample frames, which means an unknown number") {
        $0.replacing(21, with: [$0[21] & 0xF0, 0, 0, 0, 0])
      },
      flac("rate-0", "0 Hz in STREAMINFO") { $0.replacing(18, with: [0, 0, $0[20] & 0x0F]) },
      flac("block-0", "blocks of 0 sample frames in STREAMINFO") {
        $0.replacing(8, with: [0, 0, 0, 0])
      },
      flac("checksum", "a wrong checksum at the end of the first frame") {
        $0.turningBit(at: 42 + first - 1)
      },
      flac("metadata-16m", "a second metadata block of 2²⁴−1 bytes") {
        $0.replacing(4, with: [0]).inserting([0x81, 0xFF, 0xFF, 0xFF], at: 42)
      },
    ]
  }

  static var mpegAudio: [CorruptFile] {
    let plain = Base(
      description: "MP3 of silence, 40 frames, no tag", bytes: MPEGAudio.silence(frames: 40))
    func mp3(_ name: String, _ change: String, _ edit: ([UInt8]) -> [UInt8]) -> CorruptFile {
      CorruptFile("Audio/\(name).mp3", of: plain, change, edit)
    }
    let size = UInt32(plain.bytes.count + MPEGAudio.frameSize)
    return [
      mp3("no-tag", "nothing") { $0 },
      mp3("tag", "a Xing tag that tells the truth in front") {
        MPEGAudio.tag(frames: 40, bytes: size) + $0
      },
      mp3("tag-too-long", "a Xing tag that speaks of 2³²−1 frames and bytes in front") {
        MPEGAudio.tag(frames: .max, bytes: .max) + $0
      },
      mp3("tag-too-short", "a Xing tag that speaks of 10 frames and 1144 bytes in front") {
        MPEGAudio.tag(frames: 10, bytes: 1144) + $0
      },
      mp3("tag-cut", "a Xing tag that tells the truth in front, and 20 frames cut off") {
        MPEGAudio.tag(frames: 40, bytes: size) + $0.prefix(20 * MPEGAudio.frameSize)
      },
      mp3("cut-in-frame", "the first 20 frames and a half") {
        Array($0.prefix(20 * MPEGAudio.frameSize + 52))
      },
      mp3("cut-in-first-frame", "the first 50 bytes") { Array($0.prefix(50)) },
      mp3("hole", "zeros in place of the frames 10 to 29") {
        $0.replacing(
          10 * MPEGAudio.frameSize, with: [UInt8](repeating: 0, count: 20 * MPEGAudio.frameSize))
      },
      mp3("other-rate", "frames of 22 050 Hz in place of the last 20") {
        $0.prefix(20 * MPEGAudio.frameSize) + MPEGAudio.slowSilence(frames: 20)
      },
      mp3("stray-header", "frame 20 begins as one of 22 050 Hz") {
        $0.replacing(20 * MPEGAudio.frameSize, with: MPEGAudio.slowSilence(frames: 1))
      },
      mp3(
        "tag-stray-header",
        "a Xing tag that tells the truth in front, and frame 20 begins as one of 22 050 Hz"
      ) {
        MPEGAudio.tag(frames: 40, bytes: size)
          + $0.replacing(20 * MPEGAudio.frameSize, with: MPEGAudio.slowSilence(frames: 1))
      },
      mp3("tag-id3-256m", "an ID3v2 tag of 2²⁸−1 bytes in front, of which nothing is there") {
        Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + $0
      },
    ]
  }

  static var ogg: [CorruptFile] {
    let first = OggStream(serial: 1, flac: square(44_100))
    let second = OggStream(serial: 2, flac: square(8000))
    let single = Base(description: "FLAC in Ogg, 44 100 Hz", bytes: first.bytes)
    let chained = Base(
      description:
        "FLAC in Ogg, 44 100 Hz, and behind it another of 8000 Hz, 5000 sample frames each",
      bytes: first.bytes + second.bytes)
    let secondStart = first.bytes.count
    func ogg(
      _ name: String, _ change: String, of base: Base = single, _ edit: ([UInt8]) -> [UInt8]
    ) -> CorruptFile { CorruptFile("Audio/\(name).ogg", of: base, change, edit) }
    let last = second.pages[second.pages.count - 1]
    return [
      ogg("flac", "nothing") { $0 },
      ogg("cut-in-first-page", "the first 40 bytes") { Array($0.prefix(40)) },
      ogg("cut-in-page-header", "the first 20 bytes") { Array($0.prefix(20)) },
      ogg("cut-before-last-page", "all but the last page") { $0.dropLast(first.pages[3].count) },
      ogg("checksum", "a wrong checksum of the third page") {
        $0.turningBit(at: first.pages[0].count + first.pages[1].count + 22)
      },
      ogg("page-missing", "without its third page") { _ in
        first.pages[0] + first.pages[1] + first.pages[3]
      },
      ogg("chained", "nothing", of: chained) { $0 },
      ogg("chained-cut", "all but the last page", of: chained) { $0.dropLast(last.count) },
      ogg("chained-cut-in-page", "all but the last 10 bytes", of: chained) { $0.dropLast(10) },
      ogg("chained-checksum", "a wrong checksum of the third page of the second", of: chained) {
        $0.turningBit(at: secondStart + second.pages[0].count + second.pages[1].count + 22)
      },
      ogg("chained-cut-in-opening", "the first and 40 bytes of the second", of: chained) {
        Array($0.prefix(secondStart + 40))
      },
    ]
  }
}
