// SPDX-License-Identifier: MIT
import Decoding
import TestSupport
import Testing

/// Tags take time in proportion to their bytes, whatever these are.
@Suite struct LinearTagTests {
  private let scratch = Scratch()

  private static func repeated(_ part: [UInt8]) -> [UInt8] {
    [UInt8]((0..<(4 << 20) / part.count).map { _ in part }.joined())
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Files of 4 MiB of the smallest parts that their format has.
  private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    (
      "a.mp3",
      {
        let frames = repeated(text("TIT2") + WaveBytes.big(1, 4) + [0, 0, 0])
        return text("ID3") + [3, 0, 0] + [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
          + frames + [0xFF, 0xFB]
      }
    ),
    (
      "comments.flac",
      {
        let comments = repeated([0, 0, 0, 0])
        return text("fLaC") + [0x84] + WaveBytes.big(UInt64(comments.count + 8), 3) + [0, 0, 0, 0]
          + WaveBytes.little(UInt64(comments.count / 4), 4) + comments
      }
    ),
    ("blocks.flac", { text("fLaC") + repeated([1, 0, 0, 0]) }),
    (
      "a.ape",
      {
        let items = repeated([0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0x41, 0])
        return text("MAC ") + items + text("APETAGEX") + WaveBytes.little(2000, 4)
          + WaveBytes.little(UInt64(items.count + 32), 4)
          + WaveBytes.little(UInt64(items.count / 11), 4) + [UInt8](repeating: 0, count: 12)
      }
    ),
    (
      "a.m4a",
      {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
          WaveBytes.big(UInt64(content.count + 8), 4) + text(name) + content
        }
        let items = box("ilst", repeated(box("free", [])))
        return box("ftyp", text("M4A ") + [0, 0, 0, 0])
          + box("moov", box("udta", box("meta", [0, 0, 0, 0] + items)))
      }
    ),
    (
      "a.wav",
      {
        let chunks = repeated(text("JUNK") + [0, 0, 0, 0])
        return text("RIFF") + WaveBytes.little(UInt64(chunks.count + 4), 4) + text("WAVE") + chunks
      }
    ),
    ("a.ogg", { repeated(text("OggS") + [UInt8](repeating: 0, count: 23)) }),
    ("a.bin", { repeated(text("TAG") + [UInt8](repeating: 0x20, count: 125)) }),
  ]

  @Test(.timeLimit(.minutes(1)), arguments: files.indices)
  func `tags of megabytes of their smallest parts are read in a moment`(index: Int) throws {
    let (name, bytes) = Self.files[index]
    let path = try scratch.file(name, bytes())
    let tags = try FileTags(path: path)
    #expect((tags.tags.title?.utf8.count ?? 0) <= 4096 && tags.cover == nil, "\(name)")
  }
}
